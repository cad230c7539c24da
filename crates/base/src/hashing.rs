//! Maps for keys that nobody chooses to do harm: ids, which are random by half, and names that only administrators
//! give. The hasher of the standard library, which withstands those who choose keys that meet, costs 230 instructions
//! for an id, and these some ten. What strangers may name stays with that one.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map by ids.
pub type IdMap<K, V> = HashMap<K, V, BuildHasherDefault<IdHasher>>;
/// A set of ids.
pub type IdSet<K> = HashSet<K, BuildHasherDefault<IdHasher>>;
/// A map by names that administrators give.
pub type NameMap<K, V> = HashMap<K, V, BuildHasherDefault<NameHasher>>;

/// Takes the random half of an id as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct IdHasher(u64);

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        // Two bits of the half are the same in all ids made here. They go where a map does not look: it takes its
        // place from the lowest bits and its mark from the highest seven.
        let half = bytes.last_chunk::<8>().map_or_else(|| fnv(bytes), |half| u64::from_be_bytes(*half).rotate_right(8));
        self.0 ^= half;
    }

    /// The length of an id, which is that of all others.
    fn write_usize(&mut self, _: usize) {}

    fn finish(&self) -> u64 {
        self.0
    }
}

/// FNV-1a.
#[derive(Clone, Copy, Debug, Default)]
pub struct NameHasher(u64);

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 ^= fnv(bytes);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// FNV-1a of some bytes, which is few instructions for few bytes. Its lowest bits are its worst, so the highest are
/// mixed with them.
pub fn fnv(bytes: &[u8]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325;
    let hash = bytes.iter().fold(start, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, Hash};

    use super::*;
    use crate::ids::{ChannelId, UserId};
    use crate::{Clock, IdMaker};

    /// The bits of which a map of a few thousand keys makes places and marks.
    fn place_and_mark(hash: u64) -> (u64, u64) {
        (hash & 0xfff, hash >> 57)
    }

    fn hash<H: Hasher + Default>(key: impl Hash) -> u64 {
        BuildHasherDefault::<H>::default().hash_one(key)
    }

    #[test]
    fn ids_made_in_the_same_millisecond_are_spread() {
        let maker = IdMaker::new(Clock::fixed(1_700_000_000_000));
        let ids: Vec<UserId> = (0..4_096).map(|_| maker.next()).collect();
        let places: HashSet<_> = ids.iter().map(|id| place_and_mark(hash::<IdHasher>(id)).0).collect();
        // Chance alone leaves 1 - 1/e of the places taken: 2,589.
        assert!(places.len() > 2_400, "{} places", places.len());
        let marks: HashSet<_> = ids.iter().map(|id| place_and_mark(hash::<IdHasher>(id)).1).collect();
        assert_eq!(marks.len(), 128);
    }

    #[test]
    fn names_are_spread() {
        let names: Vec<String> = (0..4_096).map(|number| format!("role_{number}")).collect();
        let places: HashSet<_> = names.iter().map(|name| place_and_mark(hash::<NameHasher>(name.as_str())).0).collect();
        assert!(places.len() > 2_400, "{} places", places.len());
    }

    #[test]
    fn maps_find_what_they_hold() {
        let maker = IdMaker::new(Clock::system());
        let ids: Vec<ChannelId> = (0..100).map(|_| maker.next()).collect();
        let map: IdMap<ChannelId, usize> = ids.iter().copied().zip(0..).collect();
        assert!(ids.iter().zip(0..).all(|(id, at)| map.get(id) == Some(&at)));
        assert_eq!(map.get(&maker.next::<ChannelId>()), None);
        let names: NameMap<Box<str>, u8> = [("team_user".into(), 1), ("team_admin".into(), 2)].into_iter().collect();
        assert_eq!((names.get("team_admin"), names.get("team_guest")), (Some(&2), None));
    }
}
