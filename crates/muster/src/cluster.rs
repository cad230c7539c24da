//! How `muster` takes part in a cluster: over NATS, as the configuration says.

use std::path::PathBuf;
use std::sync::Arc;

use base::Clock;
use bus::{Bus, Options};
use cluster::Join;
use config::Config;
use metrics::Metrics;
use request::app::hostname;
use server::resources::system::NodeInfo;
use tls::{Authorities, Own};

/// The way into the cluster; none for a server that is alone.
pub fn join(config: &Config, clock: &Clock, metrics: &Arc<Metrics>, schema: i64) -> Option<Join> {
    let cluster = &config.cluster;
    if !cluster.enable {
        return None;
    }
    let about = serde_json::to_string(&NodeInfo::of(config, schema)).expect("plain data is JSON");
    let mut options = Options {
        cluster: cluster.name.clone(),
        node_name: hostname(config),
        about,
        address: cluster.bus_url.clone(),
        authorities: Authorities::of(&cluster.bus_ca_file),
        own: (!cluster.bus_certificate_file.is_empty()).then(|| Own {
            certificate: PathBuf::from(&cluster.bus_certificate_file),
            key: PathBuf::from(&cluster.bus_key_file),
        }),
        token: cluster.bus_token.reveal().to_owned(),
        queue_max: cluster.bus_queue_max as usize,
        node: None,
        has_members: true,
    };
    let (clock, metrics) = (clock.clone(), metrics.clone());
    Some(Box::new(move |inbox, node| {
        options.node = node;
        Bus::start(&options, inbox, clock, metrics).map_err(|error| error.to_string())
    }))
}
