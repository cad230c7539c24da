//! Channels of an organisation.

use base::Millis;

use super::tables::{Stream, millis};
use crate::names::{Names, cut};

pub const DISPLAY_NAME_LEN_MAX: usize = 64;
const PURPOSE_LEN_MAX: usize = 250;
/// What stood before names of channels that are archived.
const ARCHIVED: &str = "DEACTIVATED:";

/// A channel.
pub struct Room {
    /// As the source calls it.
    pub own: Box<str>,
    pub name: Box<str>,
    pub display_name: String,
    pub purpose: String,
    pub is_private: bool,
    /// A channel of this name was here before: it keeps what it has.
    pub is_there: bool,
    pub is_archived: bool,
    pub created: Option<Millis>,
    /// Whether its messages have topics.
    pub has_topics: bool,
}

/// The channel that a stream becomes.
pub fn room(stream: &Stream, names: &mut Names) -> Room {
    let own = format!("channel{}", stream.id);
    let shown = stream.name.trim_start_matches('!');
    let shown = shown.strip_prefix(ARCHIVED).unwrap_or(shown);
    let fits = |name: &str| {
        rules::channels::is_name(name)
            && !rules::channels::is_direct_name(name)
            && !rules::channels::is_group_name(name)
    };
    let name = names.give(shown, &own, fits);
    Room {
        display_name: cut(if shown.is_empty() { &name } else { shown }, DISPLAY_NAME_LEN_MAX),
        name: name.into(),
        own: own.into(),
        purpose: cut(&stream.description, PURPOSE_LEN_MAX),
        is_private: stream.invite_only,
        is_there: false,
        is_archived: stream.deactivated,
        created: millis(stream.date_created),
        has_topics: true,
    }
}
