//! Channels of a source, and what they are called here.

use base::Id;
use transfer::bulk::source::{AskChannels, Named, Place};

use crate::names::with_id;

/// Channels that are asked about at once.
const ASKED: usize = 1_000;
/// What the channel is called that everybody of a team is in. It is the same in each, so nobody asks about it.
pub const TOWN_SQUARE: &str = "town-square";

/// How a channel of a source is known here.
pub struct Called<'a> {
    /// As the source calls it.
    pub own: &'a str,
    pub id: Id,
    pub name: &'a mut Box<str>,
    pub is_open: bool,
    /// The channel was here before: it keeps what it has.
    pub is_there: &'a mut bool,
}

/// Asks in parts what channels of a team are called here, and calls them so. One whose name belongs to a channel that is not
/// for everybody gets another: it must neither open that one nor bring people into it.
///
/// # Errors
/// As `ask` does.
pub fn settle<'a, E>(team: &str, all: impl Iterator<Item = Called<'a>>, ask: &mut AskChannels<'_, E>) -> Result<(), E> {
    let mut all = all.filter(|called| &**called.name != TOWN_SQUARE).peekable();
    while all.peek().is_some() {
        let part: Vec<Called<'a>> = all.by_ref().take(ASKED).collect();
        let place = |called: &Called<'_>| Place {
            id: called.id,
            team: team.to_owned(),
            name: called.name.to_string(),
            is_open: called.is_open,
        };
        let asked: Vec<Place> = part.iter().map(place).collect();
        for (called, named) in part.into_iter().zip(ask(&asked)?) {
            match named {
                Named::There(name) => (*called.name, *called.is_there) = (name.into(), true),
                Named::Own(name) => *called.name = name.into(),
                Named::Taken => *called.name = with_id(called.name, called.own).into(),
                Named::Free => {}
            }
        }
    }
    Ok(())
}
