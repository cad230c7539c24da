//! The log: lines for people or for machines, to standard error or to a file.

use std::fs::OpenOptions;
use std::sync::Mutex;

use config::{Config, LogFormat};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::writer::BoxMakeWriter;

/// Starts the log for the rest of the process.
///
/// # Errors
/// When the file cannot be opened or a filter cannot be read.
pub fn start(config: &Config) -> Result<(), String> {
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
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer).with_target(false);
    match log.format {
        LogFormat::Json => lines.json().flatten_event(true).init(),
        LogFormat::Text => lines.with_ansi(!to_file && std::io::IsTerminal::is_terminal(&std::io::stderr())).init(),
    }
    Ok(())
}
