//! What is said of an import under way.

use std::time::{Duration, Instant};

use transfer::imports::Report;

/// Between two lines that tell how far it is.
const TOLD_EVERY: Duration = Duration::from_secs(2);

/// What was said of the progress, and when.
pub struct Told {
    began: Instant,
    last: Instant,
    /// Seconds and share when something was told first.
    from: Option<(f64, f64)>,
}

impl Told {
    pub fn now() -> Told {
        Told { began: Instant::now(), last: Instant::now(), from: None }
    }

    pub fn tell(&mut self, report: &Report) {
        if report.is_indexing {
            println!("line {}: all {} new posts are there, indexes are made", report.line, report.posts);
            return;
        }
        if self.last.elapsed() < TOLD_EVERY {
            return;
        }
        self.last = Instant::now();
        let seconds = self.began.elapsed().as_secs_f64();
        let share = report.read as f64 / report.size.max(1) as f64;
        let rate = (report.posts + report.posts_known) as f64 / seconds;
        // An import that goes on began behind what it passed over.
        let (from_seconds, from_share) = *self.from.get_or_insert((seconds, share));
        let left = match share - from_share {
            done if done > 0.0 => format!(", {:.0} s left", (1.0 - share) * (seconds - from_seconds) / done),
            _ => String::new(),
        };
        let (line, posts) = (report.line, report.posts);
        println!("line {line}, {:.0} %: {posts} new posts, {rate:.0} posts/s{left}", 100.0 * share);
    }

    pub fn end(&self, report: &Report) {
        for warning in &report.warned {
            println!("left out: {warning}");
        }
        if report.warnings > report.warned.len() as u64 {
            println!("left out: {} more", report.warnings - report.warned.len() as u64);
        }
        report.left_out.lines().iter().for_each(|reason| println!("{reason}"));
        report.notes.lines().iter().for_each(|note| println!("{note}"));
        let Report { line, teams, channels, users, posts, posts_known, files, .. } = report;
        let seconds = self.began.elapsed().as_secs_f64();
        let rate = (posts + posts_known) as f64 / seconds.max(f64::MIN_POSITIVE);
        println!("{line} lines in {seconds:.1} s, {rate:.0} posts/s");
        println!("new: {teams} teams, {channels} channels, {users} accounts, {posts} posts, {files} files");
        if report.gone > 0 {
            println!("taken away, since the source has them no more: {} rows", report.gone);
        }
        println!("there already: {posts_known} posts. The next start indexes what is new for searches.");
    }
}
