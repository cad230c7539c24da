//! How fast users are: each draws one rate when it is added, and waits that many times the usual pause.

use serde::{Deserialize, Serialize};

use super::Dice;

/// One row: this share of the users waits `rate` times as long.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Rate {
    pub rate: f64,
    pub percentage: f64,
}

/// Rates with their shares, which add up to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rates(pub Vec<Rate>);

impl Default for Rates {
    fn default() -> Self {
        Rates::all(1.0)
    }
}

impl Rates {
    /// Everybody at one rate: `--rate`.
    pub fn all(rate: f64) -> Rates {
        Rates(vec![Rate { rate, percentage: 1.0 }])
    }

    /// The distribution of the reference tool's sample file: mean 12.1.
    pub fn published() -> Rates {
        let rows = [(1.0, 0.05), (2.0, 0.10), (3.0, 0.15), (6.0, 0.40), (30.0, 0.30)];
        Rates(rows.into_iter().map(|(rate, percentage)| Rate { rate, percentage }).collect())
    }

    /// # Errors
    /// When the shares do not add up to 1, or a rate is not positive.
    pub fn check(&self) -> Result<(), String> {
        let sum: f64 = self.0.iter().map(|row| row.percentage).sum();
        if (sum - 1.0).abs() > 1e-9 {
            return Err(format!("RatesDistribution: the percentages add up to {sum}, not to 1"));
        }
        match self.0.iter().find(|row| !(row.rate > 0.0 && row.rate.is_finite())) {
            Some(row) => Err(format!("RatesDistribution: {} is no rate", row.rate)),
            None => Ok(()),
        }
    }

    /// Draws the rate of a user. Shares count in whole percent, as published.
    pub fn pick(&self, dice: &mut Dice) -> f64 {
        let weight = |row: &Rate| (row.percentage * 100.0).round() as u64;
        let mut at = dice.below(self.0.iter().map(weight).sum());
        for row in &self.0 {
            if at < weight(row) {
                return row.rate;
            }
            at -= weight(row);
        }
        1.0
    }

    pub fn mean(&self) -> f64 {
        self.0.iter().map(|row| row.rate * row.percentage).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_distribution_is_drawn_in_its_shares() {
        let rates = Rates::published();
        assert_eq!(rates.check(), Ok(()));
        assert!((rates.mean() - 12.1).abs() < 1e-9);
        let mut dice = Dice::new(5);
        let slowest = (0..100_000).filter(|_| rates.pick(&mut dice) == 30.0).count();
        // 30 %, within four standard deviations.
        assert!((29_420..=30_580).contains(&slowest), "{slowest}");
    }

    #[test]
    fn shares_must_add_up() {
        assert!(Rates(vec![Rate { rate: 1.0, percentage: 0.99 }]).check().is_err());
        assert!(Rates::all(0.0).check().is_err());
    }
}
