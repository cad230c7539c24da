//! Uploads in parts on an object store, which cannot append: each part is an object of its own.
//!
//! A piece is named by the offset it begins at and a random end, so that a part that was sent twice, on two nodes
//! at once, never overwrites one that was acknowledged. Which pieces count is known from the length that was
//! acknowledged: [`chain`] finds pieces that reach it without a hole.

use std::collections::HashMap;

use crate::ObjectPath;

/// Hexadecimal digits of an offset in a name, so that names are in the order of offsets.
const OFFSET_LEN: usize = 16;

/// A stored part of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub key: String,
    pub start: u64,
    pub len: u64,
}

/// Where the pieces of an upload are.
pub(super) fn folder(upload: &ObjectPath) -> String {
    format!("{upload}.parts/")
}

/// The name of a new piece in its folder.
pub(super) fn name(start: u64) -> String {
    format!("{start:016x}-{}", base::tokens::secret())
}

/// The offset in a piece's name; `None` for a name that is none of ours.
pub(super) fn start_of(name: &str) -> Option<u64> {
    let (digits, random) = name.split_once('-')?;
    let whole = digits.len() == OFFSET_LEN && !random.is_empty();
    whole.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

/// Pieces that follow each other from 0 to `end`; else how far they reach. `pieces` are in the order of their offsets.
pub(super) fn chain(pieces: &[Piece], end: u64) -> Result<Vec<&Piece>, u64> {
    // For each offset that can be reached, the piece that ends there. An offset is reached before the pieces that
    // begin at it are looked at, since all that end there begin earlier.
    let mut reached: HashMap<u64, Option<&Piece>> = HashMap::from([(0, None)]);
    for piece in pieces.iter().filter(|piece| piece.len > 0) {
        if reached.contains_key(&piece.start) {
            reached.entry(piece.start.saturating_add(piece.len)).or_insert(Some(piece));
        }
    }
    let mut found = Vec::new();
    let mut at = end;
    loop {
        match reached.get(&at) {
            None => return Err(reached.keys().copied().filter(|&offset| offset <= end).max().unwrap_or(0)),
            Some(None) => break,
            Some(Some(piece)) => {
                found.push(*piece);
                at = piece.start;
            }
        }
    }
    found.reverse();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn piece(start: u64, len: u64) -> Piece {
        Piece { key: format!("{start}+{len}"), start, len }
    }

    #[test]
    fn names_are_in_the_order_of_offsets_and_read_back() {
        let (early, late) = (name(255), name(1 << 40));
        assert!(early < late);
        assert_eq!((start_of(&early), start_of(&late)), (Some(255), Some(1 << 40)));
        assert_eq!(start_of("picture.png"), None);
    }

    #[test]
    fn what_was_never_acknowledged_is_left_out() {
        // The first try of the second part broke off after 3 bytes, which nobody was told of.
        let pieces = [piece(0, 5), piece(5, 3), piece(5, 7)];
        let keys =
            |end| chain(&pieces, end).map(|found| found.iter().map(|one| one.start + one.len).collect::<Vec<_>>());
        assert_eq!(keys(12), Ok(vec![5, 12]));
        assert_eq!(keys(8), Ok(vec![5, 8]));
        assert_eq!(keys(0), Ok(vec![]));
        assert_eq!(keys(9), Err(8));
    }

    proptest! {
        #[test]
        fn a_chain_has_no_hole(mut drawn in proptest::collection::vec((0u64..12, 0u64..6), 0..12), end in 0u64..20) {
            drawn.sort_unstable();
            let pieces: Vec<Piece> = drawn.into_iter().map(|(start, len)| piece(start, len)).collect();
            match chain(&pieces, end) {
                Ok(found) => {
                    let reached = found.iter().fold(0, |at, one| { assert_eq!(one.start, at); at + one.len });
                    prop_assert_eq!(reached, end);
                }
                Err(reach) => prop_assert!(reach < end),
            }
        }
    }
}
