//! Windows: the newest posts of a channel, encoded once and spliced into every page that shows them.
//!
//! A page of 60 posts is some 30 KB: from a window it is copied, and for the viewers who follow the same of its
//! threads it is compressed once. A window is forgotten by the events that change a post of its
//! channel (see [`crate::change`]), and its stamp, which is made into the page's tag, is never given twice. What
//! differs between viewers is not in it: whether a thread is followed is looked up and spliced in, and a channel with
//! previews of other posts, which not everybody may see, has no window.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use base::Millis;
use base::ids::{ChannelId, PostId, UserId};
use bytes::{BufMut, Bytes, BytesMut};
use http::StatusCode;
use metrics::Metrics;
use parking_lot::Mutex;
use store::post_pages::{Page, Show};
use wire::posts::{PROP_PREVIEWED_POST, Post};

use super::list::{Listing, Participants, Threads, collapse_shared};
use super::metadata;
use crate::app::{API_VERSION, App};
use crate::error::{ApiError, Result};
use crate::http::dispatch::{COMPRESS_BYTES_MIN, accepts_gzip, compress};
use crate::http::reply::{Content, JSON};
use crate::http::{Call, Reply};
use crate::world::{Cached, Weigh};

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

impl Kind {
    /// The kind that serves a request; `None` when none does.
    pub fn of(threads: Threads) -> Option<Kind> {
        match threads {
            Threads::Whole => Some(Kind::Whole),
            Threads::Skipped => Some(Kind::Skipped),
            Threads::Collapsed(Participants::Ids) => Some(Kind::Collapsed),
            Threads::Collapsed(Participants::Users) => None,
        }
    }
}

/// The windows of all channels.
pub struct Windows {
    cache: Cached<(ChannelId, Kind), Window>,
    stamp: AtomicI64,
}

/// The newest posts of one channel.
#[derive(Default)]
pub struct Window {
    stamp: i64,
    /// Newest first; one more than a page shows, when there are so many.
    parts: Vec<Part>,
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
    /// Posts from the newest on.
    pub len: usize,
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
    json: Bytes,
    /// Where in `json` the word on following belongs.
    follow_at: usize,
}

impl Windows {
    pub fn new(now: Millis, metrics: &Arc<Metrics>) -> Windows {
        let cache = Cached::new("Posts", WINDOW_BYTES_MAX, 32_000, metrics);
        Windows { cache, stamp: AtomicI64::new(now * STAMPS_PER_MS) }
    }

    pub fn forget(&self, channel: ChannelId) {
        for kind in [Kind::Whole, Kind::Skipped, Kind::Collapsed] {
            self.cache.forget(&(channel, kind));
        }
    }

    pub fn forget_all(&self) {
        self.cache.forget_all();
    }

    /// The window of a channel if it is in memory.
    pub fn peek(&self, channel: ChannelId, kind: Kind) -> Option<Arc<Window>> {
        self.cache.peek(&(channel, kind))
    }

    /// The window of a channel, read when it is not in memory.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn get(&self, app: &Arc<App>, channel: ChannelId, kind: Kind) -> Result<Arc<Window>> {
        let mut failure = None;
        let load = async {
            let window = self.load(app, channel, kind).await;
            Ok(window.map_err(|error| failure = Some(error)).ok())
        };
        let loaded = self.cache.get(&(channel, kind), load).await?;
        loaded.ok_or_else(|| failure.unwrap_or_else(ApiError::busy))
    }

    async fn load(&self, app: &Arc<App>, channel: ChannelId, kind: Kind) -> Result<Window> {
        // Taken before the posts are read: a stamp is never newer than what it stands for.
        let stamp = self.stamp.fetch_add(1, Ordering::Relaxed);
        let last_update = app.store.posts_last_update(channel).await?;
        let show = if kind == Kind::Collapsed { Show::Roots } else { Show::All };
        let posts = app.store.posts_newest(channel, show, Page::first(PAGE_LEN_MAX + 1)).await?;
        let mut listing = Listing { posts, ..Listing::default() };
        if kind == Kind::Whole {
            listing.add_roots(app).await?;
            listing.forget_counts();
        }
        let shown = listing.posts.len();
        let mut posts = listing.posts;
        posts.append(&mut listing.others);
        if posts.iter().any(|post| post.props.contains_key(PROP_PREVIEWED_POST)) {
            return Ok(Window { stamp, last_update, ..Window::default() });
        }
        let mut followed = Vec::new();
        if kind == Kind::Collapsed {
            followed = collapse_shared(app, &mut posts, Participants::Ids).await?;
        }
        metadata::fill(app, None, &mut posts).await?;
        let mut parts: Vec<Part> = posts.iter().map(|post| Part::of(post, followed.contains(&post.id))).collect();
        let roots = parts.split_off(shown);
        Ok(Window { stamp, parts, roots, last_update, is_shared: true, packed: Mutex::default() })
    }
}

impl Window {
    /// The tag of everything that is read of the channel while this window holds, for viewers who follow `following`
    /// of its threads.
    pub fn tag(&self, following: &[(PostId, bool)]) -> String {
        match following {
            [] => format!("{API_VERSION}.{}", self.stamp),
            _ => {
                use std::hash::{DefaultHasher, Hash, Hasher};
                let mut hasher = DefaultHasher::new();
                following.hash(&mut hasher);
                format!("{API_VERSION}.{}.{:x}", self.stamp, hasher.finish())
            }
        }
    }

    /// Whether nothing was made, changed or deleted after a time.
    pub fn is_unchanged_since(&self, time: Millis) -> bool {
        self.last_update <= time
    }

    /// Whether a page of `len` posts from the newest on can be made from the window.
    pub fn holds(&self, len: usize) -> bool {
        self.is_shared && len <= PAGE_LEN_MAX
    }

    /// How many posts were made after a time; `None` when there may be more than the window holds.
    pub fn len_after(&self, time: Millis) -> Option<usize> {
        let newer = self.parts.partition_point(|part| part.create_at > time);
        (newer < self.parts.len() || self.parts.len() <= PAGE_LEN_MAX).then_some(newer)
    }

    /// What a viewer follows of the window's threads.
    pub async fn following(&self, app: &App, viewer: UserId) -> Result<Vec<(PostId, bool)>> {
        let asked: Vec<PostId> = self.parts.iter().filter(|part| part.has_followers).map(|part| part.id).collect();
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let memberships = app.store.thread_memberships(&asked, viewer).await?;
        Ok(memberships.iter().map(|one| (one.post_id, one.following)).collect())
    }

    /// The answer with a page, compressed for callers who accept that.
    pub fn answer(&self, call: &Call, shown: Shown) -> Reply {
        if !accepts_gzip(call.headers()) {
            return Reply::json_bytes(self.page(&shown));
        }
        if let Some(packed) = self.packed(&shown) {
            return Reply::new(StatusCode::OK, Content::Packed(JSON, packed));
        }
        let page = self.page(&shown);
        if page.len() < COMPRESS_BYTES_MIN {
            return Reply::json_bytes(page);
        }
        Reply::new(StatusCode::OK, Content::Packed(JSON, self.pack(shown, &page)))
    }

    fn packed(&self, shown: &Shown) -> Option<Bytes> {
        self.packed.lock().iter().find(|(one, _)| one == shown).map(|(_, bytes)| bytes.clone())
    }

    fn pack(&self, shown: Shown, page: &[u8]) -> Bytes {
        let bytes = compress(page);
        let mut packed = self.packed.lock();
        if packed.len() == PACKED_LEN_MAX {
            packed.remove(0);
        }
        packed.push((shown, bytes.clone()));
        bytes
    }

    /// The page as JSON.
    pub fn page(&self, shown: &Shown) -> Bytes {
        let Shown { len, following, has_next } = shown;
        let len = *len;
        assert!(self.holds(len), "the caller asked whether the window holds the page");
        let shown = &self.parts[..len.min(self.parts.len())];
        let prev = match shown.len() {
            0 => PostId::NONE,
            len => self.parts.get(len).map_or(PostId::NONE, |part| part.id),
        };
        let roots = self.roots_of(shown);
        let size: usize = shown.iter().chain(roots.iter().copied()).map(|part| part.json.len() + 80).sum();
        let mut out = BytesMut::with_capacity(size + 160);
        out.put_slice(br#"{"order":["#);
        for (at, part) in shown.iter().enumerate() {
            comma(&mut out, at);
            put_id(&mut out, part.id);
        }
        out.put_slice(br#"],"posts":{"#);
        for (at, part) in shown.iter().chain(roots.iter().copied()).enumerate() {
            comma(&mut out, at);
            put_id(&mut out, part.id);
            out.put_u8(b':');
            let follows = following.iter().find(|(id, _)| *id == part.id).map(|(_, follows)| *follows);
            part.put(&mut out, follows);
        }
        out.put_slice(br#"},"next_post_id":"","prev_post_id":"#);
        put_id(&mut out, prev);
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
        let mut wanted: Vec<PostId> = shown.iter().map(|part| part.root_id).filter(|id| id.is_some()).collect();
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
        let follow_at = json.len() - tail;
        Part {
            id: post.id,
            root_id: post.root_id,
            create_at: post.create_at,
            has_followers,
            json: json.into(),
            follow_at,
        }
    }

    fn put(&self, out: &mut BytesMut, follows: Option<bool>) {
        let Some(follows) = follows else { return out.put_slice(&self.json) };
        out.put_slice(&self.json[..self.follow_at]);
        out.put_slice(if follows { br#","is_following":true"# } else { br#","is_following":false"# });
        out.put_slice(&self.json[self.follow_at..]);
    }
}

fn comma(out: &mut BytesMut, at: usize) {
    if at > 0 {
        out.put_u8(b',');
    }
}

fn put_id(out: &mut BytesMut, id: PostId) {
    out.put_u8(b'"');
    if !id.is_none() {
        out.put_slice(&id.0.encode());
    }
    out.put_u8(b'"');
}

impl Weigh for Window {
    fn weigh(&self) -> u64 {
        let parts = self.parts.iter().chain(&self.roots);
        let bytes: usize = parts.map(|part| part.json.len() + size_of::<Part>()).sum();
        (bytes + size_of::<Window>()) as u64 + PACKED_BYTES
    }
}

#[cfg(test)]
mod tests {
    use base::Id;
    use wire::posts::{PostList, PostMetadata};
    use wire::users::User;

    use super::*;

    fn id(number: u8) -> PostId {
        PostId(Id([number; 16]))
    }

    fn post(number: u8) -> Post {
        let metadata = Some(Box::<PostMetadata>::default());
        let message = "says \"true\" \\ {".into();
        Post { id: id(number), create_at: i64::from(number), message, metadata, ..Post::default() }
    }

    fn window(posts: &[Post], roots: &[Post]) -> Window {
        let parts = |posts: &[Post]| posts.iter().map(|post| Part::of(post, false)).collect();
        Window { stamp: 1, parts: parts(posts), roots: parts(roots), is_shared: true, ..Window::default() }
    }

    fn first(len: usize) -> Shown {
        Shown { len, ..Shown::default() }
    }

    fn read(bytes: &Bytes) -> PostList {
        serde_json::from_slice(bytes).expect("a list of posts")
    }

    #[test]
    fn a_spliced_page_is_the_page_that_would_be_encoded() {
        let posts = [post(9), post(8), post(7)];
        let list = PostList {
            order: vec![id(9), id(8)],
            posts: posts[..2].iter().map(|post| (post.id, post.clone())).collect(),
            prev_post_id: id(7),
            ..PostList::default()
        };
        let spliced = window(&posts, &[]).page(&first(2));
        assert_eq!(read(&spliced), list);
        assert_eq!(spliced.len(), serde_json::to_vec(&list).expect("plain data").len(), "nothing more is told");
    }

    #[test]
    fn what_a_viewer_follows_is_spliced_in() {
        for participants in [None, Some(vec![]), Some(vec![User::only_id(Default::default())])] {
            for metadata in [None, Some(Box::<PostMetadata>::default())] {
                let post = Post { participants: participants.clone(), metadata, ..post(9) };
                let window = window(std::slice::from_ref(&post), &[]);
                let page = |following: &[(PostId, bool)]| {
                    let shown = Shown { following: following.to_vec(), ..first(1) };
                    read(&window.page(&shown)).posts[&id(9)].clone()
                };
                assert_eq!(page(&[(id(9), true)]), Post { is_following: Some(true), ..post.clone() });
                assert_eq!(page(&[(id(9), false)]).is_following, Some(false));
                assert_eq!(page(&[(id(8), true)]), post);
            }
        }
    }

    #[test]
    fn roots_come_along_from_the_window_and_from_behind_it() {
        let reply = |number: u8, root: u8| Post { root_id: id(root), ..post(number) };
        let window = window(&[reply(9, 7), reply(8, 1), post(7)], &[post(1)]);
        let known = |len: usize| read(&window.page(&first(len))).posts.into_keys().collect::<Vec<_>>();
        assert_eq!(known(1), [id(7), id(9)]);
        assert_eq!(known(3), [id(1), id(7), id(8), id(9)]);
    }

    #[test]
    fn an_empty_page_has_no_neighbours() {
        assert_eq!(read(&window(&[post(9)], &[]).page(&first(0))), PostList::default());
        assert_eq!(read(&window(&[], &[]).page(&first(60))), PostList::default());
    }

    #[test]
    fn a_full_window_does_not_tell_what_lies_behind_it() {
        let posts: Vec<Post> = (1..=61).rev().map(post).collect();
        let full = window(&posts, &[]);
        assert_eq!(full.len_after(50), Some(11));
        assert_eq!(full.len_after(0), None);
        assert_eq!(window(&posts[..5], &[]).len_after(0), Some(5));
    }

    #[test]
    fn compressed_pages_are_kept_for_those_who_see_the_same() {
        let window = window(&[post(9), post(8)], &[]);
        let follows = Shown { following: vec![(id(9), true)], ..first(2) };
        let packed = window.pack(first(2), &window.page(&first(2)));
        assert_eq!(window.packed(&first(2)), Some(packed.clone()));
        assert_eq!(window.packed(&follows), None);
        let mut unpacked = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed[..]), &mut unpacked).expect("gzip");
        assert_eq!(unpacked, window.page(&first(2)));
        for len in 0..=PACKED_LEN_MAX {
            window.pack(Shown { has_next: Some(true), ..first(len) }, b"{}");
        }
        assert_eq!(window.packed.lock().len(), PACKED_LEN_MAX);
        assert_eq!(window.packed(&first(2)), None);
    }

    #[test]
    fn following_something_else_is_another_tag() {
        let window = window(&[post(9)], &[]);
        assert_ne!(window.tag(&[]), window.tag(&[(id(9), true)]));
        assert_ne!(window.tag(&[(id(9), false)]), window.tag(&[(id(9), true)]));
    }
}
