//! A post that is told of, and who is told.

use std::collections::HashSet;
use std::sync::Arc;

use base::ids::{PostId, UserId};
use config::Config;
use memory::subscribers::Kind;
use node::error::Result;
use request::App;
use store::devices::Due;
use wire::channels::Channel;
use wire::posts::Post;
use wire::sessions::PROP_DEVICE_NOTIFICATION_DISABLED;
use wire::users::User;

/// Devices of one user and kind that are told, those used last; more are hardly in use, and each is a call.
const DEVICES_PER_USER_MAX: usize = 10;

/// Somebody who wants to be told of a post.
pub struct Receiver<'a> {
    pub user: Arc<User>,
    pub called: bool,
    /// The post goes on a thread that this user follows.
    pub follows: bool,
    /// Replies are gathered in threads for this user.
    pub collapsed: bool,
    pub devices: &'a [Due],
}

impl Receiver<'_> {
    /// Those devices of a kind on which notifications are not turned off.
    pub fn devices(&self, kind: Kind) -> impl Iterator<Item = &Due> {
        let live = |one: &&Due| one.props.get(PROP_DEVICE_NOTIFICATION_DISABLED).is_none_or(|value| value != "true");
        let of_kind = self.devices.iter().filter(move |one| Kind::of(&one.device_id) == kind);
        of_kind.filter(live).take(DEVICES_PER_USER_MAX)
    }
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

/// Whether a request of the user would still show the post: what waited may be gone, or not the user's any more.
///
/// # Errors
/// When the store does not answer.
pub async fn still_reads(app: &App, user: UserId, post: PostId) -> Result<bool> {
    let Some(post) = app.live_post(post).await? else { return Ok(false) };
    let may_hear = app.world.user(user).await?.is_some_and(|user| !app.owes_mfa(&user));
    Ok(may_hear && app.would_read(user, post.channel_id).await?)
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
