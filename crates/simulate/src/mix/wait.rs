//! Pauses between actions, within them, and between keystrokes.

use std::time::Duration;

use super::Random;

/// The pause between two actions, before the user's rate.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    pub min_ms: u64,
    pub avg_ms: u64,
}

impl Default for Waits {
    fn default() -> Self {
        Waits { min_ms: 1_000, avg_ms: 20_000 }
    }
}

impl Waits {
    /// Draws a pause: even from the least to twice the mean less the least, times the rate.
    pub fn draw(self, random: &mut Random, rate: f64) -> Duration {
        let ms = self.min_ms + random.below(2 * self.avg_ms - 2 * self.min_ms);
        Duration::from_millis((ms as f64 * rate).round() as u64)
    }

    /// What is left of the pause that somebody who has long been at work is in. Long pauses are met more often, in
    /// proportion to their length, and at any moment of theirs. Whoever begins with it is as busy from the first moment
    /// as later; whoever begins with a whole pause is only half as busy until its end.
    pub fn rest(self, random: &mut Random, rate: f64) -> Duration {
        let (least, most) = (self.min_ms as f64, (2 * self.avg_ms - self.min_ms) as f64);
        let met = (least * least + random.unit() * (most * most - least * least)).sqrt();
        Duration::from_millis((met * random.unit() * rate).round() as u64)
    }
}

/// Reading between two pages of a scroll: 1 to 10 s.
pub fn scroll(random: &mut Random) -> Duration {
    Duration::from_secs(random.within(1, 10))
}

/// Chance of a wrong key, which costs one more stroke.
pub const TYPO: f64 = 0.15;

/// One keystroke; drawn once for a whole term.
pub fn keystroke(random: &mut Random) -> Duration {
    Duration::from_millis(random.within(100, 299))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_even_between_their_bounds() {
        let mut random = Random::new(3);
        let mut cells = [0_u32; 38];
        let mut sum = 0;
        for _ in 0..380_000 {
            let ms = Waits::default().draw(&mut random, 1.0).as_millis() as u64;
            assert!((1_000..=38_999).contains(&ms), "{ms}");
            cells[((ms - 1_000) / 1_000) as usize] += 1;
            sum += ms;
        }
        let square: f64 = cells.iter().map(|met| (f64::from(*met) - 10_000.0).powi(2) / 10_000.0).sum();
        // The 99.9 % quantile of chi-square with 37 degrees of freedom.
        assert!(square < 69.3, "chi-square {square}");
        let mean = sum as f64 / 380_000.0;
        assert!((mean - 19_999.5).abs() < 75.0, "{mean}");
    }

    #[test]
    fn users_that_come_settled_are_as_busy_at_once_as_later() {
        let (waits, mut random) = (Waits::default(), Random::new(5));
        // Ends of pauses of 20,000 users in each of the first eight halves of a mean pause.
        let mut cells = [0_u32; 8];
        for _ in 0..20_000 {
            let mut at = waits.rest(&mut random, 1.0);
            while at.as_millis() < 80_000 {
                cells[(at.as_millis() / 10_000) as usize] += 1;
                at += waits.draw(&mut random, 1.0);
            }
        }
        // Half of 20,000 in each, within five deviations of a Poisson count.
        assert!(cells.iter().all(|met| met.abs_diff(10_000) < 500), "{cells:?}");
    }

    #[test]
    fn a_rate_stretches_the_pause() {
        let (mut fast, mut slow) = (Random::new(9), Random::new(9));
        let waits = Waits::default();
        assert_eq!(waits.draw(&mut fast, 1.0).as_millis() * 30, waits.draw(&mut slow, 30.0).as_millis());
    }
}
