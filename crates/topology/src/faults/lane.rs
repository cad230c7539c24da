//! Makes the faults of a run, one after the other: a component that takes its time to end or to come delays the next.
//!
//! The files of a topology belong to one writer, so there is one lane; the report has the times at which things really
//! happened.

use std::path::PathBuf;
use std::time::Duration;

use base::{Clock, Millis, tasks};
use serde::Serialize;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::fault::{Fault, Kind};
use crate::Runner;

/// A fault that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Made {
    pub words: String,
    /// When it began, and when the component had ended, or was there.
    pub began_at: Millis,
    pub done_at: Millis,
    /// When what undid it began and was done.
    pub undone_from: Option<Millis>,
    pub undone_at: Option<Millis>,
    /// What did not succeed.
    pub trouble: Option<String>,
}

/// The faults of a run that is under way.
pub struct Lane {
    over: watch::Sender<bool>,
    task: JoinHandle<Vec<Made>>,
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    due_ms: Millis,
    /// Place of its fault.
    of: usize,
    act: Kind,
    is_undoing: bool,
}

impl Lane {
    /// Begins to count: the times of `faults` are from now on.
    pub fn begin(faults: Vec<Fault>, folder: PathBuf, clock: Clock) -> Lane {
        let (over, is_over) = watch::channel(false);
        let task = tasks::spawn("faults", make(faults, folder, clock, is_over));
        Lane { over, task }
    }

    /// Makes no further fault, undoes at once those that are still to be undone, and tells what was made.
    pub async fn end(self) -> Vec<Made> {
        self.over.send_replace(true);
        // A panic was told by the task itself.
        self.task.await.unwrap_or_default()
    }
}

/// Everything to do in the order of its time.
fn steps(faults: &[Fault]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (of, fault) in faults.iter().enumerate() {
        steps.push(Step { due_ms: fault.at_ms, of, act: fault.kind, is_undoing: false });
        if let Some((for_ms, act)) = fault.for_ms.zip(fault.kind.undone_by()) {
            steps.push(Step { due_ms: fault.at_ms.saturating_add(for_ms), of, act, is_undoing: true });
        }
    }
    steps.sort_by_key(|step| step.due_ms);
    steps
}

async fn make(faults: Vec<Fault>, folder: PathBuf, clock: Clock, mut is_over: watch::Receiver<bool>) -> Vec<Made> {
    let from = clock.now();
    let mut made: Vec<Option<Made>> = vec![None; faults.len()];
    for step in steps(&faults) {
        let wait = Duration::from_millis((from + step.due_ms - clock.now()).max(0).unsigned_abs());
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            // Whoever could say so is gone only with the run.
            _ = is_over.wait_for(|over| *over) => {}
        }
        if *is_over.borrow() && !(step.is_undoing && made[step.of].is_some()) {
            continue;
        }
        let began_at = clock.now();
        let fault = &faults[step.of];
        tracing::info!("{} {}", step.act.name(), fault.name);
        let trouble = act(&folder, step.act, &fault.name).await.err();
        if let Some(why) = &trouble {
            tracing::warn!("{} {}: {why}", step.act.name(), fault.name);
        }
        let done_at = clock.now();
        let one = made[step.of].get_or_insert_with(|| Made {
            words: fault.to_string(),
            began_at,
            done_at,
            undone_from: None,
            undone_at: None,
            trouble: None,
        });
        if step.is_undoing {
            (one.undone_from, one.undone_at) = (Some(began_at), Some(done_at));
        }
        one.trouble = one.trouble.take().or(trouble);
    }
    let mut made: Vec<Made> = made.into_iter().flatten().collect();
    made.sort_by_key(|one| one.began_at);
    made
}

/// Does it to the topology as it stands now: others may have started and stopped components meanwhile.
async fn act(folder: &std::path::Path, act: Kind, name: &str) -> Result<(), String> {
    let mut runner = Runner::open(folder)?;
    match act {
        Kind::Stop => runner.stop(name).await,
        Kind::Kill => runner.kill(name).await,
        Kind::Freeze => runner.freeze(name),
        Kind::Continue => runner.thaw(name),
        Kind::Start => runner.start(name, &mut |_| {}).await,
        Kind::Restart => {
            runner.stop(name).await?;
            runner.start(name, &mut |_| {}).await
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Vec<Fault> {
        texts.iter().map(|text| text.parse().expect("a fault")).collect()
    }

    #[test]
    fn what_undoes_a_fault_has_its_place_among_the_others() {
        let steps = steps(&read(&["kill app-1 at 10s for 20s", "freeze db-1 at 15s for 2s", "restart app-2 at 1s"]));
        let order: Vec<(Millis, usize, Kind)> = steps.iter().map(|step| (step.due_ms, step.of, step.act)).collect();
        let expected = [
            (1_000, 2, Kind::Restart),
            (10_000, 0, Kind::Kill),
            (15_000, 1, Kind::Freeze),
            (17_000, 1, Kind::Continue),
            (30_000, 0, Kind::Start),
        ];
        assert_eq!(order, expected);
    }

    #[tokio::test]
    async fn faults_are_made_in_time_and_their_troubles_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let faults = read(&["stop app-1 at 0s", "kill app-2 at 100ms for 100s", "stop app-3 at 100s"]);
        let begun_at = Clock::system().now();
        let lane = Lane::begin(faults, folder.path().into(), Clock::system());
        tokio::time::sleep(Duration::from_millis(400)).await;
        let made = lane.end().await;
        let words: Vec<&str> = made.iter().map(|one| one.words.as_str()).collect();
        assert_eq!(words, ["stop app-1 at 0s", "kill app-2 at 100ms for 100s"], "the third was not due");
        assert!(made.iter().all(|one| one.trouble.as_ref().is_some_and(|why| why.contains("no topology"))), "{made:?}");
        assert!(made[1].began_at - begun_at >= 100, "times count from the begin of the run: {made:?}");
        assert!(made[1].undone_at.is_some(), "it is undone at the end of the run at the latest");
    }
}
