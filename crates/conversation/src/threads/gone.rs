//! Deleted replies: updates their threads' counts, participants, and unread mentions.
//!
//! No table holds whom a reply mentioned, so its text is parsed again. Two bounds keep the counters right: a user loses no
//! mention by a reply that still exists, and never has more mentions than unread replies.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, PostId, UserId};
use node::change::Change;
use node::error::Result;
use people::groups;
use request::App;
use store::post_pages::Edge;
use store::threads::Membership;
use wire::channels::{Channel, ChannelMember};
use wire::events::{Broadcast, EventName, PostDeleted};
use wire::posts::Post;

use crate::interactive;
use crate::named::Words;
use crate::threads::readers;

/// Followers whose unread mentions are checked, in one thread or in all threads that one change deletes. The others keep
/// their counters until they read the thread or load their threads.
const MENTIONED_MAX: usize = 1_000;
/// Unread replies that are checked. In a thread with as many, all counters stay as they are.
const REPLIES_MAX: usize = 1_000;

/// A thread that lost replies, with what its followers had counted of these.
#[derive(Debug)]
pub struct Shortened {
    pub root: PostId,
    /// The times of the deleted replies.
    gone_at: Vec<Millis>,
    lost: BTreeMap<UserId, i64>,
}

impl Shortened {
    /// A thread that lost no reply: one was edited, and mentions the `losers` no more.
    pub fn by_edit(root: PostId, losers: impl IntoIterator<Item = UserId>) -> Shortened {
        Shortened { root, gone_at: Vec::new(), lost: losers.into_iter().map(|user| (user, 1)).collect() }
    }

    /// The users who have fewer unread mentions than before.
    pub fn losers(&self) -> impl Iterator<Item = UserId> + '_ {
        self.lost.keys().copied()
    }

    pub fn mentions_lost_by(&self, user: UserId) -> i64 {
        self.lost.get(&user).copied().unwrap_or_default()
    }

    /// How many of the deleted replies were written after `viewed_at`.
    pub fn gone_after(&self, viewed_at: Millis) -> i64 {
        i64::try_from(self.gone_at.iter().filter(|at| **at > viewed_at).count()).unwrap_or(i64::MAX)
    }
}

/// Counts the threads of the live replies among `gone` again. Call it after the writes that delete them. Threads whose
/// roots are deleted too are skipped.
///
/// # Errors
/// When the store does not answer.
pub async fn add(app: &Arc<App>, change: &mut Change, gone: &[Post]) -> Result<Vec<Shortened>> {
    let with_roots: BTreeSet<PostId> = gone.iter().map(|post| post.id).collect();
    let mut threads: BTreeMap<(ChannelId, PostId), Vec<&Post>> = BTreeMap::new();
    for reply in gone.iter().filter(|post| !post.is_root() && !post.is_deleted()) {
        if !with_roots.contains(&reply.root_id) {
            threads.entry((reply.channel_id, reply.root_id)).or_default().push(reply);
        }
    }
    let mut shortened = Vec::with_capacity(threads.len());
    for ((channel, root), replies) in threads {
        let lost = lost(app, channel, root, &replies).await?;
        let gone_at: Vec<Millis> = replies.iter().map(|reply| reply.create_at).collect();
        let newest = gone_at.iter().copied().max().unwrap_or_default();
        let mut losers: BTreeMap<i64, Vec<UserId>> = BTreeMap::new();
        for (user, mentions) in &lost {
            losers.entry(*mentions).or_default().push(*user);
        }
        for (mentions, users) in losers {
            change.write(store::threads::forget_mentions(root, &users, mentions, newest));
        }
        let authors: BTreeSet<UserId> = replies.iter().map(|reply| reply.user_id).collect();
        for write in store::threads::recount(root, authors) {
            change.write(write);
        }
        shortened.push(Shortened { root, gone_at, lost });
    }
    Ok(shortened)
}

/// Sends an event to followers with unread mentions in threads whose roots are among `gone`: no other event clears these
/// mentions. Belongs into the change that deletes the roots.
///
/// # Errors
/// When the store does not answer.
pub async fn tell_ended(app: &Arc<App>, change: &mut Change, gone: &[Post]) -> Result<()> {
    let roots: BTreeMap<PostId, &Post> =
        gone.iter().filter(|post| post.is_root() && !post.is_deleted()).map(|root| (root.id, root)).collect();
    let ids: Vec<PostId> = roots.keys().copied().collect();
    for member in app.store.threads_mentioned(&ids, MENTIONED_MAX).await? {
        let Some(root) = roots.get(&member.post_id) else { continue };
        if !readers::may_read(app, member.user_id, root.channel_id).await? {
            continue;
        }
        let data = PostDeleted { post: interactive::told(root), delete_by: UserId::NONE };
        let to = Broadcast { channel_id: root.channel_id, ..Broadcast::to_user(member.user_id) };
        change.announce(EventName::PostDeleted, &data, to);
    }
    Ok(())
}

/// How many unread mentions each follower loses with some replies of a thread.
async fn lost(app: &App, channel: ChannelId, root: PostId, gone: &[&Post]) -> Result<BTreeMap<UserId, i64>> {
    let Some(channel) = app.world.channel(channel).await? else { return Ok(BTreeMap::new()) };
    let newest = gone.iter().map(|reply| reply.create_at).max().unwrap_or_default();
    let members = app.store.thread_mentioned(root, newest, MENTIONED_MAX).await?;
    let Some(since) = members.iter().map(|member| member.last_view_at).min() else { return Ok(BTreeMap::new()) };
    let mut left = app.store.replies_after(channel.id, root, Edge::behind(since), REPLIES_MAX).await?;
    if left.len() == REPLIES_MAX {
        return Ok(BTreeMap::new());
    }
    left.retain(|reply| gone.iter().all(|one| one.id != reply.id));
    let replies: Vec<PostId> = gone.iter().copied().chain(&left).map(|reply| reply.id).collect();
    let commented: BTreeMap<PostId, Vec<UserId>> =
        app.store.post_calls(&replies).await?.into_iter().map(|calls| (calls.post, calls.comments)).collect();
    let mut lost = BTreeMap::new();
    for (member, words) in words_of(app, &channel, members).await? {
        let unread = |reply: &Post| reply.create_at > member.last_view_at;
        let wanted = |reply: &Post| commented.get(&reply.id).is_some_and(|users| users.contains(&member.user_id));
        let calling = |reply: &Post| unread(reply) && (words.call_in_thread(&channel, reply) || wanted(reply));
        let gone_calls = gone.iter().filter(|reply| calling(reply)).count();
        let (left_unread, left_calls) =
            (left.iter().filter(|reply| unread(reply)).count(), left.iter().filter(|reply| calling(reply)).count());
        let mentions = usize::try_from(member.unread_mentions).unwrap_or_default();
        let less = gone_calls.min(mentions.saturating_sub(left_calls)).max(mentions.saturating_sub(left_unread));
        if let Ok(less @ 1..) = i64::try_from(less) {
            lost.insert(member.user_id, less);
        }
    }
    Ok(lost)
}

/// The words that mention each of some followers. Those who left the channel are left out.
async fn words_of(app: &App, channel: &Channel, members: Vec<Membership>) -> Result<Vec<(Membership, Words)>> {
    let users: Vec<UserId> = members.iter().map(|member| member.user_id).collect();
    let props = app.store.channel_notify_props_of(channel.id, &users).await?;
    let mut props: BTreeMap<UserId, _> = props.into_iter().map(|one| (one.user, one.props)).collect();
    let mut words = Vec::with_capacity(members.len());
    for member in members {
        let Some(notify_props) = props.remove(&member.user_id) else { continue };
        let Some(user) = app.world.user(member.user_id).await? else { continue };
        let settings = ChannelMember { notify_props, ..ChannelMember::default() };
        let groups = groups::names_of(app, user.id).await?;
        words.push((member, Words::of(&user, &settings, &groups)));
    }
    Ok(words)
}
