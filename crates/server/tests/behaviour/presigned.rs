//! Large files that the object store sends itself: who may read one is led there by a link, and nobody else gets any.
//!
//! Takes part where `MUSTER_TEST_S3` names a bucket as `http://127.0.0.1:PORT/BUCKET` (`scripts/s3 with`).

use bytes::Bytes;
use client::{Answer, Rest};
use config::{FileDriver, Files};
use http::{Method, StatusCode, header};
use serde_json::{Value, json};
use testkit::{Database, Person, TestApp, both, nodes};
use wire::channels::Channel;
use wire::endpoints;

/// Large enough for a link.
const LARGE: usize = (1 << 20) + 3;
const SMALL: usize = (1 << 20) - 1;

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn bucket() -> Option<String> {
    let address = std::env::var("MUSTER_TEST_S3").ok().filter(|address| !address.is_empty());
    if address.is_none() {
        eprintln!(
            "left out: MUSTER_TEST_S3 is not set; `scripts/s3 with cargo test -p muster-server --test behaviour`"
        );
    }
    address
}

/// A server whose files are in a bucket, and a channel that only ann, who writes there, and bob may read.
async fn world(db: Database, address: &str, set: fn(&mut Files)) -> (TestApp, Person, Person, Channel) {
    let (endpoint, name) =
        address.strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("http://host:port/bucket");
    let keep = |config: &mut config::Config| {
        let files = &mut config.files;
        (files.driver, files.s3_tls) = (FileDriver::S3, false);
        (files.s3_endpoint, files.s3_bucket) = (endpoint.into(), name.into());
        files.s3_path_prefix = format!("server-{}", base::tokens::secret());
        (files.s3_access_key, files.s3_secret_key) = ("muster".into(), "muster-secret".to_owned().into());
        set(files);
    };
    let app = TestApp::on_with(db, keep).await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let form = json!({"team_id": app.team.id, "name": "deck", "display_name": "deck", "type": "P"});
    let channel: Channel = ann.must("channel", ann.rest.send(endpoints::CREATE_CHANNEL, &[], "", &form).await);
    ann.let_in(&channel, &bob).await;
    (app, ann, bob, channel)
}

/// As an operator may wish it.
fn links(files: &mut Files) {
    files.s3_presigned_downloads = true;
}

/// The path of a file that was posted.
async fn posted(by: &Person, channel: &Channel, bytes: Bytes) -> String {
    let path = format!("/api/v4/files?channel_id={}&filename=film.bin", channel.id);
    let sent = by.rest.request(&Method::POST, &path, bytes, Some("application/octet-stream")).await;
    let sent: Value = by.must("file", sent);
    let file = &sent["file_infos"][0]["id"];
    let form = json!({"channel_id": channel.id, "message": "see", "file_ids": [file]});
    by.must::<Value>("post", by.rest.send(endpoints::CREATE_POST, &[], "", &form).await);
    format!("/api/v4/files/{}", file.as_str().expect("an id"))
}

async fn get(rest: &Rest, path: &str) -> Answer {
    rest.request(&Method::GET, path, Bytes::new(), None).await.expect("an answer")
}

/// What an answer says in a header, if it has it.
fn said(answer: &Answer, name: header::HeaderName) -> Option<&str> {
    answer.headers.get(name).map(|value| value.to_str().expect("text"))
}

async fn whoever_may_read_is_led_to_the_store(db: Database) {
    let Some(address) = bucket() else { return };
    let (app, ann, bob, channel) = world(db, &address, links).await;
    let (large, small) = (Bytes::from(vec![b'l'; LARGE]), Bytes::from(vec![b's'; SMALL]));
    let path = posted(&ann, &channel, large.clone()).await;
    let led = get(&bob.rest, &path).await;
    assert_eq!((led.status, led.body.len()), (StatusCode::TEMPORARY_REDIRECT, 0));
    assert_eq!(said(&led, header::CACHE_CONTROL), Some("no-store"), "a link that is kept has ended");
    let link = said(&led, header::LOCATION).expect("a link");
    assert!(link.starts_with(&format!("{address}/server-")), "{link}");
    assert!(link.contains("X-Amz-Expires=60&") && link.contains("X-Amz-Signature="), "{link}");
    // Without any session: the link is all that the store asks for.
    let origin = address.rsplit_once('/').expect("a bucket").0;
    let loaded = get(&Rest::new(origin), link.strip_prefix(origin).expect("the store's own address")).await;
    assert_eq!(loaded.status, StatusCode::OK);
    assert!(loaded.body == large, "the bytes that were uploaded");

    let path = posted(&ann, &channel, small.clone()).await;
    let sent = get(&bob.elsewhere().rest, &path).await;
    assert_eq!(sent.status, StatusCode::OK);
    assert!(sent.body == small, "what is small comes from the server");
    drop(app);
}

async fn whoever_may_not_read_gets_no_link(db: Database) {
    let Some(address) = bucket() else { return };
    let (app, ann, bob, channel) = world(db, &address, links).await;
    let carl = app.member("carl").await;
    let path = posted(&ann, &channel, Bytes::from(vec![b'l'; LARGE])).await;
    let nodes: Vec<&str> = std::iter::once(&app.server).chain(&app.others).map(|node| &*node.base).collect();
    for node in &nodes {
        assert_eq!(get(&bob.at(node).rest, &path).await.status, StatusCode::TEMPORARY_REDIRECT);
    }
    let values = [channel.id.to_string(), bob.user.id.to_string()];
    let removed = ann.rest.ask(endpoints::REMOVE_CHANNEL_MEMBER, &[&values[0], &values[1]], "").await;
    ann.must::<Value>("removed", removed);
    for node in &nodes {
        let nobody = Rest::new(node);
        let callers = [(&bob.at(node).rest, 403), (&carl.at(node).rest, 403), (&nobody, 401)];
        for (rest, status) in callers {
            let refused = get(rest, &path).await;
            assert_eq!((refused.status.as_u16(), said(&refused, header::LOCATION)), (status, None), "at {node}");
        }
        let stayed = get(&ann.at(node).rest, &path).await;
        assert_eq!(stayed.status, StatusCode::TEMPORARY_REDIRECT, "at {node}");
    }
}

both! {
    async fn a_member_loads_a_large_file_from_the_store(db) {
        whoever_may_read_is_led_to_the_store(db).await;
    }

    async fn neither_a_stranger_nor_who_was_removed_gets_a_link(db) {
        whoever_may_not_read_gets_no_link(db).await;
    }

    async fn without_the_setting_the_server_sends_the_bytes(db) {
        let Some(address) = bucket() else { return };
        let (_app, ann, bob, channel) = world(db, &address, |_| {}).await;
        let large = Bytes::from(vec![b'l'; LARGE]);
        let sent = get(&bob.rest, &posted(&ann, &channel, large.clone()).await).await;
        assert_eq!((sent.status, said(&sent, header::LOCATION)), (StatusCode::OK, None));
        assert!(sent.body == large, "the bytes that were uploaded");
    }
}

nodes! { 3:
    async fn a_member_of_any_node_loads_a_large_file_from_the_store(db) {
        whoever_may_read_is_led_to_the_store(db).await;
    }

    async fn who_was_removed_on_one_node_gets_a_link_on_none(db) {
        whoever_may_not_read_gets_no_link(db).await;
    }
}
