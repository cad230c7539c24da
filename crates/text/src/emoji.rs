//! `:emoji:` names in a message, so that custom emoji travel with the post that uses them.

use crate::markdown::prose;

/// Names taken from one message; each may cost the server a look-up.
pub const EMOJI_NAMES_MAX: usize = 100;

/// Longest name of an emoji.
pub const EMOJI_NAME_MAX: usize = 64;

/// The names between colons in `message`, outside code, each once, in the order of the text.
/// Which of them are emoji is the caller's question.
pub fn emoji_names(message: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    if memchr::memchr(b':', message.as_bytes()).is_none() {
        return names;
    }
    let text = prose(message);
    let mut opened: Option<usize> = None;
    for at in memchr::memchr_iter(b':', text.as_bytes()) {
        if names.len() == EMOJI_NAMES_MAX {
            break;
        }
        match opened.map(|start| &text[start..at]) {
            Some(name) if is_name(name) => {
                // A colon that closed a name opens none: `:a:b:` holds `a` only.
                opened = None;
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
            _ => opened = Some(at + 1),
        }
    }
    names
}

/// True for text that can name an emoji.
pub fn is_name(name: &str) -> bool {
    (1..=EMOJI_NAME_MAX).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_found_outside_code() {
        assert_eq!(emoji_names("hi :+1: :party_parrot:! `:code:` :+1:"), ["+1", "party_parrot"]);
    }

    #[test]
    fn times_and_loose_colons_are_no_emoji() {
        assert_eq!(emoji_names("at 10:30, note: this :not one: ::"), Vec::<String>::new());
        assert_eq!(emoji_names("see: :smile:"), ["smile"]);
    }

    proptest! {
        #[test]
        fn what_is_found_is_a_name(message in "[:a-c`+ é\\n-]{0,60}") {
            prop_assert!(emoji_names(&message).iter().all(|name| is_name(name)));
        }
    }
}
