//! Notifications to users without an open client: once a post is durable, by push to phones and closed browsers
//! ([`push`]), and by mail ([`mail`]).
//!
//! [`wanted`] decides for all ways who gets one, and [`crate::delivery_queue`] delivers to devices. No post waits for a
//! notification, and one that fails is dropped: the post is stored anyway.

mod batch;
pub mod mail;
mod mail_text;
pub mod push;
pub mod wanted;

use std::collections::HashSet;
use std::sync::Arc;

use base::ids::UserId;
use request::App;
use wire::channels::Channel;
use wire::posts::Post;
use wire::users::User;

use crate::audience::Told;

/// A durable post that may need notifications.
pub struct Note<'a> {
    pub post: &'a Post,
    pub author: &'a User,
    pub channel: &'a Arc<Channel>,
    pub called: &'a [UserId],
    /// Followers of the post's thread.
    pub followers: &'a [UserId],
}

/// Starts the notifications of a durable post, and returns at once. Costs nothing when no user can get one.
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
