//! Imports as administrators see them: files that were uploaded, and the jobs that bring them along.

use std::sync::Arc;
use std::time::{Duration, Instant};

use node::error::{ApiError, Result};
use people::audits;
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use wire::omit::StringMap;

use crate::bulk::file::{Open, Place};
use crate::bulk::folder::Folder;
use crate::bulk::object::ObjectReader;
use crate::bulk::source::Source;
use crate::imports::{Begin, Import, Others};
use crate::runner::Running;

/// The kind of job that brings a file along.
pub const KIND: &str = "import_process";
/// The kind of job that removes old files.
pub const DELETE_KIND: &str = "import_delete";
/// What of a job's data names the file.
const FILE: &str = "import_file";
const LINE: &str = "line_number";
/// How often a job says how far it is, and hears that it is to stop.
const TOLD_EVERY: Duration = Duration::from_secs(1);

/// `GET /imports`
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    Ok(Reply::json(&Folder::Imports.names(&call.app).await?))
}

/// `DELETE /imports/{import_name}`: deletes the file; it succeeds also when there is none.
pub async fn delete(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let name = call.text("import_name").to_owned();
    call.app.files.delete(&Folder::Imports.path(&call.app, &name)?).await?;
    let mut change = call.app.change();
    audits::note(&mut change, &call, &format!("import={name}"));
    change.commit().await?;
    Ok(Reply::ok())
}

/// Brings the file along that the job names; it is removed when all of it is in. A job that ended with its process goes
/// on where it was.
///
/// # Errors
/// When the file is not there or no bulk file, with the first line that cannot be, and when the job is to stop.
pub async fn run(app: Arc<App>, mut running: Running) -> Result<StringMap> {
    let path = Folder::Imports.path(&app, running.text(FILE))?;
    let source = open(&app, &path).await?;
    let mut import = Import::begin(&app, Arc::new(source), Begin::Mark, Others::People).await?;
    let mut told = Instant::now();
    loop {
        match import.step().await {
            Ok(true) => {}
            Ok(false) => break,
            Err(failed) => {
                running.leave(LINE, failed.line.to_string());
                running.reached(running.job.progress).await?;
                let text = &failed.error.message;
                let message = if failed.line > 0 { format!("line {}: {text}", failed.line) } else { text.clone() };
                return Err(ApiError { message, ..failed.error });
            }
        }
        if told.elapsed() >= TOLD_EVERY {
            told = Instant::now();
            let percent = 100 * import.report.read / import.report.size.max(1);
            running.reached(i64::try_from(percent).unwrap_or(100).min(99)).await?;
        }
    }
    app.files.delete(&path).await?;
    let report = &import.report;
    let numbers = [
        ("lines", report.line),
        ("teams", report.teams),
        ("channels", report.channels),
        ("users", report.users),
        ("posts", report.posts),
        ("posts_changed", report.posts_changed),
        ("files", report.files),
        ("num_warnings", report.warnings),
    ];
    let mut data: StringMap = numbers.iter().map(|(name, number)| ((*name).to_owned(), number.to_string())).collect();
    if !report.notes.is_empty() {
        data.insert("notes".to_owned(), report.notes.lines().join("\n"));
    }
    if !report.warned.is_empty() {
        data.insert("warnings".to_owned(), report.warned.iter().take(20).cloned().collect::<Vec<_>>().join("\n"));
    }
    Ok(data)
}

/// An uploaded file; reading it waits, so that is done beside the threads that answer requests.
async fn open(app: &App, path: &files::ObjectPath) -> Result<Source> {
    let missing =
        || ApiError::not_found("import_process.worker.do_job.file_exists", "There is no such file of imports.");
    let object = match ObjectReader::open(&app.files, path).await {
        Err(files::FileError::NotFound) => return Err(missing()),
        opened => opened?,
    };
    let object = parking_lot::Mutex::new(object);
    let open: Open = Arc::new(move || Ok(Box::new(object.lock().again()) as Box<dyn Place>));
    let opened = tokio::task::spawn_blocking(move || Source::new(open, None)).await;
    opened.map_err(|error| ApiError::internal("import_process.worker.do_job.open_file", error.to_string()))?
}

/// The job that removes old files.
///
/// # Errors
/// When the file store does not answer.
pub async fn clean(app: Arc<App>, _running: Running) -> Result<StringMap> {
    let removed = Folder::Imports.expire(&app).await?;
    Ok(StringMap::from([("removed".to_owned(), removed.to_string())]))
}
