//! The report: a row per figure, with the machine it was taken on.

use std::fmt::Write;

/// Rows in the order they were measured.
pub struct Report {
    rows: Vec<(String, String)>,
}

impl Report {
    pub fn new() -> Report {
        Report { rows: Vec::new() }
    }

    /// Adds a figure and shows it at once, as a run takes minutes.
    pub fn add(&mut self, what: &str, figure: impl Into<String>) {
        let figure = figure.into();
        eprintln!("{what}: {figure}");
        self.rows.push((what.to_owned(), figure));
    }

    pub fn markdown(&self) -> String {
        let mut out = format!("Machine: {}\n\n| figure | value |\n|---|---|\n", machine());
        for (what, figure) in &self.rows {
            writeln!(out, "| {what} | {figure} |").expect("memory does not fail to write");
        }
        out
    }
}

fn machine() -> String {
    let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown processor");
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let cores = cpus.lines().filter(|line| line.starts_with("processor")).count();
    format!("{}, {cores} cores, Linux {}", model.trim_start_matches([' ', '\t', ':']), kernel.trim())
}
