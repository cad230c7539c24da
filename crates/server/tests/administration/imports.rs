//! History that is brought along, and taken along.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use http::{Method, StatusCode};
use request::App;
use serde_json::{Value, json};
use testkit::TestApp;
use transfer::bulk::source::Source;
use transfer::imports::{Begin, Import, Others, Report};

use crate::jobs::{done, over};
use crate::{must, refused};

/// A team with two people and a guest of history.
pub const FILE: &str = r#"{"type":"version","version":1,"info":{"generator":"test"}}
{"type":"team","team":{"name":"crew","display_name":"The Crew","type":"O","allow_open_invite":true}}
{"type":"channel","channel":{"team":"crew","name":"deck","display_name":"Deck","type":"O","header":"windy"}}
{"type":"channel","channel":{"team":"crew","name":"hold","type":"P"}}
{"type":"user","user":{"username":"ann","email":"ann@example.test","password":"Test-Passw0rd","military_time":true,"email_interval":"fifteen","notify_props":{"desktop":"all"},"teams":[{"name":"crew","roles":"team_user team_admin","channels":[{"name":"deck","favorite":true,"msg_count":3,"msg_count_root":2,"last_viewed_at":1700000000300},{"name":"hold","roles":"channel_user channel_admin"}]}]}}
{"type":"user","user":{"username":"bob","email":"bob@example.test","nickname":"Bobby","teams":[{"name":"crew","channels":[{"name":"deck"}]}]}}
{"type":"bot","bot":{"username":"parrot","owner":"ann","display_name":"Parrot"}}
{"type":"post","post":{"team":"crew","channel":"deck","user":"ann","message":"ahoy #sea","create_at":1700000000100,"is_pinned":true,"flagged_by":["bob"],"reactions":[{"user":"bob","emoji_name":"tada","create_at":1700000000150}],"replies":[{"user":"bob","message":"aye","create_at":1700000000200},{"user":"parrot","message":"aye aye","create_at":1700000000250}]}}
{"type":"post","post":{"team":"crew","channel":"deck","user":"bob","message":"quiet today","create_at":1700000000300}}
{"type":"post","post":{"team":"crew","channel":"deck","user":"bob","message":"bob joined","type":"system_join_channel","create_at":1700000000050}}
{"type":"direct_channel","direct_channel":{"members":["ann","bob"],"shown_by":["ann"],"favorited_by":["ann"]}}
{"type":"direct_channel","direct_channel":{"members":["ann","bob","root"],"header":"three"}}
{"type":"direct_post","direct_post":{"channel_members":["ann","bob"],"user":"bob","message":"between us","create_at":1700000000400}}
{"type":"direct_post","direct_post":{"channel_members":["bob","ann","root"],"user":"root","message":"all three","create_at":1700000000500}}
"#;

pub fn write(folder: &Path, text: &str) -> Arc<Source> {
    let path = folder.join("history.jsonl");
    std::fs::write(&path, text).expect("a file");
    Arc::new(Source::of_file(&path).expect("a bulk file"))
}

pub async fn import(app: &Arc<App>, source: &Arc<Source>) -> Report {
    let begun = Import::begin(app, source.clone(), Begin::First, Others::People).await;
    let mut import = begun.expect("a store that answers");
    while import.step().await.unwrap_or_else(|failed| panic!("{failed}")) {}
    import.report
}

async fn posts(app: &TestApp, channel: &str) -> Vec<Value> {
    let page = must(&app.admin.rest, Method::GET, &format!("/channels/{channel}/posts"), Value::Null).await;
    let order = page["order"].as_array().expect("a list").clone();
    order.iter().map(|id| page["posts"][id.as_str().expect("an id")].clone()).collect()
}

async fn channel(app: &TestApp, name: &str) -> Value {
    must(&app.admin.rest, Method::GET, &format!("/teams/name/crew/channels/name/{name}"), Value::Null).await
}

testkit::both! {
    async fn a_file_makes_what_it_says_and_twice_makes_nothing_more(db) {
        let app = TestApp::on(db).await;
        let source = write(app.folder(), FILE);
        let first = import(&app.app, &source).await;
        assert_eq!((first.posts, first.users, first.teams, first.warnings), (7, 3, 1, 0), "{first:?}");
        let deck = channel(&app, "deck").await;
        let again = import(&app.app, &source).await;
        assert_eq!((again.posts, again.posts_known, again.users), (0, 7, 0), "{again:?}");
        assert_eq!(channel(&app, "deck").await, deck, "counted once");
        assert_eq!((&deck["total_msg_count"], &deck["total_msg_count_root"]), (&json!(4), &json!(2)));
        assert_eq!(deck["last_post_at"], 1_700_000_000_300_i64);

        let id = deck["id"].as_str().expect("an id");
        let said = posts(&app, id).await;
        let messages: Vec<&str> = said.iter().filter_map(|post| post["message"].as_str()).collect();
        assert_eq!(messages, ["quiet today", "aye aye", "aye", "ahoy #sea", "bob joined"]);
        let root = &said[3];
        assert_eq!((&root["is_pinned"], &root["hashtags"]), (&json!(true), &json!("#sea")));
        assert_eq!(root["metadata"]["reactions"][0]["emoji_name"], "tada");

        let (ann, user) = client::Rest::new(&app.base).login("ann", "Test-Passw0rd").await.expect("the file's password");
        let unread = must(&ann, Method::GET, &format!("/users/me/channels/{id}/unread"), Value::Null).await;
        assert_eq!((&unread["msg_count"], &unread["msg_count_root"]), (&json!(1), &json!(0)), "three of four are read");
        let threads = format!("/users/me/teams/{}/threads", deck["team_id"].as_str().expect("an id"));
        let threads = must(&ann, Method::GET, &threads, Value::Null).await;
        let thread = &threads["threads"][0];
        assert_eq!((&thread["reply_count"], &thread["unread_replies"]), (&json!(2), &json!(2)), "{threads}");
        let of_ann = must(&ann, Method::GET, &format!("/users/{}/preferences", user.id), Value::Null).await;
        let has = |category: &str, value: &str| {
            let all = of_ann.as_array().expect("a list");
            all.iter().any(|one| one["category"] == category && one["value"] == value)
        };
        assert!(has("display_settings", "true") && has("notifications", "900") && has("favorite_channel", "true"));
        assert!(has("direct_channel_show", "true"), "{of_ann}");
    }

    async fn a_conversation_of_which_there_are_only_posts_is_opened(db) {
        let app = TestApp::on(db).await;
        let bare: Vec<&str> = FILE.lines().filter(|line| !line.contains("\"direct_channel\"")).collect();
        let twice = FILE.lines().find(|line| line.contains("between us")).expect("a post").replace("400}", "700}");
        let source = write(app.folder(), &format!("{}\n{}\n", bare.join("\n"), twice.replace("between us", "still")));
        let report = import(&app.app, &source).await;
        assert_eq!((report.channels, report.posts), (4, 8), "{report:?}");
        let mine = must(&app.admin.rest, Method::GET, "/users/me/channels", Value::Null).await;
        let group = mine.as_array().into_iter().flatten().find(|channel| channel["type"] == "G").expect("of three").clone();
        assert_eq!(posts(&app, group["id"].as_str().expect("an id")).await[0]["message"], "all three");
        let again = import(&app.app, &source).await;
        assert_eq!((again.channels, again.posts), (0, 0), "{again:?}");
    }

    async fn a_file_opens_no_private_channel_and_leaves_a_guest_no_rights_of_a_member(db) {
        let app = TestApp::on(db).await;
        let folder = app.folder();
        import(&app.app, &write(folder, FILE)).await;
        let bob = must(&app.admin.rest, Method::GET, "/users/username/bob", Value::Null).await;
        let changed = r#"{"type":"version","version":1}
{"type":"channel","channel":{"team":"crew","name":"hold","type":"O"}}
{"type":"channel","channel":{"team":"crew","name":"deck","type":"P"}}
{"type":"user","user":{"username":"bob","email":"bob@example.test","roles":"system_guest"}}
"#;
        let report = import(&app.app, &write(folder, changed)).await;
        assert_eq!(report.warnings, 1, "{report:?}");
        assert_eq!((&channel(&app, "hold").await["type"], &channel(&app, "deck").await["type"]), (&json!("P"), &json!("P")));
        let path = format!("/users/{}/teams/members", bob["id"].as_str().expect("an id"));
        let members = must(&app.admin.rest, Method::GET, &path, Value::Null).await;
        assert_eq!((&members[0]["scheme_guest"], &members[0]["scheme_user"]), (&json!(true), &json!(false)));
    }

    async fn an_import_that_was_killed_goes_on_behind_its_last_lines(db) {
        let app = TestApp::on(db).await;
        let source = write(app.folder(), FILE);
        let begun = Import::begin(&app.app, source.clone(), Begin::First, Others::People).await;
        let mut killed = begun.expect("a store");
        while killed.report.posts == 0 {
            assert!(killed.step().await.expect("good lines"));
        }
        let reached = killed.report.line;
        drop(killed);
        let begun = Import::begin(&app.app, source.clone(), Begin::Mark, Others::People).await;
        let mut import = begun.expect("a store");
        while import.step().await.expect("good lines") {}
        assert!(reached > 5 && import.report.posts_known == 0, "nothing is looked at again: {:?}", import.report);
        assert_eq!((channel(&app, "deck").await["total_msg_count"].clone(), import.report.posts), (json!(4), 2));
        let mark = transfer::imports::mark_of(&app.app, &source).await.expect("a store");
        assert_eq!(mark, None, "the end forgets the mark");
    }
}

testkit::both! {
    async fn what_stands_twice_in_a_file_that_fills_a_store_is_there_once(db) {
        let app = TestApp::on(db).await;
        let post = |text: &str, at: i64, replies: Value| {
            let at = 1_700_000_000_000 + at;
            let post = json!({"team": "crew", "channel": "deck", "user": "ann", "message": text, "create_at": at, "replies": replies});
            json!({"type": "post", "post": post}).to_string()
        };
        let late = json!([{"user": "ann", "message": "late", "create_at": 1_700_000_000_500_i64}]);
        // The roles part the batches.
        let role = r#"{"type":"role","role":{}}"#.to_owned();
        let head = FILE.lines().take(6).map(str::to_owned).chain([post("first", 100, late)]);
        let apart = [
            post("second", 300, json!([])),
            post("as young", 300, json!([])),
            post("second", 300, json!([])),
            post("old", 50, json!([])),
        ];
        let lines: Vec<String> = head.chain(apart.into_iter().flat_map(|line| [role.clone(), line])).collect();
        let source = write(app.folder(), &format!("{}\n", lines.join("\n")));
        // As if a run had read the first line and been killed: there are posts already.
        let mark = store::systems::save(&format!("Import.{}", source.fingerprint), "1");
        app.app.store.write(mark).await.expect("a mark");
        let begun = Import::begin(&app.app, source.clone(), Begin::Mark, Others::None).await;
        let mut filling = begun.expect("a store that answers");
        let mut filled = 0;
        while filling.step().await.unwrap_or_else(|failed| panic!("{failed}")) {
            filled += usize::from(app.app.store.system("Filling").await.expect("a read").is_some());
        }
        assert_eq!((filling.report.posts, filling.report.posts_known), (5, 1), "{:?}", filling.report);
        assert_eq!(filled, 9, "indexes are there from the post on that may be known");
        let deck = channel(&app, "deck").await;
        let said = posts(&app, deck["id"].as_str().expect("an id")).await;
        let messages: Vec<&str> = said.iter().filter_map(|post| post["message"].as_str()).collect();
        assert_eq!(messages, ["late", "as young", "second", "first", "old"]);
        assert_eq!(import(&app.app, &source).await.posts_known, 6);
    }
}

testkit::both! {
    async fn a_batch_that_fails_keeps_those_behind_it_out(db) {
        let app = TestApp::on(db).await;
        let long = "x".repeat(16_000);
        // 2 MiB are a batch: the second one has a post with the id of the first line's.
        let post = |at: usize| {
            let id = base::Id((1_000 + if at == 200 { 0 } else { at as u128 }).to_be_bytes());
            let post = json!({"team": "crew", "channel": "deck", "user": "ann", "message": long, "id": id.to_string(),
                "create_at": 1_700_000_000_000_i64 + at as i64});
            json!({"type": "post", "post": post}).to_string()
        };
        let lines: Vec<String> = FILE.lines().take(6).map(str::to_owned).chain((0..500).map(post)).collect();
        let source = write(app.folder(), &format!("{}\n", lines.join("\n")));
        let begun = Import::begin(&app.app, source.clone(), Begin::First, Others::None).await;
        let mut import = begun.expect("a store that answers");
        let failed = loop {
            match import.step().await {
                Ok(is_more) => assert!(is_more, "two posts have one id"),
                Err(failed) => break failed,
            }
        };
        assert_eq!(failed.error.id, "app.import.conflict.error", "{failed}");
        let reached = import.report.line;
        assert!((100..200).contains(&reached), "{reached}");
        assert_eq!(transfer::imports::mark_of(&app.app, &source).await.expect("a store"), Some(reached));
        let deck = channel(&app, "deck").await;
        assert_eq!(deck["total_msg_count"], json!(reached - 6), "nothing behind the batch that failed");
    }
}

/// A zip with a file of lines.
fn zipped(text: impl AsRef<[u8]>) -> Vec<u8> {
    use std::io::Write;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("import.jsonl", zip::write::SimpleFileOptions::default()).expect("an entry");
    zip.write_all(text.as_ref()).expect("memory");
    zip.finish().expect("memory").into_inner()
}

/// Uploads a file as an import; its name in the folder of imports.
async fn upload(app: &TestApp, bytes: Vec<u8>) -> String {
    let form = json!({"type": "import", "filename": "history.zip", "file_size": bytes.len()});
    let session = must(&app.admin.rest, Method::POST, "/uploads", form).await;
    let path = format!("/api/v4/uploads/{}", session["id"].as_str().expect("an id"));
    let sent = app.admin.rest.request(&Method::POST, &path, bytes.into(), None).await.expect("an answer");
    assert!(sent.status.is_success(), "{}", sent.status);
    let names = must(&app.admin.rest, Method::GET, "/imports", Value::Null).await;
    names[0].as_str().expect("a name").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn administrators_upload_an_import_and_fetch_an_export() {
    let app = TestApp::start().await;
    let name = upload(&app, zipped(FILE)).await;
    assert!(name.ends_with("_history.zip"), "{name}");
    let job = done(&app, "import_process", json!({"import_file": name})).await;
    assert_eq!((&job["data"]["posts"], &job["data"]["num_warnings"]), (&json!("7"), &json!("0")), "{job}");
    assert_eq!(must(&app.admin.rest, Method::GET, "/imports", Value::Null).await, json!([]), "taken in and removed");
    assert_eq!(posts(&app, channel(&app, "deck").await["id"].as_str().expect("an id")).await.len(), 5);

    let job = done(&app, "export_process", json!({"include_attachments": "true"})).await;
    let names = must(&app.admin.rest, Method::GET, "/exports", Value::Null).await;
    assert_eq!(names, json!([format!("{}_export.zip", job["id"].as_str().expect("an id"))]));
    let path = format!("/api/v4/exports/{}", names[0].as_str().expect("a name"));
    let sent = app.admin.rest.request(&Method::GET, &path, Bytes::new(), None).await.expect("an answer");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(sent.body)).expect("a zip");
    let mut lines = String::new();
    zip.by_name("import.jsonl").expect("the lines").read_to_string(&mut lines).expect("text");
    assert!(lines.contains("ahoy #sea") && lines.contains("between us"), "{lines}");
    for outside in ["/exports/.", "/exports/%2E%2E%2Fimports", "/exports/none.zip"] {
        let refusal = refused(&app.admin.rest, Method::GET, outside, Value::Null).await;
        assert_eq!(refusal.0, StatusCode::NOT_FOUND, "{outside}");
    }
    must(&app.admin.rest, Method::DELETE, &path["/api/v4".len()..], Value::Null).await;
    assert_eq!(must(&app.admin.rest, Method::GET, "/exports", Value::Null).await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_cannot_be_is_named() {
    let app = TestApp::start().await;
    let wrong =
        FILE.replace("\"user\":\"bob\",\"message\":\"quiet today\"", "\"user\":\"eve\",\"message\":\"quiet today\"");
    let name = upload(&app, zipped(&wrong)).await;
    must(&app.admin.rest, Method::POST, "/jobs", json!({"type": "import_process", "data": {"import_file": name}}))
        .await;
    let job = over(&app.admin, "import_process").await;
    assert_eq!((&job["status"], &job["data"]["line_number"]), (&json!("error"), &json!("9")), "{job}");
    assert!(job["data"]["error"].as_str().is_some_and(|text| text.contains("eve")), "{job}");
    assert_eq!(job["data"]["error_id"], "app.import.import_post.user_not_found.error", "{job}");
    assert_eq!(must(&app.admin.rest, Method::GET, "/imports", Value::Null).await[0], name, "kept for another try");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_in_another_encoding_fails_with_what_to_do() {
    let app = TestApp::start().await;
    let wide: Vec<u8> = FILE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let name = upload(&app, zipped(wide)).await;
    must(&app.admin.rest, Method::POST, "/jobs", json!({"type": "import_process", "data": {"import_file": name}}))
        .await;
    let job = over(&app.admin, "import_process").await;
    assert_eq!((&job["status"], &job["data"]["line_number"]), (&json!("error"), &json!("1")), "{job}");
    assert!(job["data"]["error"].as_str().is_some_and(|text| text.contains("save it as UTF-8")), "{job}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_brought_along_is_found() {
    let app = TestApp::start().await;
    import(&app.app, &write(app.folder(), FILE)).await;
    let (ann, _) = client::Rest::new(&app.base).login("ann", "Test-Passw0rd").await.expect("a login");
    for _ in 0..200 {
        let found = must(&ann, Method::POST, "/posts/search", json!({"terms": "quiet", "is_or_search": false})).await;
        if found["order"].as_array().is_some_and(|order| order.len() == 1) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("the index did not catch up");
}
