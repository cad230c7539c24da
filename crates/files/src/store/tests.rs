//! The store's promises, kept by the local folder.

use std::fs;

use futures_util::TryStreamExt;
use tempfile::TempDir;

use super::*;

async fn store() -> (TempDir, FileStore) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = FileStore::local(folder.path(), &Clock::system()).await.expect("a store");
    (folder, store)
}

fn path(text: &str) -> ObjectPath {
    ObjectPath::parse(text).expect("a plain path")
}

#[tokio::test]
async fn what_is_put_is_got_whole_and_in_part() {
    let (_folder, store) = store().await;
    let content: Vec<u8> = (0..300_000u32).map(|at| at as u8).collect();
    store.put(&path("a/b/c"), content.clone().into()).await.expect("put");

    let reader = store.get(&path("a/b/c"), None).await.expect("get");
    assert_eq!(reader.stat().size, 300_000);
    let chunks: Vec<Bytes> = reader.into_stream().try_collect().await.expect("chunks");
    assert!(chunks.iter().all(|chunk| chunk.len() <= CHUNK_BYTES));
    assert_eq!(chunks.concat(), content);

    let mut part = store.get(&path("a/b/c"), Some(299_990..400_000)).await.expect("range");
    assert_eq!(part.left(), 10);
    assert_eq!(part.chunk().await.expect("chunk").expect("bytes"), &content[299_990..]);
    assert!(part.chunk().await.expect("end").is_none());
}

#[tokio::test]
async fn a_range_behind_the_end_is_refused_with_the_size() {
    let (_folder, store) = store().await;
    store.put(&path("a"), Bytes::from_static(b"12345")).await.expect("put");
    for range in [5..6, 7..9] {
        assert!(matches!(store.get(&path("a"), Some(range)).await, Err(FileError::RangeOutside { size: 5 })));
    }
}

#[tokio::test]
async fn an_empty_object_is_an_object() {
    let (_folder, store) = store().await;
    store.put(&path("empty"), Bytes::new()).await.expect("put");
    assert_eq!(store.get_small(&path("empty"), 0).await.expect("get"), Some(Bytes::new()));
}

#[tokio::test]
async fn an_abandoned_writer_leaves_nothing() {
    let (folder, store) = store().await;
    store.put(&path("kept"), Bytes::from_static(b"old")).await.expect("put");
    let mut writer = store.begin(&path("kept")).await.expect("begin");
    writer.write(Bytes::from_static(b"new")).await.expect("write");
    drop(writer);

    assert_eq!(store.get_small(&path("kept"), 9).await.expect("get"), Some(Bytes::from_static(b"old")));
    assert_eq!(fs::read_dir(folder.path().join(".partial")).expect("partial").count(), 0);
}

#[tokio::test]
async fn what_a_crashed_writer_left_goes_a_day_later() {
    let (folder, store) = store().await;
    let left = folder.path().join(".partial/left");
    fs::write(&left, "half").expect("write");
    drop(store);

    let clock = Clock::fixed(Clock::system().now());
    FileStore::local(folder.path(), &clock).await.expect("a store");
    assert!(left.exists());
    clock.advance(25 * 60 * 60 * 1000);
    FileStore::local(folder.path(), &clock).await.expect("a store");
    assert!(!left.exists());
}

#[tokio::test]
async fn an_upload_goes_on_where_it_was_acknowledged() {
    let (_folder, store) = store().await;
    let place = path("uploads/one");
    let mut first = store.append(&place, 0).await.expect("begin");
    first.write(Bytes::from_static(b"12345")).await.expect("write");
    assert_eq!(first.finish().await.expect("finish"), 5);

    let mut lost = store.append(&place, 5).await.expect("go on");
    lost.write(Bytes::from_static(b"garbage that nobody acknowledged")).await.expect("write");
    assert!(matches!(store.append(&place, 5).await, Err(FileError::Busy)));
    drop(lost);

    let mut second = retry_while_busy(&store, &place, 5).await;
    second.write(Bytes::from_static(b"678")).await.expect("write");
    assert_eq!(second.size(), 8);
    assert_eq!(second.finish().await.expect("finish"), 8);
    assert_eq!(store.get_small(&place, 99).await.expect("get"), Some(Bytes::from_static(b"12345678")));
}

/// A dropped file is closed by a blocking thread, so its lock goes a moment later.
async fn retry_while_busy(store: &FileStore, place: &ObjectPath, offset: u64) -> Writer {
    loop {
        match store.append(place, offset).await {
            Err(FileError::Busy) => tokio::task::yield_now().await,
            other => return other.expect("append"),
        }
    }
}

#[tokio::test]
async fn an_append_never_leaves_a_hole() {
    let (_folder, store) = store().await;
    assert!(matches!(store.append(&path("none"), 3).await, Err(FileError::Gap { size: 0 })));
    store.put(&path("short"), Bytes::from_static(b"12")).await.expect("put");
    assert!(matches!(store.append(&path("short"), 3).await, Err(FileError::Gap { size: 2 })));
}

#[tokio::test]
async fn a_renamed_object_is_at_its_new_place_only() {
    let (_folder, store) = store().await;
    store.put(&path("uploads/x"), Bytes::from_static(b"x")).await.expect("put");
    store.rename(&path("uploads/x"), &path("20200101/y")).await.expect("rename");
    assert!(!store.exists(&path("uploads/x")).await.expect("exists"));
    assert!(store.exists(&path("20200101/y")).await.expect("exists"));
    assert!(matches!(store.rename(&path("uploads/x"), &path("z")).await, Err(FileError::NotFound)));
}

#[tokio::test]
async fn deleting_twice_says_so() {
    let (_folder, store) = store().await;
    store.put(&path("x"), Bytes::from_static(b"x")).await.expect("put");
    assert!(store.delete(&path("x")).await.expect("delete"));
    assert!(!store.delete(&path("x")).await.expect("delete"));
}

#[tokio::test]
async fn a_folder_is_no_object() {
    let (_folder, store) = store().await;
    store.put(&path("a/b"), Bytes::from_static(b"x")).await.expect("put");
    assert!(!store.exists(&path("a")).await.expect("exists"));
    assert!(matches!(store.get(&path("a"), None).await, Err(FileError::NotFound)));
    assert!(!store.exists(&path("a/b/c")).await.expect("a file is no folder either"));
}

#[tokio::test]
async fn health_leaves_no_object_behind() {
    let (folder, store) = store().await;
    store.health().await.expect("healthy");
    assert_eq!(fs::read_dir(folder.path().join("health")).expect("folder").count(), 0);
    drop(folder);
    assert!(matches!(store.health().await, Err(FileError::Store { .. })));
}
