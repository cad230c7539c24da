//! Emoji: the names everyone has, and what a custom one may be called.
//!
//! The names are those of the data set that clients draw their pictures from (`data/emoji_names.txt`,
//! one a line; `*` marks those that come in skin tones, made from emoji-datasource 16, MIT licence in
//! `data/LICENSE-emoji-datasource`), and `mattermost`, which clients have besides.

mod pictures;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use pictures::{named, picture, place};

use crate::invalid::{Checked, ensure};

pub const NAME_LEN_MAX: usize = 64;
/// Bytes of an uploaded picture.
pub const IMAGE_BYTES_MAX: usize = 512 * 1024;
/// Width and height of an uploaded picture, in pixels.
pub const IMAGE_SIDE_MAX: u32 = 1028;
/// Width and height of a stored picture, in pixels; larger ones are scaled down.
pub const IMAGE_SIDE_STORED: u32 = 128;

/// Whether a name takes tones.
static NAMES: LazyLock<HashMap<&'static str, Tones>> = LazyLock::new(|| {
    let lines = include_str!("../data/emoji_names.txt").lines();
    lines.map(|line| line.strip_suffix('*').map_or((line, Tones::None), |name| (name, Tones::Five))).collect()
});

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tones {
    None,
    Five,
}

/// Longer names first, so that the longest suffix is taken off.
const TONES: &[&str] =
    &["_medium_light_skin_tone", "_medium_dark_skin_tone", "_medium_skin_tone", "_light_skin_tone", "_dark_skin_tone"];

/// Whether every server has this emoji: `+1`, `flag-de`, `wave_medium_dark_skin_tone`. Two people in
/// one picture may have a tone each: `handshake_light_skin_tone_dark_skin_tone`.
pub fn is_system_name(name: &str) -> bool {
    if NAMES.contains_key(name) {
        return true;
    }
    let toned = |name: &str| NAMES.get(name) == Some(&Tones::Five);
    strip_tone(name).is_some_and(|one| toned(one) || strip_tone(one).is_some_and(toned))
}

fn strip_tone(name: &str) -> Option<&str> {
    TONES.iter().find_map(|tone| name.strip_suffix(tone))
}

/// 1..64 letters, digits, `+`, `-` and `_`: what a name in a reaction or between colons can be.
pub fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= NAME_LEN_MAX
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-_".contains(&byte))
}

/// For a custom emoji.
///
/// # Errors
/// `model.emoji.name.app_error` for a wrong length or character,
/// `model.emoji.system_emoji_name.app_error` for a name every server has.
pub fn must_be_custom_name(name: &str) -> Checked {
    ensure(
        is_name(name),
        "model.emoji.name.app_error",
        "An emoji's name has 1 to 64 letters, digits, plus signs, dashes and underscores.",
    )?;
    ensure(
        !is_system_name(name),
        "model.emoji.system_emoji_name.app_error",
        "There is an emoji of this name on every server.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_clients_send_are_known() {
        let names = "+1 -1 thumbsup heart smile tada white_check_mark slightly_smiling_face flag-de us coffee calendar \
                     speech_balloon man-woman-boy mattermost +1_dark_skin_tone wave_medium_light_skin_tone \
                     handshake_light_skin_tone_dark_skin_tone";
        for name in names.split_whitespace() {
            assert!(is_system_name(name), "{name}");
        }
        for name in ["", "party", "heart_dark_skin_tone", "_dark_skin_tone", "bad name!", "1+", ":smile:"] {
            assert!(!is_system_name(name), "{name}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_well_formed() {
        let lines: Vec<&str> = include_str!("../data/emoji_names.txt").lines().collect();
        assert!(lines.is_sorted());
        assert!(lines.iter().all(|line| is_name(line.trim_end_matches('*'))));
        assert!(lines.len() > 1_900 && NAMES.len() == lines.len());
    }

    #[test]
    fn custom_names_are_free_names() {
        let id = |name: &str| must_be_custom_name(name).expect_err("refused").id;
        assert_eq!(must_be_custom_name("Party-1_+"), Ok(()));
        assert_eq!(id(""), "model.emoji.name.app_error");
        assert_eq!(id("bad name!"), "model.emoji.name.app_error");
        assert_eq!(id(&"e".repeat(65)), "model.emoji.name.app_error");
        assert_eq!(id("smile"), "model.emoji.system_emoji_name.app_error");
    }
}
