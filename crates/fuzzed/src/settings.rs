//! Configuration, and what stands in the database as text.

use std::collections::BTreeSet;

use auth::{OneTimeSecret, StoredHash};
use config::{Config, admin_config, apply};

/// A file is a configuration, or told to be wrong.
pub fn config(text: &str) {
    if let Ok(config) = config::parse(text) {
        admin_config(&config);
    }
}

/// Changes by an administrator lead to a configuration that can be sent back as it is shown.
pub fn changes(bytes: &[u8]) {
    let Ok(body) = serde_json::from_slice(bytes) else { return };
    let pinned = BTreeSet::new();
    let Ok((changed, _)) = apply(&Config::default(), &body, &pinned) else { return };
    let shown = admin_config(&changed);
    let again = apply(&changed, &shown, &pinned).map(|(config, _)| admin_config(&config));
    assert_eq!(again.ok(), Some(shown));
}

/// A hash or a secret is read or refused.
pub fn password_hash(text: &str) {
    drop((StoredHash::parse(text), OneTimeSecret::parse(text)));
}
