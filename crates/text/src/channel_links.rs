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
        let word = channel_link(&text[..at], &text[at + 1..]);
        // `~ops-` may be the name of a channel, and if it is not, it is `~ops` before a dash.
        let bare = word.trim_end_matches(['-', '_']);
        for name in [word, bare].map(str::to_ascii_lowercase) {
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The word behind a `~` that stands between `before` and `after`; nothing when it is no name.
fn channel_link<'t>(before: &str, after: &'t str) -> &'t str {
    if before.ends_with(|c: char| c.is_alphanumeric() || c == '~') {
        return "";
    }
    let in_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let len = after.bytes().take(CHANNEL_NAME_MAX + 1).take_while(|b| in_name(b)).count();
    let name = if len <= CHANNEL_NAME_MAX { after[..len].trim_end_matches('.') } else { "" };
    // A name begins with a letter or a digit.
    if name.starts_with(|c: char| c.is_ascii_alphanumeric()) { name } else { "" }
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
        assert_eq!(channel_links("a~b ~~struck~~ ~ ~/home ~-x"), Vec::<String>::new());
    }

    #[test]
    fn a_name_may_end_in_a_dash() {
        assert_eq!(channel_links("~ops-, ~ops_."), ["ops-", "ops", "ops_"]);
    }

    proptest! {
        #[test]
        fn any_message_is_read(message in "[~a-c`. é\\n-]{0,60}") {
            prop_assert!(channel_links(&message).iter().all(|name| !name.is_empty()));
        }
    }
}
