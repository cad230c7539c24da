//! What one simulated user remembers: numbers of [`super::world`], in lists that are as long as the reference tool's.
//!
//! About 10 KB for a user who has read for a while: 250 posts and 500 users and statuses cost 6 KB, its channels 24
//! bytes each. The reference tool keeps the whole objects.

use std::sync::Arc;

use base::Id;

use super::world::{No, Post};
use crate::answers::CategoryAnswer;

pub const POSTS_MAX: usize = 250;
pub const USERS_MAX: usize = 500;
pub const STATUSES_MAX: usize = 500;
pub const THREADS_MAX: usize = 250;
/// Own memberships; the reference tool's list of members has 500 places for those of all users.
pub const CHANNELS_MAX: usize = 1_000;
/// Drafts, bookmarks, scheduled posts: what a person would not exceed.
pub const FEW_MAX: usize = 50;
/// Reactions of anybody to the posts that are looked at.
const REACTIONS_MAX: usize = 10;

/// A list that forgets its oldest.
#[derive(Debug)]
pub struct Ring<T, const MAX: usize> {
    items: Vec<T>,
    oldest: usize,
}

impl<T, const MAX: usize> Default for Ring<T, MAX> {
    fn default() -> Self {
        Ring { items: Vec::new(), oldest: 0 }
    }
}

impl<T, const MAX: usize> Ring<T, MAX> {
    pub fn push(&mut self, item: T) {
        if self.items.len() < MAX {
            if self.items.len() == self.items.capacity() {
                // Half as much again instead of double: thousands of users hold these lists.
                self.items.reserve_exact((self.items.len() / 2).max(8).min(MAX - self.items.len()));
            }
            self.items.push(item);
            return;
        }
        self.items[self.oldest] = item;
        self.oldest = (self.oldest + 1) % MAX;
    }

    pub fn items(&self) -> &[T] {
        &self.items
    }

    pub fn items_mut(&mut self) -> &mut [T] {
        &mut self.items
    }

    pub fn remove(&mut self, mut is_it: impl FnMut(&T) -> bool) {
        if self.items.iter().any(&mut is_it) {
            self.items.rotate_left(self.oldest);
            self.oldest = 0;
            self.items.retain(|item| !is_it(item));
        }
    }

    pub fn clear(&mut self) {
        *self = Ring::default();
    }
}

impl<T: PartialEq, const MAX: usize> Ring<T, MAX> {
    /// Adds what is not there yet.
    pub fn add(&mut self, item: T) {
        if !self.items.contains(&item) {
            self.push(item);
        }
    }
}

/// The own membership of a channel, and what was seen of it.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub channel: No,
    pub is_member: bool,
    /// Members of the channel when they were last counted.
    pub count: Option<u32>,
    /// When it was last opened in this session, seconds since 1970; 0 for never.
    pub viewed_s: u32,
    /// When the newest post that came by the socket had been sent, in ticks of the ledger: for the order.
    pub newest_tick: u32,
}

#[derive(Clone, Copy, Debug)]
pub struct Thread {
    pub id: Id,
    pub channel: Id,
    pub create_at: i64,
    pub last_reply_at: i64,
    pub has_unread: bool,
    /// Newest change that was seen; 0 when the thread was never opened.
    pub update_at: i64,
}

/// Somebody's reaction to a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reaction {
    pub post: Id,
    pub user: No,
    /// As the server spells it.
    pub emoji: Box<str>,
}

/// Where an unsent text belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    pub channel: No,
    pub root: Id,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bookmark {
    pub id: Id,
    pub channel: No,
    /// None of a link.
    pub file: Id,
}

/// A post that shall come later, whole: it is sent as it stands here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduled {
    pub id: Id,
    pub place: Draft,
    pub text: Box<str>,
    pub files: Vec<Id>,
}

#[derive(Default)]
pub struct Memory {
    pub me: Option<No>,
    pub is_admin: bool,
    pub team: Option<No>,
    pub channel: Option<No>,
    pub teams: Vec<No>,
    pub team_members: Vec<No>,
    /// Sorted by channel.
    channels: Vec<Member>,
    pub posts: Ring<Arc<Post>, POSTS_MAX>,
    pub users: Ring<No, USERS_MAX>,
    pub statuses: Ring<No, STATUSES_MAX>,
    pub threads: Ring<Thread, THREADS_MAX>,
    pub reactions: Ring<Reaction, REACTIONS_MAX>,
    /// Users whose picture was seen.
    pub images: std::collections::HashMap<No, i64>,
    pub categories: Vec<CategoryAnswer>,
    /// Names of `direct_channel_show` preferences, whatever they name.
    pub direct_shown: Vec<Id>,
    pub group_shown: Vec<Id>,
    pub crt_preference: Option<bool>,
    pub drafts: Vec<Draft>,
    pub bookmarks: Vec<Bookmark>,
    pub scheduled: Vec<Scheduled>,
    pub attributes: Vec<Id>,
    /// What the next performance report tells.
    pub performance: Vec<(&'static str, f32)>,
}

impl Memory {
    /// Begins anew, as after a reload of the page: the own user, where it was, and pictures stay.
    pub fn forget(&mut self) {
        let old = std::mem::take(self);
        let stats = old.channel.and_then(|channel| old.seen(channel).and_then(|seen| seen.count));
        *self = Memory {
            me: old.me,
            is_admin: old.is_admin,
            team: old.team,
            channel: old.channel,
            images: old.images,
            ..Memory::default()
        };
        if let (Some(channel), Some(count)) = (self.channel, stats) {
            self.see(channel).count = Some(count);
        }
    }

    pub fn seen(&self, channel: No) -> Option<&Member> {
        self.channels.binary_search_by_key(&channel, |seen| seen.channel).ok().map(|at| &self.channels[at])
    }

    /// The entry of a channel, made when there is none.
    pub fn see(&mut self, channel: No) -> &mut Member {
        let at = match self.channels.binary_search_by_key(&channel, |seen| seen.channel) {
            Ok(at) => at,
            Err(at) if self.channels.len() >= CHANNELS_MAX => {
                // The entry of the lowest number goes: the channel that the agent has known for longest.
                self.channels.remove(0);
                self.put(at - usize::from(at > 0), channel)
            }
            Err(at) => self.put(at, channel),
        };
        &mut self.channels[at]
    }

    fn put(&mut self, at: usize, channel: No) -> usize {
        if self.channels.len() == self.channels.capacity() {
            self.channels.reserve_exact((self.channels.len() / 4).clamp(8, 64));
        }
        let entry = Member { channel, is_member: false, count: None, viewed_s: 0, newest_tick: 0 };
        self.channels.insert(at, entry);
        at
    }

    pub fn channels(&self) -> &[Member] {
        &self.channels
    }

    pub fn is_member(&self, channel: No) -> bool {
        self.seen(channel).is_some_and(|seen| seen.is_member)
    }

    pub fn remember(&mut self, post: &Arc<Post>) {
        if !self.posts.items().iter().any(|known| Arc::ptr_eq(known, post)) {
            self.posts.push(post.clone());
        }
    }

    /// Posts of a channel that users wrote.
    pub fn user_posts(&self, channel: No) -> Vec<&Arc<Post>> {
        self.posts.items().iter().filter(|post| post.channel == channel && !post.is_system).collect()
    }

    /// Newest and oldest post of a channel.
    pub fn ends(&self, channel: No) -> Option<(Arc<Post>, Arc<Post>)> {
        let of_channel = || self.posts.items().iter().filter(|post| post.channel == channel);
        let newest = of_channel().max_by_key(|post| (post.create_at, post.id))?;
        let oldest = of_channel().min_by_key(|post| (post.create_at, post.id))?;
        Some((newest.clone(), oldest.clone()))
    }

    pub fn thread(&mut self, thread: Thread) {
        match self.threads.items_mut().iter_mut().find(|known| known.id == thread.id) {
            Some(known) => *known = Thread { update_at: known.update_at.max(thread.update_at), ..thread },
            None => self.threads.push(thread),
        }
    }
}

/// Keeps a list of few things: the oldest goes.
pub fn keep_few<T>(list: &mut Vec<T>, item: T) {
    if list.len() >= FEW_MAX {
        list.remove(0);
    }
    list.push(item);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_forgets_its_oldest() {
        let mut ring = Ring::<u32, 3>::default();
        (1..=5).for_each(|one| ring.push(one));
        let mut left = ring.items().to_vec();
        left.sort_unstable();
        assert_eq!(left, [3, 4, 5]);
        ring.remove(|one| *one == 4);
        ring.push(6);
        ring.push(7);
        let mut left = ring.items().to_vec();
        left.sort_unstable();
        assert_eq!(left, [5, 6, 7]);
    }

    #[test]
    fn channels_stay_sorted_and_bounded() {
        let mut memory = Memory::default();
        for channel in (0..CHANNELS_MAX as u32 + 10).rev() {
            memory.see(channel).is_member = true;
        }
        assert_eq!(memory.channels().len(), CHANNELS_MAX);
        assert!(memory.channels().is_sorted_by_key(|seen| seen.channel));
    }

    #[test]
    fn a_reload_keeps_where_the_user_was() {
        let mut memory = Memory { channel: Some(4), team: Some(1), ..Memory::default() };
        memory.see(4).count = Some(12);
        memory.users.add(3);
        memory.forget();
        assert_eq!((memory.channel, memory.team, memory.users.items().len()), (Some(4), Some(1), 0));
        assert_eq!(memory.seen(4).and_then(|seen| seen.count), Some(12));
    }
}
