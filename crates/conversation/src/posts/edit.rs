//! Editing: a new text for an old post. The version before is kept, and its author may bring it back.

use std::sync::Arc;

use base::Millis;
use base::ids::{FileId, PostId};
use delivery::hub::Event;
use node::change::Change;
use node::error::{ApiError, Result};
use node::indexing::Version;
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use store::files::Attachment;
use wire::channels::Channel;
use wire::errors::ids;
use wire::events::{Broadcast, EncodedEvent, EventName, PostData};
use wire::files::FileInfo;
use wire::posts::{PROP_ATTACHMENTS, PROP_PREVIEWED_POST, Post, PostPatch};
use wire::users::User;

use crate::access::{Place, must_be_live, must_find};
use crate::interactive;
use crate::posts::links;
use crate::shown::{channel_links, list, metadata, permalinks};
use crate::{mention_counters, source};

const ARCHIVED: &str = "api.post.update_post.can_not_update_post_in_deleted.error";
/// Somebody else changed the post between our reading and our writing it.
const CHANGED: &str = "app.post.update.app_error";

/// Replaces what a post says.
pub async fn update_post(mut call: Call) -> Answer {
    let id: PostId = call.id("post_id")?;
    let new: Post = call.json("post").await?;
    if new.id != id {
        return Err(ApiError::body_param("id"));
    }
    let place = must_edit(&call, id).await?;
    let edited = Post {
        message: new.message,
        props: new.props,
        is_pinned: new.is_pinned,
        has_reactions: new.has_reactions,
        file_ids: new.file_ids.or_else(|| place.post.file_ids.clone()),
        ..place.post.clone()
    };
    answer(&call, edit(&call, place, edited).await?).await
}

/// Replaces the parts of a post that the body names.
pub async fn patch_post(mut call: Call) -> Answer {
    let id: PostId = call.id("post_id")?;
    let patch: PostPatch = call.json("post").await?;
    let place = must_edit(&call, id).await?;
    let mut edited = place.post.clone();
    if let Some(message) = patch.message {
        edited.message = message;
    }
    if let Some(props) = patch.props {
        edited.props = props;
    }
    if let Some(files) = patch.file_ids {
        edited.file_ids = Some(files);
    }
    edited.is_pinned = patch.is_pinned.unwrap_or(edited.is_pinned);
    edited.has_reactions = patch.has_reactions.unwrap_or(edited.has_reactions);
    answer(&call, edit(&call, place, edited).await?).await
}

/// Brings an older version of the caller's post back.
pub async fn restore_post_version(call: Call) -> Answer {
    let (id, version): (PostId, PostId) = (call.id("post_id")?, call.id("restore_version_id")?);
    let place = must_edit(&call, id).await?;
    allowed(place.post.user_id == call.my_id())?;
    let version = call.app.store.post(version).await?.filter(|version| version.original_id == id);
    let version = version.ok_or_else(ApiError::permissions)?;
    let edited = Post { message: version.message, file_ids: version.file_ids, ..place.post.clone() };
    answer(&call, edit(&call, place, edited).await?).await
}

/// Threads stay where they were begun: moving one would rewrite what its followers have read.
pub async fn move_thread(call: Call) -> Answer {
    must_find(&call, call.id("post_id")?).await?;
    let text = "This server does not move threads between channels.";
    Err(ApiError::new(http::StatusCode::NOT_IMPLEMENTED, ids::API_POST_MOVE_THREAD_DISABLED, text))
}

async fn answer(call: &Call, post: Post) -> Answer {
    let mut posts = [post];
    list::show(&call.app, call.me(), &mut posts).await?;
    Ok(Reply::json(&posts[0]))
}

/// The post, for those who may edit it.
///
/// # Errors
/// 403 without the right and for posts that are not there; 400 in archived channels and for the server's own posts.
async fn must_edit(call: &Call, id: PostId) -> Result<Place> {
    let place = must_find(call, id).await?;
    call.must_in_channel(place.channel.id, Permission::EditPost).await?;
    if place.post.user_id != call.my_id() {
        call.must_in_channel(place.channel.id, Permission::EditOthersPosts).await?;
    }
    must_be_live(&place.channel, ARCHIVED)?;
    if place.post.is_system() {
        let text = "Posts that the server wrote cannot be edited.";
        return Err(ApiError::bad_request(ids::API_POST_UPDATE_POST_SYSTEM_MESSAGE, text));
    }
    Ok(place)
}

async fn edit(call: &Call, place: Place, mut edited: Post) -> Result<Post> {
    let Place { post: old, channel } = place;
    let app = &call.app;
    let now = app.clock.now();
    source::keep(&old.props, &mut edited.props);
    source::must_not_impersonate(app, call.me(), Some(&old.props), &edited.props)?;
    if edited.props.contains_key(PROP_ATTACHMENTS) {
        metadata::normalise_attachments(&mut edited);
        interactive::name_actions(&mut edited);
        interactive::keep_integrations(&old, &mut edited);
    }
    edited.hashtags = text::hashtags::hashtags(&edited.message);
    if edited.message != old.message {
        link(app, call.me(), &mut edited).await?;
    }
    channel_links::fill(app, &channel, &mut edited).await?;
    must_be_valid(&edited)?;
    let files = files(call, &old, &mut edited).await?;
    must_be_in_time(app, &old, &edited, now)?;
    edited.update_at = now.max(old.update_at);
    let is_new_version = says_something_else(&old, &edited);
    if is_new_version {
        edited.edit_at = now;
    }

    let mut change = app.change();
    change.write(store::posts::edit(&edited, old.edit_at, now));
    change.index_post(&edited, Version::Later, now);
    if is_new_version {
        change.write(store::posts::insert(&version(app, &old, now), now));
        change.write(store::channels::raise_last_post(channel.id, now));
    }
    if !edited.is_root() {
        change.write(store::posts::touch(edited.root_id, now));
    }
    write_files(call, &mut change, &edited, &files, now);
    announce(app, &mut change, &channel, edited.clone(), &files.all).await?;
    let thread =
        if is_new_version { mention_counters::edited(app, &mut change, &channel, &old, &edited).await? } else { None };
    change.commit().await.map_err(|error| match error {
        store::Error::Unmet { .. } => {
            ApiError::new(http::StatusCode::CONFLICT, CHANGED, "Somebody else changed the post at the same time.")
        }
        error => error.into(),
    })?;
    mention_counters::tell_later(app, thread);
    if is_new_version {
        links::complete_later(app, &channel, &edited);
    }
    Ok(edited)
}

/// Replaces what a stored post says, as the program behind it wants. A post that a program wrote is its own at any time;
/// what a person wrote changes only while that person could still edit it.
///
/// # Errors
/// 400 in archived channels, for a text that cannot be and after the time for edits, 403 where the author may not edit any
/// more, 409 when somebody else changed the post at the same time.
pub async fn by_server(app: &Arc<App>, channel: &Channel, old: &Post, mut edited: Post) -> Result<()> {
    let now = app.clock.now();
    must_be_live(channel, ARCHIVED)?;
    source::keep(&old.props, &mut edited.props);
    if !source::is_of_program(old) {
        let author = app.world.user(old.user_id).await?.ok_or_else(ApiError::permissions)?;
        allowed(app.channel_rights(&author, channel.id).await?.contains(Permission::EditPost))?;
        must_be_in_time(app, old, &edited, now)?;
    }
    edited.hashtags = text::hashtags::hashtags(&edited.message);
    channel_links::fill(app, channel, &mut edited).await?;
    must_be_valid(&edited)?;
    edited.update_at = now.max(old.update_at);
    edited.edit_at = now;
    let files = app.store.files_of_posts(&[old.id]).await?;
    let mut change = app.change();
    change.write(store::posts::edit(&edited, old.edit_at, now));
    change.index_post(&edited, Version::Later, now);
    change.write(store::posts::insert(&version(app, old, now), now));
    change.write(store::channels::raise_last_post(channel.id, now));
    if !edited.is_root() {
        change.write(store::posts::touch(edited.root_id, now));
    }
    let thread = mention_counters::edited(app, &mut change, channel, old, &edited).await?;
    announce(app, &mut change, channel, edited, &files).await?;
    change.commit().await.map_err(|error| match error {
        store::Error::Unmet { .. } => {
            ApiError::new(http::StatusCode::CONFLICT, CHANGED, "Somebody else changed the post at the same time.")
        }
        error => error.into(),
    })?;
    mention_counters::tell_later(app, thread);
    Ok(())
}

/// Notes which post the new text links to, as at creation.
async fn link(app: &Arc<App>, author: &User, edited: &mut Post) -> Result<()> {
    edited.props.remove(PROP_PREVIEWED_POST);
    if edited.props.contains_key(PROP_ATTACHMENTS) {
        return Ok(());
    }
    if let Some(preview) = permalinks::at_creation(app, author, edited).await?
        && let Some(shown) = preview.embed.data.as_ref().and_then(|data| data.get("post_id"))
    {
        edited.props.insert(PROP_PREVIEWED_POST.into(), shown.clone());
    }
    Ok(())
}

/// Tells the channel what a post says now. `files` are those it will have once the change is durable.
pub async fn announce(
    app: &Arc<App>,
    change: &mut Change,
    channel: &Channel,
    mut post: Post,
    files: &[FileInfo],
) -> Result<()> {
    let preview = permalinks::elsewhere(app, &post).await?;
    metadata::fill(app, None, std::slice::from_mut(&mut post)).await?;
    post.metadata.get_or_insert_default().files = files.to_vec();
    let encode =
        |post: &Post| EncodedEvent::new(EventName::PostEdited, &PostData::new(post), Broadcast::to_channel(channel.id));
    let mut event = Event::plain(encode(&post));
    if let Some(preview) = &preview {
        permalinks::show_to_readers(app, channel, &mut event, (&post, preview), encode).await?;
    }
    change.announce_event(event);
    Ok(())
}

/// The row that keeps what a post said before.
fn version(app: &App, old: &Post, now: Millis) -> Post {
    Post {
        id: app.ids.next(),
        original_id: old.id,
        delete_at: now,
        update_at: now,
        is_pinned: false,
        has_reactions: false,
        pending_post_id: String::new(),
        ..old.clone()
    }
}

/// Whether readers would notice the difference.
fn says_something_else(old: &Post, new: &Post) -> bool {
    old.message != new.message
        || old.files() != new.files()
        || old.props.get(PROP_ATTACHMENTS) != new.props.get(PROP_ATTACHMENTS)
}

/// Programs change the attachments of their own posts at any time.
fn must_be_in_time(app: &App, old: &Post, new: &Post, now: Millis) -> Result<()> {
    let limit_s = app.config().posts.edit_time_limit_s;
    let changes = match source::is_of_program(old) {
        true => old.message != new.message,
        false => says_something_else(old, new),
    };
    if changes && limit_s >= 0 && now > old.create_at + limit_s * 1_000 {
        let text = "The time in which the post could be edited is over.";
        return Err(ApiError::bad_request(ids::API_POST_UPDATE_POST_PERMISSIONS_TIME_LIMIT, text));
    }
    Ok(())
}

fn must_be_valid(post: &Post) -> Result<()> {
    let props = serde_json::to_string(&post.props).expect("wire types are JSON");
    let text = rules::posts::PostText {
        message: &post.message,
        hashtags: &post.hashtags,
        kind: &post.kind,
        props: &props,
        file_count: post.files().len(),
    };
    Ok(text.must_be_valid()?)
}

/// What an edit does to a post's files.
#[derive(Default)]
struct Files {
    all: Vec<FileInfo>,
    added: Vec<FileId>,
    removed: Vec<FileId>,
}

/// Leaves of the wanted files those the post has and those the caller uploaded and has not posted yet.
async fn files(call: &Call, old: &Post, edited: &mut Post) -> Result<Files> {
    if old.files().is_empty() && edited.files().is_empty() {
        return Ok(Files::default());
    }
    let wanted = edited.file_ids.take().unwrap_or_default();
    let known = call.app.store.files(&wanted).await?;
    let mut files = Files::default();
    for id in wanted {
        let Some(file) = known.iter().find(|file| file.id == id) else { continue };
        if files.all.iter().any(|file| file.id == id) {
            continue;
        }
        let is_here = file.post_id == old.id;
        let is_free = file.post_id.is_none() && file.user_id == call.my_id() && file.delete_at == 0;
        if is_here || is_free {
            let file = FileInfo { post_id: old.id, channel_id: old.channel_id, delete_at: 0, ..file.clone() };
            files.all.push(file);
            if is_free {
                files.added.push(id);
            }
        }
    }
    if !files.added.is_empty() {
        call.must_in_channel(old.channel_id, Permission::UploadFile).await?;
    }
    let stays = |id: &FileId| files.all.iter().any(|file| file.id == *id);
    files.removed = old.files().iter().filter(|id| !stays(id)).copied().collect();
    edited.file_ids = Some(files.all.iter().map(|file| file.id).collect());
    Ok(files)
}

fn write_files(call: &Call, change: &mut Change, post: &Post, files: &Files, now: Millis) {
    if !files.added.is_empty() {
        let to = Attachment { post: post.id, channel: post.channel_id, author: call.my_id() };
        change.write(store::files::attach(&files.added, to, now));
    }
    if !files.removed.is_empty() {
        change.write(store::files::delete(&files.removed, post.id, now));
    }
    if !files.all.is_empty() {
        // Those that an earlier edit had taken away and this one brings back.
        change.write(store::files::restore(post.files(), post.id, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_is_no_new_version_and_an_attachment_is() {
        let old = Post { message: "hi".into(), ..Post::default() };
        assert!(!says_something_else(&old, &Post { is_pinned: true, ..old.clone() }));
        let mut new = old.clone();
        new.props.insert("color".into(), "red".into());
        assert!(!says_something_else(&old, &new));
        new.props.insert(PROP_ATTACHMENTS.into(), serde_json::json!([{}]));
        assert!(says_something_else(&old, &new));
    }
}
