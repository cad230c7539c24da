//! Channels.

use crate::invalid::{Checked, Invalid, ensure};
use crate::text::{fits, is_lower_name, looks_like_id};

pub const NAME_LEN_MAX: usize = 64;
pub const DISPLAY_NAME_LEN_MAX: usize = 64;
pub const HEADER_LEN_MAX: usize = 1024;
pub const PURPOSE_LEN_MAX: usize = 250;
pub const BANNER_TEXT_LEN_MAX: usize = 1024;
/// Of a member's notification settings, encoded.
pub const NOTIFY_PROPS_LEN_MAX: usize = 800_000;
/// People in a group channel, with the one who opens it.
pub const GROUP_SIZE_MIN: usize = 3;
pub const GROUP_SIZE_MAX: usize = 8;

/// The texts of a public or private channel, as they would be stored.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChannelText<'a> {
    pub name: &'a str,
    pub display_name: &'a str,
    pub header: &'a str,
    pub purpose: &'a str,
}

impl ChannelText<'_> {
    /// # Errors
    /// `model.channel.is_valid.<what>.app_error` for the first thing wrong: `1_or_more` for the
    /// characters of the name, `name` for one that is too long or belongs to a direct or group channel.
    pub fn must_be_valid(&self) -> Checked {
        ensure(
            fits(self.display_name, DISPLAY_NAME_LEN_MAX),
            "model.channel.is_valid.display_name.app_error",
            "A channel's name has at most 64 characters.",
        )?;
        ensure(
            is_name(self.name),
            "model.channel.is_valid.1_or_more.app_error",
            "A channel's address has one or more of a-z, 0-9, dash and underscore and starts with a letter or digit.",
        )?;
        ensure(
            self.name.len() <= NAME_LEN_MAX && !is_direct_name(self.name) && !is_group_name(self.name),
            "model.channel.is_valid.name.app_error",
            "This address is too long or has the form of a direct message's.",
        )?;
        must_fit_header(self.header)?;
        ensure(
            fits(self.purpose, PURPOSE_LEN_MAX),
            "model.channel.is_valid.purpose.app_error",
            "A channel's purpose has at most 250 characters.",
        )
    }
}

/// Direct and group channels have a header, too; it is all of theirs that anyone may change.
///
/// # Errors
/// `model.channel.is_valid.header.app_error` beyond 1,024 characters.
pub fn must_fit_header(header: &str) -> Checked {
    ensure(
        fits(header, HEADER_LEN_MAX),
        "model.channel.is_valid.header.app_error",
        "A channel's header has at most 1,024 characters.",
    )
}

/// Letters, digits, dashes and underscores after a first letter or digit. Says nothing about the length.
pub fn is_name(name: &str) -> bool {
    is_lower_name(name, b"-_") && !name.is_empty() && !name.starts_with(['-', '_'])
}

/// The form `id__id`.
pub fn is_direct_name(name: &str) -> bool {
    name.split_once("__").is_some_and(|(one, other)| looks_like_id(one) && looks_like_id(other))
}

/// The form of a group channel's hash: 40 hexadecimal digits.
pub fn is_group_name(name: &str) -> bool {
    name.len() == 40 && name.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'))
}

/// What `POST /channels` may make: `O` or `P`, with a display name.
///
/// # Errors
/// `api.channel.create_channel.direct_channel.app_error` for `D` and `G`, `api.context.invalid_body_param.app_error`
/// without display name, `model.channel.is_valid.type.app_error` for anything else.
pub fn must_be_creatable(kind: &str, display_name: &str) -> Checked {
    ensure(
        !matches!(kind, "D" | "G"),
        "api.channel.create_channel.direct_channel.app_error",
        "Conversations of two or of a group are opened, not created.",
    )?;
    if display_name.is_empty() {
        return Err(Invalid::body("display_name"));
    }
    ensure(
        matches!(kind, "O" | "P"),
        "model.channel.is_valid.type.app_error",
        "A channel is public (O) or private (P).",
    )
}

/// # Errors
/// `api.context.invalid_body_param.app_error` unless `O` or `P`.
pub fn must_be_privacy(privacy: &str) -> Checked {
    if matches!(privacy, "O" | "P") { Ok(()) } else { Err(Invalid::body("privacy")) }
}

/// # Errors
/// `api.channel.create_group.bad_size.app_error` unless 3..8 people, the caller among them.
pub fn must_be_group_size(people: usize) -> Checked {
    ensure(
        (GROUP_SIZE_MIN..=GROUP_SIZE_MAX).contains(&people),
        "api.channel.create_group.bad_size.app_error",
        "A group has 3 to 8 people.",
    )
}

/// The strip above a channel; only public and private channels have one.
///
/// # Errors
/// `model.channel.is_valid.banner_info.<what>.app_error` when it is shown without text or colour, or
/// with too long a text.
pub fn must_be_banner(text: &str, background_color: &str) -> Checked {
    ensure(!text.is_empty(), "model.channel.is_valid.banner_info.text.empty.app_error", "A banner needs a text.")?;
    ensure(
        fits(text, BANNER_TEXT_LEN_MAX),
        "model.channel.is_valid.banner_info.text.invalid_length.app_error",
        "A banner's text has at most 1,024 characters.",
    )?;
    ensure(
        is_color(background_color),
        "model.channel.is_valid.banner_info.background_color.empty.app_error",
        "A banner needs a colour: #rgb or #rrggbb.",
    )
}

fn is_color(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// # Errors
/// `model.channel_member.is_valid.notify_props.app_error` when the encoded settings are too long.
/// Values are not looked at: clients add keys of their own.
pub fn must_fit_notify_props(json: &str) -> Checked {
    ensure(
        fits(json, NOTIFY_PROPS_LEN_MAX),
        "model.channel_member.is_valid.notify_props.app_error",
        "The notification settings are too long.",
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    const GOOD: ChannelText = ChannelText { name: "pub-1_a", display_name: "Public", header: "top", purpose: "why" };

    fn id(channel: ChannelText) -> &'static str {
        channel.must_be_valid().expect_err("invalid").id
    }

    #[test]
    fn each_field_is_refused_with_its_own_id() {
        assert_eq!(GOOD.must_be_valid(), Ok(()));
        assert_eq!(ChannelText { display_name: "", name: "a", ..GOOD }.must_be_valid(), Ok(()));
        for name in ["", "Bad Name!", "-a", "_a"] {
            assert_eq!(id(ChannelText { name, ..GOOD }), "model.channel.is_valid.1_or_more.app_error", "{name}");
        }
        let direct = "yyyyyyyyyyyyyyyyyyyyyyyyyy__bbbbbbbbbbbbbbbbbbbbbbbbbb";
        let (hash, long) = ("0123456789abcdef0123456789abcdef01234567", "n".repeat(65));
        for name in [direct, hash, &long] {
            assert_eq!(id(ChannelText { name, ..GOOD }), "model.channel.is_valid.name.app_error", "{name}");
        }
        let (header, purpose) = ("h".repeat(1025), "p".repeat(251));
        assert_eq!(id(ChannelText { display_name: &long, ..GOOD }), "model.channel.is_valid.display_name.app_error");
        assert_eq!(id(ChannelText { header: &header, ..GOOD }), "model.channel.is_valid.header.app_error");
        assert_eq!(id(ChannelText { purpose: &purpose, ..GOOD }), "model.channel.is_valid.purpose.app_error");
    }

    #[test]
    fn only_public_and_private_channels_are_created() {
        let id = |kind, display_name| must_be_creatable(kind, display_name).expect_err("refused").id;
        assert_eq!(must_be_creatable("P", "x"), Ok(()));
        for kind in ["D", "G"] {
            assert_eq!(id(kind, "x"), "api.channel.create_channel.direct_channel.app_error");
        }
        assert_eq!(id("O", ""), "api.context.invalid_body_param.app_error");
        assert_eq!(id("Q", "x"), "model.channel.is_valid.type.app_error");
    }

    #[test]
    fn groups_and_banners() {
        assert!(must_be_group_size(2).is_err() && must_be_group_size(3).is_ok());
        assert!(must_be_group_size(8).is_ok() && must_be_group_size(9).is_err());
        assert!(must_be_banner("hello", "#fa0").is_ok() && must_be_banner("hello", "#FFAA00").is_ok());
        assert!(must_be_banner("", "#fa0").is_err() && must_be_banner("hello", "red").is_err());
    }

    proptest! {
        #[test]
        fn names_are_those_of_the_pattern(name in "[ab0_\\-A]{0,7}") {
            let pattern = Regex::new(r"^[a-z0-9]+([a-z\-_0-9]+|(__)?)[a-z0-9]*$").expect("compiles");
            prop_assert_eq!(is_name(&name), pattern.is_match(&name));
        }
    }
}
