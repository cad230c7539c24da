//! The log: lines for people or for machines, to standard error or to a file; and where traces branch off.

use std::fs::OpenOptions;
use std::sync::Mutex;

use base::Clock;
use config::{Config, LogFormat};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::traces;

/// Starts the log for the rest of the process; what sends traces, if they are on.
///
/// # Errors
/// When the file cannot be opened or a filter cannot be read.
pub fn start(config: &Config) -> Result<Option<traces::Sender>, String> {
    let log = &config.log;
    let mut filter = EnvFilter::new(log.level.name());
    for directive in log.filter.split(',').filter(|directive| !directive.trim().is_empty()) {
        let directive = directive.trim().parse().map_err(|error| format!("log.filter: {directive}: {error}"))?;
        filter = filter.add_directive(directive);
    }
    let to_file = !log.file.is_empty();
    let writer = match log.file.as_str() {
        "" => BoxMakeWriter::new(std::io::stderr),
        path => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            BoxMakeWriter::new(Mutex::new(file.map_err(|error| format!("log.file {path}: {error}"))?))
        }
    };
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_target(false);
    let lines = match log.format {
        LogFormat::Json => lines.json().flatten_event(true).with_filter(filter).boxed(),
        LogFormat::Text => {
            let colours = !to_file && std::io::IsTerminal::is_terminal(&std::io::stderr());
            lines.with_ansi(colours).with_filter(filter).boxed()
        }
    };
    let log = tracing_subscriber::registry().with(lines);
    let (url, percent) = (config.tracing.otlp_url.as_str(), config.tracing.sample_percent);
    if url.is_empty() {
        log.init();
        return Ok(None);
    }
    let (gathering, sender) = traces::pair(Clock::system(), percent, url);
    log.with(gathering.with_filter(filter_fn(traces::is_traced))).init();
    Ok(Some(sender))
}
