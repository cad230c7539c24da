//! The writer, and standbys that follow it. As safe as in earnest: fsync is on, and with standbys a commit waits for
//! one of them, so that a failover loses nothing that was acknowledged.

use std::time::Duration;

use crate::plan::{Account, Component, Site, Step, Stop, stage, text};
use crate::programs::Program;
use crate::ready::Ready;

const WATCH: &str = include_str!("../../../../deploy/postgresql/standby-watch");
/// The account and, as everybody on this machine may use it, no password.
pub const USER: &str = "muster";
/// The database that every new cluster has.
pub const DATABASE: &str = "postgres";
/// Sixteen nodes with their pools, standbys, and a person who looks.
const CONNECTIONS: u16 = 400;

/// Whoever reaches it may use it: it listens on the loopback, or on a network that ends on this machine.
const HBA: &str = "local all all trust\nhost all all all trust\nhost replication all all trust\n";

/// Number 1 is the writer.
pub fn component(site: &Site, at: u8) -> Component {
    let (name, port) = (format!("db-{at}"), site.db_port(at));
    let (folder, host) = (site.folder(&name), site.services());
    let data = text(&folder.join("data"));
    let mut args = words(&["-D", &data, "-p", &port.to_string()]);
    let mut set = |name: &str, value: &str| args.extend(words(&["-c", &format!("{name}={value}")]));
    set("listen_addresses", &host.to_string());
    // The path of a socket has at most 107 letters, and nobody needs one.
    set("unix_socket_directories", "");
    set("max_connections", &CONNECTIONS.to_string());
    // Hot pages of some 100,000 users' posts and memberships; what is not used is not taken.
    set("shared_buffers", "512MB");
    // After each checkpoint a page is logged whole when it changes first: with one each five minutes that was nearly all
    // of the log that 10,000 users made.
    set("checkpoint_timeout", "15min");
    set("max_wal_size", "4GB");
    // Compiling costs more than any statement of the server that looks dear enough for it.
    set("jit", "off");
    // A standby that was away for the length of a test finds what it missed.
    set("wal_keep_size", "512MB");
    if at == 1 && site.shape.db > 1 {
        // Not on the command line, which nothing overrules: `watch` sets it while a standby follows.
        if site.options.has_psql {
            // A standby that hangs is given up before people are.
            set("wal_sender_timeout", "5s");
        } else {
            set("synchronous_standby_names", "*");
        }
    }
    let writer_port = site.db_port(1).to_string();
    let fill = match at {
        1 => Step::Run {
            program: Program::Initdb,
            args: words(&["-D", &data, "-U", USER, "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"]),
        },
        _ => Step::Run {
            program: Program::PgBasebackup,
            args: words(&["-h", &host.to_string(), "-p", &writer_port, "-U", USER, "-D", &data, "-R", "-X", "stream"])
                .into_iter()
                .chain(words(&["-c", "fast"]))
                .collect(),
        },
    };
    let prepare = vec![
        Step::Folder(folder.clone()),
        fill,
        Step::Write { path: folder.join("data/pg_hba.conf"), text: HBA.into() },
    ];
    Component {
        stage: if at == 1 { stage::ENGINES } else { stage::FOLLOWERS },
        program: Program::Postgres,
        args,
        env: Vec::new(),
        account: Account::Unprivileged,
        prepare,
        ready: Ready::Postgres { address: format!("{host}:{port}"), user: USER.into() },
        ready_within: Duration::from_secs(30),
        then: Vec::new(),
        stop: Stop::Interrupt,
        stop_within: Duration::from_secs(20),
        ports: vec![port],
        address: format!("postgres://{USER}@{host}:{port}/{DATABASE}"),
        core: None,
        network: None,
        name,
    }
}

/// What lets the writer go on while no standby is there, as `deploy/postgresql` ships it.
pub fn watch(site: &Site) -> Component {
    let (folder, host, port) = (site.folder("watch-1"), site.services(), site.db_port(1));
    let script = folder.join("standby-watch");
    let metrics = folder.join("standby.prom");
    Component {
        name: "watch-1".into(),
        stage: stage::DOORS,
        program: Program::Sh,
        args: vec![text(&script), "*".into(), text(&metrics)],
        env: [("PGHOST", host.to_string()), ("PGPORT", port.to_string()), ("PGUSER", USER.to_owned())]
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        account: Account::Unprivileged,
        prepare: vec![Step::Folder(folder), Step::Write { path: script, text: WATCH.into() }],
        ready: Ready::Postgres { address: format!("{host}:{port}"), user: USER.into() },
        ready_within: Duration::from_secs(10),
        then: Vec::new(),
        stop: Stop::Terminate,
        stop_within: Duration::from_secs(10),
        ports: Vec::new(),
        address: metrics.display().to_string(),
        core: None,
        network: None,
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
