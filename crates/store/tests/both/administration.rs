//! What administrators set up: groups, attributes of profiles, schemes, jobs.

use base::ids::{GroupId, JobId, SchemeId};
use muster_store::groups::{Filter, Lives};
use muster_store::post_pages::Page;
use muster_store::{Error, Returned, channels, groups, jobs, leases, profile_attributes, schemes, teams};
use serde_json::json;
use wire::groups::{Group, GroupMember};
use wire::jobs::{CANCELED, IN_PROGRESS, Job, PENDING, SUCCESS};
use wire::profile_attributes::AttributeField;
use wire::schemes::Scheme;

use crate::both;
use crate::support::{Db, NOW};

fn named(id: GroupId, name: &str) -> Group {
    let (display_name, source) = (format!("Über {name}"), "custom".to_owned());
    Group { id, name: Some(name.to_owned()), display_name, source, create_at: NOW, update_at: NOW, ..Group::default() }
}

fn field(db: &Db, name: &str) -> AttributeField {
    let (kind, attrs) = ("text".to_owned(), json!({"sort_order": 1}).as_object().cloned().unwrap_or_default());
    AttributeField {
        id: db.id(),
        name: name.to_owned(),
        kind,
        attrs,
        create_at: NOW,
        update_at: NOW,
        ..Default::default()
    }
}

both! {
    async fn who_left_a_group_comes_again_as_of_then(db) {
        let (ann, crew) = (db.user("ann").await, named(db.id(), "crew"));
        let writes = vec![groups::insert(&crew), groups::join(crew.id, ann.id, NOW), groups::join(crew.id, ann.id, NOW + 1)];
        let outcome = db.store.commit(writes, None).await.expect("a change");
        let member = GroupMember { group_id: crew.id, user_id: ann.id, create_at: NOW, delete_at: 0 };
        assert_eq!(outcome.rows::<GroupMember>(2).expect("rows"), std::slice::from_ref(&member));
        db.commit([groups::leave(crew.id, ann.id, NOW + 2)]).await;
        assert_eq!(db.store.group_member_counts(&[crew.id]).await.expect("a read"), []);
        let twice = db.store.write(groups::leave(crew.id, ann.id, NOW + 2)).await;
        assert!(matches!(twice, Err(Error::Unmet { .. })));
        let outcome = db.store.write(groups::join(crew.id, ann.id, NOW + 3)).await.expect("a change");
        assert_eq!(outcome.rows::<GroupMember>(0).expect("rows"), [GroupMember { create_at: NOW + 3, ..member }]);
        assert_eq!(db.store.groups_of(ann.id, 10).await.expect("a read"), std::slice::from_ref(&crew));
        assert_eq!(db.store.group_member_counts(&[crew.id]).await.expect("a read"), [(crew.id, 1)]);
    }

    async fn groups_are_found_by_part_of_a_name(db) {
        let (crew, cooks) = (named(db.id(), "crew"), named(db.id(), "cooks"));
        let gone = Group { delete_at: NOW, ..named(db.id(), "credit") };
        db.commit([groups::insert(&crew), groups::insert(&cooks), groups::insert(&gone)]).await;
        let find = async |term: &str, lives: Lives| {
            let filter = Filter { term: term.to_owned(), lives, ..Filter::default() };
            let found = db.store.groups(&filter, Page::first(10)).await.expect("a read");
            found.into_iter().filter_map(|group| group.name).collect::<Vec<_>>()
        };
        assert_eq!(find("CRE", Lives::Live).await, ["crew"]);
        assert_eq!(find("über", Lives::Live).await, ["cooks", "crew"]);
        assert_eq!(find("cre", Lives::Both).await, ["credit", "crew"]);
        assert_eq!(find("cre", Lives::Archived).await, ["credit"]);
        assert_eq!(find("%", Lives::Both).await, [""; 0]);
        let same = db.store.write(groups::insert(&named(db.id(), "crew"))).await;
        assert!(matches!(same, Err(Error::Conflict { .. })));
    }

    async fn a_removed_field_frees_its_name_and_its_values(db) {
        let (ann, team) = (db.user("ann").await, field(&db, "Team"));
        let value = json!("Deck");
        let set = profile_attributes::set_value(ann.id, team.id, &json!("Hold"), NOW);
        db.commit([profile_attributes::insert_field(&team), set]).await;
        db.commit([profile_attributes::set_value(ann.id, team.id, &value, NOW)]).await;
        assert_eq!(db.store.attribute_fields(20).await.expect("a read"), std::slice::from_ref(&team));
        assert_eq!(db.store.attribute_values(ann.id, 20).await.expect("a read"), [(team.id, value)]);
        let same = db.store.write(profile_attributes::insert_field(&field(&db, "Team"))).await;
        assert!(matches!(same, Err(Error::Conflict { .. })));
        let gone = profile_attributes::delete_values_of_field(team.id);
        db.commit([profile_attributes::delete_field(team.id, NOW + 1), gone]).await;
        assert_eq!(db.store.attribute_values(ann.id, 20).await.expect("a read"), []);
        db.commit([profile_attributes::insert_field(&field(&db, "Team"))]).await;
    }

    async fn a_removed_scheme_leaves_nobody_with_it(db) {
        let id: SchemeId = db.id();
        let scheme = Scheme { id, name: "quiet".into(), scope: "team".into(), create_at: NOW, ..Scheme::default() };
        let mut team = db.team("crew").await;
        let mut deck = db.channel(team.id, "deck").await;
        (team.scheme_id, deck.scheme_id) = (Some(id), Some(id));
        let (set_team, set_deck) = (teams::update(&team, team.update_at), channels::update(&deck, deck.update_at));
        db.commit([schemes::insert(&scheme), set_team, set_deck]).await;
        assert_eq!(db.store.schemes(10).await.expect("a read"), [scheme]);
        assert_eq!(db.store.teams_with_scheme(id, Page::first(10)).await.expect("a read").len(), 1);
        assert_eq!(db.store.channels_with_scheme(id, Page::first(10)).await.expect("a read").len(), 1);
        db.commit(schemes::remove(id, &[], NOW + 1).into_iter().chain(schemes::free(id, NOW + 1))).await;
        assert_eq!(db.store.schemes(10).await.expect("a read"), []);
        assert_eq!(db.store.team(team.id).await.expect("a read").and_then(|team| team.scheme_id), None);
        assert_eq!(db.store.channel(deck.id).await.expect("a read").and_then(|deck| deck.scheme_id), None);
    }

    async fn a_job_is_taken_once_and_begun_again_when_nothing_is_heard_of_it(db) {
        let id: JobId = db.id();
        let mut job = Job { id, kind: "k".into(), create_at: NOW, status: PENDING.into(), ..Job::default() };
        const LONG_MS: i64 = 3_600_000;
        let taken = db.store.commit(vec![jobs::insert(&job), jobs::take(id, "one", LONG_MS, NOW + 1)], None).await;
        let first = jobs::taken(&taken.expect("a change"), 1).expect("a fence");
        let again = db.store.write(jobs::take(id, "two", LONG_MS, NOW + 1)).await;
        assert!(matches!(again, Err(Error::Unmet { .. })));
        (job.progress, job.last_activity_at) = (40, NOW + 2);
        job.data = Some([("done".to_owned(), "4".to_owned())].into());
        db.commit([jobs::progress(&job, first)]).await;
        let kinds = ["k".to_owned()];
        assert_eq!(db.store.jobs_with_status(IN_PROGRESS, &kinds, 10).await.expect("a read")[0].progress, 40);
        assert!(!db.store.has_stale_jobs(NOW + 3).await.expect("a read"), "the lease goes on");
        db.commit(jobs::revive(NOW + 3)).await;
        assert_eq!(db.store.job(id).await.expect("a read").expect("a job").status, IN_PROGRESS);
        db.commit([jobs::renew(id, first, -LONG_MS)]).await;
        assert!(db.store.has_stale_jobs(NOW).await.expect("a read"), "the lease is over");
        db.commit(jobs::revive(NOW)).await;
        assert_eq!(db.store.job(id).await.expect("a read").expect("a job").status, PENDING);
        let taken = db.store.write(jobs::take(id, "two", LONG_MS, NOW + 3)).await.expect("a change");
        let second = jobs::taken(&taken, 0).expect("a fence");
        for late in [jobs::progress(&job, first), jobs::renew(id, first, LONG_MS)] {
            assert!(matches!(db.store.write(late).await, Err(Error::Unmet { .. })), "the first node is late");
        }
        job.status = SUCCESS.into();
        let late = db.store.write(jobs::finish_with(&job, first)).await;
        assert!(matches!(late, Err(Error::Unmet { .. })), "the first node is late");
        db.commit([jobs::finish(&job, first)]).await;
        assert_eq!(db.store.job(id).await.expect("a read").expect("a job").status, IN_PROGRESS);
        db.commit([jobs::set_status(id, &[IN_PROGRESS], CANCELED, NOW + 4)]).await;
        for late in [jobs::progress(&job, second), jobs::finish_with(&job, second)] {
            assert!(matches!(db.store.write(late).await, Err(Error::Unmet { .. })), "the job is over");
        }
        db.commit([jobs::finish(&job, second)]).await;
        let found = db.store.jobs_of_kinds(&kinds, CANCELED, Page::first(10)).await.expect("a read");
        assert_eq!(found.len(), 1, "a job that is over stays as it ended");
        db.commit([jobs::clean(NOW + 1)]).await;
        assert_eq!(db.store.jobs_of_kinds(&kinds, "", Page::first(10)).await.expect("a read"), []);
    }

    async fn a_job_of_an_older_version_is_begun_again_after_a_long_silence(db) {
        let id: JobId = db.id();
        let status = IN_PROGRESS.to_owned();
        let job = Job { id, kind: "k".into(), create_at: NOW, last_activity_at: NOW, status, ..Job::default() };
        db.commit([jobs::insert(&job)]).await;
        assert!(!db.store.has_stale_jobs(NOW).await.expect("a read"));
        assert!(db.store.has_stale_jobs(NOW + 1).await.expect("a read"));
        db.commit(jobs::revive(NOW + 1)).await;
        assert_eq!(db.store.job(id).await.expect("a read").expect("a job").status, PENDING);
    }

    async fn a_lease_is_one_nodes_until_it_ends(db) {
        let take = async |node: &str, lasts_ms: i64| {
            let outcome = db.store.write(leases::take("sweep", node, lasts_ms)).await.expect("a change");
            leases::taken(&outcome, 0).expect("a fence")
        };
        let first = take("one", 3_600_000).await.expect("nobody has it");
        assert_eq!(take("two", 3_600_000).await, None);
        assert_eq!(take("one", 3_600_000).await, Some(first), "who has it keeps its turn");
        db.commit([leases::guard("sweep", "one", first)]).await;
        let names = ["sweep".to_owned(), "other".to_owned()];
        assert_eq!(db.store.renew_leases(&names, "one", -1).await.expect("a change"), ["sweep"]);
        let second = take("two", 3_600_000).await.expect("it is over");
        assert!(second.0 > first.0);
        assert_eq!(db.store.renew_leases(&names, "one", 1).await.expect("a change"), [""; 0]);
        let late = db.store.write(leases::guard("sweep", "one", first)).await;
        assert!(matches!(late, Err(Error::Unmet { .. })));
        db.store.release_leases(&names, "two").await.expect("a change");
        assert!(take("one", 1).await.is_some());
    }
}
