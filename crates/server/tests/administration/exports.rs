//! History that is taken along, and comes back as it was.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use http::Method;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use request::App;
use serde_json::{Value, json};
use testkit::{Database, Person, Server, TestApp};
use transfer::bulk::source::Source;
use transfer::bulk::target::{Form, Target};
use transfer::exports;
use transfer::exports::{Options, Progress, Selection};
use transfer::fidelity;
use wire::users::{MAGIC_LINK, User};

use crate::imports::{FILE, import, write};
use crate::must;

testkit::both! {
    async fn what_is_exported_and_imported_is_exported_alike(db) {
        let is_postgres = db.is_postgres();
        let app = TestApp::on(db).await;
        lively(&app).await;
        let first = export(&app.app, app.folder()).await;
        let other = match is_postgres {
            true => Database::postgres().await.expect("the same PostgreSQL"),
            false => Database::sqlite(),
        };
        let other = Server::start(other, |_| {}).await;
        let source = Arc::new(Source::of_file(&app.folder().join("export.zip")).expect("a bulk file"));
        let report = import(&other.app, &source).await;
        assert_eq!((report.warnings, report.files), (0, 1), "{report:?}");
        let found = fidelity::compare(&other.app, &source).await.expect("both sides");
        assert!(found.is_whole, "{}", serde_json::to_string_pretty(&found).expect("plain data"));
        let second = export(&other.app, other.folder()).await;
        for (one, other) in first.lines.iter().zip(&second.lines) {
            assert_eq!(one, other);
        }
        assert_eq!(first.lines.len(), second.lines.len());
        assert_eq!(first.bytes, second.bytes);
        let again = import(&app.app, &source).await;
        assert_eq!((again.posts, again.users, again.channels, again.teams), (0, 0, 0, 0), "where it comes from: {again:?}");
    }

    async fn an_export_with_ids_keeps_links_and_brings_what_is_new(db) {
        let is_postgres = db.is_postgres();
        let app = TestApp::on(db).await;
        lively(&app).await;
        let other = match is_postgres {
            true => Database::postgres().await.expect("the same PostgreSQL"),
            false => Database::sqlite(),
        };
        let other = Server::start(other, |_| {}).await;
        let folder = app.folder().to_owned();
        let taken = || async {
            let path = folder.join("ids.zip");
            let target = Target::new(std::fs::File::create(&path).expect("a file"), Form::Zip);
            let options = Options { attachments: true, archived_channels: true, ids: true, ..Options::default() };
            exports::run(&app.app, target, Form::Zip, options, &Progress::default()).await.expect("a whole export");
            Arc::new(Source::of_file(&path).expect("a bulk file"))
        };
        import(&other.app, &taken().await).await;
        let ann = app.member("later").await;
        let deck = must(&app.admin.rest, Method::GET, "/teams/name/test-team/channels/name/town-square", Value::Null).await;
        let said = must(&ann.rest, Method::POST, "/posts", json!({"channel_id": deck["id"], "message": "new"})).await;
        let source = taken().await;
        let later = import(&other.app, &source).await;
        assert!(later.posts >= 1 && later.users == 1, "{later:?}");
        let id = base::ids::PostId::parse(said["id"].as_str().expect("an id")).expect("an id");
        let there = other.app.store.post(id).await.expect("a store");
        assert_eq!(there.map(|post| post.message).as_deref(), Some("new"), "the same id");
        let found = fidelity::compare(&other.app, &source).await.expect("both sides");
        assert!(found.is_whole, "{}", serde_json::to_string_pretty(&found).expect("plain data"));
        // Somebody edits behind the report's back: it says so.
        let changed = wire::posts::Post { id, message: "forged".to_owned(), ..Default::default() };
        other.app.store.write(store::imports::change_post(&changed, 1)).await.expect("a store");
        let found = fidelity::compare(&other.app, &source).await.expect("both sides");
        let lacking: Vec<&str> = found.channels.iter().filter(|one| one.differing > 0).map(|one| one.name.as_str()).collect();
        assert_eq!((found.is_whole, lacking), (false, vec!["test-team/town-square"]));
    }

    async fn a_channel_or_a_time_is_exported_alone(db) {
        let app = TestApp::on(db).await;
        import(&app.app, &write(app.folder(), FILE)).await;
        let of = |only: Selection| lines_of(&app.app, app.folder().join("some.jsonl"), only);
        let deck = of(Selection::of_places(["crew/deck".to_owned()])).await;
        assert!(deck.contains("ahoy #sea") && !deck.contains("between us") && !deck.contains("\"hold\""), "{deck}");
        let teams = Some(["crew".to_owned()].into());
        let team = of(Selection { teams, ..Selection::default() }).await;
        assert!(team.contains("\"hold\"") && !team.contains("between us") && !team.contains("test-team"), "{team}");
        let late = of(Selection { since: 1_700_000_000_300, until: Some(1_700_000_000_500), ..Selection::default() }).await;
        assert!(late.contains("quiet today") && late.contains("between us") && !late.contains("ahoy") && !late.contains("all three"), "{late}");
    }

    async fn what_is_exported_alone_comes_whole_elsewhere(db) {
        let app = TestApp::on(db).await;
        import(&app.app, &write(app.folder(), FILE)).await;
        let teams = Some(["crew".to_owned()].into());
        let some = [
            Selection::of_places(["crew/deck".to_owned()]),
            Selection { teams, ..Selection::default() },
            Selection { since: 1_700_000_000_300, until: Some(1_700_000_000_500), ..Selection::default() },
        ];
        for only in some {
            let path = app.folder().join("alone.jsonl");
            let first = lines_of(&app.app, path.clone(), only.clone()).await;
            let other = Server::start(Database::sqlite(), |_| {}).await;
            let source = Arc::new(Source::of_file(&path).expect("a bulk file"));
            import(&other.app, &source).await;
            let found = fidelity::compare(&other.app, &source).await.expect("both sides");
            assert!(found.is_whole, "{}", serde_json::to_string_pretty(&found).expect("plain data"));
            // Of a time come some posts of a channel, and people have read as many of them as are there.
            let is_said = |line: &&str| only.until.is_none() || !line.starts_with("{\"type\":\"user\"");
            let said = |lines: &str| lines.lines().skip(1).filter(is_said).map(without_ids).collect::<BTreeSet<_>>();
            let second = lines_of(&other.app, other.folder().join("again.jsonl"), only.clone()).await;
            assert_eq!(said(&first), said(&second));
        }
    }

    async fn whatever_was_said_is_exported_as_it_was_imported(db) {
        let app = TestApp::on(db).await;
        let mut runner = TestRunner::deterministic();
        let head: String = FILE.lines().take(7).map(|line| format!("{line}\n")).collect();
        let mut expected = BTreeSet::new();
        for round in 0..4 {
            let lines = threads().new_tree(&mut runner).expect("a value").current();
            // Threads of another round were said at another time.
            let time = format!("17{round:02}000000");
            let lines: Vec<String> = lines.iter().map(|line| line.to_string().replace("1700000000", &time)).collect();
            let source = write(app.folder(), &format!("{head}{}\n", lines.join("\n")));
            import(&app.app, &source).await;
            expected.extend(lines.iter().map(|line| without_ids(line)));
            let exported = export(&app.app, app.folder()).await.lines;
            let found: BTreeSet<String> = exported.into_iter().filter(|line| line.contains(r#""channel":"deck""#)).collect();
            assert_eq!(normal(&found), normal(&expected));
        }
    }
}

/// Threads of any kind: odd texts, times that are the same, replies, reactions, pins and followers.
fn threads() -> impl Strategy<Value = Vec<Value>> {
    let text = "[ -~ä漢🎉\n\t\"\\\\]{0,40}";
    let who = || prop::sample::select(vec!["ann", "bob"]);
    let post = (who(), text, 1..50i64, any::<bool>(), prop::collection::btree_set((who(), "[a-c]"), 0..3));
    let thread = (prop::collection::vec(post, 1..5), prop::collection::btree_set(who(), 0..2));
    prop::collection::vec(thread, 1..20).prop_map(|threads| threads.into_iter().enumerate().map(thread_line).collect())
}

type Words = (&'static str, String, i64, bool, BTreeSet<(&'static str, String)>);

/// A line as an export writes it; the number keeps one post apart from another.
fn thread_line((number, (mut posts, followers)): (usize, (Vec<Words>, BTreeSet<&'static str>))) -> Value {
    posts.sort_by_key(|post| post.2);
    let mut lines = posts.into_iter().enumerate().map(|(at, (user, text, time, flag, reactions))| {
        let create_at = 1_700_000_000_000 + time;
        let reaction =
            |(user, name)| json!({"user": user, "emoji_name": format!("{name}_{number}"), "create_at": create_at + 1});
        let mut post = json!({"user": user, "message": format!("{text} {number}.{at}"), "create_at": create_at});
        let mut reactions: Vec<Value> = reactions.into_iter().map(reaction).collect();
        reactions.sort_by_key(|one| (one["user"].to_string(), one["emoji_name"].to_string()));
        if !reactions.is_empty() {
            post["reactions"] = reactions.into();
        }
        if flag {
            post["is_pinned"] = true.into();
            post["edit_at"] = (create_at + 7).into();
            post["flagged_by"] = json!(["bob"]);
        }
        post
    });
    let mut thread = lines.next().expect("a root");
    let replies: Vec<Value> = lines.collect();
    if !replies.is_empty() {
        thread["replies"] = replies.into();
    }
    (thread["team"], thread["channel"]) = ("crew".into(), "deck".into());
    let follower = |user| json!({"user": user, "last_viewed": 7, "unread_mentions": 1});
    thread["thread_followers"] = followers.into_iter().map(follower).collect::<Vec<_>>().into();
    json!({"type": "post", "post": thread})
}

/// Lines whose fields are in the order of their names.
fn normal(lines: &BTreeSet<String>) -> BTreeSet<String> {
    fn sorted(value: Value) -> Value {
        match value {
            Value::Object(fields) => {
                let fields: BTreeMap<String, Value> =
                    fields.into_iter().map(|(name, value)| (name, sorted(value))).collect();
                Value::Object(fields.into_iter().collect())
            }
            Value::Array(values) => values.into_iter().map(sorted).collect(),
            value => value,
        }
    }
    lines.iter().map(|line| sorted(serde_json::from_str(line).expect("JSON")).to_string()).collect()
}

/// What somebody would see of an export: lines without ids and times of the export itself, in an order of their own,
/// and the bytes behind their paths.
#[derive(Debug, PartialEq)]
struct Seen {
    lines: Vec<String>,
    bytes: Vec<Vec<u8>>,
}

async fn export(app: &Arc<App>, folder: &Path) -> Seen {
    let path = folder.join("export.zip");
    let target = Target::new(std::fs::File::create(&path).expect("a file"), Form::Zip);
    let options = Options { attachments: true, archived_channels: true, profile_pictures: true, ..Options::default() };
    exports::run(app, target, Form::Zip, options, &Progress::default()).await.expect("a whole export");
    let mut zip = zip::ZipArchive::new(std::fs::File::open(&path).expect("the file")).expect("a zip");
    let mut seen = Seen { lines: Vec::new(), bytes: Vec::new() };
    for at in 0..zip.len() {
        let mut bytes = Vec::new();
        let mut entry = zip.by_index(at).expect("an entry");
        entry.read_to_end(&mut bytes).expect("whole bytes");
        drop(entry);
        if at > 0 {
            seen.bytes.push(bytes);
            continue;
        }
        let text = String::from_utf8(bytes).expect("text");
        seen.lines = text.lines().skip(1).map(without_ids).collect();
    }
    seen.lines.sort();
    seen.bytes.sort();
    seen
}

/// The lines of a selection, which are in the file then.
async fn lines_of(app: &Arc<App>, path: PathBuf, only: Selection) -> String {
    let target = Target::new(std::fs::File::create(&path).expect("a file"), Form::Lines);
    let options = Options { archived_channels: true, only, ..Options::default() };
    exports::run(app, target, Form::Lines, options, &Progress::default()).await.expect("an export");
    std::fs::read_to_string(&path).expect("lines")
}

fn without_ids(line: &str) -> String {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    if matches!(name.as_str(), "path" | "image" | "profile_image") {
                        let last = value.as_str().and_then(|path| path.rsplit('/').next()).map(str::to_owned);
                        *value = last.into();
                    }
                    strip(value);
                }
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value: Value = serde_json::from_str(line).expect("JSON");
    strip(&mut value);
    value.to_string()
}

/// A team in which all kinds of things were said and done.
async fn lively(app: &TestApp) {
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let deck = ann.channel(&app.team, "deck").await;
    ann.let_in(&deck, &bob).await;
    let root = ann.post(&deck, "first\nwith \"two\" lines, ünïcode 🎉 and a #tag").await;
    bob.reply(&root, "an answer @ann").await;
    ann.reply(&root, "and another").await;
    let gone = bob.post(&deck, "taken back").await;
    must(&bob.rest, Method::DELETE, &format!("/posts/{}", gone.id), Value::Null).await;
    let edited = bob.post(&deck, "before").await;
    let edit = json!({"id": edited.id, "message": "after"});
    must(&bob.rest, Method::PUT, &format!("/posts/{}/patch", edited.id), edit).await;
    must(&ann.rest, Method::POST, &format!("/posts/{}/pin", root.id), Value::Null).await;
    let reaction = json!({"user_id": bob.user.id, "post_id": root.id, "emoji_name": "+1"});
    must(&bob.rest, Method::POST, "/reactions", reaction).await;
    let (me, post) = (ann.user.id.to_string(), root.id.to_string());
    let flags = json!([
        {"user_id": me, "category": "flagged_post", "name": post, "value": "true"},
        {"user_id": me, "category": "favorite_channel", "name": deck.id, "value": "true"},
        {"user_id": me, "category": "display_settings", "name": "use_military_time", "value": "true"},
        {"user_id": me, "category": "theme", "name": "", "value": "{\"type\":\"Denim\"}"},
    ]);
    must(&ann.rest, Method::PUT, &format!("/users/{me}/preferences"), flags).await;
    must(&ann.rest, Method::PUT, "/users/me/patch", json!({"nickname": "Annie", "position": "captain"})).await;
    must(&bob.rest, Method::POST, "/channels/members/me/view", json!({"channel_id": deck.id})).await;
    file(&ann, &deck.id.to_string()).await;
    let direct = must(&ann.rest, Method::POST, "/channels/direct", json!([ann.user.id, bob.user.id])).await;
    let words = json!({"channel_id": direct["id"], "message": "between us"});
    must(&ann.rest, Method::POST, "/posts", words).await;
    let three = json!([ann.user.id, bob.user.id, app.admin.user.id]);
    let group = must(&ann.rest, Method::POST, "/channels/group", three).await;
    must(&bob.rest, Method::POST, "/posts", json!({"channel_id": group["id"], "message": "the three of us"})).await;
    let attic = ann.channel(&app.team, "attic").await;
    ann.post(&attic, "dust").await;
    must(&app.admin.rest, Method::DELETE, &format!("/channels/{}", attic.id), Value::Null).await;
    // Who signs in by links has no name at another service.
    app.member("gus").await;
    let gus = app.app.store.user_by_username("gus").await.expect("a read").expect("an account");
    let links = User { auth_service: MAGIC_LINK.to_owned(), update_at: gus.update_at + 1, ..gus.clone() };
    app.app.store.write(store::users::update(&links, gus.update_at)).await.expect("a write");
}

async fn file(person: &Person, channel: &str) {
    let path = format!("/api/v4/files?channel_id={channel}&filename=notes.txt");
    let body = Bytes::from_static(b"words in a file");
    let sent = person.rest.request(&Method::POST, &path, body, Some("text/plain")).await.expect("an answer");
    let sent: Value = sent.json().expect("a stored file");
    let post = json!({"channel_id": channel, "message": "see", "file_ids": [sent["file_infos"][0]["id"]]});
    must(&person.rest, Method::POST, "/posts", post).await;
}
