//! The files of posts that are brought along.

use bytes::Bytes;
use conversation::files::save::{NewFile, Stored, describe, plain_name, start_len};
use files::{Attachment, ObjectPath};
use sha2::{Digest, Sha256};
use wire::files::FileInfo;
use wire::posts::Post;

use crate::bulk::{Failed, line};
use crate::imports::Import;

/// A file that a line names.
pub struct Given<'a> {
    /// The same in every run: an import that is killed and goes on writes over what it left.
    pub id: base::ids::FileId,
    pub path: &'a str,
}

/// The files that a line names, each with the id that its post, its place and its path give it.
pub fn given<'a>(post: &Post, attachments: &'a [line::Attachment]) -> Vec<Given<'a>> {
    let given = |(at, attachment): (usize, &'a line::Attachment)| {
        let path = attachment.path.as_str();
        Given { id: id(post, at, path).into(), path }
    };
    attachments.iter().enumerate().map(given).collect()
}

/// Stores what a new post has attached. What is missing or too large is left out, and said.
pub async fn store(
    import: &mut Import,
    number: u64,
    post: &Post,
    attachments: &[line::Attachment],
) -> Result<Vec<FileInfo>, Failed> {
    let mut stored = Vec::with_capacity(attachments.len());
    for one in given(post, attachments) {
        if let Some(bytes) = bytes(import, number, &one).await {
            stored.push(store_one(import, post, &one, bytes).await?);
        }
    }
    import.report.files += stored.len() as u64;
    Ok(stored)
}

/// The bytes of a file; none when it is missing or too large, which is said.
pub async fn bytes(import: &mut Import, number: u64, given: &Given<'_>) -> Option<Bytes> {
    let size_max = import.app.config().files.max_file_bytes;
    match import.data(given.path, size_max).await {
        Ok(bytes) => Some(bytes),
        Err(why) => {
            import.warn(number, format_args!("{} is left out: {why}", given.path));
            None
        }
    }
}

pub async fn store_one(import: &Import, post: &Post, given: &Given<'_>, bytes: Bytes) -> Result<FileInfo, Failed> {
    let app = &import.app;
    let new = NewFile { channel: post.channel_id, user: post.user_id, name: plain_name(given.path) };
    let of = Attachment { created_at: post.create_at, channel: post.channel_id, user: post.user_id, file: given.id };
    app.files.put(&ObjectPath::attachment(&of), bytes.clone()).await?;
    let start = &bytes[..start_len(app, &new.name).min(bytes.len())];
    let file = describe(app, &new, &of, Stored { size: bytes.len() as u64, start }).await;
    Ok(FileInfo { post_id: post.id, ..file })
}

fn id(post: &Post, at: usize, path: &str) -> base::Id {
    let mut digest = Sha256::new();
    digest.update(post.channel_id.0.0);
    digest.update(post.user_id.0.0);
    digest.update(post.create_at.to_be_bytes());
    digest.update((at as u64).to_be_bytes());
    digest.update((path.len() as u64).to_be_bytes());
    digest.update(path);
    digest.update(&post.message);
    let digest: [u8; 32] = digest.finalize().into();
    let mut id = [0; 16];
    id.copy_from_slice(&digest[..16]);
    base::Id(id)
}
