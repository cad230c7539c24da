//! Randomness of one user from a seed: eight bytes of state, the same sequence on every machine and in every version.
//!
//! SplitMix64 (Steele, Lea, Flood 2014). Libraries of random numbers promise no sequence across their versions, and
//! a run must be repeatable from the seed in its report.

/// A sequence of numbers that looks random.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// An independent sequence for a part of what this seed decides: a user, or one side of its life.
    pub fn of(seed: u64, part: u64) -> Random {
        let mut random = Random::new(seed ^ part.wrapping_mul(0xd6e8_feb8_6659_fd93));
        Random::new(random.next())
    }

    #[expect(clippy::should_implement_trait, reason = "a sequence without end is no iterator")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `end`, evenly; 0 when `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        // The high half of a product is even to one part in 2^64 / end, which no run can notice.
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// From `first` to `last`, both included.
    pub fn within(&mut self, first: u64, last: u64) -> u64 {
        first + self.below(last - first + 1)
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// From 0 up to, without, 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of them; `None` of none.
    pub fn one_of<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        if things.is_empty() { None } else { things.get(self.below(things.len() as u64) as usize) }
    }

    /// An id that no server made: for `pending_post_id` and the like.
    pub fn id(&mut self) -> base::Id {
        base::Id(((u128::from(self.next()) << 64) | u128::from(self.next())).to_be_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // First outputs of SplitMix64 for the seed 1234567.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn bounds_are_reached_and_kept() {
        let mut random = Random::new(1);
        let drawn: std::collections::BTreeSet<u64> = (0..1_000).map(|_| random.within(1, 5)).collect();
        assert_eq!(drawn.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn users_of_one_seed_differ() {
        assert_ne!(Random::of(1, 0).next(), Random::of(1, 1).next());
        assert_ne!(Random::of(1, 1).next(), Random::of(2, 1).next());
    }
}
