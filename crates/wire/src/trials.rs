//! Trials of the services that people sign in by, and previews of what somebody would become.

use base::ids::UserId;
use serde::{Deserialize, Serialize};

/// Answer of `POST /sign_in/{service}/test`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Trial {
    /// Whether every step was.
    pub is_fine: bool,
    /// In their order; nothing is tried after one that fails.
    pub steps: Vec<Step>,
}

/// One step of a trial.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Step {
    /// `site`, `name`, `answer`, `certificate`, `key`, `description`, `keys`, `client`, `reader`, `people` or `groups`.
    pub name: String,
    pub is_fine: bool,
    /// What was found, or what is wrong and what can be done, in English.
    pub text: String,
}

/// Answer of `POST /sign_in/{service}/preview`: somebody, and what becomes of the sign-in.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Preview {
    /// `known` and `taken_over` with an account that is there, `new`, or `refused`.
    pub outcome: String,
    /// The reason of a refusal, as the sign-in page and the log have it.
    pub why: String,
    /// The same in English.
    pub text: String,
    /// The username of an account that is there.
    pub account: String,
    pub account_id: UserId,
    /// What the service calls the person.
    pub subject: String,
    pub username: String,
    pub email: String,
    /// Whether the service vouches for the address.
    pub is_vouched: bool,
    pub first_name: String,
    pub last_name: String,
    pub nickname: String,
    pub position: String,
    pub groups: Vec<String>,
    /// Of a new account; one that is there keeps roles that no group gives.
    pub roles: Vec<String>,
    pub teams: Vec<String>,
}
