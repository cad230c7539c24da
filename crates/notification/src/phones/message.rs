//! What a phone is told: of a post as far as the configuration lets it leave the server, of what was read elsewhere,
//! and of the end of a session. Pure.

use config::{Config, PushContents};
use wire::channels::Channel;
use wire::posts::{PROP_OVERRIDE_ICON_URL, PROP_OVERRIDE_USERNAME};
use wire::push::{
    CAN_REPLY, CLEAR, MESSAGE, PushNotification, SESSION, SOUND_DEFAULT, SOUND_NONE, TEST, UPDATE_BADGE, VERSION,
};
use wire::users::User;

use crate::audience::{Told, clip};
use crate::phones::words::{Why, Words};

/// Characters of a post that are told. The systems of phones take 4 KB in all, and a character is four bytes at most.
const TEXT_LEN_MAX: usize = 500;
/// Characters of the name of a person or a channel.
const NAME_LEN_MAX: usize = 64;
/// Longer addresses of pictures are left out.
const ICON_LEN_MAX: usize = 512;

/// Whom a post is told to.
#[derive(Debug, Clone, Copy)]
pub struct To<'a> {
    pub user: &'a User,
    pub called: bool,
    pub follows: bool,
    /// Replies are gathered in threads for this user.
    pub collapsed: bool,
    /// Mentions that the user has not read.
    pub badge: i64,
}

/// What tells of a post.
pub fn of_post(config: &Config, contents: PushContents, told: &Told, to: &To<'_>) -> PushNotification {
    let Told { post, channel, .. } = told;
    let mut message = PushNotification {
        post_id: post.id,
        category: CAN_REPLY.into(),
        sound: SOUND_DEFAULT.into(),
        badge: to.badge,
        team_id: channel.team_id,
        channel_id: channel.id,
        root_id: post.root_id,
        kind: MESSAGE.into(),
        version: VERSION.into(),
        is_crt_enabled: to.collapsed,
        ..PushNotification::default()
    };
    let words = Words::of(&to.user.locale);
    if contents == PushContents::IdLoaded {
        message.is_id_loaded = true;
        message.message = words.something.into();
        return message;
    }
    let sender = clip(told.sender(config), NAME_LEN_MAX);
    let text = if contents == PushContents::Full { clip(&told.text(), TEXT_LEN_MAX) } else { String::new() };
    message.message = match text.is_empty() {
        true => words.did(why(channel, to), &sender),
        false if channel.is_direct() => text,
        false => format!("{sender}: {text}"),
    };
    message.channel_name = match contents {
        _ if channel.is_direct() => sender.clone(),
        PushContents::Full | PushContents::Generic => clip(&channel.display_name, NAME_LEN_MAX),
        PushContents::GenericNoChannel | PushContents::IdLoaded => String::new(),
    };
    message.sender_id = post.user_id;
    message.sender_name = sender;
    if post.is_from_webhook() {
        message.from_webhook = "true".into();
        let integrations = &config.integrations;
        if integrations.enable_username_override {
            message.override_username = clip(post.prop(PROP_OVERRIDE_USERNAME), NAME_LEN_MAX);
        }
        let icon = post.prop(PROP_OVERRIDE_ICON_URL);
        if integrations.enable_icon_override && icon.len() <= ICON_LEN_MAX {
            message.override_icon_url = icon.into();
        }
    }
    message
}

fn why(channel: &Channel, to: &To<'_>) -> Why {
    match channel.is_direct() {
        true => Why::Direct,
        false if to.called => Why::Called,
        false if to.follows => Why::Replied,
        false => Why::Posted,
    }
}

/// What takes down what is shown of a channel.
pub fn of_read(channel: &Channel, badge: i64) -> PushNotification {
    PushNotification { team_id: channel.team_id, channel_id: channel.id, ..silent(CLEAR, badge) }
}

/// What changes the number at the application's icon.
pub fn of_badge(badge: i64) -> PushNotification {
    silent(UPDATE_BADGE, badge)
}

/// What asks whether a device can be told at all.
pub fn of_nothing() -> PushNotification {
    silent(TEST, 0)
}

fn silent(kind: &str, badge: i64) -> PushNotification {
    PushNotification {
        sound: SOUND_NONE.into(),
        badge,
        content_available: 1,
        kind: kind.into(),
        version: VERSION.into(),
        ..PushNotification::default()
    }
}

/// What says that a session ended.
pub fn of_end(locale: &str, site: &str) -> PushNotification {
    PushNotification {
        sound: SOUND_DEFAULT.into(),
        message: Words::of(locale).ended(&clip(site, NAME_LEN_MAX)),
        kind: SESSION.into(),
        version: VERSION.into(),
        ..PushNotification::default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use base::Id;
    use base::ids::{ChannelId, PostId, TeamId, UserId};
    use wire::channels;
    use wire::posts::{PROP_FROM_WEBHOOK, Post};

    use super::*;

    fn told(channel: Channel, text: &str) -> Told {
        let (id, user_id) = (PostId(Id([1; 16])), UserId(Id([2; 16])));
        let post = Post { id, user_id, message: text.into(), ..Post::default() };
        let (called, follow) = Default::default();
        Told { post, author: "ann".into(), channel: Arc::new(channel), called, follow }
    }

    fn deck() -> Channel {
        let (id, team_id) = (ChannelId(Id([3; 16])), TeamId(Id([4; 16])));
        Channel { id, team_id, kind: channels::OPEN.into(), display_name: "Deck".into(), ..Channel::default() }
    }

    fn direct() -> Channel {
        Channel { id: ChannelId(Id([3; 16])), kind: channels::DIRECT.into(), ..Channel::default() }
    }

    fn read(contents: PushContents, told: &Told, called: bool) -> [String; 3] {
        let user = User { locale: "en".into(), ..User::default() };
        let to = To { user: &user, called, follows: true, collapsed: true, badge: 3 };
        let message = of_post(&Config::default(), contents, told, &to);
        assert_eq!((message.badge, &message.kind[..], message.post_id), (3, "message", told.post.id));
        [message.channel_name, message.sender_name, message.message]
    }

    #[test]
    fn no_more_is_told_than_the_configuration_lets_out() {
        let post = told(deck(), "The lamp is lit");
        let told = |contents, called| read(contents, &post, called);
        assert_eq!(told(PushContents::Full, true), ["Deck", "ann", "ann: The lamp is lit"]);
        assert_eq!(told(PushContents::Generic, true), ["Deck", "ann", "ann mentioned you."]);
        assert_eq!(told(PushContents::Generic, false), ["Deck", "ann", "ann replied to a thread that you follow."]);
        assert_eq!(told(PushContents::GenericNoChannel, true), ["", "ann", "ann mentioned you."]);
        assert_eq!(told(PushContents::IdLoaded, true), ["", "", "You have a new message."]);
    }

    #[test]
    fn a_direct_message_bears_the_name_of_its_sender() {
        assert_eq!(read(PushContents::Full, &told(direct(), "Hello"), true), ["ann", "ann", "Hello"]);
        assert_eq!(read(PushContents::Full, &told(direct(), ""), true), ["ann", "ann", "ann sent you a message."]);
        let generic = read(PushContents::GenericNoChannel, &told(direct(), "Hello"), true);
        assert_eq!(generic, ["ann", "ann", "ann sent you a message."]);
    }

    #[test]
    fn the_longest_post_fits_what_phones_take() {
        let channel = Channel { display_name: "🦀".repeat(1_000), ..deck() };
        let mut told = told(channel, &"🦀".repeat(16_000));
        told.author = "🦀".repeat(1_000);
        let user = User::default();
        let to = To { user: &user, called: true, follows: false, collapsed: true, badge: 1 };
        let message = of_post(&Config::default(), PushContents::Full, &told, &to);
        let bytes = serde_json::to_vec(&message).expect("JSON").len();
        assert!(bytes < 4_096, "{bytes}");
    }

    #[test]
    fn a_program_speaks_under_its_own_name_where_that_is_allowed() {
        let mut told = told(deck(), "Built");
        told.post.props.insert(PROP_FROM_WEBHOOK.into(), "true".into());
        told.post.props.insert(PROP_OVERRIDE_USERNAME.into(), "builder".into());
        told.post.props.insert(PROP_OVERRIDE_ICON_URL.into(), "https://icons.test/1".into());
        let user = User::default();
        let to = To { user: &user, called: true, follows: false, collapsed: true, badge: 1 };
        let mut config = Config::default();
        config.integrations.enable_username_override = true;
        config.integrations.enable_icon_override = true;
        let message = of_post(&config, PushContents::Full, &told, &to);
        assert_eq!([&message.message[..], &message.from_webhook], ["builder: Built", "true"]);
        assert_eq!([&message.override_username[..], &message.override_icon_url], ["builder", "https://icons.test/1"]);
        config.integrations.enable_username_override = false;
        let message = of_post(&config, PushContents::Full, &told, &to);
        assert_eq!([&message.message[..], &message.override_username], ["ann: Built", ""]);
    }
}
