//! TLS towards the programs that the server calls: with certificates of the public authorities, or any.

use std::sync::Arc;

use tls::{Trust, client_config};
use tokio_rustls::TlsConnector;

/// Both ways of connecting, made once.
pub struct Connectors {
    checked: TlsConnector,
    unchecked: TlsConnector,
}

impl Connectors {
    pub fn new() -> Connectors {
        let connector = |trust| Arc::new(client_config(trust)).into();
        Connectors { checked: connector(Trust::PublicRoots), unchecked: connector(Trust::Anything) }
    }

    /// The connector; `insecure` is the configuration's word that any certificate will do.
    pub fn of(&self, insecure: bool) -> TlsConnector {
        if insecure { self.unchecked.clone() } else { self.checked.clone() }
    }
}
