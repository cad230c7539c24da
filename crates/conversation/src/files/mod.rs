//! Files: what was uploaded, who may see it, and how its bytes leave.
//!
//! [`save`] turns a stream into a stored file and what is known of it; [`upload`] does so for
//! `POST /files`, [`transfer::uploads`] for uploads in parts. [`content`] sends bytes, [`link`] makes
//! addresses for people without an account; [`sweep`] removes what was never posted; [`bucket`] says where an object
//! store is. A post attaches files: [`crate::posts::create`].

pub mod bucket;
pub mod content;
pub mod link;
pub mod save;
pub mod sweep;
pub mod upload;

use base::ids::{ChannelId, FileId};
use http::{HeaderValue, StatusCode, header};
use node::error::{ApiError, Result};
use wire::errors::ids;
use wire::files::FileInfo;

use request::permit::allowed;
use request::{Answer, Call, Reply};

/// A file never changes under its id.
const CACHED: HeaderValue = HeaderValue::from_static("max-age=2592000, private");

pub async fn get_info(call: Call) -> Answer {
    let file = must_read(&call).await?;
    Ok(Reply::json(&file).with_header(header::CACHE_CONTROL, CACHED))
}

/// The file of the path, which the caller uploaded or whose channel the caller may read.
///
/// # Errors
/// 404 when there is none or it is deleted, 403 without the right.
async fn must_read(call: &Call) -> Result<FileInfo> {
    let file = live(call).await?;
    allowed(file.user_id == call.my_id() || may_read(call, file.channel_id).await?)?;
    Ok(file)
}

/// The file of the path, unless it is deleted.
async fn live(call: &Call) -> Result<FileInfo> {
    let id: FileId = call.id("file_id")?;
    let file = call.app.store.file(id).await?.filter(|file| file.delete_at == 0);
    file.ok_or_else(|| ApiError::not_found(ids::APP_FILE_INFO_GET, "There is no such file."))
}

async fn may_read(call: &Call, channel: ChannelId) -> Result<bool> {
    match call.app.world.channel(channel).await? {
        Some(channel) => call.app.can_read(call.me(), &channel).await,
        None => Ok(false),
    }
}

/// # Errors
/// 403 when nobody may attach files.
pub fn must_be_enabled(call: &Call) -> Result<()> {
    if call.app.config().files.enable_attachments {
        return Ok(());
    }
    Err(ApiError::forbidden(ids::API_FILE_ATTACHMENTS_DISABLED, "Files are turned off on this server."))
}

/// A file that is larger than this server takes.
fn too_large() -> ApiError {
    let text = "The file is larger than this server accepts.";
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ids::API_FILE_UPLOAD_FILE_TOO_LARGE_DETAILED, text)
}
