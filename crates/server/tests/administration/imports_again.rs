//! Files that are brought along more than once, and lines as other programs write them.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::TestApp;
use transfer::bulk::source::Source;

use crate::imports::import;
use crate::must;

const HEAD: &str = r#"{"type":"version","version":1}
{"type":"team","team":{"name":"crew","display_name":"Crew","type":"O"}}
{"type":"channel","channel":{"team":"crew","name":"deck","type":"O"}}
{"type":"user","user":{"username":"ann","email":"ann@example.test","teams":[{"name":"crew","channels":[{"name":"deck"}]}]}}
{"type":"user","user":{"username":"bob","email":"bob@example.test","teams":[{"name":"crew","channels":[{"name":"deck"}]}]}}
{"type":"direct_channel","direct_channel":{"members":["ann","bob"]}}
"#;

/// A zip with these lines and these files.
fn zip(folder: &Path, text: &str, files: &[(&str, &[u8])]) -> Arc<Source> {
    let path = folder.join("history.zip");
    let mut zip = zip::ZipWriter::new(std::fs::File::create(&path).expect("a file"));
    for (name, bytes) in [("import.jsonl", text.as_bytes())].iter().chain(files) {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        zip.write_all(bytes).expect("room");
    }
    zip.finish().expect("a zip");
    Arc::new(Source::of_file(&path).expect("a bulk file"))
}

fn lines(more: &[Value]) -> String {
    let more: Vec<String> = more.iter().map(|line| format!("{line}\n")).collect();
    format!("{HEAD}{}", more.concat())
}

/// A post with a reply and one between two people, each with a file and nothing else that differs.
fn talk(post: Value) -> Vec<Value> {
    let said = |place: Value, text: &str, path: &str| {
        let mut said = json!({"user": "ann", "message": text, "create_at": 1_700_000_000_000_i64,
            "attachments": [{"path": path}]});
        said.as_object_mut().expect("an object").extend(place.as_object().expect("an object").clone());
        said
    };
    let reply = json!({"user": "bob", "message": "aye", "create_at": 1_700_000_000_001_i64,
        "attachments": [{"path": "reply.txt"}]});
    let mut root = said(json!({"team": "crew", "channel": "deck", "replies": [reply]}), "ahoy", "root.txt");
    root.as_object_mut().expect("an object").extend(post.as_object().expect("an object").clone());
    let direct = said(json!({"channel_members": ["ann", "bob"]}), "between us", "direct.txt");
    vec![json!({"type": "post", "post": root}), json!({"type": "direct_post", "direct_post": direct})]
}

async fn posts(app: &TestApp, path: &str) -> Vec<Value> {
    let channel = must(&app.admin.rest, Method::GET, path, Value::Null).await;
    let path = format!("/channels/{}/posts", channel["id"].as_str().expect("an id"));
    let page = must(&app.admin.rest, Method::GET, &path, Value::Null).await;
    let order = page["order"].as_array().expect("a list").clone();
    order.iter().map(|id| page["posts"][id.as_str().expect("an id")].clone()).collect()
}

const DECK: &str = "/teams/name/crew/channels/name/deck";

/// The names of a post's files.
fn files(post: &Value) -> Vec<&str> {
    let files = post["metadata"]["files"].as_array().map(Vec::as_slice).unwrap_or_default();
    assert_eq!(files.len(), post["file_ids"].as_array().map_or(0, Vec::len), "{post}");
    files.iter().filter_map(|file| file["name"].as_str()).collect()
}

testkit::both! {
    async fn what_was_missing_is_attached_by_the_next_run_and_said_by_each(db) {
        let app = TestApp::on(db).await;
        let (folder, text) = (app.folder().to_owned(), lines(&talk(json!({}))));
        for run in 0..2 {
            let report = import(&app.app, &zip(&folder, &text, &[])).await;
            assert_eq!((report.warnings, report.files), (3, 0), "run {run}: {report:?}");
            let named = |name: &str| report.warned.iter().any(|line| line.contains(name));
            assert!(named("root.txt") && named("reply.txt") && named("direct.txt"), "{:?}", report.warned);
        }
        let some: [(&str, &[u8]); 2] = [("data/root.txt", b"root"), ("data/direct.txt", b"direct")];
        let report = import(&app.app, &zip(&folder, &text, &some)).await;
        assert_eq!((report.warnings, report.files, report.posts, report.posts_changed), (1, 2, 0, 2), "{report:?}");
        let all: [(&str, &[u8]); 3] = [some[0], some[1], ("data\\Reply.txt", b"reply")];
        let report = import(&app.app, &zip(&folder, &text, &all)).await;
        assert_eq!((report.warnings, report.files, report.posts_changed), (0, 1, 1), "{report:?}");
        let said = posts(&app, DECK).await;
        assert_eq!((files(&said[0]), files(&said[1])), (vec!["reply.txt"], vec!["root.txt"]));
        let report = import(&app.app, &zip(&folder, &text, &all)).await;
        assert_eq!((report.warnings, report.files, report.posts_changed), (0, 0, 0), "{report:?}");
    }

    async fn a_post_that_is_there_takes_what_the_file_brings_and_keeps_the_rest(db) {
        let app = TestApp::on(db).await;
        let folder = app.folder().to_owned();
        let all: [(&str, &[u8]); 4] = [
            ("data/root.txt", b"root"), ("data/reply.txt", b"reply"), ("data/direct.txt", b"direct"), ("data/x/b.txt", b"b"),
        ];
        let first = json!({"props": {"kept": 1, "changed": 1}});
        import(&app.app, &zip(&folder, &lines(&talk(first)), &all)).await;
        let more = json!({
            "props": {"changed": 2, "new": null}, "is_pinned": true, "edit_at": 1_700_000_000_009_i64,
            "attachments": [{"path": "x/b.txt"}, {"path": "root.txt"}],
            "reactions": [{"user": "bob", "emoji_name": "tada", "create_at": 1_700_000_000_005_i64}],
            "thread_followers": [{"user": "ann"}, {"user": "bob", "last_viewed": 7}],
        });
        let report = import(&app.app, &zip(&folder, &lines(&talk(more)), &all)).await;
        assert_eq!((report.posts, report.posts_changed, report.files), (0, 1, 1), "{report:?}");
        let said = posts(&app, DECK).await;
        let root = &said[1];
        assert_eq!(root["props"], json!({"kept": 1, "changed": 2, "new": null}));
        assert_eq!((&root["is_pinned"], &root["edit_at"]), (&json!(true), &json!(1_700_000_000_009_i64)));
        assert_eq!(root["metadata"]["reactions"][0]["emoji_name"], "tada");
        let mut names = files(root);
        names.sort_unstable();
        assert_eq!(names, ["b.txt", "root.txt"], "the same bytes under another place are the same file");
        let less = import(&app.app, &zip(&folder, &lines(&talk(json!({}))), &all)).await;
        assert_eq!((less.posts_changed, less.files), (0, 0), "what a file does not say stays: {less:?}");
    }

    async fn a_post_that_was_deleted_comes_again_with_its_file(db) {
        let app = TestApp::on(db).await;
        let (folder, text) = (app.folder().to_owned(), lines(&talk(json!({}))));
        let all: [(&str, &[u8]); 3] =
            [("data/root.txt", b"root"), ("data/reply.txt", b"reply"), ("data/direct.txt", b"direct")];
        import(&app.app, &zip(&folder, &text, &all)).await;
        let root = posts(&app, DECK).await.remove(1);
        let path = format!("/posts/{}", root["id"].as_str().expect("an id"));
        must(&app.admin.rest, Method::DELETE, &path, Value::Null).await;
        let report = import(&app.app, &zip(&folder, &text, &all)).await;
        assert_eq!((report.posts, report.files), (2, 2), "{report:?}");
        assert_eq!(files(&posts(&app, DECK).await[1]), ["root.txt"]);
    }

    async fn a_file_that_somebody_took_off_stays_off(db) {
        let app = TestApp::on(db).await;
        let (folder, text) = (app.folder().to_owned(), lines(&talk(json!({}))));
        let all: [(&str, &[u8]); 3] =
            [("data/root.txt", b"root"), ("data/reply.txt", b"reply"), ("data/direct.txt", b"direct")];
        import(&app.app, &zip(&folder, &text, &all)).await;
        let root = posts(&app, DECK).await.remove(1);
        let path = format!("/posts/{}/patch", root["id"].as_str().expect("an id"));
        must(&app.admin.rest, Method::PUT, &path, json!({"file_ids": []})).await;
        let report = import(&app.app, &zip(&folder, &text, &all)).await;
        assert_eq!((report.posts, report.files, report.warnings), (0, 0, 0), "{report:?}");
    }

    async fn lines_of_other_programs_lose_nothing(db) {
        let app = TestApp::on(db).await;
        let text = [
            b"\xef\xbb\xbf".as_slice(),
            &HEAD.replace('\n', "\r\n").into_bytes(),
            br#"{"type":"user","user":{"username":"Cid","email":"Cid@Example.test","delete_at":null,"auth_service":null,"teams":[{"name":"CREW","roles":null,"channels":[{"name":"Deck","favorite":null,"mention_count":null,"last_viewed_at":null,"notify_props":{"desktop":null}}]}]}}"#,
            b"\n\n",
            br#"{"type":"post","post":{"team":"Crew","channel":"DECK","user":"Ann","message":"half \ud83d of it","create_at":1700000000001,"edit_at":null,"reactions":[{"user":"BOB","emoji_name":"tada","create_at":1700000000002}],"flagged_by":["Cid"],"replies":[{"user":"Bob","message":"old \"#,
            b"\" caf\xe9\",\"create_at\":1700000000003}],\"thread_followers\":[{\"user\":\"ANN\",\"last_viewed\":null,\"unread_mentions\":null}]}}\n",
            br#"{"type":"direct_post","direct_post":{"channel_members":["Ann","BOB"],"user":"Bob","message":"nul \u0000","create_at":1700000000004}}"#,
            b"\n   \n",
        ]
        .concat();
        let path = app.folder().join("history.jsonl");
        std::fs::write(&path, text).expect("a file");
        let source = Arc::new(Source::of_file(&path).expect("a bulk file"));
        let report = import(&app.app, &source).await;
        assert_eq!((report.posts, report.users, report.warnings), (3, 3, 0), "{report:?}");
        let said = posts(&app, DECK).await;
        let messages: Vec<&str> = said.iter().filter_map(|post| post["message"].as_str()).collect();
        assert_eq!(messages, ["old \" caf\u{e9}", "half \u{fffd} of it"]);
        let notes = report.notes.lines();
        for noted in ["byte order mark", "blank", "CR LF", "Windows-1252", "surrogate", "null", "NUL", "capital"] {
            assert!(notes.iter().any(|line| line.contains(noted)), "{noted}: {notes:?}");
        }
        let again = import(&app.app, &source).await;
        assert_eq!((again.posts, again.posts_known, again.users), (0, 3, 0), "{again:?}");
    }

    async fn a_second_run_brings_what_changed_of_accounts_and_memberships(db) {
        let app = TestApp::on(db).await;
        let user = |more: Value| {
            let mut user = json!({"username": "cid", "email": "cid@example.test"});
            user.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            json!({"type": "user", "user": user})
        };
        let member = |seen: Value| json!({"teams": [{"name": "crew", "channels": [seen]}]});
        let bot = |owner: &str| json!({"type": "bot", "bot": {"username": "parrot", "owner": owner}});
        let run = async |lines_of: &[Value]| {
            let path = app.folder().join("history.jsonl");
            std::fs::write(&path, lines(lines_of)).expect("a file");
            import(&app.app, &Arc::new(Source::of_file(&path).expect("a bulk file"))).await
        };
        run(&[user(member(json!({"name": "deck", "last_viewed_at": 5, "mention_count": 2}))), bot("ann")]).await;
        let later = json!({"name": "deck", "last_viewed_at": 9, "mention_count": 1, "roles": "channel_user channel_admin"});
        let mut changed = member(later);
        changed["nickname"] = "Sid".into();
        run(&[user(changed), bot("bob")]).await;
        run(&[user(member(json!({"name": "deck", "last_viewed_at": 7, "mention_count": 9})))]).await;
        let by_name = |name: &str| format!("/users/username/{name}");
        let cid = must(&app.admin.rest, Method::GET, &by_name("cid"), Value::Null).await;
        let deck = must(&app.admin.rest, Method::GET, DECK, Value::Null).await;
        let text = |value: &Value| value["id"].as_str().expect("an id").to_owned();
        let path = format!("/channels/{}/members/{}", text(&deck), text(&cid));
        let member = must(&app.admin.rest, Method::GET, &path, Value::Null).await;
        assert_eq!(member["mention_count"], 1, "as of the latest look");
        assert_eq!((&member["scheme_admin"], &cid["nickname"]), (&json!(true), &json!("Sid")));
        let (bob, parrot) = (by_name("bob"), by_name("parrot"));
        let bob = must(&app.admin.rest, Method::GET, &bob, Value::Null).await;
        let parrot = must(&app.admin.rest, Method::GET, &parrot, Value::Null).await;
        let bot = must(&app.admin.rest, Method::GET, &format!("/bots/{}", text(&parrot)), Value::Null).await;
        assert_eq!(bot["owner_id"], bob["id"]);
    }

    async fn a_password_of_a_file_ends_what_was_signed_in_by_another(db) {
        let app = TestApp::on(db).await;
        let [ann, bob] = [app.member("ann").await, app.member("bob").await];
        let path = app.folder().join("history.jsonl");
        let line = json!({"type": "user", "user": {"username": "ann", "email": ann.user.email, "password": "Other-Passw0rd"}});
        let text = format!("{}\n{line}\n", json!({"type": "version", "version": 1}));
        std::fs::write(&path, text).expect("a file");
        import(&app.app, &Arc::new(Source::of_file(&path).expect("a bulk file"))).await;
        for (person, status) in [(&ann, StatusCode::UNAUTHORIZED), (&bob, StatusCode::OK)] {
            let answer = person.rest.request(&Method::GET, "/api/v4/users/me", Default::default(), None).await;
            assert_eq!(answer.expect("an answer").status, status, "{}", person.user.username);
        }
    }
}
