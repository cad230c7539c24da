//! The promises of every store: one body, run on a folder and on the bucket that `MUSTER_TEST_S3` names
//! (`scripts/s3 with`).

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use base::Clock;
use bytes::Bytes;
use futures_util::TryStreamExt;
use muster_files::{CHUNK_BYTES, Download, FileError, FileStore, LIST_LEN, Listing, ObjectPath, S3, S3Credentials};
use tempfile::TempDir;
use tls::Trust;

struct World {
    store: FileStore,
    _folder: TempDir,
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

async fn local() -> World {
    let folder = folder();
    let store = FileStore::local(folder.path(), &Clock::system()).await.expect("a store");
    World { store, _folder: folder }
}

/// A prefix of its own in the bucket of `http://127.0.0.1:PORT/BUCKET`.
fn bucket(address: &str) -> S3 {
    static PREFIXES: AtomicU32 = AtomicU32::new(0);
    let (endpoint, bucket) =
        address.strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("http://host:port/bucket");
    S3 {
        endpoint: endpoint.to_owned(),
        bucket: bucket.to_owned(),
        region: String::new(),
        prefix: format!("/test-{}-{}/", base::tokens::secret(), PREFIXES.fetch_add(1, Ordering::Relaxed)),
        credentials: S3Credentials::Keys {
            access: "muster".to_owned(),
            secret: "muster-secret".to_owned(),
            session: String::new(),
        },
        tls: false,
        trust: Trust::PublicRoots,
        path_style: true,
        encrypt: false,
        links: true,
        timeout: Duration::from_secs(30),
    }
}

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn s3() -> Option<World> {
    let address = std::env::var("MUSTER_TEST_S3").ok().filter(|address| !address.is_empty())?;
    let folder = folder();
    let store = FileStore::s3(&bucket(&address), &Clock::system(), folder.path().join("spool"));
    Some(World { store, _folder: folder })
}

macro_rules! each {
    ($(async fn $name:ident($store:ident) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn run($store: &FileStore) $body

            #[tokio::test]
            async fn local() {
                run(&super::local().await.store).await;
            }

            #[tokio::test]
            async fn s3() {
                if let Some(world) = super::s3() {
                    run(&world.store).await;
                }
            }
        }
    )+};
}

fn path(text: &str) -> ObjectPath {
    ObjectPath::parse(text).expect("a plain path")
}

fn pattern(len: u32) -> Bytes {
    (0..len).map(|at| (at % 251) as u8).collect::<Vec<u8>>().into()
}

async fn whole(store: &FileStore, text: &str) -> Bytes {
    store.get_small(&path(text), usize::MAX).await.expect("get").expect("small enough")
}

async fn append(store: &FileStore, text: &str, offset: u64, bytes: Bytes) -> u64 {
    // A local file is closed, and its lock gone, a moment after its writer was dropped.
    let mut writer = loop {
        match store.append(&path(text), offset).await {
            Err(FileError::Busy) => tokio::task::yield_now().await,
            writer => break writer.expect("append"),
        }
    };
    writer.write(bytes).await.expect("write");
    writer.finish().await.expect("finish")
}

each! {
    async fn what_is_put_is_got_whole_and_in_part(store) {
        let content = pattern(300_000);
        store.put(&path("a/b/c"), content.clone()).await.expect("put");

        let reader = store.get(&path("a/b/c"), None).await.expect("get");
        assert_eq!(reader.stat().size, 300_000);
        let chunks: Vec<Bytes> = reader.into_stream().try_collect().await.expect("chunks");
        assert!(chunks.iter().all(|chunk| chunk.len() <= CHUNK_BYTES));
        assert_eq!(chunks.concat(), content);

        let mut part = store.get(&path("a/b/c"), Some(299_990..400_000)).await.expect("range");
        assert_eq!((part.left(), part.stat().size), (10, 300_000));
        assert_eq!(part.chunk().await.expect("chunk").expect("bytes"), &content[299_990..]);
        assert!(part.chunk().await.expect("end").is_none());
    }

    async fn a_range_behind_the_end_is_refused_with_the_size(store) {
        store.put(&path("a"), Bytes::from_static(b"12345")).await.expect("put");
        for range in [5..6, 7..9, 3..3] {
            let refused = store.get(&path("a"), Some(range)).await;
            assert!(matches!(refused, Err(FileError::RangeOutside { size: 5 })));
        }
    }

    async fn an_empty_object_is_an_object(store) {
        store.put(&path("empty"), Bytes::new()).await.expect("put");
        store.begin(&path("too")).await.expect("begin").finish().await.expect("finish");
        for name in ["empty", "too"] {
            assert_eq!(whole(store, name).await, Bytes::new());
            assert_eq!(store.stat(&path(name)).await.expect("stat").size, 0);
        }
        assert_eq!(store.get(&path("empty"), Some(0..9)).await.expect("nothing").left(), 0);
    }

    async fn an_object_is_as_old_as_its_last_write(store) {
        store.put(&path("a"), Bytes::from_static(b"1")).await.expect("put");
        let age = Clock::system().now() - store.stat(&path("a")).await.expect("stat").modified_at;
        assert!((-60_000..60_000).contains(&age), "{age} ms");
    }

    async fn what_nobody_stored_is_not_found(store) {
        assert!(matches!(store.get(&path("none"), None).await, Err(FileError::NotFound)));
        assert!(matches!(store.stat(&path("none")).await, Err(FileError::NotFound)));
        assert!(!store.exists(&path("none")).await.expect("an answer"));
    }

    async fn an_abandoned_writer_changes_nothing(store) {
        store.put(&path("kept"), Bytes::from_static(b"old")).await.expect("put");
        let mut writer = store.begin(&path("kept")).await.expect("begin");
        writer.write(pattern(9_000_000)).await.expect("write");
        drop(writer);
        assert_eq!(whole(store, "kept").await, Bytes::from_static(b"old"));
    }

    async fn a_large_object_comes_in_parts_and_is_one(store) {
        let content = pattern(20_000_003);
        let mut writer = store.begin(&path("large")).await.expect("begin");
        for piece in content.chunks(999_999) {
            writer.write(content.slice_ref(piece)).await.expect("write");
        }
        assert!(matches!(store.stat(&path("large")).await, Err(FileError::NotFound)), "it appears whole");
        assert_eq!(writer.finish().await.expect("finish"), 20_000_003);
        assert!(whole(store, "large").await == content);
    }

    async fn an_upload_goes_on_where_it_was_acknowledged(store) {
        assert_eq!(append(store, "uploads/one", 0, Bytes::from_static(b"12345")).await, 5);
        let mut lost = store.append(&path("uploads/one"), 5).await.expect("go on");
        lost.write(Bytes::from_static(b"garbage that nobody acknowledged")).await.expect("write");
        drop(lost);
        // Stored, but its answer was lost: the client sends the part again.
        append(store, "uploads/one", 5, Bytes::from_static(b"67x")).await;
        assert_eq!(append(store, "uploads/one", 5, Bytes::from_static(b"6789")).await, 9);

        store.assemble(&path("uploads/one"), &path("20200101/file"), 9).await.expect("assemble");
        let first = whole(store, "20200101/file").await;
        assert_eq!((&first[..7], first.len()), (b"1234567".as_slice(), 9));
        let again = store.assemble(&path("uploads/one"), &path("other"), 9).await;
        assert!(matches!(again, Err(FileError::NotFound)));
    }

    async fn pieces_that_are_large_enough_become_one_object(store) {
        let content = pattern(6_000_000);
        append(store, "uploads/two", 0, content.slice(..5_500_000)).await;
        append(store, "uploads/two", 5_500_000, content.slice(5_500_000..)).await;
        store.assemble(&path("uploads/two"), &path("whole"), 6_000_000).await.expect("assemble");
        assert!(whole(store, "whole").await == content);
    }

    async fn an_append_never_leaves_a_hole(store) {
        assert!(matches!(store.append(&path("none"), 3).await, Err(FileError::Gap { size: 0 })));
        append(store, "uploads/short", 0, Bytes::from_static(b"12")).await;
        assert!(matches!(store.append(&path("uploads/short"), 3).await, Err(FileError::Gap { size: 2 })));
        let early = store.assemble(&path("uploads/short"), &path("x"), 3).await;
        assert!(matches!(early, Err(FileError::Gap { size: 2 })));
    }

    async fn what_was_appended_is_discarded(store) {
        append(store, "uploads/three", 0, Bytes::from_static(b"12")).await;
        assert!(store.discard_appended(&path("uploads/three")).await.expect("discard"));
        assert!(!store.discard_appended(&path("uploads/three")).await.expect("discard"));
    }

    async fn deleting_twice_says_so(store) {
        store.put(&path("x"), Bytes::from_static(b"x")).await.expect("put");
        assert!(store.delete(&path("x")).await.expect("delete"));
        assert!(!store.delete(&path("x")).await.expect("delete"));
    }

    async fn objects_are_listed_in_the_order_of_their_names(store) {
        let names = ["a b", "a-", "a.txt", "a/b", "a/c/räk", "a/c.d", "a0", "z"];
        for name in names {
            store.put(&path(name), Bytes::from_static(b"12")).await.expect("put");
        }
        let mut sorted = names;
        sorted.sort_unstable();
        let mut listing = Listing::of(store);
        let mut found = Vec::new();
        while let Some(listed) = listing.next().await.expect("list") {
            assert_eq!(listed.stat.size, 2);
            found.push(listed.path.to_string());
        }
        assert_eq!(found, sorted);
        for (at, name) in sorted.iter().enumerate() {
            let after = store.list(Some(&path(name))).await.expect("list");
            assert_eq!(after.first().map(|one| one.path.as_str()), sorted.get(at + 1).copied(), "after {name}");
        }
    }

    async fn health_leaves_no_object_behind(store) {
        store.health().await.expect("healthy");
        assert_eq!(store.list(None).await.expect("list"), []);
        assert_eq!(store.sweep().await.expect("sweep"), 0);
    }
}

#[tokio::test]
async fn a_walk_over_more_than_a_page_misses_nothing() {
    let world = local().await;
    for at in 0..LIST_LEN + 2 {
        std::fs::write(world._folder.path().join(format!("{at:05}")), "").expect("write");
    }
    let mut listing = Listing::of(&world.store);
    let mut count = 0;
    while listing.next().await.expect("list").is_some() {
        count += 1;
    }
    assert_eq!(count, LIST_LEN + 2);
}

#[tokio::test]
async fn a_link_opens_the_object_for_whoever_has_it() {
    let Some(world) = s3() else { return };
    world.store.put(&path("a b"), Bytes::from_static(b"x")).await.expect("put");
    let download = Download { mime: "text/plain", disposition: "inline" };
    let link = world.store.link(&path("a b"), &download).expect("a link");
    assert!(link.contains("/a%20b?") && link.contains("X-Amz-Signature="), "{link}");
    assert!(local().await.store.link(&path("a b"), &download).is_none());
}

mod scripted {
    //! A store that answers what a test says, since no real one fails on time.

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// Answers one connection after the other with these texts and closes it; remembers what was asked.
    async fn store(answers: Vec<String>) -> (FileStore, tokio::task::JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}/bucket", listener.local_addr().expect("an address"));
        let to = S3 { timeout: Duration::from_secs(10), ..bucket(&address) };
        answering(listener, to, answers)
    }

    fn answering(
        listener: TcpListener,
        to: S3,
        answers: Vec<String>,
    ) -> (FileStore, tokio::task::JoinHandle<Vec<String>>) {
        #[expect(clippy::disallowed_methods, reason = "the test awaits it")]
        let asked = tokio::spawn(async move {
            let mut asked = Vec::new();
            for answer in answers {
                let (mut stream, _) = listener.accept().await.expect("a connection");
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(stream.read_u8().await.expect("a request"));
                }
                asked.push(String::from_utf8(head).expect("text"));
                stream.write_all(answer.as_bytes()).await.expect("answered");
            }
            asked
        });
        (FileStore::s3(&to, &Clock::system(), PathBuf::from("unused")), asked)
    }

    fn answer(status: &str, headers: &str, body: &str) -> String {
        format!("HTTP/1.1 {status}\r\nconnection: close\r\n{headers}\r\n{body}")
    }

    #[tokio::test]
    async fn a_download_that_broke_off_goes_on_from_there() {
        let headers = "content-length: 10\r\netag: \"v1\"\r\n";
        let rest = "content-length: 6\r\ncontent-range: bytes 4-9/10\r\netag: \"v1\"\r\n";
        let answers = vec![answer("200 OK", headers, "0123"), answer("206 Partial Content", rest, "456789")];
        let (store, asked) = store(answers).await;
        assert_eq!(whole(&store, "a").await, Bytes::from_static(b"0123456789"));
        let second = &asked.await.expect("asked")[1];
        assert!(second.contains("range: bytes=4-9\r\n") && second.contains("if-match: \"v1\"\r\n"), "{second}");
    }

    #[tokio::test]
    async fn a_passing_failure_is_tried_again() {
        let busy = answer("503 Slow Down", "content-length: 0\r\n", "");
        let fine = answer("200 OK", "content-length: 2\r\n", "ok");
        let (store, _asked) = store(vec![busy, fine]).await;
        assert_eq!(whole(&store, "a").await, Bytes::from_static(b"ok"));
    }

    #[tokio::test]
    async fn keys_with_a_session_send_and_sign_its_token() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}/bucket", listener.local_addr().expect("an address"));
        let credentials =
            S3Credentials::Keys { access: "a".to_owned(), secret: "s".to_owned(), session: "tok".to_owned() };
        let to = S3 { credentials, ..bucket(&address) };
        let (store, asked) = answering(listener, to, vec![answer("200 OK", "content-length: 2\r\n", "ok")]);
        whole(&store, "a").await;
        let asked = asked.await.expect("asked").remove(0);
        assert!(asked.contains("x-amz-security-token: tok\r\n"), "{asked}");
        assert!(asked.contains(";x-amz-date;x-amz-security-token,"), "{asked}");
    }

    #[tokio::test]
    async fn a_refusal_is_not_tried_again_and_is_told() {
        let xml = "<Error><Code>AccessDenied</Code><Message>no</Message></Error>";
        let refused = answer("403 Forbidden", &format!("content-length: {}\r\n", xml.len()), xml);
        let (store, asked) = store(vec![refused]).await;
        let error = store.get(&path("a"), None).await.err().expect("a refusal");
        assert_eq!(error.to_string(), "open object: status 403: AccessDenied: no");
        assert_eq!(asked.await.expect("asked").len(), 1);
    }

    #[tokio::test]
    async fn a_store_that_is_gone_is_unreachable() {
        let (store, asked) = store(Vec::new()).await;
        asked.await.expect("closed");
        assert!(matches!(store.health().await, Err(FileError::Unreachable { .. })));
    }
}
