//! The configuration as it came to be: the file of each node, and over it what administrators changed, which the store
//! keeps.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwap;
use auth::Keyring;
use config::{Changes, Kind, Loaded, Sources};
use serde_json::Value;

use crate::error::{ApiError, Result};
use crate::node::Node;

/// Where in the store the changes stand, as one JSON object.
pub const STORED: &str = "ConfigChanges";

/// Where the configuration came from, for changing and reading it anew.
#[derive(Default)]
pub struct Origin {
    sources: ArcSwap<Sources>,
    restored: AtomicBool,
    /// Settings that file, environment or command line decide: they cannot be written over the API.
    pub pinned: ArcSwap<BTreeSet<String>>,
    /// Seals the secrets among the changes. Without it they are plain.
    keyring: OnceLock<Keyring>,
}

/// Seals and opens the secrets among the changes with these keys from now on.
pub fn seal_with(node: &Node, keyring: Keyring) {
    // Said once, at the start.
    drop(node.origin.keyring.set(keyring));
}

/// Puts the changes that the store keeps in force, over the file of `sources`.
///
/// # Errors
/// When the store does not answer, or the file is not valid (any more).
pub async fn restore(node: &Node, sources: Sources) -> Result<()> {
    node.origin.sources.store(Arc::new(sources));
    node.origin.restored.store(true, Ordering::Release);
    reload(node).await
}

/// As [`reload`], once it is known where the configuration comes from.
///
/// # Errors
/// As [`reload`].
pub async fn reread_stored(node: &Node) -> Result<()> {
    if node.origin.restored.load(Ordering::Acquire) { reload(node).await } else { Ok(()) }
}

/// Reads file and store anew and puts what they say in force.
///
/// # Errors
/// When the store does not answer, or the file is not valid any more.
pub async fn reload(node: &Node) -> Result<()> {
    let (_, stored) = stored(node).await?;
    let sources = sources_with(node, stored);
    let loaded = tokio::task::spawn_blocking(move || config::load(&sources)).await;
    let loaded =
        loaded.map_err(|error| unreadable(error.to_string()))?.map_err(|error| unreadable(error.to_string()))?;
    put_in_force(node, loaded);
    Ok(())
}

/// Puts the changes in force that another node stored, over this node's own file, which is small and read here.
pub fn take(node: &Node, changes: &str) {
    match config::load(&sources_with(node, readable(changes).unwrap_or_default())) {
        Ok(loaded) => put_in_force(node, loaded),
        Err(error) => drop(unreadable(error.to_string())),
    }
}

fn sources_with(node: &Node, mut stored: Changes) -> Sources {
    let keyring = node.origin.keyring.get().cloned().unwrap_or_default();
    rewrite(&mut stored, |place, kept| match keyring.open(place, kept) {
        Ok(secret) => secret,
        Err(why) => {
            tracing::error!(%why, place, "a secret of the settings cannot be opened and is left out");
            String::new()
        }
    });
    Sources { stored, ..Sources::clone(&node.origin.sources.load()) }
}

/// The changes as they are kept: with their secrets sealed by the present key. What cannot be opened stays as it is.
pub fn sealed(node: &Node, mut changes: Changes) -> Changes {
    let Some(keyring) = node.origin.keyring.get() else { return changes };
    let Some(mark) = keyring.mark() else { return changes };
    rewrite(&mut changes, |place, kept| match keyring.open(place, kept) {
        Ok(secret) if !kept.starts_with(&mark) => keyring.seal(place, &secret),
        _ => kept.to_owned(),
    });
    changes
}

/// Seals what was kept plain, or under a previous key.
///
/// # Errors
/// When the store does not answer.
pub async fn seal_stored(node: &Node) -> Result<()> {
    let (Some(text), changes) = stored(node).await? else { return Ok(()) };
    let anew = sealed(node, changes.clone());
    if anew == changes {
        return Ok(());
    }
    let anew = serde_json::to_string(&anew).expect("settings are JSON");
    match node.store.write(store::systems::swap(STORED, &text, &anew)).await {
        // Somebody changed a setting at the same moment, and sealed all of them.
        Ok(_) | Err(store::Error::Unmet { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Rewrites each secret among the changes, by the place that it is sealed for.
fn rewrite(changes: &mut Changes, anew: impl Fn(&str, &str) -> String) {
    for field in config::fields().filter(|field| matches!(field.kind, Kind::Secret | Kind::Secrets)) {
        let key = field.key();
        let place = format!("systems.value/{STORED}/{key}");
        let rewrite = |value: &mut Value| {
            if let Value::String(text) = value
                && !text.is_empty()
            {
                *text = anew(&place, text);
            }
        };
        match changes.get_mut(&key) {
            Some(Value::Array(items)) => items.iter_mut().for_each(rewrite),
            Some(value) => rewrite(value),
            None => {}
        }
    }
}

fn put_in_force(node: &Node, loaded: Loaded) {
    for ignored in &loaded.ignored {
        tracing::warn!("{ignored}");
    }
    node.origin.pinned.store(Arc::new(loaded.pinned));
    node.set_config(loaded.config);
}

fn unreadable(why: String) -> ApiError {
    tracing::error!(%why, "the configuration cannot be read again: the present one stays in force");
    ApiError::bad_request("api.config.reload.app_error", "The configuration cannot be read.").because(why)
}

/// The stored changes, and their text if there is one.
///
/// # Errors
/// When the store does not answer.
pub async fn stored(node: &Node) -> Result<(Option<String>, Changes)> {
    let text = node.store.system(STORED).await?;
    let changes = text.as_deref().and_then(readable).unwrap_or_default();
    Ok((text, changes))
}

fn readable(changes: &str) -> Option<Changes> {
    if changes.is_empty() {
        return None;
    }
    let read = serde_json::from_str(changes);
    read.inspect_err(|error| {
        tracing::error!(%error, "the stored changes of the configuration are no JSON and are left out");
    })
    .ok()
}

#[cfg(test)]
mod tests {
    use auth::Key;

    use super::*;

    #[test]
    fn only_secrets_are_rewritten() {
        let text = r#"{"email.smtp_password": "a", "email.smtp_server": "b", "ldap.bind_password": ""}"#;
        let mut changes: Changes = serde_json::from_str(text).expect("changes");
        let keyring = Keyring::new(Some(Key::parse(&Key::random()).expect("a key")), Vec::new());
        rewrite(&mut changes, |place, kept| keyring.seal(place, kept));
        let kept = changes["email.smtp_password"].as_str().expect("a text").to_owned();
        assert!(kept != "a" && changes["email.smtp_server"] == "b" && changes["ldap.bind_password"] == "");
        rewrite(&mut changes, |place, kept| keyring.open(place, kept).expect("its own"));
        assert_eq!(changes["email.smtp_password"], "a");
        assert!(keyring.open("systems.value/ConfigChanges/ldap.bind_password", &kept).is_err(), "of another field");
    }
}
