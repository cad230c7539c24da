//! A report's folder: `results.json`, `report.html`, `report.md` with `charts/`, and `raw/`.
//!
//! `raw/` is the run as it was: configuration as used, start and end, what agents told, every sample or answer. The
//! first two files can be made again from `results.json`.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use super::document::document;
use super::model::Report;
use super::{html, markdown};
use crate::coordinator::totals::Totals;
use crate::scrape::{Source, text};

/// Why a folder cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct FolderError {
    pub path: PathBuf,
    pub reason: String,
}

fn wrong(path: &Path) -> impl Fn(std::io::Error) -> FolderError + '_ {
    move |error| FolderError { path: path.to_owned(), reason: error.to_string() }
}

/// Makes the folder and proves that it can be written: better known before a run than after it.
///
/// # Errors
/// When it cannot be made or written.
pub fn prepare(folder: &Path) -> Result<(), FolderError> {
    for part in [folder.join("raw"), folder.join(markdown::CHARTS)] {
        fs::create_dir_all(&part).map_err(wrong(&part))?;
    }
    let probe = folder.join("raw/.probe");
    fs::write(&probe, b"muster-load\n").map_err(wrong(&probe))?;
    fs::remove_file(&probe).map_err(wrong(&probe))
}

/// Writes the report, its numbers first: if the disk fills up, they are there.
///
/// # Errors
/// With the first file that cannot be written; those before it stand.
pub fn write(folder: &Path, report: &Report) -> Result<(), FolderError> {
    write_json(&folder.join("results.json"), report)?;
    render(folder, report)
}

/// Writes `report.html` and `report.md` of a report.
///
/// # Errors
/// When a file cannot be written.
pub fn render(folder: &Path, report: &Report) -> Result<(), FolderError> {
    write_document(folder, &document(report))
}

/// Writes any document under the names of a report.
///
/// # Errors
/// When a file cannot be written.
pub fn write_document(folder: &Path, blocks: &[super::document::Block]) -> Result<(), FolderError> {
    write_bytes(&folder.join("report.html"), html::page(blocks).as_bytes())?;
    let written = markdown::write(blocks);
    let charts = folder.join(markdown::CHARTS);
    fs::create_dir_all(&charts).map_err(wrong(&charts))?;
    for (name, svg) in &written.charts {
        write_bytes(&charts.join(name), svg.as_bytes())?;
    }
    write_bytes(&folder.join("report.md"), written.text.as_bytes())
}

/// Writes a value as JSON.
///
/// # Errors
/// When the file cannot be written.
pub fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), FolderError> {
    let text = serde_json::to_vec_pretty(value)
        .map_err(|error| FolderError { path: path.to_owned(), reason: error.to_string() })?;
    write_bytes(path, &text)
}

/// Whole or not at all: half a file reads like a fault of the program. Ends it with a new line.
fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let end: &[u8] = if bytes.ends_with(b"\n") { b"" } else { b"\n" };
    let written = fs::write(&unfinished, [bytes, end].concat()).and_then(|()| fs::rename(&unfinished, path));
    written.map_err(|error| {
        // Nobody misses it, and the folder is what is told to be wrong.
        drop(fs::remove_file(&unfinished));
        wrong(path)(error)
    })
}

/// Writes the raw part: configuration, what agents told, every sample as text that Prometheus tools read; of a Prometheus
/// that was asked, its answers.
///
/// # Errors
/// With the first file that cannot be written.
pub fn write_raw<T: Serialize>(
    folder: &Path,
    configuration: &T,
    whole: &Totals,
    source: &Source,
) -> Result<(), FolderError> {
    let raw = folder.join("raw");
    fs::create_dir_all(&raw).map_err(wrong(&raw))?;
    write_json(&raw.join("configuration.json"), configuration)?;
    write_json(&raw.join("agents.json"), whole)?;
    let own = match source {
        Source::Own(own) => own,
        Source::Prometheus(prometheus) => return write_json(&raw.join("answers.json"), &prometheus.archive()),
    };
    let path = raw.join("samples.txt.gz");
    let file = BufWriter::new(fs::File::create(&path).map_err(wrong(&path))?);
    let mut file = GzEncoder::new(file, Compression::fast());
    let mut buffer = String::new();
    for (labels, points) in own.samples.all() {
        buffer.clear();
        for point in points.iter().filter(|point| !point.is_stale()) {
            let line = text::Line { labels: labels.clone(), value: point.value, at: Some(point.at) };
            text::write(&line, &mut buffer);
        }
        file.write_all(buffer.as_bytes()).map_err(wrong(&path))?;
    }
    file.finish().and_then(|mut file| file.flush()).map_err(wrong(&path))
}

/// Reads the report of a folder.
///
/// # Errors
/// When `results.json` is not there, or no report of this form.
pub fn read(folder: &Path) -> Result<Report, FolderError> {
    let path = folder.join("results.json");
    let text = fs::read(&path).map_err(wrong(&path))?;
    serde_json::from_slice(&text).map_err(|error| FolderError { path, reason: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::super::model::ServerTime;
    use super::*;

    #[test]
    fn a_report_is_rendered_again_from_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut p99_ms = 4.949_494_949_494_949;
        let store_times = (0..50).map(|at| {
            p99_ms = f64::next_up(p99_ms);
            (format!("Method{at:02}"), ServerTime { mean_ms: 1.0, p99_ms })
        });
        let report = Report { title: "Twice".into(), store_times: store_times.collect(), ..Report::default() };
        prepare(folder.path()).expect("it can be written");
        write(folder.path(), &report).expect("it is written");
        let page = fs::read_to_string(folder.path().join("report.html")).expect("a page");
        let again = read(folder.path()).expect("it is read");
        render(folder.path(), &again).expect("it is rendered");
        assert_eq!(fs::read_to_string(folder.path().join("report.html")).expect("a page"), page);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file");
        let refused = prepare(&file.join("report")).expect_err("a file is no folder");
        assert!(refused.to_string().contains("file/report"), "{refused}");
        assert!(read(folder.path()).is_err());
    }
}
