//! What only a folder promises; what every store does is in `tests/promises`.

use std::fs;

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

#[tokio::test]
async fn two_who_append_at_once_are_told_apart() {
    let (_folder, store) = store().await;
    let first = store.append(&path("uploads/one"), 0).await.expect("begin");
    assert!(matches!(store.append(&path("uploads/one"), 0).await, Err(FileError::Busy)));
    drop(first);
}

#[tokio::test]
async fn hidden_and_foreign_names_are_not_listed() {
    let (folder, store) = store().await;
    store.put(&path("a"), Bytes::from_static(b"x")).await.expect("put");
    fs::write(folder.path().join(".hidden"), "x").expect("write");
    fs::write(folder.path().join("a:b"), "x").expect("write");
    let listed = store.list(None).await.expect("list");
    assert_eq!(listed.iter().map(|one| one.path.as_str()).collect::<Vec<_>>(), ["a"]);
}
