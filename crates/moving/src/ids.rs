//! Ids made of what a source calls its things: the same in every run, others for another source.

use base::{Id, Millis};
use sha2::{Digest, Sha256};

/// Bits of an id behind its time, without those that order posts of one millisecond.
const TAIL_BITS: u32 = 70;
/// Bits that order posts of one millisecond: microseconds, as most sources have.
const WITHIN_BITS: u32 = 10;

/// The id of a thing that has a name among those of its kind.
pub fn named(kind: &str, scope: &str, name: &str) -> Id {
    Id(digest(&[kind, scope, name]).to_be_bytes())
}

/// The id of a post, in the order of time: its milliseconds, then `within` them.
pub fn timed(at: Millis, within: u16, scope: &str, name: &str) -> Id {
    let time = u128::from(at.unsigned_abs()) << (TAIL_BITS + WITHIN_BITS);
    let within = u128::from(within).min((1 << WITHIN_BITS) - 1) << TAIL_BITS;
    let tail = digest(&["post", scope, name]) & ((1 << TAIL_BITS) - 1);
    Id((time | within | tail).to_be_bytes())
}

fn digest(parts: &[&str]) -> u128 {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    let digest: [u8; 32] = digest.finalize().into();
    u128::from_be_bytes(digest[..16].try_into().expect("half of it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_the_same_each_time_and_keep_their_order() {
        assert_eq!(named("user", "slack", "U1"), named("user", "slack", "U1"));
        assert_ne!(named("user", "slack", "U1"), named("channel", "slack", "U1"));
        assert_ne!(named("user", "sla", "ckU1"), named("user", "slack", "U1"));
        let order = [(1, 0), (1, 999), (2, 0), (1_700_000_000_000, 5)];
        let ids: Vec<Id> = order.iter().map(|(at, within)| timed(*at, *within, "crew", "C1")).collect();
        assert!(ids.is_sorted() && ids[3].made_at() == 1_700_000_000_000);
    }
}
