//! `POST /files`: several files in a form, or one as the whole body.

use std::sync::Arc;

use base::Id;
use base::ids::{ChannelId, UserId};
use bytes::Bytes;
use http::{StatusCode, header};
use http_body_util::BodyExt;
use multer::Field;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::body::RequestBody;
use request::disposition::Disposition;
use request::form::{broken, is_file, value};
use request::{Answer, Call, Reply};
use wire::files::{FileInfo, FileUpload};

use crate::files::save::{NewFile, Saving, discard, plain_name};
use crate::files::{must_be_enabled, too_large};

/// Files in one form. Clients send one each, or as many as a post may have.
const FILES_MAX: usize = 20;
/// Bytes of a form around its files.
const FORM_BYTES: u64 = 64 * 1024;

pub async fn upload(mut call: Call) -> Answer {
    must_be_enabled(&call)?;
    let size_max = call.app.config().files.max_file_bytes;
    let announced = call.header(header::CONTENT_LENGTH.as_str()).parse::<u64>().unwrap_or(0);
    let forms = if call.is_form() { FILES_MAX as u64 } else { 1 };
    if announced > size_max.saturating_mul(forms).saturating_add(FORM_BYTES) {
        return Err(too_large());
    }
    let mut upload = FileUpload::default();
    let received = match call.is_form() {
        true => receive_form(&mut call, &mut upload).await,
        false => receive_body(&mut call, &mut upload).await,
    };
    let stored = match received {
        Ok(()) => store(&call.app, &upload.file_infos).await,
        Err(error) => Err(error),
    };
    if let Err(error) = stored {
        discard(&call.app, &upload.file_infos).await;
        return Err(error);
    }
    Ok(Reply::json(&upload).with_status(StatusCode::CREATED))
}

async fn store(app: &Arc<App>, files: &[FileInfo]) -> Result<()> {
    let mut change = app.change();
    for file in files {
        change.write(store::files::insert(file, app.clock.now()));
    }
    change.commit().await?;
    Ok(())
}

/// Programs send the channel before the files or after them. The bytes of those that come first lie under no channel, and
/// nobody comes to know of them before it is known whether they may be there.
async fn receive_form(call: &mut Call, upload: &mut FileUpload) -> Result<()> {
    let mut channel = match call.query().get("channel_id") {
        Some(text) => Some(must_upload(call, text).await?),
        None => None,
    };
    let mut clients = Vec::new();
    let bytes_max = call.app.config().files.max_file_bytes.saturating_mul(FILES_MAX as u64);
    let mut parts = call.parts(bytes_max)?;
    while let Some(mut part) = parts.next_field().await.map_err(broken)? {
        let Disposition { name, file_name } = Disposition::of(part.headers());
        match (name.as_str(), file_name) {
            ("channel_id", None) => channel = Some(must_upload(call, &value(&mut part).await?).await?),
            ("client_ids", None) if clients.len() < FILES_MAX => clients.push(value(&mut part).await?),
            (_, Some(name)) if is_file(Some(&name)) => {
                if upload.file_infos.len() == FILES_MAX {
                    return Err(ApiError::body_param("files"));
                }
                let new = NewFile { channel: channel.unwrap_or_default(), user: call.my_id(), name: plain_name(&name) };
                upload.file_infos.push(save_part(&call.app, new, part).await?);
            }
            _ => {}
        }
    }
    if upload.file_infos.is_empty() {
        return Err(ApiError::body_param("files"));
    }
    let channel = channel.ok_or_else(|| ApiError::body_param("channel_id"))?;
    for file in &mut upload.file_infos {
        file.channel_id = channel;
    }
    upload.client_ids = Some(clients);
    Ok(())
}

async fn save_part(app: &Arc<App>, new: NewFile, mut part: Field<'_>) -> Result<FileInfo> {
    let mut saving = Saving::begin(app, new).await?;
    while let Some(chunk) = part.chunk().await.map_err(broken)? {
        saving.write(chunk).await?;
    }
    saving.finish().await
}

async fn receive_body(call: &mut Call, upload: &mut FileUpload) -> Result<()> {
    let query = call.query();
    let (channel, name) = (query.text("channel_id").to_owned(), query.text("filename").to_owned());
    upload.client_ids = query.get("client_id").map(|id| vec![id.to_owned()]);
    drop(query);
    let channel = must_upload(call, &channel).await?;
    if name.is_empty() {
        return Err(ApiError::url_param("filename"));
    }
    let user: UserId = call.my_id();
    let mut saving = Saving::begin(&call.app, NewFile { channel, user, name: plain_name(&name) }).await?;
    if let Some(mut body) = call.stream() {
        while let Some(bytes) = next_bytes(&mut body).await? {
            saving.write(bytes).await?;
        }
    }
    upload.file_infos.push(saving.finish().await?);
    Ok(())
}

/// The next bytes of a body.
///
/// # Errors
/// `invalid_body_param` when the body breaks off.
pub async fn next_bytes(body: &mut RequestBody) -> Result<Option<Bytes>> {
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| ApiError::body_param("body").because(error))?;
        if let Ok(bytes) = frame.into_data() {
            return Ok(Some(bytes));
        }
    }
    Ok(None)
}

/// The channel of this id, into which the caller may upload.
async fn must_upload(call: &Call, text: &str) -> Result<ChannelId> {
    let channel = Id::parse(text).filter(|id| !id.is_none()).map(ChannelId::from);
    let channel = channel.ok_or_else(|| ApiError::url_param("channel_id"))?;
    call.must_in_channel(channel, Permission::UploadFile).await?;
    Ok(channel)
}
