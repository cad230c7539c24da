//! The files of posts that are brought along.

use bytes::Bytes;
use files::{Attachment, ObjectPath};
use sha2::{Digest, Sha256};
use wire::files::FileInfo;
use wire::posts::Post;

use super::Import;
use crate::bulk::{Failed, line};
use crate::resources::files::{NewFile, Stored, describe, plain_name, start_len};

/// Stores what a new post has attached. What is missing or too large is left out, and said.
///
/// Each file has the id that its post and path give it: an import that is killed and goes on writes over what it left.
pub async fn store(
    import: &mut Import,
    number: u64,
    post: &Post,
    attachments: &[line::Attachment],
) -> Result<Vec<FileInfo>, Failed> {
    let mut stored = Vec::with_capacity(attachments.len());
    let size_max = import.app.config().files.max_file_bytes;
    for (at, attachment) in attachments.iter().enumerate() {
        match import.data(&attachment.path, size_max).await {
            Ok(bytes) => stored.push(store_one(import, post, at, &attachment.path, bytes).await?),
            Err(why) => import.warn(number, format_args!("{} is left out: {why}", attachment.path)),
        }
    }
    import.report.files += stored.len() as u64;
    Ok(stored)
}

async fn store_one(import: &Import, post: &Post, at: usize, path: &str, bytes: Bytes) -> Result<FileInfo, Failed> {
    let app = &import.app;
    let new = NewFile { channel: post.channel_id, user: post.user_id, name: plain_name(path) };
    let of = Attachment {
        created_at: post.create_at,
        channel: post.channel_id,
        user: post.user_id,
        file: id(post, at, path).into(),
    };
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
