//! What is written is read back whole.

use base::ids::{FileId, PostId};
use muster_store::{
    Error, Returned, channel_members, channels, emoji, files, posts, preferences, reactions, roles, sessions, statuses,
    team_members, teams, uploads, users,
};
use wire::channels::{BannerInfo, Channel, ChannelMember};
use wire::emoji::Emoji;
use wire::files::{FileInfo, UploadSession};
use wire::posts::Post;
use wire::preferences::{FLAGGED_POST, Preference};
use wire::reactions::Reaction;
use wire::roles::Role;
use wire::sessions::Session;
use wire::statuses::Status;
use wire::teams::{Team, TeamMember};
use wire::users::User;

use crate::both;
use crate::support::{NOW, new_channel, new_member, new_post, new_team, new_user};

both! {
    async fn a_user(db) {
        let user = User {
            delete_at: 3,
            password_hash: "hash".into(),
            auth_data: Some("ann@idp".into()),
            auth_service: "saml".into(),
            email_verified: true,
            nickname: "Ännchen".into(),
            props: [("customStatus".to_owned(), "{}".to_owned())].into(),
            notify_props: [("push".to_owned(), "mention".to_owned())].into(),
            timezone: Some([("manualTimezone".to_owned(), "Europe/Berlin".to_owned())].into()),
            last_picture_update: -4,
            failed_attempts: 2,
            mfa_active: true,
            mfa_secret: "secret".into(),
            ..new_user(db.id(), "ann")
        };
        db.commit([users::insert(&user)]).await;
        assert_eq!(db.store.user(user.id).await.expect("a read").as_ref(), Some(&user));
        assert_eq!(db.store.user_by_username("ann").await.expect("a read").as_ref(), Some(&user));
        assert_eq!(db.store.user_by_email(&user.email).await.expect("a read").as_ref(), Some(&user));
        assert_eq!(db.store.user_by_auth("ann@idp", "saml").await.expect("a read"), Some(user));
    }

    async fn an_account_that_changes_by_a_sign_in_for_who_finds_it_and_by_the_next_for_who_knows_it(db) {
        let user = User { failed_attempts: 2, ..new_user(db.id(), "ann") };
        db.commit([users::insert(&user)]).await;
        let mut before = user.update_at;
        for at in [NOW + 5, NOW + 9] {
            db.commit([users::set_login(user.id, at)]).await;
            let known = User { update_at: before, failed_attempts: 0, last_login: at, ..user.clone() };
            let found = User { update_at: at, ..known.clone() };
            assert_eq!(db.store.user(user.id).await.expect("a read").as_ref(), Some(&known));
            assert_eq!(db.store.users(&[user.id]).await.expect("a read"), [known]);
            assert_eq!(db.store.user_by_username("ann").await.expect("a read").as_ref(), Some(&found));
            assert_eq!(db.store.user_by_email(&user.email).await.expect("a read"), Some(found));
            before = at;
        }
    }

    async fn an_account_known_to_one_service_by_the_name_that_another_has_for_somebody_else(db) {
        let known = |name: &str, service: &str| User {
            auth_data: Some("42".into()),
            auth_service: service.into(),
            ..new_user(db.id(), name)
        };
        let (ann, bob, cid) = (known("ann", "gitlab"), known("bob", "ldap"), known("cid", "ldap"));
        db.commit([users::insert(&ann), users::insert(&bob)]).await;
        let found = async |service| db.store.user_by_auth("42", service).await.expect("a read").map(|user| user.username);
        assert_eq!((found("gitlab").await, found("ldap").await), (Some("ann".into()), Some("bob".into())));
        let refused = db.store.write(users::insert(&cid)).await.expect_err("ldap knows bob by it");
        assert!(refused.is_conflict_on("users.auth_data+auth_service"), "{refused}");
    }

    async fn sessions_found_by_the_name_that_a_service_has_for_them(db) {
        let session = |token: u8, service: &str, sid: &str| Session {
            id: db.id(),
            token_hash: [token; 32],
            user_id: db.id(),
            props: [("sso_service".to_owned(), service.to_owned()), ("sso_sid".to_owned(), sid.to_owned())].into(),
            ..Session::default()
        };
        let sessions = [session(1, "work", "a"), session(2, "work", "a"), session(3, "work", ""), session(4, "home", "a")];
        db.commit(sessions.iter().map(sessions::insert)).await;
        let found = async |service, sid| db.store.sessions_of_outer(service, sid, 10).await.expect("a read");
        assert_eq!(found("work", "a").await, sessions[..2]);
        assert_eq!((found("work", "").await.len(), found("", "").await.len(), found("work", "b").await.len()), (0, 0, 0));
    }

    async fn a_session_found_by_its_hash_alone(db) {
        let session = Session {
            id: db.id(),
            token_hash: [7; 32],
            create_at: NOW,
            expires_at: NOW + 5,
            user_id: db.id(),
            device_id: "android:x".into(),
            roles: "system_user".into(),
            props: [("csrf".to_owned(), "y".to_owned())].into(),
            ..Session::default()
        };
        db.commit([sessions::insert(&session)]).await;
        assert_eq!(db.store.session_by_token(&[7; 32]).await.expect("a read").as_ref(), Some(&session));
        assert_eq!(db.store.session_by_token(&[8; 32]).await.expect("a read"), None);
        assert_eq!(db.store.sessions_of(session.user_id).await.expect("a read").len(), 1);
        assert_eq!(db.store.sessions_with_device(session.user_id, NOW).await.expect("a read").len(), 1);
        assert_eq!(db.store.sessions_with_device(session.user_id, NOW + 5).await.expect("a read"), []);
        let ended = [session];
        assert_eq!(db.store.phones_expired(0, NOW + 5, 10).await.expect("a read"), ended);
        assert_eq!(db.store.phones_expired(0, ended[0].expires_at - 1, 10).await.expect("a read"), []);
        db.commit([sessions::set_notified(ended[0].id)]).await;
        assert_eq!(db.store.phones_expired(0, NOW + 5, 10).await.expect("a read"), []);
    }

    async fn a_team_and_its_member(db) {
        let team = Team {
            scheme_id: Some(db.id()),
            group_constrained: Some(true),
            allow_open_invite: true,
            ..new_team(db.id(), "crew")
        };
        let member = TeamMember {
            team_id: team.id,
            user_id: db.id(),
            roles: "custom team_user team_admin".into(),
            scheme_user: true,
            scheme_admin: true,
            explicit_roles: "custom".into(),
            create_at: NOW,
            ..TeamMember::default()
        };
        db.commit([teams::insert(&team), team_members::join(&member)]).await;
        assert_eq!(db.store.team_by_invite(&team.invite_id).await.expect("a read").as_ref(), Some(&team));
        assert_eq!(db.store.teams_of(member.user_id).await.expect("a read"), [team]);
        assert_eq!(db.store.team_members_of(member.user_id).await.expect("a read"), [member]);
    }

    async fn a_channel_and_its_member(db) {
        let channel = Channel {
            header: "above".into(),
            props: serde_json::from_str(r#"{"z":1,"a":[true]}"#).expect("an object"),
            banner_info: Some(BannerInfo { enabled: Some(true), ..BannerInfo::default() }),
            ..new_channel(db.id(), db.id(), "deck")
        };
        let member = ChannelMember { mention_count: 3, ..new_member(channel.id, db.id()) };
        db.commit([channels::insert(&channel), channel_members::join(&member)]).await;
        assert_eq!(db.store.channel(channel.id).await.expect("a read").as_ref(), Some(&channel));
        assert_eq!(db.store.channel_by_name(channel.team_id, "deck").await.expect("a read"), Some(channel));
        assert_eq!(db.store.channel_members_of(member.user_id, 10, 0).await.expect("a read"), [member]);
    }

    async fn a_post(db) {
        let post = Post {
            edit_at: 4,
            is_pinned: true,
            message: "näh\u{1F600}".into(),
            kind: "custom_x".into(),
            props: serde_json::from_str(r#"{"z":{"y":null},"a":1.5}"#).expect("an object"),
            hashtags: "#a #b".into(),
            file_ids: Some(vec![db.id(), db.id()]),
            pending_post_id: "x:1".into(),
            has_reactions: true,
            remote_id: None,
            ..new_post(db.id(), db.id(), db.id(), NOW)
        };
        let bare = Post { file_ids: None, ..new_post(db.id(), db.id(), db.id(), NOW) };
        db.commit([posts::insert(&post, NOW), posts::insert(&bare, NOW)]).await;
        assert_eq!(db.store.post(post.id).await.expect("a read"), Some(post));
        assert_eq!(db.store.post(bare.id).await.expect("a read"), Some(bare));
    }

    async fn a_deleted_post_tells_who_deleted_it(db) {
        let (channel, ann) = (db.id(), db.id());
        let root = Post {
            props: serde_json::from_str(r#"{"a":{}}"#).expect("an object"),
            ..new_post(db.id(), channel, ann, NOW)
        };
        db.commit([posts::insert(&root, NOW)]).await;
        let reply = Post { root_id: root.id, ..new_post(db.id(), channel, ann, NOW + 1) };
        db.commit([posts::insert(&reply, NOW + 1)]).await;
        let deleting = vec![posts::delete_replies(channel, root.id, ann, NOW + 9), posts::delete(root.id, ann, NOW + 9)];
        let outcome = db.store.commit(deleting, None).await.expect("both are there");
        assert_eq!(outcome.rows::<PostId>(0).expect("ids"), [reply.id]);
        for id in [root.id, reply.id] {
            let post = db.store.post(id).await.expect("a read").expect("still there");
            assert_eq!((post.delete_at, post.update_at), (NOW + 9, NOW + 9));
            assert_eq!(post.prop("deleteBy"), ann.to_string());
        }
        let again = db.store.write(posts::delete(root.id, ann, NOW + 10)).await;
        assert!(again.is_err(), "it is deleted already");
    }

    async fn an_edit_keeps_the_old_version(db) {
        let old = new_post(db.id(), db.id(), db.id(), NOW);
        db.commit([posts::insert(&old, NOW)]).await;
        let new = Post { message: "better".into(), edit_at: NOW + 1, update_at: NOW + 1, ..old.clone() };
        let version = Post {
            id: db.id(),
            original_id: old.id,
            delete_at: NOW + 1,
            update_at: NOW + 1,
            ..old.clone()
        };
        db.commit([posts::edit(&new, old.edit_at, NOW + 1), posts::insert(&version, NOW + 1)]).await;
        assert_eq!(db.store.post(old.id).await.expect("a read").as_ref(), Some(&new));
        assert_eq!(db.store.post_versions(old.id, 10).await.expect("a read"), [version]);
        let stale = db.store.write(posts::edit(&new, old.edit_at, NOW + 2)).await;
        assert!(stale.is_err(), "it was edited meanwhile");
    }

    async fn a_reaction_once_however_often_it_is_given(db) {
        let deck = db.channel(db.id(), "deck").await.id;
        let (post, ann) = (db.post(deck, db.id(), NOW).await.id, db.id());
        let reaction = Reaction {
            post_id: post,
            user_id: ann,
            emoji_name: "tada".into(),
            create_at: NOW,
            update_at: NOW,
            ..Reaction::default()
        };
        db.commit([reactions::insert(&reaction), posts::reacted(post, NOW + 1)]).await;
        let again = Reaction { create_at: NOW + 1, update_at: NOW + 1, ..reaction.clone() };
        db.commit([reactions::insert(&again)]).await;
        let kept = Reaction { update_at: NOW + 1, ..reaction };
        assert_eq!(db.store.reactions_of_posts(&[post]).await.expect("a read"), [kept]);
        assert!(db.store.post(post).await.expect("a read").expect("a post").has_reactions);
        db.commit([reactions::remove(post, ann, "tada"), posts::reacted(post, NOW + 2)]).await;
        assert!(!db.store.post(post).await.expect("a read").expect("a post").has_reactions);
    }

    async fn a_file_attached_once_and_by_its_owner(db) {
        const LATER: i64 = NOW + 1_000_000;
        let (ann, bob, channel) = (db.id(), db.id(), db.id());
        let file = FileInfo {
            id: db.id(),
            user_id: ann,
            create_at: NOW,
            update_at: NOW,
            path: "a/b".into(),
            name: "b.png".into(),
            size: 5,
            mini_preview: Some("x".into()),
            ..FileInfo::default()
        };
        let stored = FileInfo { content: "words".into(), ..file.clone() };
        db.commit([files::insert(&stored, NOW)]).await;
        assert_eq!(db.store.file(file.id).await.expect("a read").as_ref(), Some(&file));
        let attached = async |author, post| {
            let to = files::Attachment { post, channel, author };
            let outcome = db.store.write(files::attach(&[file.id, db.id()], to, LATER)).await.expect("no conflict");
            outcome.rows::<FileId>(0).expect("ids")
        };
        let post = db.id();
        assert_eq!(attached(bob, post).await, []);
        assert_eq!(attached(ann, post).await, [file.id]);
        assert_eq!(attached(ann, db.id()).await, []);
        assert_eq!(db.store.files_of_posts(&[post]).await.expect("a read").len(), 1);
        let seen = db.store.file(file.id).await.expect("a read").expect("a file");
        assert_eq!(seen.update_at, NOW, "what is attached is no newer");
        assert_eq!(db.store.file_content(file.id).await.expect("a read"), Some((LATER, "words".into())));
        let before = files::Cursor { at: LATER - 1, id: FileId::NONE };
        let changed = db.store.files_changed_after(before, 10).await.expect("a read");
        assert_eq!(changed.iter().filter(|one| one.post == post).count(), 1);
        assert_eq!(db.store.files_count(channel).await.expect("a read"), 1);
    }

    async fn a_name_of_an_emoji_is_free_once_it_is_deleted(db) {
        let emoji = Emoji { id: db.id(), create_at: NOW, update_at: NOW, name: "party_1".into(), ..Emoji::default() };
        db.commit([emoji::insert(&emoji)]).await;
        let again = Emoji { id: db.id(), ..emoji.clone() };
        let refused = db.store.write(emoji::insert(&again)).await.expect_err("the name is taken");
        assert!(matches!(refused, Error::Conflict { .. }), "{refused}");
        assert_eq!(db.store.emoji_by_name("party_1").await.expect("a read").as_ref(), Some(&emoji));
        assert_eq!(db.store.emoji_like(r"party\_%", 10).await.expect("a read"), std::slice::from_ref(&emoji));
        assert_eq!(db.store.emoji_like(r"p%x\_%", 10).await.expect("a read"), []);
        db.commit([emoji::delete(emoji.id, NOW + 1)]).await;
        assert_eq!(db.store.emoji(emoji.id).await.expect("a read"), None);
        db.commit([emoji::insert(&again)]).await;
    }

    async fn a_part_of_an_upload_counts_once(db) {
        let upload = UploadSession { id: db.id(), user_id: db.id(), file_size: 10, ..UploadSession::default() };
        db.commit([uploads::insert(&upload)]).await;
        db.commit([uploads::advance(upload.id, 0, 5)]).await;
        let refused = db.store.write(uploads::advance(upload.id, 0, 5)).await.expect_err("counted already");
        assert!(matches!(refused, Error::Unmet { .. }), "{refused}");
        let read = db.store.uploads_of(upload.user_id, 10).await.expect("a read");
        assert_eq!(read.iter().map(|one| one.file_offset).collect::<Vec<_>>(), [5]);
        assert_eq!(db.store.uploads_count(upload.user_id).await.expect("a read"), 1);
    }

    async fn a_role_a_status_and_preferences(db) {
        let role = Role {
            id: db.id(),
            name: "wizard".into(),
            permissions: vec!["create_post".into()],
            built_in: true,
            ..Role::default()
        };
        let other = Role { id: db.id(), permissions: vec![], ..role.clone() };
        let status = Status { user_id: db.id(), status: "dnd".into(), dnd_end_time: 60, ..Status::default() };
        let post: PostId = db.id();
        let flag = Preference {
            user_id: status.user_id,
            category: FLAGGED_POST.into(),
            name: post.to_string(),
            value: "true".into(),
        };
        db.commit([roles::insert(&role), roles::insert_new(&other), statuses::save(&status), preferences::save(&flag)])
            .await;
        assert_eq!(db.store.roles_by_names(&["wizard".to_owned()]).await.expect("a read"), [role]);
        assert_eq!(db.store.statuses_dnd_ended(59, 10).await.expect("a read"), []);
        assert_eq!(db.store.statuses_dnd_ended(60, 10).await.expect("a read"), [status]);
        assert_eq!(db.store.flagged_posts(flag.user_id).await.expect("a read"), [post]);
        db.commit([preferences::unflag(&[post])]).await;
        assert_eq!(db.store.preferences(flag.user_id).await.expect("a read"), []);
    }
}
