//! What has to be known of a new post before it is written: where it stands, its files, its thread, what it shows, and
//! whom it calls. Whatever it may not be is refused here; nothing is written yet.

use std::collections::HashSet;
use std::sync::Arc;

use base::ids::FileId;
use config::DirectMessageScope;
use node::error::{ApiError, Result};
use notification::collapsed::Collapsed;
use request::App;
use wire::channels::Channel;
use wire::errors::ids;
use wire::files::FileInfo;
use wire::posts::{PROP_DISABLE_GROUP_HIGHLIGHT, PROP_MENTION_HIGHLIGHT_DISABLED, Post};
use wire::users::User;

use crate::mentions;
use crate::posts::new::{NewPost, SetOnline};
use crate::posts::persistent;
use crate::posts::reply::Thread;
use crate::shown::permalinks::Preview;
use crate::shown::{channel_links, metadata, priority};
use crate::source::Source;

/// Files of a request that are looked at; a post may have far fewer.
const FILES_SEEN_MAX: usize = 100;

/// A post that may be written, with all that its writes and events need.
pub struct Gathered {
    pub author: Arc<User>,
    pub post: Post,
    pub source: Source,
    pub set_online: SetOnline,
    /// Its source says when it was written, so it may stand before others.
    pub is_dated: bool,
    pub channel: Arc<Channel>,
    pub files: Vec<FileInfo>,
    pub thread: Option<Thread>,
    /// What it shows of another post.
    pub preview: Option<Preview>,
    pub called: mentions::Called,
    /// Who of those concerned gathers replies in threads.
    pub collapsed: Collapsed,
}

/// Gathers it.
///
/// # Errors
/// As [`super::create::create`].
pub async fn gather(app: &Arc<App>, new: NewPost) -> Result<Gathered> {
    let NewPost { author, mut post, source, set_online } = new;
    source.admit(app, &author, &mut post)?;
    let is_dated = post.create_at > 0;
    let channel = must_be_open(app, &author, &post).await?;
    stamp(app, &author, &source, &mut post);
    // Files that are none do not count.
    let files = files_of(app, &mut post).await?;
    must_be_valid(&post)?;
    let thread = thread_of(app, &channel, &mut post).await?;
    let preview = metadata::at_creation(app, &author, &mut post, &files).await?;
    channel_links::fill(app, &channel, &mut post).await?;
    let mut called = mentions::find(app, &author, &channel, &post).await?;
    note_denied(&called, &mut post);
    let collapsed = match &thread {
        Some(thread) => Collapsed::of(app, &thread.people(&post, &called)).await?,
        None => Collapsed::Everybody,
    };
    if let Some(thread) = &thread {
        called.add_commented(thread.commented(app, &post, &collapsed).await?);
    }
    if priority::is_persistent(&post) && !channel.is_direct() {
        persistent::must_be_few(app, called.users.len())?;
    }
    Ok(Gathered { author, post, source, set_online, is_dated, channel, files, thread, preview, called, collapsed })
}

/// The thread of a reply, in a box: most posts begin one.
///
/// # Errors
/// 400 when there is no such root.
pub async fn thread_of(app: &Arc<App>, channel: &Channel, post: &mut Post) -> Result<Option<Thread>> {
    match post.is_root() {
        true => Ok(None),
        false => Box::pin(Thread::of(app, channel, post)).await.map(Some),
    }
}

/// The channel, if it takes posts.
async fn must_be_open(app: &App, author: &User, post: &Post) -> Result<Arc<Channel>> {
    let channel = app.world.channel(post.channel_id).await?.ok_or_else(ApiError::permissions)?;
    // The post that says so is written after the channel is archived.
    if channel.delete_at > 0 && post.kind != wire::posts::CHANNEL_DELETED {
        let text = "The channel is archived.";
        return Err(ApiError::bad_request(ids::API_POST_CREATE_POST_CAN_NOT_POST_TO_DELETED_ERROR, text));
    }
    if channel.is_direct() && app.config().team.direct_messages == DirectMessageScope::Team {
        must_share_team(app, author, &channel).await?;
    }
    Ok(channel)
}

async fn must_share_team(app: &App, author: &User, channel: &Channel) -> Result<()> {
    let Some(other) = channel.other_user(author.id).filter(|other| *other != author.id) else { return Ok(()) };
    if author.is_bot || app.world.user(other).await?.is_some_and(|other| other.is_bot) {
        return Ok(());
    }
    let (mine, theirs) = (app.world.memberships(author.id).await?, app.world.memberships(other).await?);
    if mine.teams.keys().any(|team| theirs.teams.contains_key(team)) {
        return Ok(());
    }
    let text = "On this server, direct messages are possible only between members of a common team.";
    Err(ApiError::bad_request(ids::API_POST_CREATE_POST_CAN_NOT_POST_IN_RESTRICTED_DM_ERROR, text))
}

/// Fills in what the server decides.
fn stamp(app: &App, author: &User, source: &Source, post: &mut Post) {
    post.id = app.ids.next();
    if post.create_at <= 0 {
        // The id's own time: a clock that is set back does not put this post before those that are there.
        // A clock that was set back further than nodes may differ is believed: posts are not dated far ahead.
        let (made, now) = (post.id.0.made_at(), app.clock.now());
        post.create_at = if made - now > store::post_order::AHEAD_MS_MAX { now } else { made };
    }
    post.update_at = post.create_at;
    post.edit_at = 0;
    post.delete_at = 0;
    post.user_id = author.id;
    post.original_id = Default::default();
    post.message_source.clear();
    post.pending_post_id.clear();
    post.has_reactions = false;
    post.remote_id = source.is_written().then(String::new);
    post.reply_count = 0;
    post.last_reply_at = 0;
    post.participants = None;
    post.is_following = None;
    post.hashtags = text::hashtags::hashtags(&post.message);
    post.file_ids.get_or_insert_default();
    post.metadata.get_or_insert_default();
    if author.is_bot {
        post.props.insert(wire::posts::PROP_FROM_BOT.into(), "true".into());
    }
}

fn must_be_valid(post: &Post) -> Result<()> {
    let props = match post.props.is_empty() {
        true => String::new(),
        false => serde_json::to_string(&post.props).expect("wire types are JSON"),
    };
    let text = rules::posts::PostText {
        message: &post.message,
        hashtags: &post.hashtags,
        kind: &post.kind,
        props: &props,
        file_count: post.files().len(),
    };
    Ok(text.must_be_valid()?)
}

/// The files that the author may attach; ids of others are dropped from the post.
async fn files_of(app: &App, post: &mut Post) -> Result<Vec<FileInfo>> {
    if post.files().is_empty() {
        return Ok(Vec::new());
    }
    let mut wanted: Vec<FileId> = post.file_ids.take().unwrap_or_default();
    wanted.truncate(FILES_SEEN_MAX);
    let mut seen = HashSet::with_capacity(wanted.len());
    wanted.retain(|id| seen.insert(*id));
    // Counted before those that cannot be attached are dropped: a client that names too many learns it each time.
    rules::posts::must_fit_files(wanted.len())?;
    let known = app.store.files(&wanted).await?;
    let free = |file: &&FileInfo| file.user_id == post.user_id && file.post_id.is_none() && file.delete_at == 0;
    let mut files: Vec<FileInfo> =
        wanted.iter().filter_map(|id| known.iter().filter(free).find(|file| file.id == *id).cloned()).collect();
    for file in &mut files {
        file.post_id = post.id;
        file.channel_id = post.channel_id;
    }
    if files.len() < wanted.len() {
        // Clients take a later update as the sign that the post is not what was sent.
        post.update_at = post.create_at + 1;
    }
    post.file_ids = (!files.is_empty()).then(|| files.iter().map(|file| file.id).collect());
    Ok(files)
}

/// Tells clients not to highlight whom the author may not call.
fn note_denied(called: &mentions::Called, post: &mut Post) {
    let denied =
        [(called.denied, PROP_MENTION_HIGHLIGHT_DISABLED), (called.groups_denied, PROP_DISABLE_GROUP_HIGHLIGHT)];
    for (_, name) in denied.into_iter().filter(|(is_denied, _)| *is_denied) {
        post.props.insert(name.into(), true.into());
    }
}
