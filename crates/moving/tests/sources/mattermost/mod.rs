//! Servers of Mattermost of three versions, from their databases.

mod busy;
mod content;
mod hostile;
mod killed;
mod mariadb;
mod programs;

use super::*;
use moving::mattermost::Old;
use moving::mattermost::files::Files;
use testkit::{Database, ForeignDatabase, Server, both};

use content::{FILE_BYTES, content, id};

const VERSIONS: [(&str, &str); 3] =
    [("5.4.0", include_str!("v5.sql")), ("7.0.1", include_str!("v7.sql")), ("11.0.0", include_str!("v11.sql"))];
const NEWEST: &str = include_str!("v11.sql");

/// An old server with a bit of everything that its version has.
async fn filled(sql: &str, version: &str) -> Option<ForeignDatabase> {
    let old = ForeignDatabase::make(sql).await?;
    for (table, row) in content() {
        add(&old, table, &row).await;
    }
    add(&old, "systems", &json!({"name": "Version", "value": version})).await;
    Some(old)
}

/// Adds a row, with those of its columns that the version has; nothing where it does not have the table.
async fn add(old: &ForeignDatabase, table: &str, row: &Value) {
    let insert = format!("INSERT INTO {table} SELECT * FROM json_populate_record(NULL::{table}, $json${row}$json$)");
    old.run(&format!("DO $do$ BEGIN IF to_regclass('{table}') IS NOT NULL THEN {insert}; END IF; END $do$")).await;
}

/// Adds many posts, one of ten with a reaction.
async fn grow(old: &ForeignDatabase, posts: u32) {
    let all: Vec<u32> = (0..posts).collect();
    for part in all.chunks(1_000) {
        let post = |at: &u32| {
            let text = format!("Number {at} of many, which say something of some length for the page to fill");
            content::post(&format!("post {at}"), ("bob", "deck"), content::at(100 + i64::from(*at)), &text, json!({}))
        };
        add_all(old, "posts", part.iter().map(post).collect()).await;
        let reaction = |at: &u32| {
            json!({"userid": id("bob"), "postid": id(&format!("post {at}")), "emojiname": "tada", "createat": content::at(9),
                "updateat": content::at(9), "deleteat": 0, "channelid": id("deck")})
        };
        add_all(old, "reactions", part.iter().filter(|at| *at % 10 == 0).map(reaction).collect()).await;
    }
}

async fn add_all(old: &ForeignDatabase, table: &str, rows: Vec<Value>) {
    let rows = Value::from(rows);
    old.run(&format!("INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, $json${rows}$json$)"))
        .await;
}

async fn opened(old: &ForeignDatabase, files: Files) -> Arc<Old> {
    Old::open(&old.url, files).await.unwrap_or_else(|error| panic!("{error}"))
}

/// A new server with the settings of the old one.
async fn started(db: Database) -> Server {
    Server::start(db, |config| config.accounts.enable_access_tokens = true).await
}

fn stored(server: &Server) -> Files {
    let folder = server.folder().join("old-files");
    content::store(&folder);
    Files::folder(&folder).expect("a folder")
}

async fn moved(server: &Server, source: &Arc<Source>, from: Begin) -> Report {
    let mut import =
        Import::begin(&server.app, source.clone(), from, Others::People).await.expect("a store that answers");
    while import.step().await.unwrap_or_else(|failed| panic!("{failed}")) {}
    import.report
}

async fn must_be_whole(server: &Server, source: &Source) -> Fidelity {
    let found = fidelity::compare(&server.app, source).await.unwrap_or_else(|failed| panic!("{failed}"));
    assert!(found.is_whole, "{}", serde_json::to_string_pretty(&found).expect("plain data"));
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_each_version_comes_whole() {
    for (version, sql) in VERSIONS {
        for db in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
            let Some(old) = filled(sql, version).await else { return };
            Box::pin(comes_whole(&started(db).await, &old, version)).await;
        }
    }
}

async fn comes_whole(server: &Server, old: &ForeignDatabase, version: &str) {
    let source = Arc::new(opened(old, stored(server)).await.source());
    let report = moved(server, &source, Begin::First).await;
    assert_eq!((report.users, report.teams, report.channels, report.files), (4, 1, 3, 1), "{version}: {report:?}");
    assert_eq!((report.warned.as_slice(), report.left_out.lines().as_slice()), (&[][..], &[][..]), "{version}");
    must_be_whole(server, &source).await;
    let again = moved(server, &source, Begin::Whole).await;
    assert_eq!((again.users, again.posts, again.posts_changed, again.gone), (0, 0, 0, 0), "{version}: {again:?}");
    must_work(server, version).await;
}

/// Signs in as before, and looks at what came.
async fn must_work(server: &Server, version: &str) {
    let rest = Rest::new(&server.base);
    assert!(rest.login("bob", "wrong").await.is_err(), "{version}");
    let (bob, _) = rest.login("bob", "secret-2").await.expect("the password of before");
    let (ann, who) = rest.login("ann@example.test", "secret-1").await.expect("the password of before");
    assert_eq!((who.id.to_string(), who.roles.as_str()), (id("ann"), "system_admin system_user"));
    let post = ask(&bob, &format!("/posts/{}", id("ahoy"))).await;
    assert_eq!(
        (&post["message"], &post["create_at"], &post["is_pinned"]),
        (&json!("Ahoy #sail"), &json!(content::at(1)), &json!(true))
    );
    let file = &post["metadata"]["files"][0];
    assert_eq!((&file["name"], &file["id"]), (&json!("plan.txt"), &json!(id("plan"))));
    let path = format!("/api/v4/files/{}", id("plan"));
    let bytes = bob.request(&Method::GET, &path, Default::default(), None).await.expect("an answer");
    assert_eq!(bytes.body, FILE_BYTES, "{version}");
    let thread = ask(&bob, &format!("/posts/{}/thread", id("ahoy"))).await;
    assert_eq!(thread["order"].as_array().map(Vec::len), Some(2), "{version}: {thread}");
    assert_eq!(post["reply_count"], 1, "{version}");
    let deck = ask(&ann, &format!("/channels/{}", id("deck"))).await;
    assert_eq!((&deck["type"], &deck["total_msg_count_root"]), (&json!("P"), &json!(1)), "{version}");
    let member = ask(&ann, &format!("/channels/{}/members/{}", id("deck"), id("ann"))).await;
    assert_eq!((&member["scheme_admin"], &member["scheme_user"]), (&json!(true), &json!(true)), "{version}: {member}");
    assert_eq!((&member["msg_count"], &member["msg_count_root"]), (&json!(1), &json!(1)), "{version}: {member}");
    // The session and the token of before.
    for name in ["session token", "access token"] {
        let answer =
            rest.with_token(&id(name)).request(&Method::GET, "/api/v4/users/me", Default::default(), None).await;
        let answer = answer.expect("an answer");
        assert!(answer.status.is_success(), "{version}: {name}: {}", answer.status);
        let me: Value = serde_json::from_slice(&answer.body).expect("JSON");
        assert_eq!(me["username"], "ann", "{version}");
    }
    let roles = ask(&ann, "/roles/name/channel_user").await;
    let may = roles["permissions"].as_array().expect("a list");
    assert!(may.contains(&json!("read_channel_content")) && !may.contains(&json!("upload_file")), "{version}: {may:?}");
    found(&bob, version).await;
}

/// Searches until the index has read what came.
async fn found(rest: &Rest, version: &str) {
    let path = format!("/api/v4/teams/{}/posts/search", id("crew"));
    for _ in 0..100 {
        let form = json!({"terms": "ahoy", "is_or_search": false}).to_string();
        let answer = rest.request(&Method::POST, &path, form.into(), None).await.expect("an answer");
        let found: Value = serde_json::from_slice(&answer.body).expect("JSON");
        if found["order"] == json!([id("ahoy")]) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{version}: the search finds nothing");
}

both! {
    async fn later_runs_bring_what_changed_and_take_away_what_went(db) {
        let Some(old) = filled(NEWEST, "11.0.0").await else { return };
        let server = started(db).await;
        moved(&server, &Arc::new(opened(&old, stored(&server)).await.source()), Begin::First).await;
        let now = old_now();
        add(&old, "posts", &content::post("later", ("bob", "deck"), now, "written meanwhile", json!({}))).await;
        old.run(&format!("UPDATE posts SET message = 'edited', editat = {now}, updateat = {now} WHERE id = '{}'", id("ahoy"))).await;
        old.run(&format!("UPDATE reactions SET deleteat = {now}, updateat = {now}")).await;
        old.run(&format!("DELETE FROM channelmembers WHERE userid = '{}' AND channelid = '{}'", id("bob"), id("deck"))).await;
        old.run(&format!("UPDATE users SET nickname = 'Boss' WHERE id = '{}'", id("ann"))).await;
        let source = Arc::new(opened(&old, stored(&server)).await.source());
        let report = moved(&server, &source, Begin::First).await;
        assert_eq!((report.posts, report.posts_changed, report.gone), (1, 1, 2), "{report:?}");
        must_be_whole(&server, &source).await;
    }
}

/// Later than everything that a first run may have read.
fn old_now() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_is_killed_anywhere_goes_on_and_ends_the_same() {
    let Some(old) = filled(NEWEST, "11.0.0").await else { return };
    let server = started(Database::sqlite()).await;
    let mut runs = 0;
    for kill in 1.. {
        let source = Arc::new(opened(&old, stored(&server)).await.source());
        let mut import = Import::begin(&server.app, source, Begin::Mark, Others::People).await.expect("a store");
        let mut steps = 0;
        while steps < kill && import.step().await.unwrap_or_else(|failed| panic!("{failed}")) {
            steps += 1;
        }
        runs += 1;
        if steps < kill {
            break;
        }
    }
    assert!(runs > 4, "killed {runs} times");
    must_be_whole(&server, &opened(&old, stored(&server)).await.source()).await;
    must_work(&server, "killed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_place_is_kept_beside() {
    let Some(old) = filled(NEWEST, "11.0.0").await else { return };
    let mut kept = Vec::new();
    let said = opened(&old, Files::None).await.keep_beside(&mut kept).await.expect("an old server").lines().join("\n");
    let kept = String::from_utf8(kept).expect("text");
    let lines: Vec<Value> = kept.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let tables: Vec<&Value> = lines.iter().map(|line| &line["table"]).collect();
    assert_eq!(tables, ["configurations", "pluginkeyvaluestore", "retentionpolicies"], "{kept}");
    assert!(said.contains("The table retentionpolicies has no place here"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_cannot_be_are_named_and_the_rest_comes() {
    let Some(old) = filled(NEWEST, "11.0.0").await else { return };
    add(&old, "posts", &json!({"id": "short", "userid": id("ann"), "channelid": id("deck"), "createat": 1})).await;
    // Of two rows of one name the first of the table comes.
    let twin = (0..).map(|at| id(&format!("twin {at}"))).find(|twin| *twin > id("ann")).expect("one of many");
    add(&old, "users", &json!({"id": twin, "username": "ann", "email": "twin@example.test"})).await;
    let server = started(Database::sqlite()).await;
    let report = moved(&server, &Arc::new(opened(&old, stored(&server)).await.source()), Begin::First).await;
    let said = reasons(&report);
    assert!(said.contains("posts short") && said.contains(&format!("users {twin}")), "{said}");
    must_work(&server, "a part").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_accounts_of_its_own_is_left_alone() {
    let Some(old) = filled(NEWEST, "11.0.0").await else { return };
    let app = TestApp::start().await;
    let source = Arc::new(opened(&old, Files::None).await.source());
    let refused = Import::begin(&app.app, source, Begin::First, Others::People).await.err().expect("refused");
    assert_eq!(refused.id, "app.import.records.not_empty.error");
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_that_turn_off_what_came_are_named() {
    let Some(old) = filled(NEWEST, "11.0.0").await else { return };
    old.run(&format!("UPDATE users SET mfaactive = TRUE WHERE id = '{}'", id("bob"))).await;
    let server = Server::start(Database::sqlite(), |_| {}).await;
    let report = moved(&server, &Arc::new(opened(&old, stored(&server)).await.source()), Begin::First).await;
    let named = [
        "accounts.enable_access_tokens is off: personal access tokens are refused (1)",
        "accounts.enable_mfa is off: second factors are not asked for (1)",
    ];
    assert_eq!(report.warned, named);
}
