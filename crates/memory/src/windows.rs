//! Windows: the newest posts of a channel, encoded once and spliced into every page that shows them.
//!
//! A page of 60 posts is some 30 KB. A window copies it, and compresses it once for all viewers who follow the same
//! threads. The events that change a post of the channel invalidate the window. Its stamp, which becomes the page's ETag,
//! is never used twice. A window has nothing that differs between viewers: whether a thread is followed is spliced in.
//! A channel with previews that not all viewers may see has no window.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use base::ids::{ChannelId, ID_LEN, PostId};
use base::{Id, Millis};
use bytes::{BufMut, Bytes, BytesMut};
use metrics::Metrics;
use parking_lot::Mutex;
use wire::posts::Post;

use crate::cached::{CacheSize, Cached, Weigh};

/// Posts that a page of a window shows at most: the size that clients ask for.
pub const PAGE_LEN_MAX: usize = 60;
/// Bytes of all windows: those of 4,000 busy channels.
const WINDOW_BYTES_MAX: u64 = 128 << 20;
/// Compressed pages of a window that are kept; further ones take the place of the oldest.
const PACKED_LEN_MAX: usize = 4;
/// What a window's compressed pages weigh, about.
const PACKED_BYTES: u64 = PACKED_LEN_MAX as u64 * 6_000;
/// Stamps that fit between two starts of the server: more changes than a millisecond can hold.
const STAMPS_PER_MS: i64 = 1_000;

/// How the posts of a window are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Whole,
    Skipped,
    Collapsed,
}

/// The windows of all channels.
pub struct Windows {
    cache: Cached<(ChannelId, Kind), Window>,
    stamp: AtomicI64,
}

/// The newest posts of one channel.
#[derive(Default)]
pub struct Window {
    /// The tag for viewers who follow none of its threads, which ends in the window's stamp.
    tag: Box<str>,
    /// The channel's number when the posts were read, where other nodes write posts, too.
    pub number: i64,
    /// Newest first; one more than a page shows, when there are so many.
    parts: Vec<Part>,
    /// Whether roots of replies come along with a page.
    is_with_roots: bool,
    /// Roots of replies in `parts` that are older than all of them.
    roots: Vec<Part>,
    /// When a post of the channel was last made, changed or deleted.
    last_update: Millis,
    /// False where viewers see different things.
    is_shared: bool,
    /// Pages that were compressed, oldest first.
    packed: Mutex<Vec<(Shown, Bytes)>>,
}

/// What a page of a window shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Newer posts of the window that the page leaves out.
    pub from: usize,
    pub len: usize,
    /// The post before the page; none for the newest page.
    pub next: PostId,
    /// What the viewer follows of the window's threads.
    pub following: Vec<(PostId, bool)>,
    /// Given where it is told.
    pub has_next: Option<bool>,
}

/// An encoded post.
struct Part {
    id: PostId,
    root_id: PostId,
    create_at: Millis,
    /// Somebody follows the thread: for each viewer it must be looked up who.
    has_followers: bool,
    /// As it stands in a page behind another: a comma, its key, a colon, the post.
    entry: Bytes,
    /// Where in `entry` the word on following belongs.
    follow_at: usize,
}

/// Bytes of the comma and the key that begin an entry.
const KEY_LEN: usize = ID_LEN + 3;

impl Windows {
    /// No windows yet. The stamps of another start or another node must be others: they begin at the time, or at what
    /// is random in the node's id.
    pub fn new(now: Millis, node: Option<Id>, metrics: &Arc<Metrics>) -> Windows {
        let cache = Cached::new("Posts", WINDOW_BYTES_MAX, 32_000, metrics);
        let random = |node: Id| (u128::from_be_bytes(node.0) & (i64::MAX as u128)) as i64;
        Windows { cache, stamp: AtomicI64::new(node.map_or(now * STAMPS_PER_MS, random)) }
    }

    pub fn forget(&self, channel: ChannelId) {
        for kind in [Kind::Whole, Kind::Skipped, Kind::Collapsed] {
            self.cache.forget(&(channel, kind));
        }
    }

    /// What the cache of windows holds.
    pub fn size(&self) -> CacheSize {
        self.cache.size()
    }

    pub fn forget_all(&self) {
        self.cache.forget_all();
    }

    /// A stamp that no window had. Taken before the posts are read, it is never newer than what it stands for.
    pub fn stamp(&self) -> i64 {
        self.stamp.fetch_add(1, Ordering::Relaxed)
    }

    /// The window of a channel if it is in memory.
    pub fn peek(&self, channel: ChannelId, kind: Kind) -> Option<Arc<Window>> {
        self.cache.peek(&(channel, kind))
    }

    /// The window of a channel that knows of `number` changes, read when memory has none or an older one.
    ///
    /// # Errors
    /// What `load` fails with.
    pub async fn get<E, F>(
        &self,
        channel: ChannelId,
        kind: Kind,
        number: i64,
        load: impl Fn() -> F,
    ) -> Result<Option<Arc<Window>>, E>
    where
        F: Future<Output = Result<Window, E>>,
    {
        loop {
            let load = async || load().await.map(Some);
            let window = self.cache.get_or_load(&(channel, kind), load).await?;
            if window.as_ref().is_none_or(|window| window.number >= number) {
                return Ok(window);
            }
            // Another node changed something since.
            self.cache.forget(&(channel, kind));
        }
    }
}

impl Window {
    /// The tag of everything that is read of the channel while this window holds, for viewers who follow `following`
    /// of its threads.
    pub fn tag(&self, following: &[(PostId, bool)]) -> Cow<'_, str> {
        match following {
            [] => Cow::Borrowed(&*self.tag),
            _ => {
                use std::hash::{DefaultHasher, Hash, Hasher};
                let mut hasher = DefaultHasher::new();
                following.hash(&mut hasher);
                Cow::Owned(format!("{}.{:x}", self.tag, hasher.finish()))
            }
        }
    }

    /// Whether nothing was made, changed or deleted after a time.
    pub fn is_unchanged_since(&self, time: Millis) -> bool {
        self.last_update <= time
    }

    /// Whether a page of posts up to the `end`-th from the newest on can be made from the window, and told what
    /// follows.
    pub fn holds(&self, end: usize) -> bool {
        self.is_shared && (end <= PAGE_LEN_MAX || self.is_whole())
    }

    /// Whether there are no older posts.
    fn is_whole(&self) -> bool {
        self.parts.len() <= PAGE_LEN_MAX
    }

    /// Where the page of `len` posts begins that are older than a post of the window, which must hold it.
    pub fn behind(&self, post: PostId, len: usize) -> Option<usize> {
        let from = self.parts.iter().position(|part| part.id == post)? + 1;
        self.holds(from + len).then_some(from)
    }

    /// How many posts were made after a time; `None` when there may be more than the window holds.
    pub fn len_after(&self, time: Millis) -> Option<usize> {
        let newer = self.parts.partition_point(|part| part.create_at > time);
        (newer < self.parts.len() || self.is_whole()).then_some(newer)
    }

    /// A window that shows no page: viewers see different things. `number` counts the channel's changes.
    pub fn of_nothing(tag: Box<str>, number: i64, last_update: Millis) -> Window {
        Window { tag, number, last_update, ..Window::default() }
    }

    /// A compressed page that was kept.
    pub fn packed(&self, shown: &Shown) -> Option<Bytes> {
        self.packed.lock().iter().find(|(one, _)| one == shown).map(|(_, bytes)| bytes.clone())
    }

    /// Keeps a page that was compressed, in place of the oldest.
    pub fn keep_packed(&self, shown: Shown, bytes: Bytes) {
        let mut packed = self.packed.lock();
        if packed.len() == PACKED_LEN_MAX {
            packed.remove(0);
        }
        packed.push((shown, bytes));
    }

    /// Posts whose threads somebody follows.
    pub fn followed(&self) -> Vec<PostId> {
        self.parts.iter().filter(|part| part.has_followers).map(|part| part.id).collect()
    }

    /// The window of posts with what goes along with them, newest first; the roots of replies that are older than all
    /// of them come after the first `shown`. `followed` are those whose threads somebody follows.
    pub fn with_posts(self, kind: Kind, posts: &[Post], shown: usize, followed: &[PostId]) -> Window {
        let mut parts: Vec<Part> = posts.iter().map(|post| Part::of(post, followed.contains(&post.id))).collect();
        let roots = parts.split_off(shown);
        Window { parts, roots, is_with_roots: kind == Kind::Whole, is_shared: true, ..self }
    }

    /// The page as JSON.
    pub fn page(&self, shown: &Shown) -> Bytes {
        let Shown { from, len, next, following, has_next } = shown;
        let end = from + len;
        assert!(self.holds(end), "the caller asked whether the window holds the page");
        let shown = &self.parts[*from..end.min(self.parts.len())];
        let prev = self.parts.get(end).filter(|_| !shown.is_empty());
        let roots = self.roots_of(shown);
        let size: usize = shown.iter().chain(roots.iter().copied()).map(|part| part.entry.len() + 60).sum();
        let mut out = BytesMut::with_capacity(size + 160);
        out.put_slice(br#"{"order":["#);
        for (at, part) in shown.iter().enumerate() {
            out.put_slice(&part.entry[begin_of(at)..KEY_LEN]);
        }
        out.put_slice(br#"],"posts":{"#);
        for (at, part) in shown.iter().chain(roots.iter().copied()).enumerate() {
            let follows = following.iter().find(|(id, _)| *id == part.id).map(|(_, follows)| *follows);
            part.put(&mut out, begin_of(at), follows);
        }
        out.put_slice(br#"},"next_post_id":""#);
        if next.is_some() {
            out.put_slice(&next.0.encode());
        }
        out.put_slice(br#"","prev_post_id":"#);
        out.put_slice(prev.map_or(&br#""""#[..], |part| &part.entry[1..KEY_LEN]));
        match has_next {
            None => {}
            Some(true) => out.put_slice(br#","has_next":true"#),
            Some(false) => out.put_slice(br#","has_next":false"#),
        }
        out.put_slice(br#","first_inaccessible_post_time":0}"#);
        out.freeze()
    }

    /// The roots of replies among `shown` that are not shown themselves.
    fn roots_of(&self, shown: &[Part]) -> Vec<&Part> {
        if !self.is_with_roots {
            return Vec::new();
        }
        let mut wanted: Vec<PostId> = shown.iter().map(|part| part.root_id).filter(|id| id.is_some()).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|id| !shown.iter().any(|part| part.id == *id));
        // A root that stands in the window behind the page comes along like those that are older.
        let known = self.parts.iter().chain(&self.roots);
        known.filter(|part| wanted.binary_search(&part.id).is_ok()).collect()
    }
}

impl Part {
    fn of(post: &Post, has_followers: bool) -> Part {
        let json = serde_json::to_vec(post).expect("wire types are JSON");
        let told = Post { is_following: Some(true), ..post.clone() };
        let told = serde_json::to_vec(&told).expect("wire types are JSON");
        // What is behind the word on following is the same in both.
        let tail = json.iter().rev().zip(told.iter().rev()).take_while(|(a, b)| a == b).count();
        let mut entry = Vec::with_capacity(KEY_LEN + 1 + json.len());
        entry.extend_from_slice(br#",""#);
        entry.extend_from_slice(&post.id.0.encode());
        entry.extend_from_slice(br#"":"#);
        entry.extend_from_slice(&json);
        Part {
            id: post.id,
            root_id: post.root_id,
            create_at: post.create_at,
            has_followers,
            follow_at: entry.len() - tail,
            entry: entry.into(),
        }
    }

    /// Writes the entry from a place on, which leaves out the comma or not.
    fn put(&self, out: &mut BytesMut, from: usize, follows: Option<bool>) {
        let Some(follows) = follows else { return out.put_slice(&self.entry[from..]) };
        out.put_slice(&self.entry[from..self.follow_at]);
        out.put_slice(if follows { br#","is_following":true"# } else { br#","is_following":false"# });
        out.put_slice(&self.entry[self.follow_at..]);
    }
}

/// Where an entry begins that is at this place of a page: the first one without its comma.
fn begin_of(at: usize) -> usize {
    usize::from(at == 0)
}

impl Weigh for Window {
    fn weigh(&self) -> u64 {
        let parts = self.parts.iter().chain(&self.roots);
        let bytes: usize = parts.map(|part| part.entry.len() + size_of::<Part>()).sum();
        (bytes + size_of::<Window>()) as u64 + PACKED_BYTES
    }
}

#[cfg(test)]
mod tests;
