//! Mention counters: decremented when a post that mentions a user is deleted, or is edited to mention the user no more.
//!
//! No table holds whom a text mentioned. So the text is parsed again, with all earlier versions of the post. A user whom
//! every version mentions was certainly counted once, and was not subtracted before.
//!
//! Two kinds of mention do not follow from the text: who was online at `@here`, and who asked for a notification of every
//! reply. [`note`] stores these with the post. No user loses a mention by a post that still exists.

use std::collections::HashMap;
use std::sync::Arc;

use base::Millis;
use base::ids::{PostId, UserId};
use delivery::hub::Event;
use node::change::Change;
use node::consequence::Consequence;
use node::error::Result;
use people::schemes;
use request::App;
use store::Returned;
use store::channel_members::{Mention, Urgent};
use store::channels::Root;
use store::post_calls::Calls;
use wire::channels::{Channel, ChannelMember};
use wire::events::{Broadcast, ChannelMemberData, EncodedEvent, EventName};
use wire::posts::{Post, URGENT};

use crate::mentions;
use crate::mentions::Called;
use crate::threads::gone::Shortened;
use crate::threads::updated;

/// Versions of a post that are read. For a post with more, counters stay as they are.
const VERSIONS_MAX: usize = 20;
/// Followers of a thread whose counters are checked after an edit.
const FOLLOWERS_MAX: usize = 1_000;
/// Counters that one change decrements. The others keep their value until the user reads the channel.
const TAKEN_BACK_MAX: usize = 2_000;
/// Posts of one change whose mentions are checked. The newest come first, since they are most likely unread.
const READ_MAX: usize = 200;

/// How long the users of `@here` are stored. Mentions of older deleted posts count until the user reads the channel.
const KEPT_MS: Millis = 30 * 24 * 60 * 60 * 1000;

/// Stores with a new post the users whom it mentions for reasons that do not follow from its text: some 30 bytes each.
pub fn note(change: &mut Change, post: &Post, called: &Called) {
    if called.by_here.is_empty() && called.by_comments.is_empty() {
        return;
    }
    let some = |users: &[UserId]| users.iter().copied().take(TAKEN_BACK_MAX).collect();
    let calls = Calls { post: post.id, here: some(&called.by_here), comments: some(&called.by_comments) };
    change.write(store::post_calls::save(&calls));
}

/// Removes stored mentions of posts so old that no user has them unread.
///
/// # Errors
/// When the store does not answer.
pub async fn clean(app: Arc<App>) -> Result<()> {
    app.store.write(store::post_calls::clean(app.clock.now() - KEPT_MS)).await?;
    Ok(())
}

/// Decrements the counters for the live posts among `gone`, and notifies the clients of those users.
///
/// # Errors
/// When the store does not answer.
pub async fn gone(app: &Arc<App>, change: &mut Change, gone: &[Post]) -> Result<()> {
    let live: Vec<&Post> = gone.iter().rev().filter(|post| !post.is_deleted()).take(READ_MAX).collect();
    let ids: Vec<PostId> = live.iter().map(|post| post.id).collect();
    let kept = app.store.post_calls(&ids).await?;
    let mut kept: HashMap<PostId, Calls> = kept.into_iter().map(|calls| (calls.post, calls)).collect();
    let mut left = TAKEN_BACK_MAX;
    for post in live {
        let Some(channel) = app.world.channel(post.channel_id).await? else { continue };
        let mut called = surely_called(app, &channel, post).await?;
        if let Some(Calls { here, comments, .. }) = kept.remove(&post.id) {
            called.extend(here.into_iter().chain(comments));
            called.sort_unstable();
            called.dedup();
        }
        let Some(rest) = left.checked_sub(called.len()) else { break };
        left = rest;
        take_back(app, change, post, &called).await?;
    }
    Ok(())
}

/// Decrements the counters of users whom `old` mentions and `new` does not. Returns the thread whose followers changed.
///
/// # Errors
/// When the store does not answer.
pub async fn edited(
    app: &Arc<App>,
    change: &mut Change,
    channel: &Channel,
    old: &Post,
    new: &Post,
) -> Result<Option<Shortened>> {
    let mut called = surely_called(app, channel, old).await?;
    let kept = app.store.post_calls(&[old.id]).await?.pop().unwrap_or_default();
    if called.is_empty() && kept.here.is_empty() {
        return Ok(None);
    }
    let still = counted(app, channel, new).await?;
    called.retain(|user| !still.all.contains(user));
    called.extend(without_here(change, &kept, &still));
    called.retain(|user| !kept.comments.contains(user));
    if !old.is_root() {
        called = without_commenters(app, called).await?;
    }
    take_back(app, change, old, &called).await?;
    if called.is_empty() || old.is_root() {
        return Ok(None);
    }
    let followers = app.store.thread_mentioned(old.root_id, old.create_at, FOLLOWERS_MAX).await?;
    let losers: Vec<UserId> = followers.iter().map(|one| one.user_id).filter(|user| called.contains(user)).collect();
    if losers.is_empty() {
        return Ok(None);
    }
    change.write(store::threads::forget_mentions(old.root_id, &losers, 1, old.create_at));
    Ok(Some(Shortened::by_edit(old.root_id, losers)))
}

/// The users of `@here` whom the edited text no longer mentions. Their stored mentions are removed.
fn without_here(change: &mut Change, kept: &Calls, still: &Counted) -> Vec<UserId> {
    // Who is online now does not tell who was online then.
    if still.everybody {
        return Vec::new();
    }
    let (here, lost): (Vec<UserId>, Vec<UserId>) = kept.here.iter().partition(|user| still.all.contains(user));
    if !lost.is_empty() {
        change.write(store::post_calls::save(&Calls { here, ..kept.clone() }));
    }
    lost
}

/// Leaves out users who asked for a notification of every reply: no text changes that.
async fn without_commenters(app: &App, called: Vec<UserId>) -> Result<Vec<UserId>> {
    let mut by_text = Vec::with_capacity(called.len());
    for user in called {
        let known = app.world.user(user).await?;
        let comments = known.as_ref().and_then(|user| user.notify_props.get("comments")).map(String::as_str);
        if !matches!(comments, Some("any" | "root")) {
            by_text.push(user);
        }
    }
    Ok(by_text)
}

/// Sends followers their new thread counters after an edit, without delaying the request.
pub fn tell_later(app: &Arc<App>, thread: Option<Shortened>) {
    let Some(thread) = thread else { return };
    let app = app.clone();
    base::tasks::spawn("thread-updated", async move {
        if let Err(error) = updated::tell_losers(&app, &thread).await {
            tracing::warn!(%error.message, "followers of a thread got no event for an edited reply");
        }
    });
}

/// The users whom one text mentions.
#[derive(Default)]
struct Counted {
    all: Vec<UserId>,
    /// Without those whom only `@here` mentions.
    surely: Vec<UserId>,
    /// Whether the text mentions all members, or all who are online.
    everybody: bool,
}

async fn counted(app: &Arc<App>, channel: &Channel, post: &Post) -> Result<Counted> {
    let Some(author) = app.world.user(post.user_id).await? else { return Ok(Counted::default()) };
    let called = mentions::find(app, &author, channel, post).await?;
    let surely = called.users.iter().copied().filter(|user| !called.by_here.contains(user)).collect();
    Ok(Counted { everybody: called.everybody, all: called.users, surely })
}

/// The users whom a post and all its earlier versions mention.
async fn surely_called(app: &Arc<App>, channel: &Channel, post: &Post) -> Result<Vec<UserId>> {
    let mut called = counted(app, channel, post).await?.surely;
    if called.is_empty() || post.edit_at == 0 {
        return Ok(called);
    }
    let versions = app.store.post_versions(post.id, VERSIONS_MAX).await?;
    if versions.len() == VERSIONS_MAX {
        return Ok(Vec::new());
    }
    for version in versions {
        let before = counted(app, channel, &version).await?.surely;
        called.retain(|user| before.contains(user));
    }
    Ok(called)
}

async fn take_back(app: &Arc<App>, change: &mut Change, post: &Post, called: &[UserId]) -> Result<()> {
    if called.is_empty() {
        return Ok(());
    }
    let labels = if post.is_root() { app.store.priorities_of_posts(&[post.id]).await? } else { Vec::new() };
    let is_urgent = labels.iter().any(|one| one.label.priority.as_deref() == Some(URGENT));
    let mention = Mention {
        root: Root::from(post.is_root()),
        urgent: if is_urgent { Urgent::Yes } else { Urgent::No },
        at: post.create_at,
    };
    let names = schemes::of_channel(app, post.channel_id).await?;
    let at = change.write(store::channel_members::unmention(post.channel_id, called, mention, app.clock.now()));
    change.then_told(move |outcome| match outcome.rows::<ChannelMember>(at) {
        Ok(members) => members.into_iter().map(|member| told(names.named(member))).collect(),
        Err(error) => {
            // The counters are right. Clients get them with their next load.
            tracing::error!(%error, "the users with changed mention counters cannot be read");
            Vec::new()
        }
    });
    Ok(())
}

fn told(member: ChannelMember) -> Consequence {
    let (data, broadcast) = (ChannelMemberData::new(&member), Broadcast::to_user(member.user_id));
    let encoded = EncodedEvent::new(EventName::ChannelMemberUpdated, &data, broadcast);
    Consequence::Event(Arc::new(Event::plain(encoded)))
}
