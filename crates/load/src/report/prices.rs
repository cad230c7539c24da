//! What a deployment costs, from a price table, and what that is per user.
//!
//! The table is JSON: `{"currency": "EUR", "parts": [{"name": "app", "count": 1, "per_hour": 0.2}]}`.

use serde::{Deserialize, Serialize};

/// Hours of a month, as providers bill them.
const HOURS_PER_MONTH: f64 = 730.0;

/// More than anybody pays. JSON has no word for what is beyond all numbers: a report with it would not be read again.
const PER_MONTH_MAX: f64 = 1e15;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prices {
    pub currency: String,
    pub parts: Vec<Part>,
}

/// Something that is paid for, by the hour or by the month.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Part {
    pub name: String,
    pub count: f64,
    pub per_hour: f64,
    pub per_month: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Cost {
    pub currency: String,
    pub per_month: f64,
    pub per_user_month: f64,
    pub parts: Vec<Part>,
}

impl Prices {
    /// Reads a table.
    ///
    /// # Errors
    /// With a sentence, when it is no table, a price is negative, or the sum is more than anybody pays.
    pub fn read(text: &str) -> Result<Prices, String> {
        let prices: Prices = serde_json::from_str(text).map_err(|error| format!("the price table: {error}"))?;
        if let Some(part) =
            prices.parts.iter().find(|part| !(part.count >= 0.0 && part.per_hour >= 0.0 && part.per_month >= 0.0))
        {
            return Err(format!("the price table: {} has a negative number", part.name));
        }
        match prices.of(1.0).per_month <= PER_MONTH_MAX {
            true => Ok(prices),
            false => Err(format!("the price table: more than {PER_MONTH_MAX} a month")),
        }
    }

    /// The cost of `users`.
    pub fn of(&self, users: f64) -> Cost {
        let price = |part: &Part| part.count * (part.per_hour * HOURS_PER_MONTH + part.per_month);
        let per_month = self.parts.iter().map(price).sum();
        let per_user_month = if users > 0.0 { per_month / users } else { 0.0 };
        Cost { currency: self.currency.clone(), per_month, per_user_month, parts: self.parts.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_and_months_add_up() {
        let text = r#"{"currency":"EUR","parts":[{"name":"app","count":2,"per_hour":0.1},
            {"name":"disk","count":1,"per_month":54}]}"#;
        let cost = Prices::read(text).expect("a table").of(1_000.0);
        assert_eq!((cost.per_month, cost.per_user_month), (200.0, 0.2));
    }

    #[test]
    fn what_is_no_table_is_refused() {
        assert!(Prices::read("[]").is_err());
        assert!(Prices::read(r#"{"currency":"EUR","parts":[{"name":"a","count":-1}]}"#).is_err());
        let endless = r#"{"currency":"EUR","parts":[{"name":"a","count":1e200,"per_hour":1e200}]}"#;
        assert!(Prices::read(endless).is_err(), "a report could not hold it");
    }
}
