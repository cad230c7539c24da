//! Exports of Slack.

mod hostile;

use moving::slack;
use serde_json::json;

use super::*;

fn source(folder: &Path) -> Arc<Source> {
    Arc::new(slack::open(folder, options()).expect("an export"))
}

fn user(id: &str, name: &str) -> Value {
    json!({"id": id, "name": name, "real_name": format!("{name} Real"), "updated": 1_700_000_000,
        "profile": {"email": format!("{name}@example.test"), "display_name": name, "title": "Sailor", "status_emoji": ":tada:", "status_text": "at sea"}})
}

fn said(user: &str, ts: &str, text: &str) -> Value {
    json!({"type": "message", "user": user, "ts": ts, "text": text})
}

fn with(mut message: Value, more: Value) -> Value {
    message.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    message
}

/// A workspace with a bit of everything.
fn workspace(folder: &Path) {
    let mut guest = user("U3GUEST00", "carla");
    guest["is_restricted"] = true.into();
    let mut gone = user("U4GONE000", "dan");
    gone["deleted"] = true.into();
    let mut boss = user("U1ANN0000", "ann");
    boss["is_owner"] = true.into();
    let bot = json!({"id": "U5BOT0000", "name": "deploy", "is_bot": true, "profile": {"bot_id": "B5BOT0000", "real_name": "Deploy Bot"}});
    let nameless = json!({"id": "U6NOMAIL0", "name": "Eve O'Neil", "profile": {}});
    write(folder, "users.json", &json!([boss, user("U2BOB0000", "bob"), guest, gone, bot, nameless]));
    let all = json!(["U1ANN0000", "U2BOB0000", "U4GONE000", "U6NOMAIL0"]);
    write(
        folder,
        "channels.json",
        &json!([
        {"id": "C1GENERAL", "name": "general", "created": 1_600_000_000, "is_general": true, "members": all, "topic": {"value": "All of <!channel>"},
         "pins": [{"id": "1700000000.000100"}]},
        {"id": "C2DECK000", "name": "deck", "created": 1_600_000_000, "members": ["U1ANN0000", "U3GUEST00"], "purpose": {"value": "Work"}},
        {"id": "C3OLD0000", "name": "old", "created": 1_600_000_000, "is_archived": true, "members": []}]),
    );
    write(
        folder,
        "groups.json",
        &json!([{"id": "G1SECRET0", "name": "secret", "created": 1_600_000_000, "members": ["U1ANN0000"]}]),
    );
    write(
        folder,
        "dms.json",
        &json!([{"id": "D1", "created": 1, "members": ["U1ANN0000", "U2BOB0000"]}, {"id": "D2", "members": ["U1ANN0000"]}]),
    );
    write(
        folder,
        "mpims.json",
        &json!([{"id": "G2", "name": "mpdm-ann--bob--dan-1", "members": ["U1ANN0000", "U2BOB0000", "U4GONE000"]}]),
    );
    write(folder, "integration_logs.json", &json!([{"service_type": "x"}]));
    write(
        folder,
        "general/2023-11-14.json",
        &json!([
        with(said("U1ANN0000", "1700000000.000100", "*Ahoy* <@U2BOB0000>, see <#C2DECK000|deck> and <https://a.test|this> &amp; that"),
            json!({"reply_count": 2, "thread_ts": "1700000000.000100", "edited": {"ts": "1700000005.000000"},
                "reactions": [{"name": "+1::skin-tone-3", "users": ["U2BOB0000", "U1ANN0000"]}]})),
        said("U2BOB0000", "1700000000.000200", "same moment, second"),
        with(said("U2BOB0000", "1700000001.000000", ""), json!({"blocks": [{"type": "rich_text", "elements": [
            {"type": "rich_text_list", "style": "bullet", "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "one"}]}]}]}]})),
        with(said("U2BOB0000", "1700000002.000000", "aye"), json!({"thread_ts": "1700000000.000100"})),
        {"type": "message", "subtype": "channel_join", "user": "U2BOB0000", "ts": "1700000003.000000", "text": "<@U2BOB0000> has joined the channel"},
        {"type": "message", "subtype": "bot_message", "bot_id": "B5BOT0000", "username": "Deployer", "ts": "1700000004.000000", "text": "done",
            "attachments": [{"title": "Build", "text": "*ok*", "actions": [{"name": "x"}]}, {"from_url": "https://a.test", "title": "preview"}]},
        {"type": "message", "subtype": "bot_message", "bot_id": "B9STRANGE", "username": "Stranger", "ts": "1700000004.500000", "text": "hi"},
        with(said("U9SHARED0", "1700000006.000000", "from another company"), json!({"user_profile": {"display_name": "Zoë"}})),
        with(said("U1ANN0000", "1700000007.000000", "files"), json!({"files": [
            {"id": "F0123ABCD", "name": "plan.txt", "mode": "hosted", "url_private": "https://files.slack.com/plan?t=xoxe-secret"},
            {"id": "F0MISSING", "name": "lost.txt", "mode": "hosted", "url_private": "https://files.slack.com/lost?t=xoxe-secret"}]}))]),
    );
    write(
        folder,
        "general/2023-11-15.json",
        &json!([
            with(said("U4GONE000", "1700086400.000000", "late answer"), json!({"thread_ts": "1700000000.000100"})),
            said("U1ANN0000", "1700086401.000000", "next day")
        ]),
    );
    rest_of_workspace(folder);
}

/// What is said elsewhere than in the open, and the files.
fn rest_of_workspace(folder: &Path) {
    write(folder, "secret/2023-11-14.json", &json!([said("U1ANN0000", "1700000000.000000", "nobody knows")]));
    write(folder, "D1/2023-11-14.json", &json!([said("U2BOB0000", "1700000000.000000", "between us")]));
    write(
        folder,
        "mpdm-ann--bob--dan-1/2023-11-14.json",
        &json!([said("U4GONE000", "1700000000.000000", "three of us")]),
    );
    fs::create_dir_all(folder.join("__uploads/F0123ABCD")).expect("a folder");
    fs::write(folder.join("__uploads/F0123ABCD/plan.txt"), "the plan").expect("a file");
}

testkit::both! {
    async fn a_workspace_comes_whole_and_a_second_run_changes_nothing(db) {
        let app = TestApp::on(db).await;
        let folder = app.folder().join("export");
        workspace(&folder);
        let first = import(&app, &source(&folder)).await;
        assert_eq!((first.posts, first.files, first.warnings), (14, 1, 0), "{first:?}");
        let found = whole(&app, &source(&folder)).await;
        let of = |name: &str| found.kinds.iter().find(|kind| kind.name == name).map(|kind| kind.source);
        assert_eq!((of("accounts"), of("bots"), of("conversations"), of("replies among them")), (Some(6), Some(2), Some(3), Some(2)));

        let square = channel(&app, "town-square").await;
        assert_eq!((&square["display_name"], &square["total_msg_count"]), (&json!("general"), &json!(10)));
        let said = posts(&app, &square).await;
        let texts: Vec<&str> = said.iter().filter_map(|post| post["message"].as_str()).collect();
        assert_eq!(texts, [
            "**Ahoy** @bob, see ~deck and [this](https://a.test) & that",
            "same moment, second",
            "- one",
            "aye",
            "@bob has joined the channel",
            "done",
            "hi",
            "from another company",
            "files\n[lost.txt](https://files.slack.com/lost)",
            "late answer",
            "next day",
        ]);
        assert_eq!((&said[0]["is_pinned"], &said[0]["edit_at"]), (&json!(true), &json!(1_700_000_005_000_i64)));
        assert_eq!(said[0]["metadata"]["reactions"][0]["emoji_name"], "+1_medium_light_skin_tone");
        assert_eq!((&said[9]["root_id"], &said[3]["root_id"]), (&said[0]["id"], &said[0]["id"]), "a later day answers, too");
        assert_eq!((&said[5]["props"]["override_username"], &said[5]["props"]["attachments"][0]["text"]), (&json!("Deployer"), &json!("**ok**")));
        assert_eq!(said[5]["props"]["attachments"].as_array().map(Vec::len), Some(1), "previews are made anew");
        assert_eq!(said[8]["metadata"]["files"][0]["name"], "plan.txt");
        assert!(channel(&app, "secret").await["type"] == "P");

        let again = import(&app, &source(&folder)).await;
        assert_eq!((again.posts, again.posts_known, again.users, again.channels, again.files), (0, 14, 0, 0, 0), "{again:?}");
        assert_eq!(channel(&app, "town-square").await, square, "counted once");
        assert_eq!(posts(&app, &square).await, said);
    }

    async fn people_are_known_by_their_addresses_and_nobody_takes_a_name(db) {
        let app = TestApp::on(db).await;
        // Somebody else of the name bob, and ann under another name.
        let (bob, ann) = (app.stranger("bob").await.user, app.stranger("captain").await.user);
        for (user, patch) in [
            (&bob, json!({"email": "robert@example.test"})),
            (&ann, json!({"email": "ann@example.test", "nickname": "Cap"})),
        ] {
            let path = format!("/api/v4/users/{}/patch", user.id);
            let answer = app.admin.rest.request(&Method::PUT, &path, patch.to_string().into(), None).await.expect("an answer");
            assert!(answer.status.is_success(), "{}", answer.status);
        }
        let folder = app.folder().join("export");
        workspace(&folder);
        import(&app, &source(&folder)).await;
        whole(&app, &source(&folder)).await;
        let said = posts(&app, &channel(&app, "town-square").await).await;
        assert_eq!(said[0]["user_id"], ann.id.to_string(), "the same person");
        assert!(said[0]["message"].as_str().is_some_and(|text| text.contains("@bob-u2bob0000")), "{}", said[0]);
        let kept = ask(&app.admin.rest, &format!("/users/{}", ann.id)).await;
        assert_eq!((&kept["nickname"], &kept["username"]), (&json!("Cap"), &json!("captain")), "what she keeps here is hers");
    }

    async fn channels_of_the_same_name_become_one_only_where_both_are_open(db) {
        let app = TestApp::on(db).await;
        let must = async |method: Method, path: &str, form: Value| {
            let path = format!("/api/v4{path}");
            let answer = app.admin.rest.request(&method, &path, form.to_string().into(), None).await.expect("an answer");
            assert!(answer.status.is_success(), "{path}: {}", answer.status);
            serde_json::from_slice::<Value>(&answer.body).expect("JSON")
        };
        let team = must(Method::POST, "/teams", json!({"name": TEAM, "display_name": "Acme", "type": "O"})).await;
        for (name, kind) in [("deck", "P"), ("secret", "O"), ("old", "O")] {
            let form = json!({"team_id": team["id"], "name": name, "display_name": name, "type": kind, "header": "ours"});
            let made = must(Method::POST, "/channels", form).await;
            must(Method::POST, "/posts", json!({"channel_id": made["id"], "message": "among us"})).await;
        }
        let folder = app.folder().join("export");
        workspace(&folder);
        write(&folder, "deck/2023-11-14.json", &json!([said("U1ANN0000", "1700000000.000000", "on deck")]));
        for _ in 0..2 {
            import(&app, &source(&folder)).await;
            whole(&app, &source(&folder)).await;
            for (name, kind, texts) in [
                ("deck", "P", vec!["among us"]),
                ("deck-c2deck000", "O", vec!["on deck"]),
                ("secret", "O", vec!["among us"]),
                ("secret-g1secret0", "P", vec!["nobody knows"]),
                ("old", "O", vec!["among us"]),
            ] {
                let found = channel(&app, name).await;
                assert_eq!((&found["type"], &found["delete_at"]), (&json!(kind), &json!(0)), "{name}");
                let said = posts(&app, &found).await;
                let said: Vec<&Value> = said.iter().filter(|post| post["type"] == "").map(|post| &post["message"]).collect();
                assert_eq!(said, texts, "{name}");
                let id = found["id"].as_str().expect("an id");
                let members = ask(&app.admin.rest, &format!("/channels/{id}/members")).await;
                let len = members.as_array().map(Vec::len);
                assert!(name != "deck" || len == Some(1), "{name}: {len:?}");
            }
        }
        assert_eq!(channel(&app, "old").await["header"], "ours");
    }

    async fn what_is_new_in_a_later_export_is_brought_along(db) {
        let app = TestApp::on(db).await;
        let folder = app.folder().join("export");
        workspace(&folder);
        import(&app, &source(&folder)).await;
        write(&folder, "general/2023-11-15.json", &json!([
            with(said("U4GONE000", "1700086400.000000", "late answer, corrected"),
                json!({"thread_ts": "1700000000.000100", "edited": {"ts": "1700086500.000000"}})),
            said("U1ANN0000", "1700086401.000000", "next day"),
            with(said("U2BOB0000", "1700086402.000000", "later still"), json!({"thread_ts": "1700086401.000000"}))]));
        let later = import(&app, &source(&folder)).await;
        assert_eq!((later.posts, later.posts_changed), (1, 1), "{later:?}");
        let said = posts(&app, &channel(&app, "town-square").await).await;
        assert_eq!((&said[9]["message"], &said[11]["root_id"]), (&json!("late answer, corrected"), &said[10]["id"]));
        whole(&app, &source(&folder)).await;
    }
}
