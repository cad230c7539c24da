//! The one way a post comes into being, whoever writes it: a client, an integration, the server.
//!
//! Everything a plain post needs is in memory, so it costs one commit: the post, the channel's
//! counters, what the author has seen, and the counters of those it calls. Its JSON is made once,
//! for the answer and for the event. A reply reads its root and who follows the thread first.

use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, UserId};
use bytes::Bytes;
use futures_util::future::BoxFuture;
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
use wire::events::{Broadcast, ChannelsViewed, EventName};
use wire::posts::Post;
use wire::users::User;

use crate::posts::gathered::{Gathered, gather, thread_of};
use crate::posts::heard::Heard;
use crate::posts::new::{NewPost, Written};
use crate::posts::posted::Telling;
use crate::posts::reply::{Replied, Thread, Told};
use crate::posts::{auto_reply, hint, links, pending, posted};
use crate::shown::priority;
use crate::source::Source;
use crate::{interactive, mention_counters, mentions, seen};

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
/// then nothing of the post is there either. What must happen once is made so by what it removes. In a box, so that it
/// is compiled here, and not in each crate that posts.
///
/// # Errors
/// As [`create`].
pub fn write_if(app: &Arc<App>, new: NewPost, conditions: Vec<Write>) -> BoxFuture<'_, Result<Option<Written>>> {
    Box::pin(try_twice(app, new, conditions))
}

/// Writes behind all posts of the author, and once more behind the newest if there is a later one by then.
async fn try_twice(app: &Arc<App>, new: NewPost, conditions: Vec<Write>) -> Result<Option<Written>> {
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

/// Gathers what is needed, decides what is written, writes, and tells.
async fn write_at(app: &Arc<App>, new: NewPost, conditions: Vec<Write>, place: Place) -> Result<Tried> {
    let mut gathered = gather(app, new).await?;
    let place = if gathered.is_dated { Place::Any } else { place };
    let mut change = app.change();
    let replied = add_writes(app, &mut change, &mut gathered, conditions, place);
    let json = announce(app, &mut change, &gathered, replied.as_ref()).await?;
    let outcome = match change.commit().await {
        Err(error) if store::post_order::is_early(&error) => {
            let Gathered { author, post, .. } = &gathered;
            return Ok(Tried::Early { author: author.id, channel: post.channel_id, create_at: post.create_at });
        }
        Err(store::Error::Unmet { .. }) => return unmet(app, &gathered.channel, &mut gathered.post).await,
        outcome => outcome?,
    };
    // Borrowed to the end: the future that waits is as large as what it keeps, and is moved.
    let Gathered { author, post, channel, thread, called, collapsed, .. } = &gathered;
    measure(app, called);
    let told = Told { author, post, called, collapsed };
    let thread = thread.as_ref().zip(replied.as_ref());
    if let Err(error) = follow_up(app, channel, &told, thread, &outcome).await {
        // The post stands: its author is answered, or would send it again.
        tracing::error!(post.id = %post.id, cause = %error.detailed, "the follow-up of a post failed");
    }
    Ok(Tried::Written(Box::new(Written { post: gathered.post, json: Bytes::from(json) })))
}

/// Adds what is written of a post: its row, counters of the channel and of those it calls, its thread. What it does to
/// the thread is told by whoever announces it.
fn add_writes(
    app: &App,
    change: &mut Change,
    gathered: &mut Gathered,
    conditions: Vec<Write>,
    place: Place,
) -> Option<Replied> {
    let Gathered { author, post, source, channel, thread, called, collapsed, .. } = gathered;
    let now = app.clock.now();
    for condition in conditions {
        change.write(condition);
    }
    claim(change, source, post, now);
    change.write(store::posts::insert(post, now));
    change.index_post(post, Version::First, now);
    change.write(count(post, place));
    priority::write(app, change, post);
    attach(app, change, post);
    if !called.users.is_empty() {
        change.write(store::channel_members::mention(channel.id, &called.users, weight(post)));
        mention_counters::note(change, post, called);
    }
    let replied = thread.as_ref().map(|thread| thread.write(app, change, post, called));
    if let Some(pending) = source.pending() {
        pending.clone_into(&mut post.pending_post_id);
        if sees_own_post(author, post, collapsed) {
            view(app, change, channel, post);
        }
    }
    interactive::hide(post);
    replied
}

/// Adds the event; the answer has the JSON of the post that it carries.
async fn announce(app: &App, change: &mut Change, gathered: &Gathered, replied: Option<&Replied>) -> Result<String> {
    let Gathered { author, post, source, channel, files, preview, called, collapsed, set_online, .. } = gathered;
    let json = serde_json::to_string(post).expect("wire types are JSON");
    let followers = replied.into_iter().flat_map(|replied| &replied.followers).copied();
    let followers: Vec<UserId> = followers.filter(|user| collapsed.has(*user)).collect();
    let telling = Telling { post, json: &json, author, channel, files, set_online: *set_online };
    let mut event = posted::event(app, &telling, called, &followers);
    if let Some(preview) = preview {
        posted::keep_preview_private(app, &telling, preview, &mut event).await?;
    }
    change.announce_event(event);
    if source.pending().is_some() && sees_own_post(author, post, collapsed) {
        seen::announce(app, change, author.id, [(channel.id, post.create_at)]).await?;
    }
    Ok(json)
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
