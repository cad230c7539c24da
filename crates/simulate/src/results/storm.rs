//! What came of a login storm.

use serde::{Deserialize, Serialize};

use super::Endpoint;
use crate::latency::Latency;

/// What came of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Storm {
    pub logins: u64,
    pub is_over: bool,
    /// The sign-ins as their callers met them.
    pub login: Endpoint,
    /// From the first sign-in until the last was answered.
    pub took_ms: u64,
    pub before: Chat,
    pub during: Chat,
}

/// Requests of the users who were there all along.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Chat {
    pub all: Latency,
    /// Those that wrote a post.
    pub posts: Latency,
}

impl Chat {
    pub fn add(&mut self, other: &Chat) {
        self.all.add(&other.all);
        self.posts.add(&other.posts);
    }

    pub fn since(&self, earlier: &Chat) -> Chat {
        Chat { all: self.all.since(&earlier.all), posts: self.posts.since(&earlier.posts) }
    }
}

impl Storm {
    /// Adds what another agent measured.
    pub fn add(&mut self, other: &Storm) {
        self.logins += other.logins;
        self.is_over &= other.is_over;
        self.login.add(&other.login);
        self.took_ms = self.took_ms.max(other.took_ms);
        self.before.add(&other.before);
        self.during.add(&other.during);
    }
}
