//! What the users of one agent share: the way to the server, what they know of its world, the measurements, the mix.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use base::Clock;
use parking_lot::{Mutex, RwLock};
use tokio::sync::Semaphore;

use super::world::World;
use crate::config::SimulControllerConfig;
use crate::delivery_check::Ledger;
use crate::meter::Meter;
use crate::mix::wait::Waits;
use crate::mix::{Choices, Mix, Version};
use crate::net::Net;
use crate::net::dial::Dial;
use crate::users::login::{Admin, Sessions};

/// Users of one agent that sign in at the same time. Passwords are slow to check on purpose: more would wait in the
/// server's queue until they give up, and measure that queue instead of the chat.
pub const SIGN_INS_MAX: usize = 8;
/// Users of one agent that load their first pages at the same time: thirty requests each, and none of them slow.
pub const FIRST_PAGES_MAX: usize = 32;

pub struct Lab {
    pub net: Net,
    pub dial: Dial,
    pub meter: Meter,
    pub world: World,
    pub ledger: Ledger,
    pub mix: Mix,
    pub choices: RwLock<Choices>,
    pub version: RwLock<(String, Version)>,
    pub waits: Waits,
    /// Pauses within actions last this many times as long as published: 1, and 0 in tests.
    pub pause_scale: f64,
    pub simul: SimulControllerConfig,
    pub admin: Admin,
    /// While the agent runs.
    pub admin_token: Mutex<Option<http::HeaderValue>>,
    pub sessions: Sessions,
    pub client_config: RwLock<Option<Arc<ClientConfig>>>,
    pub clock: Clock,
    pub seed: u64,
    /// Users whose life has got past its start.
    pub ready: AtomicU64,
    pub failed: AtomicU64,
    /// Whether users come as if they had been at work before.
    pub comes_settled: bool,
    pub sign_ins: Semaphore,
    pub first_pages: Semaphore,
    pub started: Instant,
}

impl Lab {
    /// Microseconds since the agent was made.
    pub fn now_us(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }

    /// The time of day at which [`Lab::now_us`] was 0.
    pub fn began_at(&self) -> base::Millis {
        self.clock.now() - self.started.elapsed().as_millis() as base::Millis
    }

    /// Whether the sequences are those of the 2026 tool.
    pub fn is_2026(&self) -> bool {
        self.mix == Mix::Y2026
    }

    /// Whether the 2026 sequences of a version of the server apply.
    pub fn has(&self, version: Version) -> bool {
        self.is_2026() && self.version.read().1 >= version
    }

    pub fn note_ready(&self) {
        self.ready.fetch_add(1, Relaxed);
    }
}

/// The client configuration as far as users look at it; the same for all, so kept once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClientConfig {
    pub threads: CollapsedThreads,
    pub has_event_scope: bool,
    pub has_bookmarks: bool,
    pub has_attributes: bool,
    /// `None` when the server does not say: then typing is an error.
    pub typing_members_max: Option<u32>,
    pub has_typing: bool,
    pub reactions_max: u32,
    pub site_url: String,
    pub has_synced_drafts: Option<bool>,
    pub has_scheduled_posts: Option<bool>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CollapsedThreads {
    #[default]
    Disabled,
    DefaultOff,
    DefaultOn,
    AlwaysOn,
}

impl ClientConfig {
    /// Reads the flat map of texts; `None` when it is empty.
    pub fn read(body: &[u8]) -> Option<ClientConfig> {
        let map: std::collections::HashMap<String, serde_json::Value> = serde_json::from_slice(body).ok()?;
        if map.is_empty() {
            return None;
        }
        let text = |key: &str| map.get(key).and_then(|value| value.as_str());
        let flag = |key: &str| text(key).and_then(|text| text.parse::<bool>().ok());
        let threads = match text("CollapsedThreads") {
            Some("always_on") => CollapsedThreads::AlwaysOn,
            Some("default_on") => CollapsedThreads::DefaultOn,
            Some("default_off") => CollapsedThreads::DefaultOff,
            _ => CollapsedThreads::Disabled,
        };
        Some(ClientConfig {
            threads,
            has_event_scope: flag("FeatureFlagWebSocketEventScope").unwrap_or(false),
            has_bookmarks: flag("FeatureFlagChannelBookmarks").unwrap_or(false),
            has_attributes: flag("FeatureFlagCustomProfileAttributes").unwrap_or(false),
            typing_members_max: text("MaxNotificationsPerChannel").and_then(|text| text.parse().ok()),
            has_typing: flag("EnableUserTypingMessages").unwrap_or(false),
            reactions_max: text("UniqueEmojiReactionLimitPerPost").and_then(|text| text.parse().ok()).unwrap_or(0),
            site_url: text("SiteURL").unwrap_or_default().to_owned(),
            has_synced_drafts: flag("AllowSyncedDrafts"),
            has_scheduled_posts: flag("ScheduledPosts"),
        })
    }
}

impl CollapsedThreads {
    /// Whether threads are collapsed for a user with this preference.
    pub fn are_on(self, preference: Option<bool>) -> bool {
        match self {
            CollapsedThreads::Disabled => false,
            CollapsedThreads::AlwaysOn => true,
            CollapsedThreads::DefaultOff => preference.unwrap_or(false),
            CollapsedThreads::DefaultOn => preference.unwrap_or(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_configuration_reads() {
        let body = br#"{"CollapsedThreads":"default_on","EnableUserTypingMessages":"true","MaxNotificationsPerChannel":"1000","SiteURL":""}"#;
        let config = ClientConfig::read(body).expect("it has keys");
        assert!(config.threads.are_on(None) && !config.threads.are_on(Some(false)));
        assert_eq!(config.typing_members_max, Some(1_000));
        assert_eq!(ClientConfig::read(b"{}"), None);
    }
}
