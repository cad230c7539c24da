//! Exports as administrators see them: the jobs that make them, and files that wait to be fetched.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use conversation::files::content;
use conversation::files::content::Sent;
use files::{Download, FileError};
use http::{HeaderValue, StatusCode};
use node::error::{ApiError, Result};
use people::audits;
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use serde::Serialize;
use wire::omit::StringMap;

use crate::bulk::folder::{Folder, missing};
use crate::bulk::target::{Form, ObjectWriter, Target};
use crate::exports::{Options, Progress};
use crate::runner::Running;

/// The kind of job that makes a file.
pub const KIND: &str = "export_process";
/// The kind of job that removes old files.
pub const DELETE_KIND: &str = "export_delete";
const ZIP: &str = "application/zip";
/// How often a job says how far it is, and hears that it is to stop.
const TOLD_EVERY: Duration = Duration::from_secs(1);
/// How long a link of the object store is good for, in the nanoseconds that clients expect.
const LINK_LASTS_NS: i64 = 60 * 1_000_000_000;

/// `GET /exports`
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    Ok(Reply::json(&Folder::Exports.names(&call.app).await?))
}

/// `GET /exports/{export_name}`, whole or in part.
pub async fn download(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let name = call.text("export_name").to_owned();
    let path = Folder::Exports.path(&call.app, &name)?;
    let cache = HeaderValue::from_static("no-store");
    content::send(&call, Sent { path: path.as_str(), mime: ZIP, name: &name, save: true, cache }).await
}

/// `DELETE /exports/{export_name}`: deletes the file; it succeeds also when there is none.
pub async fn delete(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let name = call.text("export_name").to_owned();
    call.app.files.delete(&Folder::Exports.path(&call.app, &name)?).await?;
    let mut change = call.app.change();
    audits::note(&mut change, &call, &format!("export={name}"));
    change.commit().await?;
    Ok(Reply::ok())
}

/// An address from which anybody may fetch an export for a while.
#[derive(Serialize)]
struct Presigned {
    url: String,
    expiration: i64,
}

/// `POST /exports/{export_name}/presign-url`: answers with a link to the file in the object store, where the
/// configuration allows links.
pub async fn presign(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let name = call.text("export_name").to_owned();
    let path = Folder::Exports.path(&call.app, &name)?;
    match call.app.files.stat(&path).await {
        Err(FileError::NotFound) => return Err(missing()),
        found => found?,
    };
    let disposition = format!("attachment;filename=\"{name}\"");
    let url = call.app.files.link(&path, &Download { mime: ZIP, disposition: &disposition }).ok_or_else(|| {
        let text = "Files are not kept where links to them can be handed out.";
        ApiError::new(StatusCode::NOT_IMPLEMENTED, "app.export.generate_presigned_url.driver.app_error", text)
    })?;
    Ok(Reply::json(&Presigned { url, expiration: LINK_LASTS_NS }))
}

/// Makes a file of everything, named after the job.
///
/// # Errors
/// When the store or the files do not answer, and when the job is to stop.
pub async fn run(app: Arc<App>, mut running: Running) -> Result<StringMap> {
    let wanted = |name: &str| running.text(name) == "true";
    let options = Options {
        attachments: wanted("include_attachments"),
        archived_channels: wanted("include_archived_channels"),
        profile_pictures: wanted("include_profile_pictures"),
        ids: true,
        ..Options::default()
    };
    let name = format!("{}_export.zip", running.job.id);
    let object = ObjectWriter::new(app.files.begin(&Folder::Exports.path(&app, &name)?).await?);
    let progress = Progress::default();
    let target = Target::new(object.again(), Form::Zip);
    let exporting = crate::exports::run(&app, target, Form::Zip, options, &progress);
    tokio::pin!(exporting);
    loop {
        match tokio::time::timeout(TOLD_EVERY, &mut exporting).await {
            Ok(done) => break done?,
            Err(_elapsed) => running.reached(progress.percent()).await?,
        }
    }
    object.finish().await?;
    let numbers = [
        ("lines", &progress.lines),
        ("posts", &progress.posts),
        ("files", &progress.files),
        ("num_warnings", &progress.warnings),
    ];
    let number = |(name, number): &(&str, &std::sync::atomic::AtomicU64)| {
        ((*name).to_owned(), number.load(Ordering::Relaxed).to_string())
    };
    let mut data: StringMap = numbers.iter().map(number).collect();
    data.insert("export_file".to_owned(), name);
    Ok(data)
}

/// The job that removes old files.
///
/// # Errors
/// When the file store does not answer.
pub async fn clean(app: Arc<App>, _running: Running) -> Result<StringMap> {
    let removed = Folder::Exports.expire(&app).await?;
    Ok(StringMap::from([("removed".to_owned(), removed.to_string())]))
}
