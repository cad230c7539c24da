//! Exports of Zulip.

use super::*;
use moving::zulip;

fn source(folder: &Path) -> Arc<Source> {
    Arc::new(zulip::open(folder, options()).expect("an export"))
}

fn user(id: u64, name: &str, role: u64) -> Value {
    let email = format!("{}@example.test", name.split(' ').next().unwrap_or_default().to_lowercase());
    json!({"id": id, "full_name": name, "email": format!("user{id}@zulip.example.test"), "delivery_email": email,
        "is_active": true, "is_bot": false, "role": role, "date_joined": 1_600_000_000.25})
}

fn said(id: u64, (sender, recipient): (u64, u64), subject: &str, content: &str) -> Value {
    json!({"id": id, "sender": sender, "recipient": recipient, "subject": subject, "content": content,
        "date_sent": 1_700_000_000.0 + id as f64 + 0.000_25, "last_edit_time": null})
}

/// Streams have recipients 101 and 102, people 1, 2 and so on, the group 201.
fn realm(folder: &Path) {
    let mut gone = user(4, "Dan Gone", 400);
    gone["is_active"] = false.into();
    let mut nameless = user(5, "Eve", 400);
    nameless["delivery_email"] = "".into();
    nameless["email"] = "".into();
    let bot = json!({"id": 6, "full_name": "Deploy", "email": "deploy-bot@zulip.example.test", "is_bot": true, "is_active": true});
    let subscribed = |user: u64, recipient: u64| json!({"user_profile": user, "recipient": recipient, "active": true});
    let mut muted = subscribed(2, 102);
    muted["is_muted"] = true.into();
    muted["pin_to_top"] = true.into();
    let left = json!({"user_profile": 3, "recipient": 102, "active": false});
    let realm = json!({
        "zerver_realm": [{"id": 2, "string_id": "crew", "date_created": 1_500_000_000.125}],
        "zerver_userprofile": [user(1, "Ann B", 100), user(2, "Bob", 400), user(3, "Carla", 600), gone, nameless, bot],
        "zerver_userprofile_crossrealm": [{"id": 9, "full_name": "Notification Bot", "email": "n@zulip.test"}],
        "zerver_stream": [
            {"id": 11, "name": "General talk", "description": "All", "date_created": 1_600_000_000.5},
            {"id": 12, "name": "secret", "description": "", "invite_only": true, "deactivated": false, "date_created": 1.6e9},
            {"id": 13, "name": "!DEACTIVATED:old", "deactivated": true, "date_created": 1.6e9}],
        "zerver_recipient": [{"id": 101, "type": 2, "type_id": 11}, {"id": 102, "type": 2, "type_id": 12}, {"id": 103, "type": 2, "type_id": 13},
            {"id": 1, "type": 1, "type_id": 1}, {"id": 2, "type": 1, "type_id": 2}, {"id": 201, "type": 3, "type_id": 21}],
        "zerver_subscription": [subscribed(1, 101), subscribed(2, 101), subscribed(3, 101), subscribed(4, 101), subscribed(1, 102), muted, left,
            subscribed(1, 201), subscribed(2, 201), subscribed(4, 201)],
        "zerver_realmemoji": [{"id": 1, "name": "parrot", "file_name": "1.png"}],
        "zerver_usergroup": [{"id": 1, "name": "crew"}],
        "zerver_usertopic": [{"user_profile": 2, "recipient": 101, "topic_name": "Storm", "visibility_policy": 1},
            {"user_profile": 3, "recipient": 101, "topic_name": "storm", "visibility_policy": 3}],
        "zerver_reaction": [
            {"user_profile": 2, "message": 1, "emoji_name": "thumbs_up", "emoji_code": "1f44d", "reaction_type": "unicode_emoji"},
            {"user_profile": 1, "message": 1, "emoji_name": "parrot", "emoji_code": "1", "reaction_type": "realm_emoji"},
            {"user_profile": 77, "message": 1, "emoji_name": "tada", "emoji_code": "1f389", "reaction_type": "unicode_emoji"}],
        "zerver_useractivity": [{"id": 1}],
    });
    write(folder, "realm.json", &realm);
}

/// An organisation with a bit of everything.
fn organisation(folder: &Path) {
    realm(folder);
    let mut edited = said(2, (2, 101), "storm", "@**Ann B** see [plan.txt](/user_uploads/2/ab/plan.txt) :thumbs_up:");
    edited["last_edit_time"] = (1_700_000_100.5).into();
    let first = json!({
        "zerver_message": [
            said(1, (1, 101), "Storm", "Ahoy, #**secret>x** @_**Bob|2**"), edited,
            said(3, (9, 101), "", "no topic"), said(4, (1, 102), "quiet", "nobody knows"),
            said(5, (2, 1), "", "between us"), said(6, (1, 201), "", "three of us"), said(7, (6, 101), "✔ done", "/poll Lunch?\nsoup"),
            said(8, (88, 101), "storm", "[gone](/user_uploads/2/zz/gone.txt)")],
        "zerver_usermessage": [
            {"user_profile": 2, "message": 1, "flags_mask": 1}, {"user_profile": 1, "message": 2, "flags_mask": 8},
            {"user_profile": 3, "message": 2, "flags_mask": 2}, {"user_profile": 1, "message": 5, "flags_mask": 3},
            {"user_profile": 1, "message": 3, "flags_mask": 0}, {"user_profile": 4, "message": 6, "flags_mask": 0}],
    });
    write(folder, "messages-000001.json", &first);
    write(folder, "messages-000002.json", &json!({"zerver_message": [said(9, (3, 101), "STORM", "later")]}));
    for (name, bytes) in [("uploads/2/ab/plan.txt", "the plan"), ("emoji/2/emoji/images/1.png", "no picture")] {
        fs::create_dir_all(folder.join(name).parent().expect("a folder")).expect("a folder");
        fs::write(folder.join(name), bytes).expect("a file");
    }
    write(folder, "attachment.json", &json!({"zerver_attachment": []}));
}

testkit::both! {
    async fn an_organisation_comes_whole_and_a_second_run_changes_nothing(db) {
        let app = TestApp::on(db).await;
        let folder = app.folder().join("export");
        organisation(&folder);
        let first = import(&app, &source(&folder)).await;
        assert_eq!((first.posts, first.files), (9, 1), "{first:?}");
        for part in ["A poll or a list", "not in realm.json", "realm.json zerver_usergroup row 1", "message 1)", "user5", "messages-000001.json row 8"] {
            assert!(reasons(&first).contains(part), "{part} in\n{}", reasons(&first));
        }

        let general = channel(&app, "general-talk").await;
        assert_eq!((&general["display_name"], &general["purpose"], &general["total_msg_count"]), (&json!("General talk"), &json!("All"), &json!(6)));
        let said = posts(&app, &general).await;
        let texts: Vec<&str> = said.iter().filter_map(|post| post["message"].as_str()).collect();
        assert_eq!(texts, [
            "#### Storm\nAhoy, ~secret › x Bob",
            "@ann.b see plan.txt :+1:",
            "no topic",
            "#### ✔ done\n**Poll: Lunch?**\n- soup",
            "gone",
            "later",
        ]);
        for (reply, root) in [(1, 0), (4, 0), (5, 0)] {
            assert_eq!(said[reply]["root_id"], said[root]["id"], "{reply}");
        }
        assert_eq!((&said[2]["root_id"], &said[3]["root_id"]), (&json!(""), &json!("")));
        assert_eq!(said[1]["edit_at"], json!(1_700_000_100_500_i64));
        assert_eq!(said[1]["metadata"]["files"][0]["name"], "plan.txt");
        let mut reactions: Vec<&str> = said[0]["metadata"]["reactions"].as_array().into_iter().flatten().filter_map(|one| one["emoji_name"].as_str()).collect();
        reactions.sort_unstable();
        assert_eq!(reactions, ["+1", "parrot"]);
        assert_eq!(channel(&app, "secret").await["type"], "P");

        let again = import(&app, &source(&folder)).await;
        assert_eq!((again.posts, again.posts_known, again.users, again.channels, again.files), (0, 9, 0, 0, 0), "{again:?}");
        assert_eq!(posts(&app, &general).await, said);
        assert_eq!(channel(&app, "general-talk").await, general, "counted once");
    }

    async fn people_have_read_what_they_had_read(db) {
        let app = TestApp::on(db).await;
        let folder = app.folder().join("export");
        organisation(&folder);
        import(&app, &source(&folder)).await;
        let (general, secret) = (channel(&app, "general-talk").await, channel(&app, "secret").await);
        let id = |value: &Value| value["id"].as_str().expect("an id").to_owned();
        let of = |name: &'static str, channel: String| {
            let app = &app;
            async move {
                let user = ask(&app.admin.rest, &format!("/users/username/{name}")).await;
                let user = user["id"].as_str().expect("an id").to_owned();
                ask(&app.admin.rest, &format!("/channels/{channel}/members/{user}")).await
            }
        };
        let ann = of("ann.b", id(&general)).await;
        // The second, which mentions her, and the third, which begins no thread of its own.
        assert_eq!((&ann["msg_count"], &ann["mention_count"], &ann["msg_count_root"]), (&json!(4), &json!(1), &json!(2)));
        let bob = of("bob", id(&secret)).await;
        assert_eq!(bob["notify_props"]["mark_unread"], "mention");
        let path = format!("/channels/{}/members", id(&secret));
        assert_eq!(ask(&app.admin.rest, &path).await.as_array().map(Vec::len), Some(2), "who left is not in it");
    }

    async fn what_moved_to_another_topic_meanwhile_stays_where_it_is(db) {
        let app = TestApp::on(db).await;
        let folder = app.folder().join("export");
        organisation(&folder);
        import(&app, &source(&folder)).await;
        // The second message begins a topic of its own there, and somebody answers.
        let later = json!({"zerver_message": [said(2, (2, 101), "calm", "moved"), said(9, (3, 101), "STORM", "later"), said(10, (1, 101), "calm", "answer")]});
        write(&folder, "messages-000001.json", &json!({"zerver_message": [said(1, (1, 101), "Storm", "Ahoy")]}));
        write(&folder, "messages-000002.json", &later);
        let report = import(&app, &source(&folder)).await;
        assert_eq!(report.posts, 1, "{report:?}");
        let said = posts(&app, &channel(&app, "general-talk").await).await;
        let answer = said.iter().find(|post| post["message"] == "answer").expect("it came");
        assert_eq!(answer["root_id"], said[0]["id"], "a reply has no replies");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_channel_of_the_same_name_is_left_alone() {
    let app = TestApp::start().await;
    keep_private(&app, "general-talk").await;
    let folder = app.folder().join("export");
    organisation(&folder);
    for _ in 0..2 {
        import(&app, &source(&folder)).await;
        whole(&app, &source(&folder)).await;
        must_be_left_alone(&app, "general-talk").await;
    }
    let found = channel(&app, "general-talk-channel11").await;
    assert_eq!((&found["type"], &found["total_msg_count"]), (&json!("O"), &json!(6)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_is_killed_anywhere_goes_on_and_ends_the_same() {
    let app = TestApp::start().await;
    let folder = app.folder().join("export");
    organisation(&folder);
    fs::remove_dir_all(folder.join("emoji")).expect("a folder");
    killed_and_gone_on(&app, || source(&folder)).await;
    whole(&app, &source(&folder)).await;
    assert_eq!(channel(&app, "general-talk").await["total_msg_count"], 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_export_comes_as_far_as_it_can() {
    let app = TestApp::start().await;
    let folder = app.folder().join("export");
    realm(&folder);
    let nested = format!("{}deep\u{0}", "```quote\n".repeat(500));
    let mut timeless = said(6, (1, 101), "t", "no time");
    timeless["date_sent"] = (-1e300).into();
    let first = json!({"zerver_message": [
        said(1, (1, 101), &"long ".repeat(500), &nested), said(1, (1, 101), "t", "the same id"), said(2, (1, 999), "t", "to nobody"),
        said(3, (1, 101), "t", &"long ".repeat(8_000)), timeless, 7, {"id": "x"}, said(8, (2, 2), "", "to myself"), said(9, (55, 56), "", "x")],
        "zerver_usermessage": [7, {"user_profile": 1, "message": 3}, {"user_profile": 1, "message": 3}]});
    write(&folder, "messages-000001.json", &first);
    fs::write(folder.join("messages-000002.json"), "{\"zerver_message\": [{\"id\": 20, \"sender\": 1, \"recipient\": 101, \"date_sent\": 1700000100, \"subject\": \"t\", \"content\": \"whole\"}, {")
        .expect("a file");
    std::os::unix::fs::symlink("/etc/hostname", folder.join("messages-000003.json")).expect("a link");
    let report = import(&app, &source(&folder)).await;
    for part in ["breaks off", "messages-000003.json", "row 5", "row 6", "to whom the export does not have"] {
        assert!(reasons(&report).contains(part), "{part} in\n{}", reasons(&report));
    }
    whole(&app, &source(&folder)).await;
    let texts = posts(&app, &channel(&app, "general-talk").await).await;
    assert!(texts.iter().any(|post| post["message"] == "whole"), "what stands before the end");
}
