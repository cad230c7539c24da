//! All posts as a table, packed, for those who have to keep or hand over what was said: deleted posts and old versions
//! of edited ones are in it.
//!
//! A line is a post as it was at a time; the order is that of the changes. The job's data say from when on
//! (`batch_start_time`, in milliseconds), so that the next export can begin where the last one ended (`job_end_time`).

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;

use base::Millis;
use base::ids::JobId;
use bytes::Bytes;
use conversation::files::content;
use conversation::files::content::Sent;
use files::{ObjectPath, Writer};
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderValue, StatusCode};
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::{Answer, Call};
use store::post_pages::Page;
use wire::jobs::{Job, SUCCESS};
use wire::omit::StringMap;
use wire::posts::Post;

use crate::jobs::csv::cell;
use crate::jobs::manage::must_job;
use crate::runner::Running;

pub const KIND: &str = "message_export";
const FROM: &str = "batch_start_time";
const UNTIL: &str = "job_end_time";
const IS_DOWNLOADABLE: &str = "is_downloadable";

/// Posts that are read at a time: some hundred kilobytes.
const BATCH_LEN: usize = 500;
/// Posts become visible slightly out of order; what may still come before the end is left to the next export.
const SETTLED_AFTER_MS: Millis = 5_000;
const DAY_MS: Millis = 24 * 60 * 60 * 1000;
/// Jobs that are looked at together when old files are removed.
const EXPIRED_PAGE_LEN: usize = 100;
const HEADER: &str = "create_at,update_at,delete_at,team_id,team_name,channel_id,channel_name,channel_display_name,\
                      channel_type,user_id,username,email,is_bot,post_id,root_id,original_id,post_type,message,\
                      file_ids\n";

/// Where an export lies: by the job's id, never by what its data say.
fn path(app: &App, job: JobId) -> Result<ObjectPath> {
    let config = app.config();
    let folder = config.jobs.export_directory.trim_start_matches("./").trim_end_matches('/');
    Ok(ObjectPath::parse(&format!("{folder}/{job}.csv.gz"))?)
}

/// # Errors
/// When the store or the files do not answer, and when the job is to stop.
pub async fn run(app: Arc<App>, mut running: Running) -> Result<StringMap> {
    let from: Millis = match running.text(FROM) {
        "" => 0,
        text => text.parse().map_err(|_| ApiError::body_param(FROM))?,
    };
    let until = app.clock.now() - SETTLED_AFTER_MS;
    let mut file = Packed::begin(&app, &path(&app, running.job.id)?).await?;
    file.write(HEADER.to_owned()).await?;
    let mut cursor = store::posts::Cursor { at: from, ..Default::default() };
    let mut written = 0usize;
    loop {
        let mut page = store::from_replica(app.store.posts_changed_after(cursor, BATCH_LEN)).await?;
        let is_last = page.len() < BATCH_LEN || page.last().is_some_and(|(last, _)| last.at >= until);
        page.retain(|(at, _)| at.at < until);
        let mut lines = String::new();
        for (at, post) in &page {
            add_line(&app, post, &mut lines).await?;
            cursor = *at;
        }
        file.write(lines).await?;
        written += page.len();
        running.reached(100 * (cursor.at - from) / (until - from).max(1)).await?;
        if is_last {
            break;
        }
    }
    file.finish().await?;
    Ok(StringMap::from([
        (IS_DOWNLOADABLE.to_owned(), "true".to_owned()),
        ("messages_exported".to_owned(), written.to_string()),
        (FROM.to_owned(), from.to_string()),
        (UNTIL.to_owned(), until.to_string()),
    ]))
}

async fn add_line(app: &App, post: &Post, out: &mut String) -> Result<()> {
    let channel = app.world.channel(post.channel_id).await?.unwrap_or_default();
    let team = app.world.team(channel.team_id).await?.unwrap_or_default();
    let user = app.world.user(post.user_id).await?.unwrap_or_default();
    let file_ids = post.file_ids.iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    writeln!(
        out,
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
        post.create_at,
        post.update_at,
        post.delete_at,
        channel.team_id,
        cell(&team.name),
        post.channel_id,
        cell(&channel.name),
        cell(&channel.display_name),
        channel.kind,
        post.user_id,
        cell(&user.username),
        cell(&user.email),
        user.is_bot,
        post.id,
        post.root_id,
        post.original_id,
        cell(&post.kind),
        cell(&post.message),
        file_ids,
    )
    .expect("memory does not fail to write");
    Ok(())
}

/// A file that is packed on its way.
struct Packed {
    encoder: GzEncoder<Vec<u8>>,
    writer: Writer,
}

impl Packed {
    async fn begin(app: &App, path: &ObjectPath) -> Result<Packed> {
        let encoder = GzEncoder::new(Vec::new(), Compression::default());
        Ok(Packed { encoder, writer: app.files.begin(path).await? })
    }

    /// Packs beside the threads that answer requests.
    async fn write(&mut self, text: String) -> Result<()> {
        let mut encoder = std::mem::replace(&mut self.encoder, GzEncoder::new(Vec::new(), Compression::none()));
        let packing = tokio::task::spawn_blocking(move || encoder.write_all(text.as_bytes()).map(|()| encoder));
        self.encoder = packing.await.map_err(ended)?.map_err(ended)?;
        let packed = std::mem::take(self.encoder.get_mut());
        Ok(self.writer.write(packed.into()).await?)
    }

    async fn finish(mut self) -> Result<()> {
        let rest = self.encoder.finish().map_err(ended)?;
        self.writer.write(Bytes::from(rest)).await?;
        self.writer.finish().await?;
        Ok(())
    }
}

fn ended(error: impl std::fmt::Display) -> ApiError {
    ApiError::internal("app.job.export.app_error", "The export could not be packed.").because(error)
}

/// `GET /jobs/{job_id}/download`
pub async fn download(call: Call) -> Answer {
    let job = must_job(&call).await?;
    call.must(Permission::DownloadComplianceExportResult)?;
    if !is_downloadable(&job) {
        let text = "The job has no result that can be downloaded.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "api.unable_to_download_job", text));
    }
    let path = path(&call.app, job.id)?;
    let name = format!("{KIND}_{}.csv.gz", job.id);
    let cache = HeaderValue::from_static("no-store");
    content::send(&call, Sent { path: path.as_str(), mime: "application/gzip", name: &name, save: true, cache }).await
}

/// Whoever starts a job may say anything in its data, so that the word of a finished one alone counts.
fn is_downloadable(job: &Job) -> bool {
    let said = job.data.as_ref().and_then(|data| data.get(IS_DOWNLOADABLE));
    job.kind == KIND && job.status == SUCCESS && said.is_some_and(|said| said == "true")
}

/// Removes the files of exports that are older than the configuration says.
///
/// # Errors
/// When the store or the files do not answer.
pub async fn expire(app: &Arc<App>) -> Result<()> {
    let config = app.config();
    let kept_days = Millis::from(config.jobs.export_retention_d);
    // A job that is forgotten takes its file along.
    let forgotten_days = config.jobs.cleanup_after_d;
    let kept_days = if forgotten_days < 0 { kept_days } else { kept_days.min(forgotten_days) };
    let before = app.clock.now() - kept_days * DAY_MS;
    let mut page = Page { limit: EXPIRED_PAGE_LEN, offset: 0 };
    loop {
        let jobs = app.store.jobs_of_kinds(&[KIND.to_owned()], SUCCESS, page).await?;
        for job in jobs.iter().filter(|job| job.create_at < before && is_downloadable(job)) {
            app.files.delete(&path(app, job.id)?).await?;
            let mut data = job.data.clone().unwrap_or_default();
            data.insert(IS_DOWNLOADABLE.to_owned(), "false".to_owned());
            app.store.write(store::jobs::set_data(job.id, &data)).await?;
        }
        if jobs.len() < page.limit {
            return Ok(());
        }
        page.offset += page.limit;
    }
}
