//! What the index has to know of the store: changes of posts and files, in the order in which they happened, and the
//! documents that are made of them.

use std::collections::HashMap;

use base::Millis;
use base::ids::FileId;
use store::Store;
use wire::files::FileInfo;
use wire::posts::Post;

use crate::changes::{Change, FileDoc, PostDoc, TEXT_BYTES_MAX};
use crate::cursor::{Kind, Mark};

/// Rows of posts read at a time: some hundred kilobytes.
pub const PAGE_LEN: usize = 500;

/// Files read at a time: each may bring a mebibyte of text.
pub const FILE_PAGE_LEN: usize = 16;

/// A change and its place.
pub type Placed = (Mark, Change);

/// The next page of changes behind a place; empty at the end.
///
/// # Errors
/// When the store does not answer.
pub async fn page(store: &Store, kind: Kind, after: Mark) -> store::Result<Vec<Placed>> {
    match kind {
        Kind::Posts => {
            let cursor = store::posts::Cursor { at: after.update_at, id: after.id.into() };
            let page = store.posts_changed_after(cursor, PAGE_LEN).await?;
            Ok(page.iter().map(|(cursor, post)| placed_post(cursor, post)).collect())
        }
        Kind::Files => {
            let cursor = store::files::Cursor { at: after.update_at, id: after.id.into() };
            let page = store.files_changed_after(cursor, FILE_PAGE_LEN).await?;
            placed_files(store, &page).await
        }
    }
}

/// The next page backwards, newest first; empty at the beginning.
///
/// # Errors
/// When the store does not answer.
pub async fn page_back(store: &Store, kind: Kind, before: Mark) -> store::Result<Vec<Placed>> {
    match kind {
        Kind::Posts => {
            let cursor = store::posts::Cursor { at: before.update_at, id: before.id.into() };
            let page = store.posts_changed_before(cursor, PAGE_LEN).await?;
            Ok(page.iter().map(|(cursor, post)| placed_post(cursor, post)).collect())
        }
        Kind::Files => {
            let cursor = store::files::Cursor { at: before.update_at, id: before.id.into() };
            let page = store.files_changed_before(cursor, FILE_PAGE_LEN).await?;
            placed_files(store, &page).await
        }
    }
}

fn placed_post(cursor: &store::posts::Cursor, post: &Post) -> Placed {
    (Mark { update_at: cursor.at, id: cursor.id.into() }, post_change(post, cursor.at))
}

async fn placed_files(store: &Store, page: &[store::files::Changed]) -> store::Result<Vec<Placed>> {
    let ids: Vec<FileId> = page.iter().map(|file| file.cursor.id).collect();
    let mut changes: HashMap<FileId, Change> = HashMap::new();
    for change in file_changes(store, &ids).await? {
        match &change {
            Change::File(file) => changes.insert(file.id, change),
            Change::FileGone(id) => changes.insert(*id, change),
            Change::Post(_) | Change::PostGone(_) => None,
        };
    }
    let placed = |file: &store::files::Changed| {
        let mark = Mark { update_at: file.cursor.at, id: file.cursor.id.into() };
        Some((mark, changes.remove(&file.cursor.id)?))
    };
    Ok(page.iter().filter_map(placed).collect())
}

/// What the index has to know of some files.
///
/// # Errors
/// When the store does not answer.
pub async fn file_changes(store: &Store, ids: &[FileId]) -> store::Result<Vec<Change>> {
    let files = store.files(ids).await?;
    let is_removed = |id: &&FileId| !files.iter().any(|file| file.id == **id);
    let mut changes: Vec<_> = ids.iter().filter(is_removed).map(|id| Change::FileGone(*id)).collect();
    for file in files {
        if file.post_id.is_none() || file.delete_at > 0 {
            changes.push(Change::FileGone(file.id));
            continue;
        }
        changes.push(match store.file_content(file.id).await? {
            Some((at, content)) => Change::File(file_doc(file, content, at)),
            None => Change::FileGone(file.id),
        });
    }
    Ok(changes)
}

/// What the index has to know of a post.
pub fn post_change(post: &Post, now: Millis) -> Change {
    match post_doc(post, now) {
        Some(doc) => Change::Post(doc),
        None => Change::PostGone(post.id),
    }
}

/// The post as it is searched; `None` for those that are never found.
pub fn post_doc(post: &Post, now: Millis) -> Option<PostDoc> {
    if post.delete_at > 0 || post.original_id.is_some() || post.is_system() {
        return None;
    }
    let mut message = post.message.clone();
    for text in attachment_texts(post) {
        if message.len() + text.len() >= TEXT_BYTES_MAX {
            break;
        }
        message.push('\n');
        message.push_str(text);
    }
    Some(PostDoc {
        id: post.id,
        channel_id: post.channel_id,
        user_id: post.user_id,
        create_at: post.create_at,
        update_at: now,
        message,
        hashtags: post.hashtags.clone(),
    })
}

/// What people read in the attachments of a post.
fn attachment_texts(post: &Post) -> impl Iterator<Item = &str> {
    let attachments = post.props.get("attachments").and_then(|value| value.as_array());
    let texts = ["pretext", "title", "text", "fallback"];
    attachments.into_iter().flatten().flat_map(move |one| texts.into_iter().filter_map(|name| one.get(name)?.as_str()))
}

fn file_doc(file: FileInfo, content: String, at: Millis) -> FileDoc {
    FileDoc {
        id: file.id,
        post_id: file.post_id,
        channel_id: file.channel_id,
        user_id: file.user_id,
        create_at: file.create_at,
        update_at: at,
        name: file.name,
        extension: file.extension,
        content,
    }
}

#[cfg(test)]
mod tests {
    use base::ids::PostId;

    use super::*;

    fn post(message: &str) -> Post {
        Post { id: PostId(base::Id([1; 16])), message: message.into(), ..Post::default() }
    }

    #[test]
    fn attachments_are_searched_with_the_message() {
        let mut post = post("look");
        post.props.insert("attachments".into(), serde_json::json!([{"title": "Build 7", "text": "failed"}]));
        assert_eq!(post_doc(&post, 1).expect("searchable").message, "look\nBuild 7\nfailed");
    }

    #[test]
    fn deleted_old_and_system_posts_are_not_searched() {
        let hidden = [
            Post { delete_at: 1, ..post("a") },
            Post { original_id: PostId(base::Id([2; 16])), ..post("a") },
            Post { kind: "system_join_channel".into(), ..post("a") },
        ];
        assert!(hidden.iter().all(|post| post_doc(post, 1).is_none()));
        assert!(post_doc(&post("a"), 1).is_some());
    }
}
