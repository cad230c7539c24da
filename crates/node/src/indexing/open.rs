//! From the configuration to the engine that answers searches.

use std::time::Duration;

use config::SearchBackend;
use search::target::Database;
use search::{Engine, Fallback, Index, OpenSearch, Options, Shared, Target};

use crate::error::{ApiError, Result};
use crate::indexing::Setup;

/// # Errors
/// When the folder of the embedded index cannot be used, or an address.
pub async fn engine(setup: &Setup<'_>) -> Result<Engine> {
    let target = match setup.config.search.backend {
        // An index of its own would know only what was written through this node.
        SearchBackend::Embedded if setup.config.cluster.enable => {
            tracing::info!("nodes of a cluster share what they search: it is in the database, as \"database\" says");
            Target::Database(Database::new(setup.store.clone()))
        }
        SearchBackend::Embedded => {
            let folder = setup.folder.clone();
            let opened = tokio::task::spawn_blocking(move || Index::open(&folder)).await;
            let index = opened.map_err(failed)?.map_err(failed)?;
            return Ok(Engine::Embedded(Box::new(index)));
        }
        SearchBackend::Database => Target::Database(Database::new(setup.store.clone())),
        SearchBackend::Elasticsearch | SearchBackend::Opensearch => {
            let server = OpenSearch::new(options(&setup.config.search), setup.metrics.clone());
            Target::Server(Box::new(server.map_err(failed)?))
        }
    };
    let fallback = if setup.config.search.fallback_to_database { Fallback::Database } else { Fallback::None };
    let shared = Shared::new(target, setup.store.clone(), setup.clock.clone(), setup.metrics.clone(), fallback);
    Ok(Engine::Shared(Box::new(shared)))
}

fn failed(cause: impl std::fmt::Display) -> ApiError {
    ApiError::internal("app.search.open.app_error", cause.to_string())
}

fn options(search: &config::Search) -> Options {
    Options {
        urls: search.url.split(',').map(str::trim).filter(|url| !url.is_empty()).map(str::to_owned).collect(),
        username: search.username.clone(),
        password: search.password.reveal().to_owned(),
        trust: if search.skip_tls_verification { tls::Trust::Anything } else { tls::Trust::PublicRoots },
        prefix: search.index_prefix.clone(),
        timeout: Duration::from_secs(search.timeout_s.into()),
        shards: search.shards,
        replicas: search.replicas,
        batch_len: usize::try_from(search.batch_size).unwrap_or(usize::MAX),
    }
}
