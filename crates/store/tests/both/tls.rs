//! TLS to a real PostgreSQL, in all its modes.
//!
//! Starts a server of its own with the script that `MUSTER_TEST_POSTGRES_SCRIPT` names; nothing when it is not set.

use muster_store::{Error, Options, PostgresOptions, Statement, Store};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DistinguishedName, DnType, IsCa, KeyPair};

use crate::failover::Servers;
use crate::support::say;

/// Whether the connection that answers is encrypted.
static IS_ENCRYPTED: Statement = Statement::new(
    "Test.IsEncrypted",
    "SELECT CAST(CAST(ssl AS INT) AS BIGINT) FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
);

/// An authority, and the certificate and key of a server or an account with that name.
struct Papers {
    authority: String,
    certificate: String,
    key: String,
}

impl Papers {
    fn of(name: &str) -> Papers {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, "Authority of a test");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key"));
        let authority = authority.expect("an authority");
        let key = KeyPair::generate().expect("a key");
        let mut params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        params.distinguished_name = DistinguishedName::new();
        params.distinguished_name.push(DnType::CommonName, name);
        let certificate = params.signed_by(&key, &authority).expect("signed").pem();
        Papers { authority: authority.pem(), certificate, key: key.serialize_pem() }
    }
}

/// Writes a file into the server's own folder, as its own user, whoever runs the tests.
fn put(name: &str, pem: &str) -> String {
    let lines = pem.trim_end().lines().map(|line| format!("('{line}')")).collect::<Vec<_>>().join(",");
    format!("COPY (SELECT line FROM (VALUES {lines}) AS lines (line)) TO PROGRAM 'umask 077 && cat > {name}'")
}

/// Whether a store that was opened with these words speaks encrypted.
async fn encrypted(base: &str, words: &str) -> Result<bool, Error> {
    let address = if words.is_empty() { base.to_owned() } else { format!("{base}?{words}") };
    let options = PostgresOptions { connections: 2, ..PostgresOptions::new(address) };
    let (clock, metrics) = (base::Clock::system(), metrics::Metrics::new());
    let store = Store::open(&Options::Postgres(options), &clock, metrics).await?;
    let encrypted = store.one::<i64>(&IS_ENCRYPTED, Vec::new()).await?;
    store.close().await;
    Ok(encrypted == Some(1))
}

/// Lets the server speak TLS as `papers`.
async fn turn_on(url: &str, papers: &Papers) {
    say(url, &put("server.crt", &papers.certificate)).await;
    say(url, &put("server.key", &papers.key)).await;
    say(url, "ALTER SYSTEM SET ssl = on").await;
    say(url, "SELECT pg_reload_conf()").await;
    // The server takes up its settings a moment later.
    for _ in 0..200 {
        if encrypted(url, "").await.expect("a store") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Who may sign in, and how: `bound` by a password, `shown` by a certificate.
const RULES: &str = "local all all trust\nhostssl all bound all scram-sha-256\nhostssl all shown all cert\n\
                     hostnossl all bound,shown all reject\nhost all all all trust\n";

#[tokio::test(flavor = "multi_thread")]
async fn an_account_signs_in_by_a_bound_password_or_by_a_certificate() {
    let Some(servers) = Servers::new() else { return };
    let url = servers.start("server");
    let (papers, account, other) = (Papers::of("localhost"), Papers::of("shown"), Papers::of("shown"));
    say(&url, "CREATE ROLE bound SUPERUSER LOGIN PASSWORD 'secret'").await;
    say(&url, "CREATE ROLE shown SUPERUSER LOGIN").await;
    say(&url, &put("clients.pem", &account.authority)).await;
    say(&url, &put("pg_hba.conf", RULES)).await;
    say(&url, "ALTER SYSTEM SET ssl_ca_file = 'clients.pem'").await;
    turn_on(&url, &papers).await;
    for (name, pem) in [("own.pem", &account.certificate), ("own.key", &account.key), ("other.pem", &other.certificate)]
    {
        std::fs::write(servers.path(name), pem).expect("written");
    }
    std::fs::write(servers.path("other.key"), &other.key).expect("written");
    let shows = |name: &str| {
        let (certificate, key) = (servers.path(&format!("{name}.pem")), servers.path(&format!("{name}.key")));
        format!("sslmode=require&sslcert={}&sslkey={}", certificate.display(), key.display())
    };

    let bound = url.replace("muster@", "bound:secret@");
    for words in ["sslmode=require&channel_binding=require", "sslmode=require"] {
        assert!(encrypted(&bound, words).await.unwrap_or_else(|error| panic!("{words}: {error}")), "{words}");
    }
    let shown = url.replace("muster@", "shown@");
    assert!(encrypted(&shown, &shows("own")).await.expect("its authority is known"));
    let refused = encrypted(&shown, "sslmode=require").await.expect_err("no certificate").to_string();
    assert!(refused.contains("certificate"), "{refused}");
    encrypted(&shown, &shows("other")).await.expect_err("of another authority");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_mode_encrypts_and_verifies_as_postgresql_says() {
    let Some(servers) = Servers::new() else { return };
    let url = servers.start("server");
    let (papers, others) = (Papers::of("localhost"), Papers::of("localhost"));
    let (ours, foreign) = (servers.path("ca.pem"), servers.path("foreign.pem"));
    std::fs::write(&ours, &papers.authority).expect("written");
    std::fs::write(&foreign, &others.authority).expect("written");
    let (ours, foreign) = (ours.display().to_string(), foreign.display().to_string());
    let by_name = url.replace("127.0.0.1", "localhost");

    assert!(!encrypted(&url, "").await.expect("plain"), "a server without TLS is spoken to without");
    let refused = encrypted(&url, "sslmode=require").await.expect_err("it has no TLS");
    assert!(refused.to_string().contains("does not support TLS"), "{refused}");

    turn_on(&url, &papers).await;
    assert!(!encrypted(&url, "sslmode=disable").await.expect("plain"));
    for (base, words) in [
        (&url, "sslmode=prefer".to_owned()),
        (&url, "sslmode=require".to_owned()),
        (&url, format!("sslmode=require&sslrootcert={ours}")),
        (&url, format!("sslmode=verify-ca&sslrootcert={ours}")),
        (&by_name, format!("sslmode=verify-full&sslrootcert={ours}")),
    ] {
        assert!(encrypted(base, &words).await.unwrap_or_else(|error| panic!("{words}: {error}")), "{words}");
    }
    for (base, words, why) in [
        (&url, format!("sslmode=verify-full&sslrootcert={ours}"), "not valid for name"),
        (&url, format!("sslmode=require&sslrootcert={foreign}"), "invalid peer certificate"),
        (&by_name, format!("sslmode=verify-ca&sslrootcert={foreign}"), "invalid peer certificate"),
        (&by_name, "sslmode=verify-full".to_owned(), "invalid peer certificate"),
        (&url, "sslmode=verify-ca&sslrootcert=/nowhere".to_owned(), "sslrootcert: /nowhere"),
    ] {
        let refused = encrypted(base, &words).await.expect_err(&words).to_string();
        assert!(refused.contains(why), "{words}: {refused}");
    }
}
