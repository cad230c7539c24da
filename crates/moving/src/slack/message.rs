//! What an export of Slack has: people, conversations and messages, as far as they count here. Everything may be absent or
//! `null`; fields that do not count are passed over.

use base::Millis;
use serde_json::Value;

use crate::lenient::records;

/// A moment as Slack writes it, `1700000000.000100`: it names a message in its conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Stamp(pub u64);

impl Stamp {
    /// In microseconds; nothing for what is no moment.
    pub fn parse(text: &str) -> Option<Stamp> {
        let (seconds, rest) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if seconds.is_empty() || seconds.len() > 11 || !digits(seconds) || !digits(rest) {
            return None;
        }
        let micros: String = rest.chars().chain("000000".chars()).take(6).collect();
        let micros = seconds.parse::<u64>().ok()? * 1_000_000 + micros.parse::<u64>().ok()?;
        (micros >= 1_000).then_some(Stamp(micros))
    }

    pub fn millis(self) -> Millis {
        (self.0 / 1_000).cast_signed()
    }

    /// Microseconds in its millisecond.
    pub fn within(self) -> u16 {
        u16::try_from(self.0 % 1_000).unwrap_or_default()
    }

    /// As Slack writes it.
    pub fn text(self) -> String {
        format!("{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000)
    }
}

records! {
    User {
        id: String,
        name: String,
        real_name: String,
        deleted: bool,
        profile: Profile,
        is_admin: bool,
        is_owner: bool,
        is_restricted: bool,
        is_ultra_restricted: bool,
        is_bot: bool,
        updated: i64,
    }
    Profile {
        name: String,
        real_name: String,
        display_name: String,
        first_name: String,
        last_name: String,
        title: String,
        email: String,
        bot_id: String,
        status_text: String,
        status_emoji: String,
        status_expiration: i64,
    }
    /// A channel, a group or a conversation of a few.
    Room {
        id: String,
        name: String,
        created: i64,
        is_archived: bool,
        is_general: bool,
        members: Vec<String>,
        pins: Vec<Pin>,
        topic: Text,
        purpose: Text,
    }
    Pin {
        id: String,
    }
    Text {
        value: String,
    }
    Group {
        id: String,
        handle: String,
        name: String,
    }
    Message {
        #[serde(rename = "type")]
        kind: String,
        subtype: String,
        ts: String,
        thread_ts: String,
        user: String,
        bot_id: String,
        username: String,
        text: String,
        topic: String,
        purpose: String,
        name: String,
        old_name: String,
        reply_count: u64,
        edited: Edited,
        reactions: Vec<Reaction>,
        files: Vec<File>,
        file: Option<File>,
        attachments: Vec<Value>,
        blocks: Vec<Value>,
        icons: Icons,
        bot_profile: BotProfile,
        user_profile: Profile,
        /// What a message says since it was changed, as it is there: messages in messages in messages would be read again and
        /// again.
        message: Option<Value>,
        comment: Comment,
    }
    Edited {
        ts: String,
    }
    Reaction {
        name: String,
        users: Vec<String>,
    }
    File {
        id: String,
        name: String,
        title: String,
        mode: String,
        url_private: String,
        permalink: String,
    }
    Icons {
        emoji: String,
        image_48: String,
    }
    BotProfile {
        name: String,
    }
    Comment {
        user: String,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_to_the_microsecond() {
        let stamp = Stamp::parse("1700000000.000123").expect("a moment");
        assert_eq!((stamp.millis(), stamp.within()), (1_700_000_000_000, 123));
        assert_eq!(
            (stamp.text().as_str(), Stamp::parse("1700000000")),
            ("1700000000.000123", Some(Stamp(1_700_000_000_000_000)))
        );
        for wrong in ["", "0", "-1.5", "1e9", "99999999999999", "1.x", "."] {
            assert_eq!(Stamp::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_of_another_kind_is_passed_over() {
        let text = r#"{"type":"message","ts":"1.5","text":null,"user":7,"files":{"a":1},"edited":"x","reactions":[{"name":"+1","users":["U1"]}]}"#;
        let message: Message = serde_json::from_str(text).expect("a message");
        assert_eq!(
            (message.ts.as_str(), message.text.as_str(), message.files.len(), message.reactions.len()),
            ("1.5", "", 0, 1)
        );
    }
}
