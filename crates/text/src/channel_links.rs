//! `~channel-name` in a message, which clients show as a link to the channel.

use crate::markdown::prose;

/// Names taken from one message; each costs the server a look-up.
pub const CHANNEL_LINKS_MAX: usize = 100;

/// Longest name of a channel.
const CHANNEL_NAME_MAX: usize = 64;

/// The channel names that `message` may link to, lower-case, each once, in the order of the text.
pub fn channel_links(message: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    if memchr::memchr(b'~', message.as_bytes()).is_none() {
        return names;
    }
    let text = prose(message);
    for at in memchr::memchr_iter(b'~', text.as_bytes()) {
        if names.len() == CHANNEL_LINKS_MAX {
            break;
        }
        if let Some(name) = channel_link(&text[..at], &text[at + 1..])
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}

/// The name behind a `~` that stands between `before` and `after`.
fn channel_link(before: &str, after: &str) -> Option<String> {
    if before.ends_with(|c: char| c.is_alphanumeric() || c == '~') {
        return None;
    }
    let in_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let len = after.bytes().take(CHANNEL_NAME_MAX + 1).take_while(|b| in_name(b)).count();
    let name = after[..len].trim_end_matches(['.', '-', '_']);
    (!name.is_empty() && len <= CHANNEL_NAME_MAX).then(|| name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_found_outside_code() {
        assert_eq!(channel_links("~town-square, see ~Off_topic. `~code` ~town-square"), ["town-square", "off_topic"]);
    }

    #[test]
    fn a_tilde_within_a_word_or_struck_text_is_none() {
        assert_eq!(channel_links("a~b ~~struck~~ ~ ~/home"), Vec::<String>::new());
    }

    proptest! {
        #[test]
        fn any_message_is_read(message in "[~a-c`. é\\n-]{0,60}") {
            prop_assert!(channel_links(&message).iter().all(|name| !name.is_empty()));
        }
    }
}
