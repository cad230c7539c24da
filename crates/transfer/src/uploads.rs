//! Uploads in parts, for connections that break: announced, sent piece by piece, and then a file.
//!
//! Bytes are durable before the offset that counts them, so what a client is told to have sent stays sent.
//! Bytes behind the offset, of a part that broke off, are cut when the next part comes.

use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, FileId, UploadId};
use conversation::files::must_be_enabled;
use conversation::files::save::{NewFile, Stored, describe, discard, place, plain_name, start_len};
use conversation::files::upload::next_bytes;
use files::{FileError, ObjectPath};
use http::{StatusCode, header};
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::body::RequestBody;
use request::disposition::Disposition;
use request::form::broken;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::files::{FileInfo, UPLOAD_ATTACHMENT, UPLOAD_IMPORT, UploadSession};

use crate::bulk::folder::Folder;

/// Smallest first part of a file that does not come whole (facts: the reference's object store demands it).
const FIRST_PART_BYTES_MIN: u64 = 5 << 20;
/// Uploads that one user may have begun.
const UPLOADS_MAX: usize = 200;
/// An upload that was begun so long ago is given up.
const STALE_MS: Millis = 7 * 24 * 60 * 60 * 1000;
/// Uploads given up at a time, whenever somebody begins a new one.
const STALE_LEN: usize = 10;

pub async fn create(mut call: Call) -> Answer {
    must_be_enabled(&call)?;
    let wanted: UploadSession = call.json("upload").await?;
    let kind = if wanted.kind.is_empty() { UPLOAD_ATTACHMENT } else { wanted.kind.as_str() };
    match kind {
        UPLOAD_ATTACHMENT if wanted.channel_id.is_none() => return Err(ApiError::body_param("channel_id")),
        UPLOAD_ATTACHMENT | UPLOAD_IMPORT => must_upload_to(&call, kind, wanted.channel_id).await?,
        _ => {
            let text = "This server takes uploads of attachments and of imports.";
            return Err(ApiError::bad_request("model.upload_session.is_valid.type.app_error", text));
        }
    }
    if u64::try_from(wanted.file_size).is_ok_and(|size| size > call.app.config().files.max_file_bytes) {
        let text = "The file is larger than this server accepts.";
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ids::API_UPLOAD_CREATE_UPLOAD_TOO_LARGE, text));
    }
    let filename = plain_name(&wanted.filename);
    rules::uploads::must_be_valid(&filename, wanted.file_size)?;
    if call.app.store.uploads_count(call.my_id()).await? >= UPLOADS_MAX as i64 {
        let text = "Too many uploads are unfinished.";
        return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "api.upload.create.too_many.app_error", text));
    }
    let id: UploadId = call.app.ids.next();
    let upload = UploadSession {
        id,
        kind: kind.to_owned(),
        create_at: call.app.clock.now(),
        user_id: call.my_id(),
        channel_id: if kind == UPLOAD_IMPORT { ChannelId::NONE } else { wanted.channel_id },
        filename,
        path: ObjectPath::upload(id).to_string(),
        file_size: wanted.file_size,
        ..UploadSession::default()
    };
    let mut change = call.app.change();
    change.write(store::uploads::insert(&upload));
    change.commit().await?;
    give_up_stale(&call.app).await?;
    Ok(Reply::created(&upload))
}

/// Attachments go where their channel allows it, imports are the administrators'.
async fn must_upload_to(call: &Call, kind: &str, channel: ChannelId) -> Result<()> {
    match kind {
        UPLOAD_IMPORT => call.must(Permission::ManageSystem),
        _ => call.must_in_channel(channel, Permission::UploadFile).await,
    }
}

pub async fn get(call: Call) -> Answer {
    let upload = must_upload(&call).await?;
    if upload.user_id != call.my_id() {
        let text = "The upload is somebody else's.";
        return Err(ApiError::forbidden(ids::API_UPLOAD_GET_UPLOAD_FORBIDDEN, text));
    }
    Ok(Reply::json(&upload))
}

pub async fn list(call: Call) -> Answer {
    let user = call.user_id()?;
    allowed(user == call.my_id())?;
    Ok(Reply::json(&call.app.store.uploads_of(user, UPLOADS_MAX).await?))
}

/// Takes the next part; 204 while bytes are missing, then the file.
pub async fn send(mut call: Call) -> Answer {
    must_be_enabled(&call)?;
    let upload = must_upload(&call).await?;
    allowed(upload.user_id == call.my_id())?;
    must_upload_to(&call, &upload.kind, upload.channel_id).await?;
    must_be_large_enough(&call, &upload)?;
    let path = ObjectPath::parse(&upload.path)?;
    let offset = receive(&mut call, &upload, &path).await?;
    if offset < upload.file_size {
        return Ok(Reply::empty(StatusCode::NO_CONTENT));
    }
    let file = match upload.kind.as_str() {
        UPLOAD_IMPORT => complete_import(&call.app, &upload, &path).await?,
        _ => complete(&call.app, &upload, &path).await?,
    };
    Ok(Reply::json(&file))
}

fn must_be_large_enough(call: &Call, upload: &UploadSession) -> Result<()> {
    let announced = call.header(header::CONTENT_LENGTH.as_str()).parse::<u64>();
    let small = announced.is_ok_and(|len| len < FIRST_PART_BYTES_MIN && (len as i64) < upload.file_size);
    if upload.file_offset == 0 && small {
        let text = "The first part of a file has at least 5 MiB.";
        return Err(ApiError::bad_request(ids::APP_UPLOAD_UPLOAD_DATA_FIRST_PART_TOO_SMALL, text));
    }
    Ok(())
}

/// Stores a part and counts it. What came of one that broke off is counted, too.
async fn receive(call: &mut Call, upload: &UploadSession, path: &ObjectPath) -> Result<i64> {
    let append = call.app.files.append(path, u64::try_from(upload.file_offset).unwrap_or(0)).await;
    let mut writer = append.map_err(|error| match error {
        FileError::Busy => {
            let text = "Another part of this upload is coming in.";
            ApiError::new(StatusCode::CONFLICT, "app.upload.upload_data.concurrent.app_error", text)
        }
        FileError::Gap { .. } | FileError::NotFound => {
            let text = "The upload's earlier parts are lost: begin anew.";
            ApiError::bad_request("app.upload.upload_data.gap.app_error", text).because(error)
        }
        error => error.into(),
    })?;
    let size = u64::try_from(upload.file_size).unwrap_or(0);
    let mut interrupted = None;
    let mut source = Source::of(call, size)?;
    while writer.size() < size {
        match source.next().await {
            Ok(Some(mut bytes)) => {
                let wanted = usize::try_from(size - writer.size()).unwrap_or(usize::MAX);
                bytes.truncate(wanted);
                writer.write(bytes).await?;
            }
            Ok(None) => break,
            Err(error) => {
                interrupted = Some(error);
                break;
            }
        }
    }
    let offset = i64::try_from(writer.finish().await?).unwrap_or(i64::MAX);
    if offset < upload.file_size {
        call.app.store.write(store::uploads::advance(upload.id, upload.file_offset, offset)).await?;
    }
    interrupted.map_or(Ok(offset), Err)
}

/// Where a part's bytes come from: the body, or the first file of a form.
enum Source {
    Body(Option<RequestBody>),
    Form(Box<(multer::Multipart<'static>, Option<multer::Field<'static>>)>),
}

impl Source {
    fn of(call: &mut Call, bytes_max: u64) -> Result<Source> {
        Ok(match call.is_form() {
            true => Source::Form(Box::new((call.parts(bytes_max)?, None))),
            false => Source::Body(call.stream()),
        })
    }

    async fn next(&mut self) -> Result<Option<bytes::Bytes>> {
        match self {
            Source::Body(None) => Ok(None),
            Source::Body(Some(body)) => next_bytes(body).await,
            Source::Form(form) => loop {
                let (parts, part) = &mut **form;
                if let Some(open) = part {
                    return open.chunk().await.map_err(broken);
                }
                match parts.next_field().await.map_err(broken)? {
                    Some(field) if Disposition::of(field.headers()).file_name.is_some() => *part = Some(field),
                    Some(_) => {}
                    None => return Ok(None),
                }
            },
        }
    }
}

/// All bytes are there: the upload becomes a file.
async fn complete(app: &Arc<App>, upload: &UploadSession, path: &ObjectPath) -> Result<FileInfo> {
    let new = NewFile { channel: upload.channel_id, user: upload.user_id, name: upload.filename.clone() };
    let of = place(&new, app.ids.next::<FileId>(), app.clock.now());
    let (size, start) = (u64::try_from(upload.file_size).unwrap_or(0), start_len(app, &new.name) as u64);
    app.files.assemble(path, &ObjectPath::attachment(&of), size).await?;
    let mut reader = app.files.get(&ObjectPath::attachment(&of), Some(0..start)).await?;
    let mut beginning = Vec::new();
    while let Some(chunk) = reader.chunk().await? {
        beginning.extend_from_slice(&chunk);
    }
    let file = describe(app, &new, &of, Stored { size, start: &beginning }).await;
    let mut change = app.change();
    change.write(store::uploads::remove(upload.id));
    change.write(store::files::insert(&file, app.clock.now()));
    if let Err(error) = change.commit().await {
        discard(app, std::slice::from_ref(&file)).await;
        return Err(error.into());
    }
    Ok(file)
}

/// All bytes are there: the upload waits in the folder of imports, under its id and name.
async fn complete_import(app: &Arc<App>, upload: &UploadSession, path: &ObjectPath) -> Result<FileInfo> {
    let name = format!("{}_{}", upload.id, upload.filename);
    let size = u64::try_from(upload.file_size).unwrap_or(0);
    app.files.assemble(path, &Folder::Imports.path(app, &name)?, size).await?;
    app.store.write(store::uploads::remove(upload.id)).await?;
    Ok(FileInfo {
        id: FileId(upload.id.0),
        user_id: upload.user_id,
        create_at: upload.create_at,
        update_at: upload.create_at,
        name: upload.filename.clone(),
        extension: files::media::extension(&upload.filename),
        size: upload.file_size,
        mime_type: files::media::type_of(&upload.filename, &[]),
        ..FileInfo::default()
    })
}

/// Removes a few uploads that nobody goes on with, so that there is never much to remove.
async fn give_up_stale(app: &Arc<App>) -> Result<()> {
    for upload in app.store.uploads_before(app.clock.now() - STALE_MS, STALE_LEN).await? {
        app.files.discard_appended(&ObjectPath::parse(&upload.path)?).await?;
        match app.store.write(store::uploads::remove(upload.id)).await {
            Ok(_) | Err(store::Error::Unmet { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

async fn must_upload(call: &Call) -> Result<UploadSession> {
    let upload = call.app.store.upload(call.id("upload_id")?).await?;
    upload.ok_or_else(|| ApiError::not_found(ids::APP_UPLOAD_GET, "There is no such upload."))
}
