// A server whose certificate an authority of one's own signed: believed by users and by whoever asks for numbers, when
// they are told of it, and not before.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use load::preflight;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::PrivateKeyDer;
use simulate::agent::Agent;
use simulate::agent::control::Create;
use simulate::config::{LabConfig, LoadTestConfig};
use simulate::net::Trust;
use simulate::null::{NullServer, Size};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// The authority's certificate as PEM, and what shows one for `127.0.0.1`.
fn authority() -> (String, TlsAcceptor) {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("an authority");
    let key = KeyPair::generate().expect("a key");
    let params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).expect("an address");
    let certificate = params.signed_by(&key, &authority).expect("signed");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], PrivateKeyDer::Pkcs8(key.serialize_der().into()))
        .expect("a key that fits");
    (authority.pem(), TlsAcceptor::from(Arc::new(config)))
}

/// Ends TLS before a server that speaks none.
async fn encrypted(acceptor: TlsAcceptor, server: SocketAddr) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("an address");
    simulate::tasks::spawn("front", async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            simulate::tasks::spawn("front connection", async move {
                // Who does not believe the certificate hangs up: that is what is tested.
                let Ok(mut inner) = acceptor.accept(stream).await else { return };
                let mut outer = TcpStream::connect(server).await.expect("the server is there");
                let _ = tokio::io::copy_bidirectional(&mut inner, &mut outer).await;
            });
        }
    });
    format!("https://{address}")
}

fn create(url: &str, authorities: &str) -> Create {
    let mut config = LoadTestConfig::default();
    config.connection_configuration.server_url = url.to_owned();
    let lab = LabConfig { seed: 1, authorities: authorities.to_owned(), comes_settled: true, ..LabConfig::default() };
    Create { load_test_config: config, lab_config: Some(lab), ..Create::default() }
}

#[tokio::test]
async fn an_authority_of_ones_own_is_believed_by_who_was_told_of_it() {
    let size = Size { users: 12, channels: 16 };
    let (_server, address) = NullServer::start(([127, 0, 0, 1], 0).into(), size).await.expect("a port is free");
    let (pem, acceptor) = authority();
    let url = encrypted(acceptor, address).await;

    let refused = preflight::reach(&url, &Trust::PublicRoots).await.expect_err("the public ones did not sign");
    assert!(refused.contains("--ca FILE"), "{refused}");
    let believed = create(&url, &pem).trust().expect("a certificate");
    assert_eq!(preflight::reach(&url, &believed).await, Ok(()));

    let stranger = Agent::new("lt0", create(&url, "")).expect("the configuration holds together");
    let refused = stranger.run().await.expect_err("the public ones did not sign");
    assert!(refused.contains("--ca FILE"), "{refused}");
    let agent = Agent::new("lt0", create(&url, &pem)).expect("the configuration holds together");
    agent.run().await.expect("the server is believed");
    agent.add_users(2).expect("there is room");
    let both_are_there = async {
        while agent.results().sockets.open < 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), both_are_there).await.expect("users sign in and open their sockets");
}

#[test]
fn authorities_that_do_not_read_are_refused_by_their_key() {
    let refused = create("https://127.0.0.1", "no certificate").trust().expect_err("nothing to believe");
    assert!(refused.starts_with("LabConfig.Authorities: "), "{refused}");
}
