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

    /// A connector that believes the authorities of a file alone.
    ///
    /// # Errors
    /// When the file cannot be read, or holds no certificates.
    pub fn trusting(file: &str) -> Result<TlsConnector, String> {
        let config = tls::verifying(&tls::Authorities::of(file), tls::Names::Checked);
        config.map(|config| Arc::new(config).into()).map_err(|error| error.to_string())
    }

    /// The connector; `insecure` is the configuration's word that any certificate will do.
    pub fn of(&self, insecure: bool) -> TlsConnector {
        if insecure { self.unchecked.clone() } else { self.checked.clone() }
    }
}
