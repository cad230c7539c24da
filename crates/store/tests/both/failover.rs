//! The writer's server dies and its standby takes over: what was acknowledged is there, once.
//!
//! Starts servers of its own with the script that `MUSTER_TEST_POSTGRES_SCRIPT` names, `scripts/postgres` of this
//! project; nothing when it is not set.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use muster_store::{Options, PostgresOptions, Statement, Store, Write, channels, params};
use tempfile::TempDir;

use crate::support::{another, new_channel, say, variable};

static COUNT: Statement =
    Statement::new("Test.Count", "UPDATE channels SET total_msg_count = total_msg_count + 1 WHERE id = $1");

/// Servers in a folder; they are stopped with the value.
pub struct Servers {
    folder: TempDir,
    script: PathBuf,
}

impl Servers {
    pub fn new() -> Option<Servers> {
        use std::os::unix::fs::PermissionsExt;
        let script = PathBuf::from(variable("MUSTER_TEST_POSTGRES_SCRIPT")?);
        let folder = tempfile::tempdir().expect("a temporary folder");
        // Another account runs the servers where the tests run as root.
        let open = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(), open).expect("the folder is ours");
        Some(Servers { folder, script })
    }

    /// What the script prints.
    pub fn run(&self, arguments: &[&Path]) -> String {
        let done = Command::new(&self.script).args(arguments).output().expect("the script runs");
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text").trim().to_owned()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn start(&self, name: &str) -> String {
        self.run(&["start".as_ref(), &self.path(name)])
    }

    pub fn follow(&self, first: &str, name: &str) -> String {
        self.run(&["follow".as_ref(), &self.path(first), &self.path(name)])
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        for entry in std::fs::read_dir(self.folder.path()).into_iter().flatten().flatten() {
            // One that was killed has nothing to stop.
            drop(Command::new(&self.script).arg("stop").arg(entry.path()).output());
        }
    }
}

fn port(url: &str) -> &str {
    url.rsplit(':').next().and_then(|rest| rest.split('/').next()).expect("a port")
}

/// Counts in each channel one after the other until told to stop; what was acknowledged and what was not known.
async fn count_on(store: &Store, channel: base::ids::ChannelId, stop: &AtomicBool) -> (i64, i64) {
    let (acknowledged, unknown) = (AtomicI64::new(0), AtomicI64::new(0));
    while !stop.load(Ordering::SeqCst) {
        let to = match store.write(Write::must(&COUNT, params![channel])).await {
            Ok(_) => &acknowledged,
            Err(muster_store::Error::Unavailable { .. } | muster_store::Error::InDoubt { .. }) => &unknown,
            Err(error) => panic!("{error}"),
        };
        to.fetch_add(1, Ordering::SeqCst);
    }
    (acknowledged.into_inner(), unknown.into_inner())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_before_a_standby_took_over_is_there_once() {
    const CHANNELS: usize = 8;
    let Some(servers) = Servers::new() else { return };
    let first = servers.start("first");
    let second = servers.follow("first", "second");
    // Without it what the standby has not heard yet would be lost by design.
    say(&first, "ALTER SYSTEM SET synchronous_standby_names = '*';SELECT pg_reload_conf()").await;
    let both = format!("postgres://muster@127.0.0.1:{},127.0.0.1:{}/postgres", port(&first), port(&second));
    let options = Options::Postgres(PostgresOptions { connections: 2, ..PostgresOptions::new(both) });
    let nodes = [another(&options).await, another(&options).await];
    let ids = base::IdMaker::new(base::Clock::system());
    let places: Vec<base::ids::ChannelId> = (0..CHANNELS).map(|_| ids.next()).collect();
    for (at, place) in places.iter().enumerate() {
        let channel = new_channel(*place, ids.next(), &format!("place{at}"));
        nodes[0].write(channels::insert(&channel)).await.expect("a change");
    }
    let stop = AtomicBool::new(false);
    let counting = nodes.iter().flat_map(|node| places.iter().map(|place| count_on(node, *place, &stop)));
    let failing = async {
        tokio::time::sleep(Duration::from_millis(700)).await;
        servers.run(&["kill".as_ref(), &servers.path("first")]);
        servers.run(&["promote".as_ref(), &servers.path("second")]);
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        stop.store(true, Ordering::SeqCst);
    };
    let (told, ()) = tokio::join!(join_all(counting), failing);
    for (at, place) in places.iter().enumerate() {
        let stands = nodes[1].channel(*place).await.expect("a read").expect("a channel").total_msg_count;
        let of_both = |which: fn(&(i64, i64)) -> i64| which(&told[at]) + which(&told[at + CHANNELS]);
        let (acknowledged, unknown) = (of_both(|told| told.0), of_both(|told| told.1));
        assert!(acknowledged > 20, "the load went on: {acknowledged}");
        assert!((acknowledged..=acknowledged + unknown).contains(&stands), "{stands} of {acknowledged} and {unknown}");
        assert_eq!(unknown, 0, "a standby that takes over within a second is waited for");
    }
}
