//! Which posts call one user: what is counted again when the user marks a place as unread.
//!
//! The words are those of the user's own settings; the counting of new posts, which looks for everybody at once, is in
//! [`crate::mentions`].

use std::collections::HashSet;

use base::ids::UserId;
use text::mentions::{KeywordTable, scan};
use wire::channels::{Channel, ChannelMember};
use wire::posts::{ADD_TO_CHANNEL, PROP_DISABLE_GROUP_HIGHLIGHT, Post};
use wire::users::User;

use crate::mentions::{ignores_calls_to_all, text_of};

/// The words by which one user is called.
pub struct Words {
    user: [UserId; 1],
    exact: HashSet<String>,
    /// The names of the user's groups.
    groups: HashSet<String>,
    multibyte: Vec<String>,
    hears_channel: bool,
}

/// Words as one post may use them.
struct InPost<'a> {
    words: &'a Words,
    groups: bool,
}

impl Words {
    /// The words of a user who belongs to `groups`, in a channel of which `member` is the membership.
    pub fn of(user: &User, member: &ChannelMember, groups: &[String]) -> Words {
        let setting = |name: &str| user.notify_props.get(name).map_or("", String::as_str);
        let mut exact = HashSet::from([format!("@{}", user.username)]);
        let mut multibyte = Vec::new();
        for keyword in setting("mention_keys").split(',').map(str::trim).filter(|keyword| !keyword.is_empty()) {
            let keyword = keyword.to_lowercase();
            if !keyword.is_ascii() {
                multibyte.push(keyword.clone());
            }
            exact.insert(keyword);
        }
        if setting("first_name") == "true" && !user.first_name.is_empty() {
            exact.insert(user.first_name.clone());
        }
        let ignores = ignores_calls_to_all(&member.notify_props);
        let groups = groups.iter().map(|name| format!("@{name}")).collect();
        Words { user: [user.id], exact, groups, multibyte, hears_channel: setting("channel") != "false" && !ignores }
    }

    /// Whether a post by somebody else calls the user.
    pub fn call_in(&self, post: &Post) -> bool {
        if post.kind == ADD_TO_CHANNEL {
            return UserId::parse(post.prop("addedUserId")) == Some(self.user[0]);
        }
        if post.user_id == self.user[0] && !post.is_from_webhook() {
            return false;
        }
        let groups = !post.props.contains_key(PROP_DISABLE_GROUP_HIGHLIGHT);
        let found = scan(&text_of(post), &InPost { words: self, groups });
        !found.users.is_empty() || self.hears_channel && (found.channel || found.all || found.here)
    }

    /// Whether a reply counts as a mention in its thread: in a conversation, everybody else's does.
    pub fn call_in_thread(&self, channel: &Channel, reply: &Post) -> bool {
        match channel.is_direct_or_group() {
            true => reply.user_id != self.user[0] || reply.is_from_webhook(),
            false => self.call_in(reply),
        }
    }
}

impl KeywordTable for InPost<'_> {
    fn lookup(&self, word: &str) -> Option<&[UserId]> {
        let is_called = self.words.exact.contains(word) || self.groups && self.words.groups.contains(word);
        is_called.then_some(&self.words.user[..])
    }

    fn multibyte(&self) -> impl Iterator<Item = (&str, &[UserId])> {
        self.words.multibyte.iter().map(|word| (word.as_str(), &self.words.user[..]))
    }
}

#[cfg(test)]
mod tests {
    use base::Id;
    use wire::channels::{NOTIFY_IGNORE_CHANNEL_MENTIONS, NOTIFY_MARK_UNREAD};

    use super::*;

    fn ann() -> User {
        let notify = [("mention_keys", "bananas,漢字"), ("first_name", "true"), ("channel", "true")];
        User {
            id: UserId(Id([1; 16])),
            username: "ann".into(),
            first_name: "Ann".into(),
            notify_props: notify.map(|(name, value)| (name.into(), value.into())).into(),
            ..User::default()
        }
    }

    fn says(message: &str) -> Post {
        Post { user_id: UserId(Id([2; 16])), message: message.into(), ..Post::default() }
    }

    #[test]
    fn a_user_is_called_by_name_and_by_word() {
        let words = Words::of(&ann(), &ChannelMember::default(), &[]);
        for message in ["hey @ann", "who likes bananas", "dear Ann", "see 漢字語", "@channel hello", "@here"] {
            assert!(words.call_in(&says(message)), "{message}");
        }
        for message in ["hey @bob", "bananasplit", "`@ann`", "annual"] {
            assert!(!words.call_in(&says(message)), "{message}");
        }
    }

    #[test]
    fn attachments_call_as_well() {
        let words = Words::of(&ann(), &ChannelMember::default(), &[]);
        let mut post = says("deployed");
        post.props.insert(wire::posts::PROP_ATTACHMENTS.into(), serde_json::json!([{"text": "by @ann"}]));
        assert!(words.call_in(&post));
    }

    #[test]
    fn in_a_conversation_every_reply_of_another_counts() {
        let words = Words::of(&ann(), &ChannelMember::default(), &[]);
        let direct = Channel { kind: wire::channels::DIRECT.into(), ..Channel::default() };
        assert!(words.call_in_thread(&direct, &says("nothing")));
        assert!(!words.call_in_thread(&direct, &Post { user_id: ann().id, ..says("nothing") }));
        assert!(!words.call_in_thread(&Channel::default(), &says("nothing")));
    }

    #[test]
    fn nobody_calls_oneself_and_some_ignore_the_channel() {
        let words = Words::of(&ann(), &ChannelMember::default(), &[]);
        assert!(!words.call_in(&Post { user_id: ann().id, ..says("@ann") }));
        let ignoring = [(NOTIFY_IGNORE_CHANNEL_MENTIONS.to_owned(), "on".to_owned())];
        let member = ChannelMember { notify_props: ignoring.into(), ..ChannelMember::default() };
        assert!(!Words::of(&ann(), &member, &[]).call_in(&says("@channel hello")));
    }

    #[test]
    fn who_muted_the_channel_is_not_called_with_everybody_unless_set_so() {
        let hears = |ignore: &str| {
            let props = [(NOTIFY_MARK_UNREAD, "mention"), (NOTIFY_IGNORE_CHANNEL_MENTIONS, ignore)];
            let notify_props = props.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
            let member = ChannelMember { notify_props, ..ChannelMember::default() };
            Words::of(&ann(), &member, &[]).call_in(&says("@channel hello"))
        };
        assert_eq!(["default", "off", "on"].map(hears), [false, true, false]);
    }

    #[test]
    fn a_group_calls_its_people_unless_the_author_may_not_call_it() {
        let words = Words::of(&ann(), &ChannelMember::default(), &["crew".to_owned()]);
        assert!(words.call_in(&says("hey @crew")));
        let mut denied = says("hey @crew");
        denied.props.insert(PROP_DISABLE_GROUP_HIGHLIGHT.into(), true.into());
        assert!(!words.call_in(&denied));
    }
}
