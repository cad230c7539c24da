//! What a user wrote and nobody has yet: drafts and scheduled posts. Where it may go, and the files with it.

use base::ids::{ChannelId, FileId, PostId, UserId};
use node::error::{ApiError, Result};
use permissions::Permission;
use wire::drafts::Draft;
use wire::errors::ids;
use wire::posts::PostMetadata;
use wire::scheduled_posts::ScheduledPost;

use request::App;
use request::Call;
use request::permit::allowed;

/// Something with files that was not sent.
pub trait Unsent {
    fn user_id(&self) -> UserId;
    fn file_ids(&self) -> &[String];
    fn metadata(&mut self) -> &mut Option<Box<PostMetadata>>;
}

macro_rules! unsent {
    ($($of:ty)+) => {
        $(impl Unsent for $of {
            fn user_id(&self) -> UserId {
                self.user_id
            }

            fn file_ids(&self) -> &[String] {
                &self.file_ids
            }

            fn metadata(&mut self) -> &mut Option<Box<PostMetadata>> {
                &mut self.metadata
            }
        })+
    };
}

unsent! { Draft ScheduledPost }

/// Those names that can be ids of files.
pub fn ids_of(names: &[String]) -> impl Iterator<Item = FileId> + '_ {
    names.iter().filter_map(|name| FileId::parse(name)).filter(|id| id.is_some())
}

/// Adds what clients show of the files; those of others are left out.
///
/// # Errors
/// When the store does not answer.
pub async fn show_files<T: Unsent>(app: &App, unsent: &mut [T]) -> Result<()> {
    let wanted: Vec<FileId> = unsent.iter().flat_map(|one| ids_of(one.file_ids())).collect();
    let known = if wanted.is_empty() { Vec::new() } else { app.store.files(&wanted).await? };
    for one in unsent {
        let named: Vec<FileId> = ids_of(one.file_ids()).collect();
        let own = known.iter().filter(|file| file.user_id == one.user_id() && named.contains(&file.id));
        let files = own.cloned().collect();
        *one.metadata() = Some(Box::new(PostMetadata { files, ..PostMetadata::default() }));
    }
    Ok(())
}

/// Whether the caller may post in the channel.
///
/// # Errors
/// 403 without the right.
pub async fn must_be_able_to_write(call: &Call, channel: ChannelId) -> Result<()> {
    let rights = call.app.channel_rights(call.me(), channel).await?;
    if rights.contains(Permission::CreatePost) {
        return Ok(());
    }
    let channel = call.app.world.channel(channel).await?;
    allowed(channel.is_some_and(|channel| channel.is_open()) && rights.contains(Permission::CreatePostPublic))
}

/// A thread begins with a live post of the same channel.
///
/// # Errors
/// 400 when it does not.
pub async fn must_be_root(app: &App, channel: ChannelId, root: PostId) -> Result<()> {
    if root.is_none() {
        return Ok(());
    }
    let post = app.live_post(root).await?;
    if post.is_some_and(|post| post.channel_id == channel && post.is_root()) {
        return Ok(());
    }
    Err(ApiError::bad_request(ids::APP_DRAFT_SAVE, "There is no such thread in the channel."))
}
