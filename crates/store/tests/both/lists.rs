//! Lists of users.

use muster_store::post_pages::Page;
use muster_store::users_list::{Activity, Fields, Filter, Meets, Order};
use muster_store::{channel_members, statuses, team_members, users};
use wire::channels::ChannelMember;
use wire::statuses::Status;
use wire::teams::TeamMember;
use wire::users::User;

use crate::both;
use crate::support::{Db, new_member, new_user};

async fn names(db: &Db, filter: Filter) -> Vec<String> {
    let users = db.store.users_list(&filter, Page::first(10)).await.expect("a read");
    assert_eq!(db.store.users_count(&filter).await.expect("a read"), users.len() as i64);
    users.into_iter().map(|user| user.username).collect()
}

async fn named(db: &Db, user: User) -> User {
    let user = User { id: db.id(), email: format!("{}@example.test", user.username), ..user };
    db.commit([users::insert(&user)]).await;
    user
}

both! {
    async fn a_search_meets_any_part_of_the_names_it_may_look_at(db) {
        let blank = new_user(db.id(), "");
        named(&db, User { username: "ann".into(), first_name: "Zoë".into(), last_name: "Lee".into(), ..blank.clone() })
            .await;
        named(&db, User { username: "bob".into(), nickname: "ÄNN_%".into(), ..blank.clone() }).await;
        let xann = named(&db, User { username: "xann".into(), ..blank }).await;
        let all = Fields { nickname: true, full_name: true, email: true };
        let find = async |terms: &[&str], fields| {
            let terms = terms.iter().map(|term| (*term).to_owned()).collect();
            names(&db, Filter { terms, fields, ..Filter::default() }).await
        };
        assert_eq!(find(&["AN"], all).await, ["ann", "xann"]);
        assert_eq!(find(&["nn"], all).await, ["ann", "bob", "xann"]);
        assert_eq!(find(&["n"], Fields::default()).await, ["ann", "xann"]);
        assert_eq!(find(&["_%"], all).await, ["bob"]);
        assert_eq!(find(&["_"], all).await, ["bob"]);
        assert_eq!(find(&["ë"], all).await, ["ann"]);
        assert_eq!(find(&["e", "xan"], all).await, ["xann"]);
        assert_eq!(find(&["ob@example.tes"], all).await, ["bob"]);
        assert_eq!(find(&["ob@"], Fields { email: false, ..all }).await, [""; 0]);
        assert_eq!(find(&["anxn"], all).await, [""; 0]);
        assert_eq!(find(&[&xann.id.to_string()], all).await, ["xann"]);
        assert_eq!(find(&["'\"\\ * :"], all).await, [""; 0]);
        assert_eq!(find(&["änn_%"], all).await, ["bob"]);
        assert_eq!(find(&["zoË"], all).await, ["ann"]);
        assert_eq!(find(&["zoë", "le"], all).await, ["ann"]);
        assert_eq!(find(&["zoë", "bob"], all).await, [""; 0]);
        assert_eq!(find(&["zoë"], Fields::default()).await, [""; 0]);
        assert_eq!(find(&["xann@ex"], all).await, ["xann"]);
        assert_eq!(find(&[], all).await, ["ann", "bob", "xann"]);
        let begin = |term: &str| {
            let terms = vec![term.to_owned()];
            names(&db, Filter { terms, fields: all, meets: Meets::Beginning, ..Filter::default() })
        };
        assert_eq!(begin("AN").await, ["ann"]);
        assert_eq!(begin("nn").await, [""; 0]);
        assert_eq!(begin("Ä").await, ["bob"]);
    }

    async fn a_name_is_found_as_long_as_somebody_has_it(db) {
        let mut ann = db.user("ann").await;
        let find = async |term: &str| {
            let fields = Fields { nickname: true, full_name: true, email: true };
            names(&db, Filter { terms: vec![term.into()], fields, ..Filter::default() }).await
        };
        let read_at = ann.update_at;
        (ann.username, ann.nickname, ann.last_name) = ("anna".into(), "Captain".into(), "O'Hara".into());
        db.commit([users::update(&ann, read_at)]).await;
        assert_eq!(find("nna").await, ["anna"]);
        assert_eq!(find("PTAI").await, ["anna"]);
        assert_eq!(find("o'h").await, ["anna"]);
        ann.nickname = String::new();
        db.commit([users::update(&ann, ann.update_at), users::set_login(ann.id, 7)]).await;
        assert_eq!(find("ptai").await, [""; 0]);
        assert_eq!(find("hara").await, ["anna"]);
        db.commit([users::remove(ann.id)]).await;
        assert_eq!(find("hara").await, [""; 0]);
    }

    async fn a_term_of_many_is_found_with_its_rare_neighbour_and_in_order(db) {
        let many = (0..1_100).map(|number| new_user(db.id(), &format!("many{number:04}")));
        db.commit(many.map(|user| users::insert(&user))).await;
        db.user("zed").await;
        let crew = db.team("crew").await.id;
        let find = async |terms: &[&str], in_team| {
            let terms = terms.iter().map(|term| (*term).to_owned()).collect();
            let filter = Filter { terms, in_team, ..Filter::default() };
            let users = db.store.users_list(&filter, Page::first(2)).await.expect("a read");
            (users.into_iter().map(|user| user.username).collect::<Vec<_>>(), db.store.users_count(&filter).await.expect("a read"))
        };
        let found = |names: &[&str], count: i64| (names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), count);
        assert_eq!(find(&["many"], None).await, found(&["many0000", "many0001"], 1_100));
        assert_eq!(find(&["m"], None).await, found(&["many0000", "many0001"], 1_100));
        assert_eq!(find(&["many", "109"], None).await, found(&["many0109", "many1090"], 11));
        assert_eq!(find(&["9", "many"], None).await, found(&["many0009", "many0019"], 290));
        assert_eq!(find(&["many"], Some(crew)).await, found(&[], 0));
        assert_eq!(find(&["ze"], None).await, found(&["zed"], 1));
    }

    async fn places_let_through_who_is_there_and_who_is_not(db) {
        let (ann, bob, cat) = (db.user("ann").await.id, db.user("bob").await.id, db.user("cat").await.id);
        let crew = db.team("crew").await.id;
        let deck = db.channel(crew, "deck").await.id;
        for user in [ann, bob] {
            db.join_team(crew, user).await;
        }
        db.join_channel(deck, ann).await;
        let of = |filter: Filter| names(&db, filter);
        assert_eq!(of(Filter { in_team: Some(crew), ..Filter::default() }).await, ["ann", "bob"]);
        assert_eq!(of(Filter { not_in_team: Some(crew), ..Filter::default() }).await, ["cat"]);
        assert_eq!(of(Filter { without_team: true, ..Filter::default() }).await, ["cat"]);
        assert_eq!(of(Filter { in_channel: Some(deck), ..Filter::default() }).await, ["ann"]);
        let outside = Filter { in_team: Some(crew), not_in_channel: Some(deck), ..Filter::default() };
        assert_eq!(of(outside).await, ["bob"]);
        db.join_channel(deck, cat).await;
        assert_eq!(of(Filter { seen_by: Some(cat), ..Filter::default() }).await, ["ann", "cat"]);
        db.commit([team_members::leave(crew, bob, 5)]).await;
        assert_eq!(of(Filter { in_team: Some(crew), ..Filter::default() }).await, ["ann"]);
    }

    async fn roles_and_activity_are_filters(db) {
        let (ann, bob, gus) = (db.user("ann").await, db.user("bob").await, db.user("gus").await);
        let crew = db.team("crew").await.id;
        let admin = TeamMember { team_id: crew, user_id: ann.id, scheme_user: true, scheme_admin: true, ..Default::default() };
        let guest = TeamMember { team_id: crew, user_id: gus.id, scheme_guest: true, ..Default::default() };
        db.commit([team_members::join(&admin), team_members::join(&guest)]).await;
        db.join_team(crew, bob.id).await;
        db.commit([users::set_roles(ann.id, "system_admin system_user", 5), users::set_deleted(bob.id, 5, 5)]).await;
        let of = |filter: Filter| names(&db, filter);
        assert_eq!(of(Filter { roles: vec!["system_admin".into()], ..Filter::default() }).await, ["ann"]);
        assert_eq!(of(Filter { roles: vec!["system".into()], ..Filter::default() }).await, [""; 0]);
        let in_team = |role: &str| Filter { in_team: Some(crew), team_roles: vec![role.into()], ..Filter::default() };
        assert_eq!(of(in_team("team_admin")).await, ["ann"]);
        assert_eq!(of(in_team("team_user")).await, ["bob"]);
        assert_eq!(of(in_team("team_guest")).await, ["gus"]);
        assert_eq!(of(Filter { activity: Activity::Inactive, ..Filter::default() }).await, ["bob"]);
        assert_eq!(of(Filter { activity: Activity::Active, ..Filter::default() }).await, ["ann", "gus"]);
    }

    async fn each_order_puts_its_own_first(db) {
        let (ann, bob, cat) = (db.user("ann").await.id, db.user("bob").await.id, db.user("cat").await.id);
        let deck = db.channel(db.id(), "deck").await.id;
        db.join_channel(deck, ann).await;
        db.join_channel(deck, bob).await;
        let admin = ChannelMember { scheme_admin: true, ..new_member(deck, cat) };
        let away = Status { user_id: bob, status: "away".into(), last_activity_at: 9, ..Status::default() };
        db.commit([channel_members::join(&admin), statuses::save(&away)]).await;
        let by = |order| names(&db, Filter { in_channel: Some(deck), order, ..Filter::default() });
        assert_eq!(by(Order::Username).await, ["ann", "bob", "cat"]);
        assert_eq!(by(Order::Admins).await, ["cat", "ann", "bob"]);
        assert_eq!(by(Order::Status).await, ["bob", "ann", "cat"]);
        assert_eq!(by(Order::LastActivity).await, ["bob", "ann", "cat"]);
        assert_eq!(by(Order::DisplayName).await, ["ann", "bob", "cat"]);
        assert_eq!(by(Order::Newest).await, ["ann", "bob", "cat"]);
    }
}
