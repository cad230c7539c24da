//! What a run of the job did, or would do, and how far it is.

use node::error::Result;
use transfer::runner::Running;
use wire::omit::StringMap;

/// Lines of a dry run, and of what was passed over, that are kept; beyond, the numbers say how many there are.
const LINES_MAX: usize = 200;
/// Bytes of all of them: they are in the row of the job.
const LINES_BYTES_MAX: usize = 16_000;

/// Whether things are done, or said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    Do,
    Say,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// People of the directory who may have an account.
    Found,
    Made,
    Changed,
    Activated,
    Deactivated,
    GroupsRead,
    Joined,
    Left,
    Brought,
    TakenOut,
    Promoted,
    PassedOver,
}

const NAMES: [(Count, &str); 12] = [
    (Count::Found, "people"),
    (Count::Made, "accounts_made"),
    (Count::Changed, "accounts_changed"),
    (Count::Activated, "accounts_activated"),
    (Count::Deactivated, "accounts_deactivated"),
    (Count::GroupsRead, "groups"),
    (Count::Joined, "group_members_added"),
    (Count::Left, "group_members_removed"),
    (Count::Brought, "memberships_added"),
    (Count::TakenOut, "memberships_removed"),
    (Count::Promoted, "administrators_made"),
    (Count::PassedOver, "passed_over"),
];

/// What a run came to.
#[derive(Debug, Clone)]
pub struct Report {
    pub how: How,
    counts: [u64; NAMES.len()],
    pub lines: Vec<String>,
    bytes_len: usize,
}

impl Report {
    pub fn new(how: How) -> Report {
        Report { how, counts: [0; NAMES.len()], lines: Vec::new(), bytes_len: 0 }
    }

    pub fn count(&mut self, what: Count, by: u64) {
        self.counts[what as usize] += by;
    }

    pub fn of(&self, what: Count) -> u64 {
        self.counts[what as usize]
    }

    /// Counts something that is to be done, and says it in a dry run; true when it is to be done indeed.
    pub fn would(&mut self, what: Count, line: impl FnOnce() -> String) -> bool {
        self.count(what, 1);
        if self.how == How::Say {
            self.line(line());
        }
        self.how == How::Do
    }

    /// Notes what could not be done, and why; the rest goes on.
    pub fn passed_over(&mut self, what: &str, why: &str) {
        self.count(Count::PassedOver, 1);
        tracing::info!(what, why, "the directory's word was passed over");
        self.line(format!("passed over: {what}: {why}"));
    }

    fn line(&mut self, line: String) {
        if self.lines.len() < LINES_MAX && self.bytes_len + line.len() < LINES_BYTES_MAX {
            self.bytes_len += line.len() + 1;
            self.lines.push(line);
        }
    }

    /// As it stands in the data of a job, and is printed.
    pub fn told(&self) -> StringMap {
        let numbers = NAMES.iter().map(|(count, name)| ((*name).to_owned(), self.of(*count).to_string()));
        let mut told: StringMap = numbers.collect();
        if self.how == How::Say {
            told.insert("dry_run".into(), "true".into());
        }
        if !self.lines.is_empty() {
            told.insert("report".into(), self.lines.join("\n"));
        }
        told
    }
}

/// Who is told how far a run is.
pub enum Steps {
    Job(Box<Running>),
    /// A command, which waits.
    Nobody,
}

/// A part of a run, and the percentages that it stands for.
pub struct Stage<'a> {
    pub report: &'a mut Report,
    pub steps: &'a mut Steps,
    pub from: i64,
    pub to: i64,
}

impl Stage<'_> {
    /// Says that so many percent of this part are done.
    ///
    /// # Errors
    /// When the job is to stop.
    pub async fn reached(&mut self, percent: usize) -> Result<()> {
        let percent = i64::try_from(percent.min(100)).unwrap_or(100);
        let whole = self.from + (self.to - self.from) * percent / 100;
        match self.steps {
            Steps::Job(running) => running.reached(whole).await,
            Steps::Nobody => Ok(()),
        }
    }

    /// Says that the work goes on, as far as it was.
    ///
    /// # Errors
    /// When the job is to stop.
    pub async fn beat(&mut self) -> Result<()> {
        match self.steps {
            Steps::Job(running) => {
                let reached = running.job.progress;
                running.reached(reached).await
            }
            Steps::Nobody => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dry_run_says_what_it_would_do_and_does_nothing() {
        let mut report = Report::new(How::Say);
        assert!(!report.would(Count::Made, || "make an account for ann".into()));
        assert_eq!((report.of(Count::Made), report.lines.len()), (1, 1));
        let told = report.told();
        assert_eq!((told["accounts_made"].as_str(), told["dry_run"].as_str()), ("1", "true"));
        assert_eq!(told["report"], "make an account for ann");
        let mut report = Report::new(How::Do);
        assert!(report.would(Count::Made, || unreachable!("nobody reads it")));
        assert!(!report.told().contains_key("report"));
    }

    #[test]
    fn a_long_report_ends_and_goes_on_counting() {
        let mut report = Report::new(How::Say);
        for _ in 0..10_000 {
            report.would(Count::Changed, || "x".repeat(100));
        }
        assert_eq!(report.of(Count::Changed), 10_000);
        assert!(report.told()["report"].len() <= LINES_BYTES_MAX);
    }

    #[test]
    fn every_count_has_its_own_place() {
        for (at, (count, _)) in NAMES.iter().enumerate() {
            assert_eq!(*count as usize, at);
        }
    }
}
