//! Notifications of people who have no client open: once a post is durable, those whom it concerns are told on phones and
//! in browsers that are closed ([`push`]), and by mail ([`mail`]).
//!
//! Who wants to know is decided for all in [`wanted`], and devices of all kinds are told by [`crate::parcels`]. Nothing waits
//! for any of it, and what does not get through is dropped: the post is there anyway.

mod batch;
mod letter;
pub mod mail;
pub mod push;
pub mod wanted;

use std::collections::HashSet;
use std::sync::Arc;

use base::ids::UserId;
use request::App;
use wire::channels::Channel;
use wire::posts::Post;
use wire::users::User;

use crate::told::Told;

/// A post that may matter to somebody.
pub struct Note<'a> {
    pub post: &'a Post,
    pub author: &'a User,
    pub channel: &'a Arc<Channel>,
    pub called: &'a [UserId],
    /// Of the post's thread.
    pub followers: &'a [UserId],
}

/// Tells of a durable post, later. Costs nothing where nobody is to be told.
pub fn tell_later(app: &Arc<App>, note: &Note<'_>) {
    let concerns_somebody = !note.called.is_empty() || !note.followers.is_empty();
    let (by_push, by_mail) = (push::may_tell(app), concerns_somebody && mail::is_on(&app.config()));
    if note.post.is_system() || !(by_push || by_mail) {
        return;
    }
    let mut called: HashSet<UserId> = note.called.iter().copied().collect();
    let mut follow: HashSet<UserId> = note.followers.iter().copied().collect();
    if !note.post.is_from_webhook() {
        called.remove(&note.author.id);
        follow.remove(&note.author.id);
    }
    let (post, author, channel) = (note.post.clone(), note.author.username.clone(), note.channel.clone());
    let told = Arc::new(Told { post, author, channel, called, follow });
    if by_push {
        push::tell_later(app, told.clone());
    }
    if by_mail {
        mail::tell_later(app, told);
    }
}
