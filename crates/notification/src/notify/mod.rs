//! Notifications of people who have no client open: once a post is durable, those whom it concerns are told on phones and
//! in browsers that are closed ([`push`]), and by mail ([`mail`]).
//!
//! Who wants to know is decided for all in [`wanted`], and devices of all kinds are told by one [`delivery`]. Nothing waits
//! for any of it, and what does not get through is dropped: the post is there anyway.

mod batch;
pub mod delivery;
mod letter;
pub mod mail;
pub mod push;
pub mod wanted;

use std::collections::HashSet;
use std::sync::Arc;

use base::ids::UserId;
use config::Config;
use wire::channels::Channel;
use wire::posts::Post;
use wire::users::User;

use request::App;

/// A post that may matter to somebody.
pub struct Note<'a> {
    pub post: &'a Post,
    pub author: &'a User,
    pub channel: &'a Arc<Channel>,
    pub called: &'a [UserId],
    /// Of the post's thread.
    pub followers: &'a [UserId],
}

/// The same, for whoever tells of it later. The author is not among those whom it concerns, unless a program spoke.
pub struct Told {
    pub post: Post,
    /// The author's name.
    pub author: String,
    pub channel: Arc<Channel>,
    pub called: HashSet<UserId>,
    pub follow: HashSet<UserId>,
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

impl Told {
    /// All whom the post concerns, each once.
    pub fn people(&self) -> HashSet<UserId> {
        self.called.union(&self.follow).copied().collect()
    }

    /// Who speaks, as clients show it.
    pub fn sender(&self, config: &Config) -> &str {
        let sender = self.post.prop(wire::posts::PROP_OVERRIDE_USERNAME);
        let overridden = self.post.is_from_webhook() && !sender.is_empty();
        if overridden && config.integrations.enable_username_override { sender } else { &self.author }
    }

    /// What is said, or the names of what is shown.
    pub fn text(&self) -> String {
        if !self.post.message.is_empty() {
            return self.post.message.clone();
        }
        let files = self.post.metadata.iter().flat_map(|metadata| &metadata.files);
        files.map(|file| file.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// As much of a text as is shown.
pub fn clip(text: &str, len_max: usize) -> String {
    text.chars().take(len_max).collect()
}
