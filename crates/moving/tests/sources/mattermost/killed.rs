//! The program itself, killed at random moments: takes part when `MUSTER_BIN` names it. `MUSTER_KILLS` says how often it is
//! killed, `MUSTER_KILL_SEED` when. `scripts/moving` sets all three.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::*;

const POSTS: u32 = 6_000;
/// Kills of one data folder, before the run that goes on to the end.
const KILLS_OF_ONE: u32 = 3;

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn said(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// A program that moves an old server in.
struct Program {
    path: String,
    old: String,
    folder: PathBuf,
}

impl Program {
    fn start(&self, data: &str, more: &[&str]) -> Child {
        let mut command = Command::new(&self.path);
        command.args(["import", "mattermost", &self.old, "--files", "files", "--data", data]).args(more);
        command.current_dir(&self.folder).stdout(Stdio::null()).spawn().expect("a program that starts")
    }

    /// Lets a run come to its end; what its report says.
    fn report(&self, data: &str, more: &[&str]) -> Value {
        let mut run = self.start(data, &[&["--report", data][..], more].concat());
        assert!(run.wait().expect("it ends").success(), "{data}: not all of it is here");
        let text = fs::read(self.folder.join(format!("{data}.json"))).expect("a report");
        serde_json::from_slice(&text).expect("JSON")
    }
}

/// Random enough for moments (Knuth's linear congruences).
struct Moments(u64);

impl Moments {
    fn within(&mut self, length: Duration) -> Duration {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        length.mul_f64((self.0 >> 33) as f64 / f64::from(1_u32 << 31))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_killed_goes_on_and_ends_the_same() {
    let Some(path) = said("MUSTER_BIN") else { return };
    let Some(old) = filled(NEWEST, "11.0.0").await else { return };
    grow(&old, POSTS).await;
    let kills = said("MUSTER_KILLS").map_or(3, |kills| kills.parse().expect("a number"));
    let seed = said("MUSTER_KILL_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let (mut moments, mut killed, mut round) = (Moments(seed), 0_u32, 0);
    let folder = tempfile::tempdir().expect("a folder");
    content::store(&folder.path().join("files"));
    let program = Program { path, old: old.url.clone(), folder: folder.path().to_owned() };
    let begun = Instant::now();
    let in_one_go = program.report("whole", &[]);
    let length = begun.elapsed();
    while killed < kills {
        round += 1;
        let data = format!("killed-{round}");
        for _ in 0..KILLS_OF_ONE.min(kills - killed) {
            let moment = moments.within(length);
            let mut run = program.start(&data, &["--resume"]);
            tokio::time::sleep(moment).await;
            if let Some(ended) = run.try_wait().expect("a program") {
                assert!(ended.success(), "seed {seed}, {data}: it failed before it was killed");
                continue;
            }
            run.kill().expect("a program that runs");
            run.wait().expect("it ends");
            killed += 1;
        }
        assert_eq!(program.report(&data, &["--resume"]), in_one_go, "seed {seed}, {data}");
        fs::remove_dir_all(folder.path().join(&data)).expect("a folder");
    }
    println!("killed {killed} times at random moments of {length:?}, in {round} folders: each ended as in one go");
}
