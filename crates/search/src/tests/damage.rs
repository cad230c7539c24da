//! An index whose files are damaged: it is moved aside, and a new one begun.

use std::path::{Path, PathBuf};

use super::*;

/// An index that was written and closed, and where it is.
async fn closed() -> (TempDir, PathBuf) {
    let Shelf { folder, index } = Shelf::cooking();
    index.flush().await.expect("written");
    index.close().await;
    let path = folder.path().join("index");
    (folder, path)
}

fn overwrite_all(folder: &Path, bytes: &[u8]) {
    for entry in fs::read_dir(folder).expect("the index folder") {
        let path = entry.expect("an entry").path();
        if !path.to_string_lossy().ends_with(".lock") {
            fs::write(path, bytes).expect("overwritten");
        }
    }
}

#[tokio::test]
async fn a_broken_index_is_moved_aside_and_begun_anew() {
    for bytes in [&b""[..], b"{}", b"not an index at all"] {
        let (folder, path) = closed().await;
        overwrite_all(&path, bytes);
        let shelf = Shelf { index: Index::open(&path).expect("a new index"), folder };
        assert!(shelf.folder.path().join("index.broken").exists());
        assert_eq!(shelf.index.cursor(), Cursor::default());
        assert_eq!(shelf.found("tomato").await, NOTHING);
        shelf.add(post(1, ALICE, KITCHEN, "tomato"));
        assert_eq!(shelf.found("tomato").await, [1]);
    }
}

#[tokio::test]
async fn a_missing_segment_is_a_broken_index() {
    let (folder, path) = closed().await;
    let segment = fs::read_dir(&path).expect("the index folder").map(|entry| entry.expect("an entry").path());
    let mut terms = segment.filter(|path| path.extension().is_some_and(|extension| extension == "term"));
    fs::remove_file(terms.next().expect("a segment")).expect("removed");
    let index = Index::open(&path).expect("a new index");
    assert_eq!(index.cursor(), Cursor::default());
    assert!(folder.path().join("index.broken").exists());
}

#[tokio::test]
async fn an_index_of_another_format_is_begun_anew() {
    let (folder, path) = closed().await;
    let meta = path.join("meta.json");
    let text = fs::read_to_string(&meta).expect("what the index says of itself");
    let ours = format!("\\\"format\\\":{}", schema::FORMAT);
    assert!(text.contains(&ours), "{text}");
    fs::write(&meta, text.replace(&ours, "\\\"format\\\":1")).expect("written");
    let index = Index::open(&path).expect("a new index");
    assert_eq!(index.cursor(), Cursor::default());
    assert!(folder.path().join("index.broken").exists());
}
