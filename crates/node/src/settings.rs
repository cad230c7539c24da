//! The configuration as it came to be: the file of each node, and over it what administrators changed, which the store
//! keeps.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arc_swap::ArcSwap;
use config::{Changes, Loaded, Sources};

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

fn sources_with(node: &Node, stored: Changes) -> Sources {
    Sources { stored, ..Sources::clone(&node.origin.sources.load()) }
}

fn put_in_force(node: &Node, loaded: Loaded) {
    for ignored in &loaded.ignored {
        tracing::warn!("{ignored}");
    }
    node.origin.pinned.store(Arc::new(loaded.pinned));
    node.set_config(loaded.config);
}

fn unreadable(why: String) -> ApiError {
    tracing::error!(%why, "the configuration cannot be read anew: the present one stays in force");
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
