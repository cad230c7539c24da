//! Dumps of Rocket.Chat.

use super::*;
use bson::{Binary, Bson, DateTime, Document, doc, spec::BinarySubtype};
use moving::rocketchat;

fn source(path: &Path) -> Arc<Source> {
    Arc::new(rocketchat::open(path, options()).expect("a dump"))
}

/// bcrypt of the SHA-256 of `secret-1`, in hexadecimal digits.
fn hash() -> String {
    use sha2::{Digest, Sha256};
    let digest: String = Sha256::digest("secret-1").iter().map(|byte| format!("{byte:02x}")).collect();
    bcrypt::hash(digest, 4).expect("hashes")
}

fn user(id: &str, name: &str, more: Document) -> Document {
    let mut user = doc! {"_id": id, "username": name, "name": format!("{name} Real"), "type": "user", "active": true, "roles": ["user"],
    "emails": [{"address": format!("{name}@example.test"), "verified": true}], "createdAt": DateTime::from_millis(1_600_000_000_000)};
    user.extend(more);
    user
}

fn said(id: &str, (room, user): (&str, &str), at: i64, text: &str, more: Document) -> Document {
    let mut message = doc! {"_id": id, "rid": room, "msg": text, "ts": DateTime::from_millis(1_700_000_000_000 + at), "u": {"_id": user, "username": user}};
    message.extend(more);
    message
}

fn joined(room: &str, user: &str, more: Document) -> Document {
    let mut joined =
        doc! {"_id": format!("{room}{user}"), "rid": room, "u": {"_id": user}, "open": true, "alert": false};
    joined.extend(more);
    joined
}

/// A server with a bit of everything, by collection.
fn database() -> Vec<(&'static str, Vec<Document>)> {
    let bytes = |bytes: &[u8]| Bson::Binary(Binary { subtype: BinarySubtype::Generic, bytes: bytes.to_vec() });
    let (at, seen) = (DateTime::from_millis, DateTime::from_millis(1_700_000_000_003));
    vec![
        (
            "users",
            vec![
                user("uAnn", "ann", doc! {"roles": ["user", "admin"], "services": {"password": {"bcrypt": hash()}}}),
                user("uBob", "bob", doc! {}),
                user("uCarla", "carla", doc! {"roles": ["guest"], "emails": []}),
                user("uDan", "dan", doc! {"active": false}),
                user("rocket.cat", "rocket.cat", doc! {"type": "bot", "roles": ["bot"]}),
                user("uVisitor", "visitor", doc! {"type": "visitor"}),
            ],
        ),
        (
            "rocketchat_room",
            vec![
                doc! {"_id": "GENERAL", "t": "c", "name": "general", "topic": "All", "ts": at(1_600_000_000_000)},
                doc! {"_id": "rDeck", "t": "p", "name": "deck", "description": "Work", "ts": at(1_600_000_000_000)},
                doc! {"_id": "rTalk", "t": "p", "name": "x7Gh", "fname": "About sails", "prid": "rDeck"},
                doc! {"_id": "dAnnBob", "t": "d", "uids": ["uAnn", "uBob"], "usernames": ["ann", "bob"]},
                doc! {"_id": "live", "t": "l"},
            ],
        ),
        (
            "rocketchat_subscription",
            vec![
                joined("GENERAL", "uAnn", doc! {"roles": ["owner"], "f": true}),
                joined("GENERAL", "uBob", doc! {"alert": true, "ls": seen, "userMentions": 1}),
                joined("rDeck", "uAnn", doc! {}),
                joined("rDeck", "uCarla", doc! {"disableNotifications": true}),
                joined("dAnnBob", "uAnn", doc! {"alert": true, "ls": DateTime::from_millis(1_600_000_000_000)}),
            ],
        ),
        ("rocketchat_message", messages()),
        ("rocketchat_custom_emoji", vec![doc! {"_id": "e1", "name": "parrot", "extension": "png"}]),
        (
            "rocketchat_uploads.chunks",
            vec![
                doc! {"_id": "c2", "files_id": "fPlan", "n": 1, "data": bytes(b"plan")},
                doc! {"_id": "c1", "files_id": "fPlan", "n": 0, "data": bytes(b"the ")},
            ],
        ),
        ("rocketchat_integrations", vec![doc! {"_id": "i"}]),
    ]
}

fn messages() -> Vec<Document> {
    let ann = ("GENERAL", "uAnn");
    vec![
        // Before its root.
        said("m0", ("GENERAL", "uBob"), 9, "early reply", doc! {"tmid": "m1"}),
        said(
            "m1",
            ann,
            1,
            "*Ahoy* @bob in #deck",
            doc! {"tcount": 2, "pinned": true, "starred": [{"_id": "uBob"}],
            "reactions": {":tada:": {"usernames": ["bob", "ann", "nobody"]}}, "editedAt": DateTime::from_millis(1_700_000_000_500)},
        ),
        said(
            "m2",
            ("GENERAL", "uBob"),
            2,
            "",
            doc! {"file": {"_id": "fPlan", "name": "plan.txt"}, "files": [{"_id": "fPlan", "name": "plan.txt"}, {"_id": "fT", "name": "thumb-plan.txt"}],
            "attachments": [{"type": "file", "title": "plan.txt", "title_link": "/file-upload/fPlan/plan.txt", "description": "the plan"}]},
        ),
        said("m3", ("GENERAL", "uBob"), 3, "bob", doc! {"t": "uj"}),
        said(
            "m4",
            ann,
            4,
            "[ ](https://a.test/x?msg=m1) yes",
            doc! {"attachments": [{"message_link": "https://a.test/x?msg=m1", "author_name": "ann", "text": "*Ahoy*"}]},
        ),
        said("m5", ("GENERAL", "uBob"), 5, "reply", doc! {"tmid": "m1", "tshow": true}),
        said("m6", ("GENERAL", "rocket.cat"), 6, "done", doc! {"alias": "Deployer"}),
        said("m7", ann, 7, "", doc! {"t": "rm"}),
        said("m8", ann, 8, "zz", doc! {"t": "e2e"}),
        said("m9", ("rTalk", "uCarla"), 1, "in the discussion", doc! {}),
        said("m10", ("dAnnBob", "uBob"), 1, "between us", doc! {}),
        said("m11", ("live", "uVisitor"), 1, "help", doc! {}),
        said("m12", ("rDeck", "uGone"), 1, "from nobody", doc! {"tmid": "m404"}),
    ]
}

/// As `mongodump --out` writes it.
fn dumped(folder: &Path) {
    fs::create_dir_all(folder.join("rocketchat")).expect("a folder");
    fs::create_dir_all(folder.join("admin")).expect("a folder");
    fs::write(folder.join("admin/users.bson"), doc! {"_id": "another"}.to_vec().expect("a document")).expect("a file");
    for (name, documents) in database() {
        let bytes: Vec<u8> = documents.iter().flat_map(|one| one.to_vec().expect("a document")).collect();
        fs::write(folder.join(format!("rocketchat/{name}.bson")), bytes).expect("a file");
        fs::write(folder.join(format!("rocketchat/{name}.metadata.json")), "{}").expect("a file");
    }
}

/// As `mongodump --archive --gzip` writes it: two blocks of each collection.
fn archived(path: &Path) {
    let mut bytes = vec![0x6d, 0xe2, 0x99, 0x81];
    let mut put = |document: &Document| bytes.extend(document.to_vec().expect("a document"));
    put(&doc! {"concurrent_collections": 4, "version": "0.1"});
    database().iter().for_each(|(name, _)| put(&doc! {"db": "rocketchat", "collection": *name, "metadata": "{}"}));
    bytes.extend([0xff; 4]);
    for half in [0, 1] {
        for (name, documents) in database() {
            let mut put = |document: &Document| bytes.extend(document.to_vec().expect("a document"));
            put(&doc! {"db": "rocketchat", "collection": name, "EOF": false, "CRC": 0_i64});
            let middle = documents.len() / 2;
            let part = if half == 0 { &documents[..middle] } else { &documents[middle..] };
            part.iter().for_each(put);
            bytes.extend([0xff; 4]);
        }
    }
    let mut packed =
        flate2::write::GzEncoder::new(fs::File::create(path).expect("a file"), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, &bytes).expect("a file");
    packed.finish().expect("a file");
}

/// The JSON that MongoDB's tools write for a value.
fn extended(value: &Bson) -> Value {
    match value {
        Bson::DateTime(at) => json!({"$date": {"$numberLong": at.timestamp_millis().to_string()}}),
        Bson::Document(inner) => Value::Object(inner.iter().map(|(name, one)| (name.clone(), extended(one))).collect()),
        Bson::Array(items) => items.iter().map(extended).collect(),
        Bson::String(text) => json!(text),
        Bson::Boolean(is) => json!(is),
        Bson::Int32(number) => json!(number),
        Bson::Int64(number) => json!({"$numberLong": number.to_string()}),
        _ => Value::Null,
    }
}

/// As `mongoexport` writes it: one document a line.
fn exported(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    for (name, documents) in database().into_iter().filter(|(name, _)| !name.ends_with(".chunks")) {
        let line = |one: Document| format!("{}\n", extended(&Bson::Document(one)));
        let lines: String = documents.into_iter().map(line).collect();
        fs::write(folder.join(format!("{name}.json")), lines).expect("a file");
    }
    fs::create_dir_all(folder.join("uploads")).expect("a folder");
    fs::write(folder.join("uploads/fPlan.txt"), "the plan").expect("a file");
}

testkit::both! {
    async fn a_server_comes_whole_and_a_second_run_changes_nothing(db) {
        let app = TestApp::on(db).await;
        let folder = app.folder().join("dump");
        dumped(&folder);
        let first = import(&app, &source(&folder)).await;
        assert_eq!((first.posts, first.files), (10, 1), "{first:?}");
        for part in ["A visitor of a live chat", "\"l\"", "encrypted", "rocketchat_message row 12", "Webhooks", "uCarla", "not in the users", "not in the dump", "in its thread alone"] {
            assert!(reasons(&first).contains(part), "{part} in\n{}", reasons(&first));
        }
        let square = channel(&app, "town-square").await;
        assert_eq!((&square["display_name"], &square["header"], &square["total_msg_count"]), (&json!("general"), &json!("All"), &json!(6)));
        let said = posts(&app, &square).await;
        let texts: Vec<&str> = said.iter().filter_map(|post| post["message"].as_str()).collect();
        assert_eq!(texts, [
            "**Ahoy** @bob in ~deck",
            "the plan",
            "bob joined the channel.",
            "> ann:\n> **Ahoy**\n\nyes",
            "reply",
            "done",
            "early reply",
        ]);
        assert_eq!((&said[0]["is_pinned"], &said[0]["edit_at"]), (&json!(true), &json!(1_700_000_000_500_i64)));
        assert_eq!((&said[4]["root_id"], &said[6]["root_id"]), (&said[0]["id"], &said[0]["id"]));
        assert_eq!(said[0]["metadata"]["reactions"].as_array().map(Vec::len), Some(2));
        assert_eq!((&said[1]["metadata"]["files"][0]["name"], &said[1]["metadata"]["files"][0]["size"]), (&json!("plan.txt"), &json!(8)));
        assert_eq!(said[5]["props"]["override_username"], "Deployer");
        let sails = channel(&app, "about-sails").await;
        assert_eq!((&sails["type"], &sails["display_name"]), (&json!("P"), &json!("About sails")));
        let member = member(&app, "bob", &square).await;
        // He looked when two had been said, and a note that he came.
        assert_eq!((&member["msg_count"], &member["mention_count"]), (&json!(2), &json!(1)));

        let again = import(&app, &source(&folder)).await;
        assert_eq!((again.posts, again.posts_known, again.users, again.channels, again.files), (0, 10, 0, 0, 0), "{again:?}");
        assert_eq!(posts(&app, &square).await, said);
        assert_eq!(channel(&app, "town-square").await, square, "counted once");
    }
}

async fn member(app: &TestApp, name: &str, channel: &Value) -> Value {
    let user = ask(&app.admin.rest, &format!("/users/username/{name}")).await;
    let (user, channel) = (user["id"].as_str().expect("an id"), channel["id"].as_str().expect("an id"));
    ask(&app.admin.rest, &format!("/channels/{channel}/members/{user}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_channel_of_the_same_name_is_left_alone() {
    let app = TestApp::start().await;
    keep_private(&app, "deck").await;
    let folder = app.folder().join("dump");
    dumped(&folder);
    for _ in 0..2 {
        import(&app, &source(&folder)).await;
        whole(&app, &source(&folder)).await;
        must_be_left_alone(&app, "deck").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_sign_in_as_before() {
    let app = TestApp::start().await;
    let folder = app.folder().join("dump");
    dumped(&folder);
    import(&app, &source(&folder)).await;
    for (password, is_hers) in [("secret-2", false), ("secret-1", true), ("secret-1", true)] {
        let body = json!({"login_id": "ann", "password": password}).to_string();
        let answer =
            app.admin.rest.request(&Method::POST, "/api/v4/users/login", body.into(), None).await.expect("an answer");
        assert_eq!(answer.status.is_success(), is_hers, "{password}: {}", answer.status);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_forms_of_a_dump_are_the_same() {
    let app = TestApp::start().await;
    let (folder, archive, json) = (app.folder().join("dump"), app.folder().join("dump.gz"), app.folder().join("json"));
    dumped(&folder);
    archived(&archive);
    exported(&json);
    fs::remove_file(folder.join("rocketchat/rocketchat_custom_emoji.bson")).expect("a file");
    assert_eq!(import(&app, &source(&folder)).await.posts, 10);
    whole(&app, &source(&folder)).await;
    for path in [archive, json] {
        let report = import(&app, &source(&path)).await;
        assert_eq!(
            (report.posts, report.posts_known, report.users, report.files),
            (0, 10, 0, 0),
            "{}: {report:?}",
            path.display()
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_is_killed_anywhere_goes_on_and_ends_the_same() {
    let app = TestApp::start().await;
    let folder = app.folder().join("dump");
    dumped(&folder);
    fs::remove_file(folder.join("rocketchat/rocketchat_custom_emoji.bson")).expect("a file");
    killed_and_gone_on(&app, || source(&folder)).await;
    whole(&app, &source(&folder)).await;
    assert_eq!(channel(&app, "town-square").await["total_msg_count"], 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_dump_comes_as_far_as_it_can() {
    let app = TestApp::start().await;
    let folder = app.folder().join("dump");
    dumped(&folder);
    let mut deep = doc! {};
    (0..90).for_each(|_| deep = doc! {"a": std::mem::take(&mut deep)});
    let mut documents = vec![
        said("h1", ("GENERAL", "uAnn"), 1, "good\u{0}", doc! {"attachments": [deep], "u": {"_id": "uAnn"}}),
        said("h1", ("GENERAL", "uAnn"), 2, "the same id", doc! {}),
        said("h2", ("GENERAL", "uAnn"), -i64::MAX / 2, "no time", doc! {}),
        // Two that answer each other.
        said("h3", ("GENERAL", "uAnn"), 3, "a", doc! {"tmid": "h4"}),
        said("h4", ("GENERAL", "uAnn"), 4, "b", doc! {"tmid": "h3"}),
        said(
            "h5",
            ("GENERAL", "uAnn"),
            5,
            &"long ".repeat(8_000),
            doc! {"reactions": {"no name!": {"usernames": ["ann"]}}},
        ),
        doc! {"_id": 7},
    ];
    documents.push(said("h6", ("rNone", "uAnn"), 6, "nowhere", doc! {}));
    let mut bytes: Vec<u8> = documents.iter().flat_map(|one| one.to_vec().expect("a document")).collect();
    bytes.extend(u32::MAX.to_le_bytes());
    fs::write(folder.join("rocketchat/rocketchat_message.bson"), bytes).expect("a file");
    fs::remove_file(folder.join("rocketchat/rocketchat_custom_emoji.bson")).expect("a file");
    let report = import(&app, &source(&folder)).await;
    for part in ["breaks off at row 9", "without a time or an id", "whose name can be none", "rocketchat_message row 8"]
    {
        assert!(reasons(&report).contains(part), "{part} in\n{}", reasons(&report));
    }
    whole(&app, &source(&folder)).await;
    let again = import(&app, &source(&folder)).await;
    assert_eq!((again.posts, again.users, again.channels), (0, 0, 0), "{again:?}");
}
