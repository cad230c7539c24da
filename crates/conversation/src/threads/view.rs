//! A thread as it travels: from the rows of the store, its first post, and those who wrote in it.

use std::collections::HashMap;
use std::sync::Arc;

use base::ids::PostId;
use node::error::Result;
use request::App;
use store::thread_pages::Followed;
use wire::posts::Post;
use wire::threads::Thread;
use wire::users::User;

use crate::interactive;
use crate::shown::list::{Participants, people};

/// Whether a thread may be shown whose first post was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deleted {
    Shown,
    Hidden,
}

/// Threads in the order of `followed`; those whose first post is gone are left out.
pub async fn threads(
    app: &Arc<App>,
    followed: Vec<Followed>,
    participants: Participants,
    deleted: Deleted,
) -> Result<Vec<Thread>> {
    let roots: Vec<PostId> = followed.iter().map(|one| one.thread.post_id).collect();
    let posts = if roots.is_empty() { Vec::new() } else { app.store.posts(&roots).await? };
    let mut posts: HashMap<PostId, Post> = posts.into_iter().map(|post| (post.id, post)).collect();
    let mut threads = Vec::with_capacity(followed.len());
    for one in followed {
        let Some(mut post) = posts.remove(&one.thread.post_id) else { continue };
        if post.is_deleted() {
            if deleted == Deleted::Hidden {
                continue;
            }
            post.message.clear();
            post.hashtags.clear();
            post.props.clear();
        }
        interactive::hide(&mut post);
        // The count stands beside the post.
        post.reply_count = 0;
        threads.push(Thread {
            id: post.id,
            reply_count: one.thread.reply_count,
            last_reply_at: one.thread.last_reply_at,
            last_viewed_at: one.membership.last_view_at,
            participants: named(people(app, &one.thread.participants, participants).await?),
            post,
            unread_replies: one.unread_replies,
            unread_mentions: one.membership.unread_mentions,
            is_urgent: one.is_urgent,
            delete_at: one.thread.delete_at,
        });
    }
    Ok(threads)
}

/// Participants as clients know them from lists of threads: the name at the sign-on service is there, and empty.
fn named(mut people: Vec<User>) -> Vec<User> {
    for user in &mut people {
        user.auth_data = Some(String::new());
    }
    people
}

/// One thread.
pub async fn thread(app: &Arc<App>, followed: Followed, participants: Participants) -> Result<Option<Thread>> {
    Ok(threads(app, vec![followed], participants, Deleted::Hidden).await?.pop())
}
