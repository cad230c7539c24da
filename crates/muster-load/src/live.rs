//! What a person sees while a run goes on: a dashboard on a terminal, lines elsewhere.

use base::Millis;
use load::coordinator::monitor::Record;
use load::coordinator::run::{Progress, View};
use load::report::numbers::{count, duration, short};

/// Between two lines in a log: a run of an hour is 360 of them.
const LINE_EVERY_MS: Millis = 10_000;

/// One line now and then, and at once when another phase begins: whoever waits for it reads these lines.
#[derive(Default)]
pub struct Lines {
    last: Option<(Millis, &'static str)>,
}

impl View for Lines {
    fn show(&mut self, progress: &Progress) {
        if self.is_due(progress.at, progress.phase) {
            eprintln!("{}", line(progress));
        }
    }
}

impl Lines {
    fn is_due(&mut self, at: Millis, phase: &'static str) -> bool {
        let is_due = self.last.is_none_or(|(last, told)| told != phase || at - last >= LINE_EVERY_MS);
        if is_due {
            self.last = Some((at, phase));
        }
        is_due
    }
}

fn line(progress: &Progress) -> String {
    let rates = Rates::of(progress);
    let users = users(progress);
    let left = progress.left_ms.map(|ms| format!(", {} left", duration(ms))).unwrap_or_default();
    format!(
        "{} {}{left}: {users}, {}/s, mean {} ms, p99 {} ms, {} errors, {}",
        clock(progress.elapsed_ms),
        progress.phase,
        short(rates.per_second),
        short(rates.mean_ms),
        short(rates.p99_ms),
        count(progress.errors),
        state(progress)
    )
}

/// Users, and those of them that still sign in.
fn users(progress: &Progress) -> String {
    match (progress.active, progress.arriving) {
        (None, _) => "? users".into(),
        (Some(active), 0) => format!("{} users", count(active.into())),
        (Some(active), arriving) => format!("{} users ({} sign in)", count(active.into()), count(arriving.into())),
    }
}

fn state(progress: &Progress) -> String {
    match (progress.alert, progress.troubles.first()) {
        (true, _) => "ALERT".into(),
        (false, Some(trouble)) => format!("metrics missing ({trouble})"),
        (false, None) => "healthy".into(),
    }
}

fn clock(ms: Millis) -> String {
    let seconds = ms / 1_000;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

struct Rates {
    per_second: f64,
    mean_ms: f64,
    p99_ms: f64,
}

impl Rates {
    fn of(progress: &Progress) -> Rates {
        let all = progress.recent.all_endpoints();
        let seconds = (progress.recent_ms.max(1)) as f64 / 1_000.0;
        let per_second = if progress.recent_ms == 0 { 0.0 } else { all.requests() as f64 / seconds };
        Rates { per_second, mean_ms: all.latency.mean_ms(), p99_ms: all.latency.quantile_ms(0.99) }
    }
}

/// A block that is drawn over itself.
pub struct Dashboard {
    url: String,
    drawn: usize,
    users: Vec<f64>,
}

/// Rounds of users in the little curve.
const CURVE_LEN: usize = 48;

const BOLD: &str = "\x1b[1m";
const SOFT: &str = "\x1b[2m";
const GOOD: &str = "\x1b[32m";
const BAD: &str = "\x1b[31m";
const PLAIN: &str = "\x1b[0m";

impl Dashboard {
    pub fn new(url: &str) -> Dashboard {
        Dashboard { url: url.into(), drawn: 0, users: Vec::new() }
    }

    fn block(&self, progress: &Progress) -> Vec<String> {
        let rates = Rates::of(progress);
        let users = progress.active.map_or("?".into(), |users| count(users.into()));
        let left = progress.left_ms.map(|ms| format!("  {} left", duration(ms))).unwrap_or_default();
        let mut rows = vec![
            format!("{BOLD}{}{PLAIN}  {}  {}{left}", self.url, clock(progress.elapsed_ms), progress.phase),
            format!("  users     {BOLD}{users:>9}{PLAIN}  {}", curve(&self.users)),
            format!("  requests  {:>9}/s  {SOFT}{} in all{PLAIN}", short(rates.per_second), {
                count(progress.totals.all_endpoints().requests())
            }),
            format!("  latency   mean {} ms, p99 {} ms", short(rates.mean_ms), short(rates.p99_ms)),
            format!("  errors    {:>9}", count(progress.errors)),
            format!(
                "  posts     {:>9} sent, {} lost, {} twice, {} out of order",
                count(progress.totals.delivery.sent),
                progress.totals.delivery.lost,
                progress.totals.delivery.duplicates,
                progress.totals.delivery.out_of_order
            ),
        ];
        rows.extend(progress.records.iter().map(row));
        rows.extend(progress.troubles.iter().map(|trouble| format!("  {BAD}!{PLAIN} {trouble}")));
        rows
    }
}

fn row(record: &Record) -> String {
    let limit = short(record.threshold);
    match record.last {
        None => format!("  {SOFT}· {:<54} no value{PLAIN}", record.description),
        Some(value) => {
            let colour = if value >= record.threshold { BAD } else { GOOD };
            format!("  {colour}●{PLAIN} {:<54} {:>8} {SOFT}of {limit}{PLAIN}", record.description, short(value))
        }
    }
}

fn curve(values: &[f64]) -> String {
    const STEPS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = values.iter().copied().fold(1.0, f64::max);
    values.iter().map(|value| STEPS[((value / most * 7.0) as usize).min(7)]).collect()
}

impl View for Dashboard {
    fn show(&mut self, progress: &Progress) {
        if let Some(users) = progress.active {
            if self.users.len() == CURVE_LEN {
                self.users.remove(0);
            }
            self.users.push(f64::from(users));
        }
        let rows = self.block(progress);
        // Up over the old block, and clear from there to the end of the screen.
        let up = if self.drawn > 0 { format!("\x1b[{}A\x1b[J", self.drawn) } else { String::new() };
        eprintln!("{up}{}", rows.join("\n"));
        self.drawn = rows.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_where_the_run_is() {
        let progress = Progress {
            elapsed_ms: 3_725_000,
            left_ms: Some(60_000),
            phase: "measuring",
            active: Some(12_345),
            ..Progress::default()
        };
        assert_eq!(
            line(&progress),
            "01:02:05 measuring, 1 min left: 12,345 users, 0/s, mean 0 ms, p99 0 ms, 0 errors, healthy"
        );
    }

    #[test]
    fn lines_come_every_ten_seconds_and_when_a_phase_begins() {
        let mut lines = Lines::default();
        let seen = [(0, "users arrive"), (9_999, "users arrive"), (10_000, "users arrive"), (12_000, "measuring")];
        assert_eq!(seen.map(|(at, phase)| lines.is_due(at, phase)), [true, false, true, true]);
        assert_eq!([21_999, 22_000].map(|at| lines.is_due(at, "measuring")), [false, true]);
    }

    #[test]
    fn the_dashboard_has_a_row_for_each_metric() {
        let mut dashboard = Dashboard::new("http://127.0.0.1:8065");
        dashboard.users = vec![0.0, 4.0, 8.0];
        let record = Record { description: "Mean".into(), threshold: 1.0, last: Some(2.0), ..Record::default() };
        let rows = dashboard.block(&Progress { records: vec![record, Record::default()], ..Progress::default() });
        assert_eq!(rows.len(), 8);
        assert!(rows[1].contains("▁▄█") && rows[6].contains(BAD) && rows[7].contains("no value"));
    }
}
