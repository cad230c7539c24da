//! Lists of posts as clients read them: pages with their neighbours, and threads whole, left out or collapsed.
//!
//! A page is read newest first with one post more on each side than it shows; those two are its neighbours. Clients
//! that collapse threads receive root posts only, each with its thread's participants; what the viewer follows is
//! looked up for the viewer, everything else is the same for all who may read the channel.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use base::ids::{ChannelId, PostId, UserId};
use node::API_VERSION;
use node::error::Result;
use serde::Serialize;
use store::post_pages::Show;
use wire::posts::{PROP_DELETE_BY, Post, PostList};
use wire::users::{Privacy, User};

use crate::shown::metadata;

use request::App;
use request::{Answer, Call, Query, Reply};

/// Replies that come along with the root posts of one page, at most; the newest win.
const REPLIES_MAX: usize = 1_000;

/// What becomes of threads in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// Roots of the replies come along.
    Whole,
    /// Only the posts of the page.
    Skipped,
    /// Root posts only, with a summary of their threads.
    Collapsed(Participants),
}

/// How much is told of those who wrote in a collapsed thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Participants {
    Ids,
    Users,
}

impl Threads {
    pub fn of(query: &Query) -> Threads {
        let participants = if query.flag("collapsedThreadsExtended") { Participants::Users } else { Participants::Ids };
        match (query.flag("collapsedThreads"), query.flag("skipFetchThreads")) {
            (true, _) => Threads::Collapsed(participants),
            (false, true) => Threads::Skipped,
            (false, false) => Threads::Whole,
        }
    }

    pub fn show(self) -> Show {
        match self {
            Threads::Collapsed(_) => Show::Roots,
            _ => Show::All,
        }
    }
}

/// Posts in order, with those that stand next to them.
#[derive(Debug, Default)]
pub struct Listing {
    /// Newest first, except in threads.
    pub posts: Vec<Post>,
    pub next: PostId,
    pub prev: PostId,
    pub has_next: Option<bool>,
    /// Posts that come along without being in the order.
    pub others: Vec<Post>,
    pub deleted: Deleted,
}

/// What a list shows of deleted posts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deleted {
    /// That they were there.
    #[default]
    Blank,
    /// What was said, to those who may read deleted posts.
    Whole,
}

impl Listing {
    /// A page of `size` from what was read around it: with `lead`, the first post stands before the page; a post too
    /// many at the end stands behind it.
    pub fn cut(mut read: Vec<Post>, size: usize, lead: Lead) -> (Vec<Post>, PostId, PostId) {
        let mut before = PostId::NONE;
        if lead == Lead::One && !read.is_empty() {
            before = read.remove(0).id;
        }
        let behind = read.get(size).map_or(PostId::NONE, |post| post.id);
        read.truncate(size);
        if read.is_empty() {
            return (read, PostId::NONE, PostId::NONE);
        }
        (read, before, behind)
    }

    /// Adds the roots of the replies on the page.
    pub async fn add_roots(&mut self, app: &Arc<App>) -> Result<()> {
        let shown = |id: PostId| self.posts.iter().chain(&self.others).any(|post| post.id == id);
        let mut roots: Vec<PostId> = self.posts.iter().map(|post| post.root_id).filter(|id| id.is_some()).collect();
        roots.sort_unstable();
        roots.dedup();
        roots.retain(|id| !shown(*id));
        if !roots.is_empty() {
            let found = app.store.posts(&roots).await?;
            self.others.extend(found.into_iter().filter(|post| !post.is_deleted()));
        }
        Ok(())
    }

    /// Adds the replies to the root posts on the page.
    pub async fn add_replies(&mut self, app: &Arc<App>, channel: ChannelId) -> Result<()> {
        let has_replies = |post: &&Post| post.is_root() && post.reply_count > 0;
        let mut roots: Vec<PostId> = self.posts.iter().chain(&self.others).filter(has_replies).map(|p| p.id).collect();
        roots.dedup();
        if !roots.is_empty() {
            let replies = app.store.replies_of(channel, &roots, REPLIES_MAX).await?;
            let known: Vec<PostId> = self.posts.iter().map(|post| post.id).collect();
            self.others.extend(replies.into_iter().filter(|reply| !known.contains(&reply.id)));
        }
        Ok(())
    }

    /// Tells nothing of how many replies there are.
    pub fn forget_counts(&mut self) {
        for post in self.posts.iter_mut().chain(&mut self.others) {
            post.reply_count = 0;
        }
    }

    /// The list for one viewer.
    pub async fn finish(mut self, app: &Arc<App>, viewer: &User, threads: Threads) -> Result<PostList> {
        let order = self.posts.iter().map(|post| post.id).collect();
        self.posts.append(&mut self.others);
        if let Threads::Collapsed(participants) = threads {
            collapse(app, viewer.id, &mut self.posts, participants).await?;
        }
        match self.deleted {
            Deleted::Blank => show(app, viewer, &mut self.posts).await?,
            Deleted::Whole => metadata::fill(app, Some(viewer), &mut self.posts).await?,
        }
        let posts: BTreeMap<PostId, Post> = self.posts.into_iter().map(|post| (post.id, post)).collect();
        let Listing { next, prev, has_next, .. } = self;
        Ok(PostList { order, posts, next_post_id: next, prev_post_id: prev, has_next, first_inaccessible_post_time: 0 })
    }
}

/// Whether a post was read that stands before the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    None,
    One,
}

impl Lead {
    pub fn of(page: usize) -> Lead {
        if page > 0 { Lead::One } else { Lead::None }
    }

    /// Posts that stand before the page itself.
    pub fn count(self) -> usize {
        usize::from(self == Lead::One)
    }
}

/// Makes posts ready for a viewer: metadata for the live ones, no content for the deleted ones.
pub async fn show(app: &Arc<App>, viewer: &User, posts: &mut [Post]) -> Result<()> {
    metadata::fill(app, Some(viewer), posts).await?;
    for post in posts.iter_mut().filter(|post| post.is_deleted() && post.original_id.is_none()) {
        blank(post);
    }
    Ok(())
}

/// Takes out of a deleted post what was said in it.
fn blank(post: &mut Post) {
    post.message.clear();
    post.message_source.clear();
    post.hashtags.clear();
    post.file_ids = Some(Vec::new());
    post.props.retain(|name, _| name == PROP_DELETE_BY);
    post.metadata = Some(Box::default());
}

/// Gives root posts the summary of their threads and whether the viewer follows them, and replies no counts.
async fn collapse(app: &Arc<App>, viewer: UserId, posts: &mut [Post], participants: Participants) -> Result<()> {
    summarise(app, posts, participants).await?;
    let roots = roots_of(posts);
    if roots.is_empty() {
        return Ok(());
    }
    let followed = app.store.thread_memberships(&roots, viewer).await?;
    let followed: HashMap<PostId, bool> = followed.iter().map(|one| (one.post_id, one.following)).collect();
    for post in posts {
        post.is_following = followed.get(&post.id).copied();
    }
    Ok(())
}

/// As [`collapse`], without what differs between viewers. Returns the roots whose threads somebody follows.
pub async fn collapse_shared(app: &Arc<App>, posts: &mut [Post], participants: Participants) -> Result<Vec<PostId>> {
    summarise(app, posts, participants).await?;
    let roots = roots_of(posts);
    if roots.is_empty() { Ok(Vec::new()) } else { Ok(app.store.threads_with_members(&roots).await?) }
}

fn roots_of(posts: &[Post]) -> Vec<PostId> {
    posts.iter().filter(|post| post.is_root()).map(|post| post.id).collect()
}

async fn summarise(app: &Arc<App>, posts: &mut [Post], participants: Participants) -> Result<()> {
    let with_replies: Vec<PostId> = posts.iter().filter(|p| p.is_root() && p.reply_count > 0).map(|p| p.id).collect();
    let threads = if with_replies.is_empty() { Vec::new() } else { app.store.threads(&with_replies).await? };
    let threads: HashMap<PostId, store::threads::Thread> =
        threads.into_iter().map(|thread| (thread.post_id, thread)).collect();
    for post in posts {
        if !post.is_root() {
            post.reply_count = 0;
        } else if let Some(thread) = threads.get(&post.id) {
            post.last_reply_at = thread.last_reply_at;
            post.participants = Some(people(app, &thread.participants, participants).await?);
        }
    }
    Ok(())
}

/// Those who wrote in a thread.
pub async fn people(app: &Arc<App>, users: &[UserId], participants: Participants) -> Result<Vec<User>> {
    if participants == Participants::Ids {
        return Ok(users.iter().map(|id| User::only_id(*id)).collect());
    }
    let privacy = privacy(app);
    let mut people = Vec::with_capacity(users.len());
    for id in users {
        let user = app.world.user(*id).await?;
        people.push(user.map_or_else(|| User::only_id(*id), |user| (*user).clone().for_others(privacy)));
    }
    Ok(people)
}

fn privacy(app: &App) -> Privacy {
    let config = app.config();
    Privacy { show_email: config.privacy.show_email, show_full_name: config.privacy.show_full_name }
}

/// An answer whose tag is made of its bytes, so that it is right whatever the answer depends on.
pub fn tagged<T: Serialize + ?Sized>(call: &Call, value: &T) -> Answer {
    let bytes = serde_json::to_vec(value).expect("wire types are JSON");
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("{API_VERSION}.{:016x}", hasher.finish());
    if call.has(&tag) {
        return Ok(Reply::not_modified(&tag));
    }
    Ok(Reply::json_bytes(bytes.into()).with_etag(&tag))
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    fn posts(ids: &[u8]) -> Vec<Post> {
        ids.iter().map(|id| Post { id: PostId(Id([*id; 16])), ..Post::default() }).collect()
    }

    fn cut(ids: &[u8], size: usize, lead: Lead) -> (Vec<u8>, u8, u8) {
        let (posts, before, behind) = Listing::cut(posts(ids), size, lead);
        (posts.iter().map(|post| post.id.0.0[0]).collect(), before.0.0[0], behind.0.0[0])
    }

    #[test]
    fn a_page_knows_its_neighbours() {
        assert_eq!(cut(&[9, 8, 7, 6], 3, Lead::None), (vec![9, 8, 7], 0, 6));
        assert_eq!(cut(&[9, 8, 7, 6, 5], 3, Lead::One), (vec![8, 7, 6], 9, 5));
        assert_eq!(cut(&[9, 8], 3, Lead::One), (vec![8], 9, 0));
    }

    #[test]
    fn a_page_beyond_the_last_has_no_neighbours() {
        assert_eq!(cut(&[9], 3, Lead::One), (vec![], 0, 0));
        assert_eq!(cut(&[9, 8], 0, Lead::None), (vec![], 0, 0));
    }

    #[test]
    fn a_deleted_post_keeps_only_who_deleted_it() {
        let mut post = Post { message: "secret".into(), hashtags: "#secret".into(), ..Post::default() };
        post.props.insert("attachments".into(), serde_json::json!([{"text": "secret"}]));
        post.props.insert(PROP_DELETE_BY.into(), "ann".into());
        blank(&mut post);
        let text = serde_json::to_string(&post).expect("plain data");
        assert!(!text.contains("secret") && text.contains("ann"), "{text}");
    }
}
