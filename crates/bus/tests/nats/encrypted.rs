//! TLS to the bus: spoken where it is asked for, and only with those whose certificate is believed.

use std::path::PathBuf;

use bus::{Settled, Subject};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tempfile::TempDir;
use tls::{Authorities, Own};

use crate::server::{Nats, program};
use crate::witness::{Node, channel, together, until};

/// An authority and what it gave the server called `localhost`, as files.
struct Papers {
    folder: TempDir,
}

impl Papers {
    fn new() -> Papers {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, "Authority of a test");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key"));
        let authority = authority.expect("an authority");
        let key = KeyPair::generate().expect("a key");
        let params = CertificateParams::new(vec!["localhost".to_owned()]).expect("a name");
        let certificate = params.signed_by(&key, &authority).expect("signed");
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, pem) in
            [("ca.pem", authority.pem()), ("server.crt", certificate.pem()), ("server.key", key.serialize_pem())]
        {
            std::fs::write(folder.path().join(name), pem).expect("written");
        }
        Papers { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn authorities(&self) -> Authorities {
        Authorities::File(self.path("ca.pem").into())
    }

    fn own(&self) -> Own {
        Own { certificate: self.path("server.crt").into(), key: self.path("server.key").into() }
    }

    async fn server(&self, program: PathBuf) -> Nats {
        let (certificate, key) = (self.path("server.crt"), self.path("server.key"));
        Nats::start(program, &["--tls", "--tlscert", certificate.as_str(), "--tlskey", key.as_str()]).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_talk_encrypted_where_they_or_the_server_insist() {
    let Some(program) = program() else { return };
    let papers = Papers::new();
    let mut nats = papers.server(program).await;
    let ann = Node::trusting("ann", &format!("tls://localhost:{}", nats.port), "", papers.authorities());
    let bob = Node::trusting("bob", &format!("nats://localhost:{}", nats.port), "", papers.authorities());
    ann.is_well(1).await;
    bob.is_well(1).await;
    bob.bus.subscribe(channel(1));
    bob.bus.subscribed().await;
    // More than the buffers on the way hold.
    let long = "x".repeat(20_000);
    for number in 0..500 {
        ann.say(channel(1), &format!("{number} {long}"));
    }
    assert_eq!(ann.bus.settle().await, Settled::Everywhere);
    let heard = bob.messages();
    assert_eq!(heard.len(), 500);
    assert!(heard.iter().enumerate().all(|(at, message)| message.starts_with(&format!("{at} "))));

    nats.kill().await;
    until(|| !ann.bus.is_connected() && !bob.bus.is_connected()).await;
    nats.start_again().await;
    ann.is_well(1).await;
    ann.say(Subject::Everyone, "again");
    assert_eq!(ann.bus.settle().await, Settled::Everywhere);
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_are_not_believed_are_not_spoken_to() {
    let Some(program) = program() else { return };
    let (papers, others) = (Papers::new(), Papers::new());
    let (nats, plain) = (papers.server(program.clone()).await, Nats::start(program, &[]).await);
    let address = format!("tls://localhost:{}", nats.port);
    let strangers = [
        Node::trusting("foreign", &address, "", others.authorities()),
        Node::trusting("public", &address, "", Authorities::Public),
        Node::trusting("misnamed", &format!("nats://127.0.0.1:{}", nats.port), "", papers.authorities()),
        Node::trusting("insisting", &plain.url().replace("nats://", "tls://"), "", papers.authorities()),
    ];
    let ann = Node::trusting("ann", &address, "", papers.authorities());
    ann.is_well(0).await;
    let [bob] = together([&plain.url()]).await;
    bob.is_well(0).await;
    assert!(strangers.iter().all(|node| !node.bus.is_connected() && !node.bus.cache_is_valid()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_asks_for_certificates_takes_those_of_its_authority() {
    let Some(program) = program() else { return };
    let (papers, others) = (Papers::new(), Papers::new());
    let [certificate, key, authority] = ["server.crt", "server.key", "ca.pem"].map(|name| papers.path(name));
    let asks = ["--tlsverify", "--tlscert", &certificate, "--tlskey", &key, "--tlscacert", &authority];
    let nats = Nats::start(program, &asks).await;
    let node = |name: &str, own: Option<Own>| {
        Node::showing(name, &format!("tls://localhost:{}", nats.port), "", papers.authorities(), own)
    };
    let strangers = [node("nameless", None), node("foreign", Some(others.own()))];
    let (ann, bob) = (node("ann", Some(papers.own())), node("bob", Some(papers.own())));
    ann.is_well(1).await;
    bob.is_well(1).await;
    assert!(strangers.iter().all(|node| !node.bus.is_connected()));
}
