//! Settings of this server that turn off what an old server's rows bring: whoever moves has to hear of them, or second
//! factors are asked of nobody and programs are refused.

use request::App;
use store::Value;

use crate::bulk::line::Record;

/// Rows for which a setting matters, counted while they are read.
#[derive(Default)]
pub struct Needed {
    access_tokens: u64,
    second_factors: u64,
}

impl Needed {
    /// Counts a row if it is one of them.
    pub fn add(&mut self, record: &Record) {
        let is_set = |column| record.table.at(column).is_some_and(|at| record.values[at] == Value::Int(1));
        match record.table.name {
            "user_access_tokens" => self.access_tokens += u64::from(is_set("is_active")),
            "users" => self.second_factors += u64::from(is_set("mfa_active")),
            _ => {}
        }
    }

    /// What has to be set before the rows do what they did.
    pub fn warnings(&self, app: &App) -> Vec<String> {
        let config = app.config();
        let accounts = &config.accounts;
        let mut warnings = Vec::new();
        if self.access_tokens > 0 && !accounts.enable_access_tokens {
            let what = format!("personal access tokens are refused ({})", self.access_tokens);
            warnings.push(format!("accounts.enable_access_tokens is off: {what}"));
        }
        if self.second_factors > 0 && !accounts.enable_mfa {
            let what = format!("second factors are not asked for ({})", self.second_factors);
            warnings.push(format!("accounts.enable_mfa is off: {what}"));
        }
        warnings
    }
}
