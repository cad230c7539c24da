//! Ways by which posts come into being, and what each may bring: no way goes round another.

use conversation::scheduled_posts::due::send_due;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use wire::channels::Channel;

/// The status and the body of an answer.
async fn ask(person: &Person, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
    let body = if body.is_null() { bytes::Bytes::new() } else { body.to_string().into() };
    let answer = person.rest.request(&method, &format!("/api/v4{path}"), body, Some("application/json")).await;
    let answer = answer.expect("an answer");
    (answer.status, serde_json::from_slice(&answer.body).unwrap_or_default())
}

async fn must(person: &Person, method: Method, path: &str, body: Value) -> Value {
    let (status, answer) = ask(person, method, path, body).await;
    assert!(status.is_success(), "{path}: {status} {answer}");
    answer
}

async fn refused(person: &Person, method: Method, path: &str, body: Value) -> (u16, String) {
    let (status, answer) = ask(person, method, path, body).await;
    (status.as_u16(), answer["id"].as_str().unwrap_or_default().to_owned())
}

/// The newest post of a channel.
async fn newest(person: &Person, channel: &Channel) -> Value {
    let page = must(person, Method::GET, &format!("/channels/{}/posts", channel.id), Value::Null).await;
    page["posts"][page["order"][0].as_str().expect("a post")].clone()
}

/// The address of a webhook of the channel.
async fn webhook(app: &TestApp, channel: &Channel) -> String {
    must(&app.admin, Method::POST, &format!("/channels/{}/members", channel.id), json!({"user_id": app.admin.user.id}))
        .await;
    let hook = must(&app.admin, Method::POST, "/hooks/incoming", json!({"channel_id": channel.id})).await;
    format!("/hooks/{}", hook["id"].as_str().expect("an id"))
}

/// Posts to a webhook and returns the post.
async fn say(app: &TestApp, hook: &str, channel: &Channel, form: Value) -> Value {
    let kind = Some("application/json");
    let answer = app.admin.rest.request(&Method::POST, hook, form.to_string().into(), kind).await.expect("an answer");
    assert_eq!(answer.status, StatusCode::OK);
    newest(&app.admin, channel).await
}

/// A post of the person that is due now. Clocks may differ by some seconds, so its time may have passed.
fn due(app: &TestApp, channel: &Channel, more: Value) -> Value {
    let mut form = json!({"channel_id": channel.id, "message": "later", "scheduled_at": app.app.clock.now() - 1_000});
    form.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    form
}

/// Sends what is due and returns the newest post.
async fn sent(app: &TestApp, person: &Person, channel: &Channel) -> Value {
    send_due(app.app.clone()).await.map_err(|error| error.detailed).expect("the store answers");
    newest(person, channel).await
}

const SERVERS: [&str; 7] = [
    "add_channel_member",
    "deleteBy",
    "force_notification",
    "previewed_post",
    "from_bot",
    "from_oauth_app",
    "from_plugin",
];

/// Properties of the server's own, and one of a client's.
fn forged() -> Value {
    let mut props: serde_json::Map<String, Value> =
        SERVERS.iter().map(|name| ((*name).to_owned(), json!("nosuchnosuchnosuchnosuchnb"))).collect();
    props.insert("color".into(), json!("red"));
    Value::Object(props)
}

fn is_clean(post: &Value) -> bool {
    post["props"]["color"] == "red" && SERVERS.iter().all(|name| post["props"].get(name).is_none())
}

both! {
    async fn what_only_the_server_sets_comes_in_by_no_way(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let form = json!({"channel_id": channel.id, "message": "now", "props": forged()});
        let post = must(&ann, Method::POST, "/posts", form.clone()).await;
        assert!(is_clean(&post), "posted: {post}");
        let path = format!("/posts/{}", post["id"].as_str().expect("an id"));
        let patched = must(&ann, Method::PUT, &format!("{path}/patch"), json!({"props": forged()})).await;
        assert!(is_clean(&patched), "patched: {patched}");
        let whole = json!({"id": post["id"], "message": "now", "props": forged()});
        let put = must(&ann, Method::PUT, &path, whole).await;
        assert!(is_clean(&put), "put: {put}");
        let draft = must(&ann, Method::POST, "/drafts", form).await;
        assert!(is_clean(&draft), "draft: {draft}");
        let scheduled = must(&ann, Method::POST, "/posts/schedule", due(&app, &channel, json!({"props": forged()}))).await;
        assert!(is_clean(&scheduled), "scheduled: {scheduled}");
        let later = sent(&app, &ann, &channel).await;
        assert!(later["message"] == "later" && is_clean(&later), "sent: {later}");
        let hook = webhook(&app, &channel).await;
        let hooked = say(&app, &hook, &channel, json!({"text": "from a program", "props": forged()})).await;
        assert!(is_clean(&hooked) && hooked["props"]["from_webhook"] == "true", "webhook: {hooked}");
        let form = json!({"user_id": ann.user.id, "post": {"channel_id": channel.id, "message": "psst", "props": forged()}});
        let shown = must(&app.admin, Method::POST, "/posts/ephemeral", form).await;
        assert!(is_clean(&shown), "ephemeral: {shown}");
    }

    async fn a_hardened_server_lets_people_impersonate_by_no_way(db) {
        let app = TestApp::on_with(db, |config| {
            config.integrations.enable_username_override = true;
        }).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let mask = json!({"override_username": "the boss"});
        let form = json!({"channel_id": channel.id, "message": "early", "props": mask});
        let early = must(&ann, Method::POST, "/posts", form.clone()).await;
        must(&ann, Method::POST, "/posts/schedule", due(&app, &channel, json!({"props": mask}))).await;
        let plain = ann.post(&channel, "plain").await;

        let mut config = config::Config::clone(&app.app.config());
        config.service.hardened_mode = true;
        app.app.set_config(config);
        let no = (400, "api.context.invalid_body_param.app_error".to_owned());
        assert_eq!(refused(&ann, Method::POST, "/posts", form).await, no);
        let path = format!("/posts/{}", plain.id);
        assert_eq!(refused(&ann, Method::PUT, &format!("{path}/patch"), json!({"props": mask})).await, no);
        let whole = json!({"id": plain.id, "message": "plain", "props": mask});
        assert_eq!(refused(&ann, Method::PUT, &path, whole).await, no);
        let form = due(&app, &channel, json!({"props": mask}));
        assert_eq!(refused(&ann, Method::POST, "/posts/schedule", form).await, no);
        let newest = sent(&app, &ann, &channel).await;
        assert_eq!(newest["id"], plain.id.to_string(), "what was scheduled before is not sent");
        // What a post had before may stay.
        let path = format!("/posts/{}/patch", early["id"].as_str().expect("an id"));
        must(&ann, Method::PUT, &path, json!({"message": "edited", "props": mask})).await;
        let hook = webhook(&app, &channel).await;
        let hooked = say(&app, &hook, &channel, json!({"text": "from a program", "username": "robot"})).await;
        assert_eq!(hooked["props"]["override_username"], "robot");
    }

    async fn programs_wear_other_names_only_where_they_may(db) {
        let app = TestApp::on(db).await;
        let channel = app.admin.channel(&app.team, "deck").await;
        let hook = webhook(&app, &channel).await;
        let mask = json!({"override_username": "the boss", "override_icon_url": "http://x.test/i.png",
            "override_icon_emoji": ":crown:"});
        let hooked = say(&app, &hook, &channel, json!({"text": "from a program", "props": mask})).await;
        for name in ["override_username", "override_icon_url", "override_icon_emoji"] {
            assert_eq!(hooked["props"].get(name), None, "{hooked}");
        }
    }

    async fn labels_that_are_off_come_in_by_no_way(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let label = json!({"priority": "urgent"});
        must(&ann, Method::POST, "/posts/schedule", due(&app, &channel, json!({"priority": label}))).await;

        let mut config = config::Config::clone(&app.app.config());
        config.posts.enable_priority = false;
        app.app.set_config(config);
        let no = (403, "api.post.post_priority.priority_post_not_allowed_for_user.request_error".to_owned());
        let form = json!({"channel_id": channel.id, "message": "now", "metadata": {"priority": label}});
        assert_eq!(refused(&ann, Method::POST, "/posts", form).await, no);
        let form = due(&app, &channel, json!({"priority": label}));
        assert_eq!(refused(&ann, Method::POST, "/posts/schedule", form).await, no);
        let later = sent(&app, &ann, &channel).await;
        assert!(later["message"] == "later" && later["metadata"].get("priority").is_none(), "{later}");
        let hook = webhook(&app, &channel).await;
        let hooked = say(&app, &hook, &channel, json!({"text": "from a program", "priority": label})).await;
        assert!(hooked["metadata"].get("priority").is_none(), "{hooked}");
    }

    async fn notifications_that_do_not_repeat_repeat_by_no_way(db) {
        let app = TestApp::on_with(db, |config| config.posts.enable_persistent_notifications = false).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let label = json!({"priority": "urgent", "persistent_notifications": true});
        let form = json!({"channel_id": channel.id, "message": "@root", "metadata": {"priority": label}});
        assert_eq!(refused(&ann, Method::POST, "/posts", form).await.0, 403);
        let form = due(&app, &channel, json!({"priority": label}));
        assert_eq!(refused(&ann, Method::POST, "/posts/schedule", form).await.0, 403);
        let hook = webhook(&app, &channel).await;
        let hooked = say(&app, &hook, &channel, json!({"text": "@ann", "priority": label})).await;
        let label = &hooked["metadata"]["priority"];
        assert_eq!((&label["priority"], &label["persistent_notifications"]), (&json!("urgent"), &json!(false)));
    }

    async fn what_cannot_be_posted_cannot_be_scheduled(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        for (kind, id) in [
            ("burn_on_read", "model.post.is_valid.type.app_error"),
            ("zzz", "model.post.is_valid.type.app_error"),
            ("system_join_channel", "api.context.invalid_param.app_error"),
        ] {
            let form = json!({"channel_id": channel.id, "message": "odd", "type": kind});
            assert_eq!(refused(&ann, Method::POST, "/posts", form).await, (400, id.to_owned()), "{kind}");
            let form = due(&app, &channel, json!({"type": kind}));
            assert_eq!(refused(&ann, Method::POST, "/posts/schedule", form).await, (400, id.to_owned()), "{kind}");
        }
    }

    async fn what_a_client_says_of_a_new_post_is_kept(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let upload = format!("/api/v4/files?channel_id={}&filename=note.txt", channel.id);
        let file = ann.rest.request(&Method::POST, &upload, "a note".into(), Some("text/plain")).await;
        let file: Value = file.expect("an answer").json().expect("a file");
        let file = &file["file_infos"][0]["id"];
        let form = json!({"channel_id": channel.id, "message": "keep ##this", "is_pinned": true, "file_ids": [file, file]});
        let post = must(&ann, Method::POST, "/posts", form).await;
        assert_eq!((&post["is_pinned"], &post["hashtags"], &post["file_ids"]), (&json!(true), &json!("#this"), &json!([file])));
        assert_eq!(post["update_at"], post["create_at"], "nothing of it was left out");
        let pinned = must(&ann, Method::GET, &format!("/channels/{}/pinned", channel.id), Value::Null).await;
        assert_eq!(pinned["order"], json!([post["id"]]));
        let path = format!("/posts/{}/patch", post["id"].as_str().expect("an id"));
        let patched = must(&ann, Method::PUT, &path, json!({"file_ids": [file, file]})).await;
        assert_eq!(patched["file_ids"], json!([file]));
    }

    async fn posts_of_one_millisecond_stand_as_they_were_sent(db) {
        let app = TestApp::on(db).await;
        let channel = app.admin.channel(&app.team, "deck").await;
        let hook = webhook(&app, &channel).await;
        // Cut into parts, which are written one right after the other.
        let text: Vec<String> = (0..8).map(|part| format!("{part}{}", "x".repeat(16_382))).collect();
        for _ in 0..5 {
            say(&app, &hook, &channel, json!({"text": text.concat()})).await;
            let page =
                must(&app.admin, Method::GET, &format!("/channels/{}/posts?per_page=8", channel.id), Value::Null).await;
            let order = page["order"].as_array().expect("an order").iter().rev();
            let first = |id: &Value| page["posts"][id.as_str().expect("an id")]["message"].as_str().map(|text| text[..1].to_owned());
            assert_eq!(order.filter_map(first).collect::<String>(), "01234567");
        }
    }

    async fn who_may_read_deleted_posts_reads_them_in_pages(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let post = ann.post(&channel, "regretted #words").await;
        must(&ann, Method::DELETE, &format!("/posts/{}", post.id), Value::Null).await;
        let path = format!("/channels/{}/posts?include_deleted=true", channel.id);
        let page = must(&app.admin, Method::GET, &path, Value::Null).await;
        let shown = &page["posts"][post.id.to_string()];
        assert_eq!((&shown["message"], &shown["hashtags"]), (&json!("regretted #words"), &json!("#words")));
        assert_eq!(refused(&ann, Method::GET, &path, Value::Null).await.0, 403);
        let since = must(&app.admin, Method::GET, &format!("/channels/{}/posts?since=1", channel.id), Value::Null).await;
        assert_eq!(since["posts"][post.id.to_string()]["message"], "");
    }

    async fn what_is_no_id_is_repeated_as_it_was(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let odd = "nosuchnosuchnosuchnosuch11";
        for (beside, key) in [("before", "next_post_id"), ("after", "prev_post_id")] {
            let path = format!("/channels/{}/posts?{beside}={odd}", channel.id);
            assert_eq!(must(&ann, Method::GET, &path, Value::Null).await[key], odd);
        }
        let files = json!(["short", odd]);
        let form = json!({"channel_id": channel.id, "message": "unfinished", "file_ids": files});
        assert_eq!(must(&ann, Method::POST, "/drafts", form).await["file_ids"], files);
        let form = due(&app, &channel, json!({"file_ids": files}));
        assert_eq!(must(&ann, Method::POST, "/posts/schedule", form).await["file_ids"], files);
        assert_eq!(sent(&app, &ann, &channel).await["message"], "later");
    }

    async fn who_may_not_call_everybody_highlights_nobody(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        let role = must(&app.admin, Method::GET, "/roles/name/channel_user", Value::Null).await;
        let mut permissions = role["permissions"].as_array().expect("permissions").clone();
        permissions.retain(|one| one != "use_channel_mentions");
        let path = format!("/roles/{}/patch", role["id"].as_str().expect("an id"));
        must(&app.admin, Method::PUT, &path, json!({"permissions": permissions})).await;
        let form = json!({"channel_id": channel.id, "message": "hello @all"});
        let post = must(&bob, Method::POST, "/posts", form.clone()).await;
        assert_eq!(post["props"]["mentionHighlightDisabled"], true);
        let post = must(&app.admin, Method::POST, "/posts", form).await;
        assert_eq!(post["props"].get("mentionHighlightDisabled"), None);
    }

    async fn an_edit_makes_links_of_the_channels_it_names(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let (channel, hold) = (ann.channel(&app.team, "deck").await, ann.channel(&app.team, "hold").await);
        let post = ann.post(&channel, "plain").await;
        let path = format!("/posts/{}/patch", post.id);
        let forged = json!({"channel_mentions": {"hold": {"display_name": "forged"}}});
        let edited = must(&ann, Method::PUT, &path, json!({"message": "see ~hold", "props": forged})).await;
        assert_eq!(edited["props"]["channel_mentions"]["hold"]["id"], hold.id.to_string());
        let edited = must(&ann, Method::PUT, &path, json!({"message": "see nothing"})).await;
        assert_eq!(edited["props"].get("channel_mentions"), None);
    }

    async fn a_button_s_address_is_not_told_to_who_posts_again(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let go = json!({"id": "go", "name": "Go", "integration": {"url": "http://secret.test"}});
        let form = json!({
            "channel_id": channel.id, "message": "press", "pending_post_id": format!("{}:1", ann.user.id),
            "props": {"attachments": [{"actions": [go]}]},
        });
        let first = must(&ann, Method::POST, "/posts", form.clone()).await;
        let again = must(&ann, Method::POST, "/posts", form).await;
        assert_eq!(first["id"], again["id"]);
        assert!(!again.to_string().contains("secret.test"), "{again}");
    }

    async fn nothing_is_rewritten_in_an_archived_channel(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let post = ann.post(&channel, "as it was").await;
        must(&ann, Method::DELETE, &format!("/channels/{}", channel.id), Value::Null).await;
        let archived = app.app.world.channel(channel.id).await.expect("a read").expect("a channel");
        let new = wire::posts::Post { message: "rewritten".into(), ..post.clone() };
        let refusal = conversation::posts::edit::by_server(&app.app, &archived, &post, new).await;
        assert!(refusal.is_err_and(|error| error.status == StatusCode::BAD_REQUEST));
    }

    async fn a_program_names_no_channel_that_the_text_does_not(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let post = ann.post(&channel, "as it was").await;
        let mut new = wire::posts::Post { message: "rewritten".into(), ..post.clone() };
        new.props.insert("channel_mentions".into(), json!({"deck": {"display_name": "forged"}}));
        let done = conversation::posts::edit::by_server(&app.app, &channel, &post, new).await;
        done.unwrap_or_else(|error| panic!("{}", error.message));
        let path = format!("/posts/{}", post.id);
        assert_eq!(must(&ann, Method::GET, &path, Value::Null).await["props"].get("channel_mentions"), None);
    }

    async fn a_button_is_no_way_round_the_time_for_edits_or_the_right_to_edit(db) {
        let app = TestApp::on_with(db, |config| config.posts.edit_time_limit_s = 60).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let own = ann.post(&channel, "as it was").await;
        let hook = webhook(&app, &channel).await;
        let of_program = say(&app, &hook, &channel, json!({"text": "approve?"})).await;
        let of_program: wire::posts::Post = serde_json::from_value(of_program).expect("a post");
        let rewrite = async |post: &wire::posts::Post| {
            let stored = app.app.store.post(post.id).await.expect("a read").expect("a post");
            let new = wire::posts::Post { message: format!("{} again", stored.message), ..stored.clone() };
            let done = conversation::posts::edit::by_server(&app.app, &channel, &stored, new).await;
            done.map_err(|error| error.status.as_u16())
        };
        assert_eq!(rewrite(&own).await, Ok(()), "in time");
        let form = json!({"channel_id": channel.id, "message": "hi", "props": {"from_webhook": "true"}});
        let claimed = serde_json::from_value(must(&ann, Method::POST, "/posts", form).await).expect("a post");
        app.app.clock.advance(61_000);
        assert_eq!(rewrite(&own).await, Err(400));
        assert_eq!(rewrite(&claimed).await, Err(400), "a word of its author makes no program's post of it");
        assert_eq!(rewrite(&of_program).await, Ok(()), "a program's post is its own");
        let path = format!("/posts/{}/patch", own.id);
        let hung = json!({"props": {"attachments": [{"text": "something else"}]}});
        let late = (400, "api.post.update_post.permissions_time_limit.app_error".to_owned());
        assert_eq!(refused(&ann, Method::PUT, &path, hung).await, late, "what hangs under it says something, too");
        must(&ann, Method::PUT, &path, json!({"is_pinned": true})).await;

        let fresh = ann.post(&channel, "as it was").await;
        let role = must(&app.admin, Method::GET, "/roles/name/channel_user", Value::Null).await;
        let mut permissions = role["permissions"].as_array().expect("a list").clone();
        permissions.retain(|one| one != "edit_post");
        let role = format!("/roles/{}/patch", role["id"].as_str().expect("an id"));
        must(&app.admin, Method::PUT, &role, json!({"permissions": permissions})).await;
        assert_eq!(rewrite(&fresh).await, Err(403), "who may edit nothing");
    }
}
