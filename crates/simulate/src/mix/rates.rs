//! How fast users are: each draws one rate when it is added, and waits that many times the usual pause.

use serde::{Deserialize, Serialize};

use super::Random;

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
    /// When the shares are no shares or do not add up to 1, or a rate is not positive.
    pub fn check(&self) -> Result<(), String> {
        if let Some(row) = self.0.iter().find(|row| !(row.rate > 0.0 && row.rate.is_finite())) {
            return Err(format!("RatesDistribution: {} is no rate: it must be above 0", row.rate));
        }
        let shares: Vec<f64> = self.0.iter().map(|row| row.percentage).collect();
        must_be_whole(&shares).map_err(|why| format!("RatesDistribution: {why}"))
    }

    /// Draws the rate of a user. Shares count in whole percent, as published.
    pub fn pick(&self, random: &mut Random) -> f64 {
        let weight = |row: &Rate| (row.percentage * 100.0).round() as u64;
        let mut at = random.below(self.0.iter().map(weight).sum());
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

/// How far from 1 a sum may be: what decimals lose as binary numbers.
const SUM_SLACK: f64 = 1e-9;

/// Whether shares are parts of 1 and make 1.
///
/// # Errors
/// With the sum, as it is and in percent.
pub fn must_be_whole(shares: &[f64]) -> Result<(), String> {
    // No shares make -0.
    let sum = shares.iter().sum::<f64>() + 0.0;
    let said: Vec<String> = shares.iter().map(f64::to_string).collect();
    let said = said.join(" + ");
    if (sum - 1.0).abs() > SUM_SLACK || !sum.is_finite() {
        // To six decimals, so that 0.1 + 0.2 is 0.3 for who reads it.
        let (sum, percent) = ((sum * 1e6).round() / 1e6, (sum * 1e8).round() / 1e6);
        return Err(format!("the percentages {said} add up to {sum} ({percent} %), not to 1 (100 %); half is 0.5"));
    }
    match shares.iter().find(|share| !(0.0..=1.0).contains(*share)) {
        Some(share) => Err(format!("the percentage {share} is not between 0 and 1")),
        None => Ok(()),
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
        let mut random = Random::new(5);
        let slowest = (0..100_000).filter(|_| rates.pick(&mut random) == 30.0).count();
        // 30 %, within four standard deviations.
        assert!((29_420..=30_580).contains(&slowest), "{slowest}");
    }

    #[test]
    fn shares_must_add_up() {
        assert!(Rates(vec![Rate { rate: 1.0, percentage: 0.99 }]).check().is_err());
        for rate in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(Rates::all(rate).check().is_err_and(|why| why.contains("no rate")), "{rate}");
        }
    }

    #[test]
    fn a_sum_that_is_wrong_is_said_as_people_say_it() {
        let said = |shares: &[f64]| must_be_whole(shares).expect_err("refused");
        assert!(said(&[0.7, 0.2]).contains("0.7 + 0.2 add up to 0.9 (90 %)"), "{}", said(&[0.7, 0.2]));
        assert!(said(&[50.0, 50.0]).contains("add up to 100 (10000 %)"), "{}", said(&[50.0, 50.0]));
        assert!(said(&[]).contains("add up to 0 (0 %)"));
        assert!(said(&[1.5, -0.5]).contains("1.5 is not between"));
        assert!(must_be_whole(&[0.1; 10]).is_ok());
    }
}
