//! The one way a post comes into being, whoever writes it: a client, an integration, the server.
//!
//! Everything a plain post needs is in memory, so it costs one commit: the post, the channel's
//! counters, what the author has seen, and the counters of those it calls. Its JSON is made once,
//! for the answer and for the event. A reply reads its root and who follows the thread first.

use std::collections::HashSet;
use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, FileId, UserId};
use bytes::Bytes;
use config::DirectMessageScope;
use node::change::Change;
use node::error::{ApiError, Result};
use node::indexing::Version;
use notification::collapsed::Collapsed;
use notification::notify::{self, Note};
use request::App;
use store::channel_members::{Mention, Urgent};
use store::channels::Root;
use store::files::Attachment;
use store::{Outcome, Write};
use wire::channels::Channel;
use wire::errors::ids;
use wire::events::{Broadcast, ChannelsViewed, EventName};
use wire::files::FileInfo;
use wire::posts::{PROP_DISABLE_GROUP_HIGHLIGHT, PROP_MENTION_HIGHLIGHT_DISABLED, Post};
use wire::users::User;

use crate::posts::heard::Heard;
use crate::posts::posted::Telling;
use crate::posts::reply::{Replied, Thread, Told};
use crate::posts::{auto_reply, hint, links, pending, persistent, posted};
use crate::shown::{channel_links, metadata, priority};
use crate::source::Source;
use crate::{interactive, mentions, uncount};

/// Files of a request that are looked at; a post may have far fewer.
const FILES_SEEN_MAX: usize = 100;

/// A post that does not exist yet.
#[derive(Clone)]
pub struct NewPost {
    pub author: Arc<User>,
    /// Channel, root, text, kind, properties, files, pin, and in the metadata the priority, as far as the source may
    /// bring them. The rest is filled in.
    pub post: Post,
    pub source: Source,
    pub set_online: SetOnline,
}

/// Whether clients are to show the author as online.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOnline {
    Yes,
    No,
}

impl From<bool> for SetOnline {
    fn from(yes: bool) -> Self {
        if yes { SetOnline::Yes } else { SetOnline::No }
    }
}

/// A post that is durable, and its JSON.
pub struct Written {
    pub post: Post,
    pub json: Bytes,
}

/// Creates a post: writes, counters, threads, events.
///
/// # Errors
/// 400 for a text, kind, root or number of files that cannot be, for archived channels; 403 when there is no such
/// channel.
pub async fn create(app: &Arc<App>, new: NewPost) -> Result<Post> {
    Ok(write(app, new).await?.post)
}

/// As [`create`], with the post's JSON.
pub async fn write(app: &Arc<App>, new: NewPost) -> Result<Written> {
    write_if(app, new, Vec::new()).await?.ok_or_else(|| ApiError::internal("app.post.save.app_error", "Not saved."))
}

/// Creates a post together with writes that decide whether it may be: `None` when one of them changed nothing, and
/// then nothing of the post is there either. What must happen once is made so by what it removes.
///
/// # Errors
/// As [`create`].
pub async fn write_if(app: &Arc<App>, new: NewPost, conditions: Vec<Write>) -> Result<Option<Written>> {
    // Only another node can have taken a later post of the same author before.
    let again = app.cluster.is_some().then(|| (new.clone(), conditions.clone()));
    let place = if again.is_some() { Place::Last } else { Place::Any };
    match (write_at(app, new, conditions, place).await?, again) {
        (Tried::Written(written), _) => Ok(Some(*written)),
        (Tried::Early { author, channel, create_at }, Some((new, conditions))) => {
            if let Some(newest) = app.store.newest_post_of(channel, author, create_at).await? {
                app.ids.observe(newest + 1);
            }
            match Box::pin(write_at(app, new, conditions, Place::Any)).await? {
                Tried::Written(written) => Ok(Some(*written)),
                _ => Ok(None),
            }
        }
        _ => Ok(None),
    }
}

/// Where a new post may stand among its author's others in the channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Behind all of them, or it is not written.
    Last,
    Any,
}

/// What became of writing a post.
enum Tried {
    Written(Box<Written>),
    /// A condition was not met.
    Unmet,
    /// The author has a later post.
    Early {
        author: UserId,
        channel: ChannelId,
        create_at: Millis,
    },
}

async fn write_at(app: &Arc<App>, new: NewPost, conditions: Vec<Write>, place: Place) -> Result<Tried> {
    let NewPost { author, mut post, source, set_online } = new;
    source.admit(app, &author, &mut post)?;
    let place = if post.create_at > 0 { Place::Any } else { place };
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

    let mut change = app.change();
    let now = app.clock.now();
    for condition in conditions {
        change.write(condition);
    }
    claim(&mut change, &source, &post, now);
    change.write(store::posts::insert(&post, now));
    change.index_post(&post, Version::First, now);
    change.write(count(&post, place));
    priority::write(app, &mut change, &post);
    attach(app, &mut change, &post);
    if !called.users.is_empty() {
        change.write(store::channel_members::mention(channel.id, &called.users, weight(&post)));
        uncount::note(&mut change, &post, &called);
    }
    let replied = thread.as_ref().map(|thread| thread.write(app, &mut change, &post, &called));
    if let Some(pending) = source.pending() {
        pending.clone_into(&mut post.pending_post_id);
        if sees_own_post(&author, &post, &collapsed) {
            view(app, &mut change, &channel, &post);
        }
    }
    interactive::hide(&mut post);
    let json = serde_json::to_string(&post).expect("wire types are JSON");
    let followers = replied.iter().flat_map(|replied| &replied.followers).copied();
    let followers: Vec<UserId> = followers.filter(|user| collapsed.has(*user)).collect();
    let telling = Telling { post: &post, json: &json, author: &author, channel: &channel, files: &files, set_online };
    let mut event = posted::event(app, &telling, &called, &followers);
    if let Some(preview) = &preview {
        posted::keep_preview_private(app, &telling, preview, &mut event).await?;
    }
    change.announce_event(event);
    let outcome = match change.commit().await {
        Err(error) if store::post_order::is_early(&error) => {
            return Ok(Tried::Early { author: author.id, channel: channel.id, create_at: post.create_at });
        }
        Err(store::Error::Unmet { .. }) => return unmet(app, &channel, &mut post).await,
        outcome => outcome?,
    };

    measure(app, &called);
    let told = Told { author: &author, post: &post, called: &called, collapsed: &collapsed };
    let thread = thread.as_ref().zip(replied.as_ref());
    if let Err(error) = follow_up(app, &channel, &told, thread, &outcome).await {
        // The post stands: its author is answered, or would send it again.
        tracing::error!(post.id = %post.id, cause = %error.detailed, "what follows a post could not be done");
    }
    Ok(Tried::Written(Box::new(Written { post, json: Bytes::from(json) })))
}

/// Lets the post be created once, also where its client may send it again to another node.
fn claim(change: &mut Change, source: &Source, post: &Post, now: Millis) {
    if let Some(pending) = source.pending()
        && change.node().others.is_some()
        && pending::is_remembered(pending)
    {
        change.write(store::pending_posts::claim(post.user_id, pending, post.id, now));
    }
}

/// The thread of a reply, in a box: most posts begin one.
async fn thread_of(app: &Arc<App>, channel: &Channel, post: &mut Post) -> Result<Option<Thread>> {
    match post.is_root() {
        true => Ok(None),
        false => Box::pin(Thread::of(app, channel, post)).await.map(Some),
    }
}

/// A condition was not met. A root that went meanwhile is told of as if it had been gone before.
async fn unmet(app: &Arc<App>, channel: &Channel, post: &mut Post) -> Result<Tried> {
    thread_of(app, channel, post).await?;
    Ok(Tried::Unmet)
}

/// What a post causes once it is durable.
async fn follow_up(
    app: &Arc<App>,
    channel: &Arc<Channel>,
    told: &Told<'_>,
    thread: Option<(&Thread, &Replied)>,
    outcome: &Outcome,
) -> Result<()> {
    let followers = thread.map_or(&[][..], |(_, replied)| &replied.followers);
    let called = &told.called.users;
    notify::tell_later(app, &Note { post: told.post, author: told.author, channel, called, followers });
    if let Some((thread, replied)) = thread {
        Box::pin(thread.announce(app, told, replied, outcome)).await?;
    }
    if told.called.has_hint() {
        Box::pin(hint::give(app, told.author, channel, told.post, told.called)).await?;
    }
    auto_reply::answer_later(app, told.author, channel, told.post);
    links::complete_later(app, channel, told.post);
    app.of::<Heard>().0(app, told.author, channel, told.post).await
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
    let text = "People who share no team do not exchange direct messages on this server.";
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

/// Moves the counters of the channel.
fn count(post: &Post, place: Place) -> Write {
    match (post.is_join_leave(), place) {
        (true, _) => store::channels::note_post(post.channel_id, post.create_at),
        (false, Place::Any) => store::channels::count_post(post.channel_id, post.create_at, Root::from(post.is_root())),
        (false, Place::Last) => store::post_order::count_post(post),
    }
}

fn attach(app: &App, change: &mut Change, post: &Post) {
    if !post.files().is_empty() {
        let to = Attachment { post: post.id, channel: post.channel_id, author: post.user_id };
        change.write(store::files::attach(post.files(), to, app.clock.now()));
        change.index_files(post.files().to_vec());
        app.metrics.content.attachments.add(post.files().len() as u64);
    }
}

fn measure(app: &App, called: &mentions::Called) {
    app.metrics.content.posts.inc();
    if called.everybody {
        app.metrics.content.broadcasts.inc();
    }
}

/// Tells clients not to highlight whom the author may not call.
fn note_denied(called: &mentions::Called, post: &mut Post) {
    let denied =
        [(called.denied, PROP_MENTION_HIGHLIGHT_DISABLED), (called.groups_denied, PROP_DISABLE_GROUP_HIGHLIGHT)];
    for (_, name) in denied.into_iter().filter(|(is_denied, _)| *is_denied) {
        post.props.insert(name.into(), true.into());
    }
}

/// What the post adds to the counters of those it calls.
fn weight(post: &Post) -> Mention {
    let urgent = if priority::is_urgent(post) { Urgent::Yes } else { Urgent::No };
    Mention { root: Root::from(post.is_root()), urgent, at: post.create_at }
}

/// Whoever writes in a channel has seen it. A reply is read in its thread, and programs see nothing.
fn sees_own_post(author: &User, post: &Post, collapsed: &Collapsed) -> bool {
    (post.is_root() || !collapsed.has(author.id)) && !author.is_bot && !post.is_from_webhook()
}

fn view(app: &App, change: &mut Change, channel: &Channel, post: &Post) {
    change.write(store::channel_views::viewed_one(post.user_id, channel.id));
    if app.config().posts.enable_channel_viewed {
        let viewed = ChannelsViewed { channel_times: [(channel.id, post.create_at)].into() };
        change.announce(EventName::MultipleChannelsViewed, &viewed, Broadcast::to_user(post.user_id));
    }
}
