//! What a reply does to its thread: counts, participants, followers, and what each is told.
//!
//! Before the commit the root and who follows it are read; the writes themselves read nothing, so
//! replies that come together cannot lose one another. What is told to the followers afterwards
//! comes from what the writes returned.

use std::sync::Arc;

use base::Millis;
use base::ids::{TeamId, UserId};
use node::change::Change;
use node::error::{ApiError, Result};
use notification::collapsed::Collapsed;
use people::users;
use request::App;
use store::threads::{Follow, Membership};
use store::{Outcome, Returned};
use wire::channels::Channel;
use wire::errors::ids;
use wire::events::{Broadcast, EventName, ThreadUpdated};
use wire::posts::Post;
use wire::users::User;

use crate::interactive;
use crate::mentions;
use crate::mentions::Called;
use crate::threads::readers;

/// Replies that are counted one by one for those who read a part of the thread.
const TIMES_MAX: usize = 1_000;

/// A thread that is being answered in, as it was.
pub struct Thread {
    root: Post,
    team: TeamId,
    members: Vec<Membership>,
    /// Followers who may not read the thread any more: nothing is told to them.
    shut_out: Vec<UserId>,
    /// Members of the channel whom the root calls; read for the first reply only.
    called_by_root: Vec<UserId>,
    author_of_root: Option<UserId>,
    /// Members of the channel who follow whatever is answered there, and do not follow this thread yet.
    auto_followers: Vec<UserId>,
}

/// What is told of a reply.
pub struct Told<'a> {
    pub author: &'a Arc<User>,
    pub post: &'a Post,
    pub called: &'a Called,
    pub collapsed: &'a Collapsed,
}

/// What was written, by its places in the outcome.
pub struct Replied {
    pub followers: Vec<UserId>,
    reply: usize,
    advance: usize,
}

impl Thread {
    /// The thread that `post` answers in. Fills in the reply's count.
    ///
    /// # Errors
    /// 400 when the root does not exist, is itself a reply, or stands in another channel.
    pub async fn of(app: &Arc<App>, channel: &Channel, post: &mut Post) -> Result<Thread> {
        let root = app.store.post(post.root_id).await?.filter(|root| root.is_root() && !root.is_deleted());
        let Some(root) = root.filter(|root| root.original_id.is_none()) else {
            let text = "The post that you reply to does not exist, or is a reply itself.";
            return Err(ApiError::bad_request(ids::API_POST_CREATE_POST_ROOT_ID, text));
        };
        if root.channel_id != channel.id {
            let text = "The post that is answered stands in another channel.";
            return Err(ApiError::bad_request(ids::API_POST_CREATE_POST_CHANNEL_ROOT_ID, text));
        }
        post.reply_count = root.reply_count + 1;
        let (members, shut_out) = members(app, &root).await?;
        let first = root.reply_count == 0;
        let called_by_root = if first { mentions::named_in(app, channel, &root).await? } else { Vec::new() };
        let writer = root.user_id;
        let auto_followers = auto_followers(app, channel, &members).await?;
        let follows = first && !root.is_from_webhook() && app.world.is_in_channel(writer, channel.id).await?;
        Ok(Thread {
            team: channel.team_id,
            members,
            shut_out,
            called_by_root,
            auto_followers,
            author_of_root: follows.then_some(writer),
            root,
        })
    }

    /// Adds the writes of a reply. The change fails with [`store::Error::Unmet`] when the root went meanwhile.
    pub fn write(&self, app: &App, change: &mut Change, post: &Post, called: &Called) -> Replied {
        let now = app.clock.now();
        let root = self.root.id;
        change.write(store::posts::touch_live(root, post.create_at));
        if post.user_id != self.root.user_id {
            change.write(store::persistent_notifications::resolve(&[root]));
        }
        let reply = change.write(store::threads::reply(post, self.team));
        let mut followers: Vec<UserId> =
            self.members.iter().filter(|member| self.hears(member)).map(|member| member.user_id).collect();
        if app.config().threads.auto_follow {
            let concerned: Vec<UserId> = self
                .author_of_root
                .iter()
                .chain(&self.called_by_root)
                .chain(&self.auto_followers)
                .copied()
                .filter(|user| self.is_new(*user))
                .collect();
            if self.reads_by_writing(post, post.user_id) {
                change.write(store::threads::follow(root, &[post.user_id], Follow::Wrote, post.create_at, now));
            }
            if !concerned.is_empty() {
                change.write(store::threads::follow(root, &concerned, Follow::Concerned, 0, now));
            }
            if !called.users.is_empty() {
                change.write(store::threads::follow(root, &called.users, Follow::Mentioned, 0, now));
            }
            followers.extend([post.user_id]);
            followers.extend(&concerned);
            followers.extend(&called.users);
            followers.sort_unstable();
            followers.dedup();
        }
        let advance = change.write(store::threads::advance(root, post.create_at));
        Replied { followers, reply, advance }
    }

    /// All whom a reply may concern, as far as is known before it is written.
    pub fn people(&self, post: &Post, called: &Called) -> Vec<UserId> {
        let members = self.members.iter().map(|member| member.user_id);
        let new = self.called_by_root.iter().chain(&self.auto_followers).chain(&called.users).copied();
        let mut people: Vec<UserId> = members.chain(new).chain([self.root.user_id, post.user_id]).collect();
        people.sort_unstable();
        people.dedup();
        people
    }

    /// Those who see no threads but want to be called by answers: to their own posts, or where they wrote.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn commented(&self, app: &App, post: &Post, collapsed: &Collapsed) -> Result<Vec<UserId>> {
        let mut called = Vec::new();
        if *collapsed == Collapsed::Everybody || self.root.is_from_webhook() {
            return Ok(called);
        }
        let wrote = self.members.iter().filter(|member| member.following).map(|member| member.user_id);
        for id in wrote.chain([self.root.user_id]).filter(|id| *id != post.user_id && !collapsed.has(*id)) {
            let Some(user) = app.world.user(id).await? else { continue };
            let wanted = match user.notify_props.get("comments").map(String::as_str) {
                Some("any") => true,
                Some("root") => id == self.root.user_id,
                _ => false,
            };
            if wanted && user.is_active() && app.world.is_in_channel(id, self.root.channel_id).await? {
                called.push(id);
            }
        }
        Ok(called)
    }

    fn is_new(&self, user: UserId) -> bool {
        !self.members.iter().any(|member| member.user_id == user)
    }

    /// Tells every follower how the thread stands.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn announce(&self, app: &Arc<App>, told: &Told<'_>, written: &Replied, outcome: &Outcome) -> Result<()> {
        let Told { author, post, called, collapsed } = *told;
        let Some(thread) = outcome.rows::<store::threads::Replied>(written.reply)?.into_iter().next() else {
            return Ok(());
        };
        let members: Vec<Membership> = outcome.rows(written.advance)?;
        let following: Vec<&Membership> =
            members.iter().filter(|member| self.hears(member) && collapsed.has(member.user_id)).collect();
        let times = self.times(app, &following, author.id).await?;
        let told = self.thread(app, post, &thread).await?;
        let mut change = app.change();
        for member in following {
            let before = self.members.iter().find(|one| one.user_id == member.user_id);
            let since = |viewed_at| unread(&times, viewed_at, self.root.create_at, thread.reply_count);
            let mut told = told.clone();
            let (mut replies_before, mut mentions_before) = (0, 0);
            if self.reads_by_writing(post, member.user_id) {
                told.last_viewed_at = before.map_or(0, |before| before.last_view_at);
                if let Some(before) = before {
                    replies_before = since(before.last_view_at) - 1;
                    mentions_before = before.unread_mentions;
                }
            } else {
                let counted = app.config().threads.auto_follow && called.users.contains(&member.user_id);
                told.last_viewed_at = member.last_view_at;
                told.unread_replies = since(member.last_view_at);
                told.unread_mentions = member.unread_mentions;
                replies_before = told.unread_replies - 1;
                mentions_before = member.unread_mentions - i64::from(counted);
            }
            // A thread that was not followed was in no sum of what is unread.
            if !before.is_some_and(|before| before.following) {
                (replies_before, mentions_before) = (0, 0);
            }
            let data = ThreadUpdated::new(&told, mentions_before.max(0), replies_before.max(0));
            let broadcast = Broadcast { team_id: self.team, ..Broadcast::to_user(member.user_id) };
            change.announce(EventName::ThreadUpdated, &data, broadcast);
        }
        change.commit().await?;
        Ok(())
    }

    /// Whether the author of a reply has read the thread with it. A program has read nothing, unless the reply is what
    /// made the one behind it follow.
    fn reads_by_writing(&self, post: &Post, user: UserId) -> bool {
        user == post.user_id && (!post.is_from_webhook() || self.is_new(user))
    }

    /// Whether a member is told of the thread.
    fn hears(&self, member: &Membership) -> bool {
        member.following && !self.shut_out.contains(&member.user_id)
    }

    /// The times of the newest replies, newest first; nothing when nobody had read a part of them.
    async fn times(&self, app: &App, following: &[&Membership], author: UserId) -> Result<Vec<Millis>> {
        let before = self.members.iter().filter(|member| member.user_id == author);
        let viewed = following.iter().copied().chain(before).map(|member| member.last_view_at);
        let read = viewed.filter(|at| *at > self.root.create_at).min();
        Ok(match read {
            Some(since) => app.store.thread_reply_times(self.root.channel_id, self.root.id, since, TIMES_MAX).await?,
            None => Vec::new(),
        })
    }

    /// The thread as it is told, without what differs from follower to follower.
    async fn thread(&self, app: &App, post: &Post, thread: &store::threads::Replied) -> Result<wire::threads::Thread> {
        let mut participants = Vec::with_capacity(thread.participants.len());
        let privacy = users::privacy(app);
        for &user in &thread.participants {
            if let Some(user) = app.world.user(user).await? {
                participants.push((*user).clone().for_others(privacy));
            }
        }
        let mut root = self.root.clone();
        root.update_at = root.update_at.max(post.create_at);
        root.reply_count = 0;
        interactive::hide(&mut root);
        Ok(wire::threads::Thread {
            id: root.id,
            reply_count: thread.reply_count,
            last_reply_at: thread.last_reply_at,
            participants,
            post: root,
            ..Default::default()
        })
    }
}

/// The memberships of a thread, and those who follow it and may not read it any more. Only who is not in the channel is
/// asked for: members may.
async fn members(app: &App, root: &Post) -> Result<(Vec<Membership>, Vec<UserId>)> {
    let (mut members, mut shut_out) = (Vec::new(), Vec::new());
    for member in app.store.thread_members(root.id).await? {
        let (user, following) = (member.membership.user_id, member.membership.following);
        if following && !member.in_channel && !readers::may_read(app, user, root.channel_id).await? {
            shut_out.push(user);
        }
        members.push(member.membership);
    }
    Ok((members, shut_out))
}

/// Members who follow every thread of the channel, without those whom the thread knows already.
async fn auto_followers(app: &App, channel: &Channel, members: &[Membership]) -> Result<Vec<UserId>> {
    let mut followers = Vec::new();
    for &user in app.world.auto_followers(channel.id).await?.iter() {
        let known = members.iter().any(|member| member.user_id == user);
        if !known && app.world.is_in_channel(user, channel.id).await? {
            followers.push(user);
        }
    }
    Ok(followers)
}

/// How many of `count` replies came after `viewed_at`, given the times of the newest of them, newest first, which reach
/// back to whoever read least of those who read anything.
fn unread(times: &[Millis], viewed_at: Millis, root_at: Millis, count: i64) -> i64 {
    if viewed_at <= root_at {
        return count;
    }
    match times.partition_point(|at| *at > viewed_at) {
        TIMES_MAX => count,
        newer => newer as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unread_replies_are_those_after_the_last_view() {
        assert_eq!(unread(&[50, 40], 35, 10, 9), 2);
        assert_eq!(unread(&[50, 40], 50, 10, 9), 0);
        assert_eq!(unread(&[], 50, 10, 9), 0, "everybody who read anything read all");
    }

    #[test]
    fn who_never_looked_has_read_nothing() {
        assert_eq!(unread(&[50, 40], 0, 10, 9), 9);
        assert_eq!(unread(&[], 10, 10, 9), 9);
    }
}
