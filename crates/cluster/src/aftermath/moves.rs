//! Joins and leaves of channels during a replay. A user gets no event from a time when the user was not a member, however
//! often the user joined again.

use std::collections::HashMap;

use base::ids::{ChannelId, UserId};

/// A place among the changes of a channel: the change's sequence number, and the index within the change.
pub type Spot = (i64, usize);

/// Joins (true) and leaves, by channel and user.
#[derive(Default)]
pub struct Moves(HashMap<(ChannelId, UserId), Vec<(Spot, bool)>>);

impl Moves {
    pub fn add(&mut self, channel: ChannelId, user: UserId, spot: Spot, joined: bool) {
        let moves = self.0.entry((channel, user)).or_default();
        let at = moves.partition_point(|(before, _)| *before < spot);
        moves.insert(at, (spot, joined));
    }

    /// Whether a user who is a member now was one at that place.
    pub fn belonged(&self, channel: ChannelId, user: UserId, spot: Spot) -> bool {
        let Some(moves) = self.0.get(&(channel, user)) else { return true };
        let at = moves.partition_point(|(before, _)| *before < spot);
        match (at.checked_sub(1).map(|before| moves[before].1), moves.get(at)) {
            (Some(joined), _) => joined,
            // The next move tells: before a join the user was out, before a leave in.
            (None, Some((_, joins))) => !joins,
            (None, None) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    const CHANNEL: ChannelId = ChannelId(Id([1; 16]));
    const ANN: UserId = UserId(Id([2; 16]));

    fn belonged(moves: &[(Spot, bool)], spots: &[Spot]) -> Vec<bool> {
        let mut all = Moves::default();
        moves.iter().for_each(|(spot, joined)| all.add(CHANNEL, ANN, *spot, *joined));
        spots.iter().map(|spot| all.belonged(CHANNEL, ANN, *spot)).collect()
    }

    #[test]
    fn who_never_moved_was_always_there() {
        assert_eq!(belonged(&[], &[(0, 0), (7, 1)]), [true, true]);
    }

    #[test]
    fn who_was_out_for_a_while_hears_nothing_of_it() {
        // As they were read: one node's log before the other's.
        let moves = [((9, 0), true), ((4, 1), false)];
        let spots = [(3, 0), (4, 0), (4, 2), (7, 0), (8, 5), (9, 1), (12, 0)];
        assert_eq!(belonged(&moves, &spots), [true, true, false, false, false, true, true]);
    }

    #[test]
    fn who_came_meanwhile_was_out_before() {
        assert_eq!(belonged(&[((5, 0), true)], &[(4, 9), (5, 1)]), [false, true]);
    }
}
