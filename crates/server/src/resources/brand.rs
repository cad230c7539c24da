//! The brand image that the sign-in page shows.

use files::{FileError, ObjectPath};
use http::{HeaderValue, StatusCode, header};
use node::error::{ApiError, Result};
use permissions::Permission;
use pictures::{Budget, EMOJI_BYTES_MAX};

use organisation::profile_pictures::{CACHED, UPLOAD_BYTES_MAX};
use request::reply::{Content, JSON};
use request::{Answer, Call, Reply};

/// Bytes of the picture: it is shown as it was uploaded, so it is one for the web.
const BRAND_BYTES_MAX: usize = 8 * EMOJI_BYTES_MAX;
const _: () = assert!(BRAND_BYTES_MAX <= UPLOAD_BYTES_MAX, "brand images are no larger than photos");

pub async fn get(call: Call) -> Answer {
    match call.app.files.get_small(&path()?, BRAND_BYTES_MAX).await {
        Ok(Some(bytes)) => {
            let kind = HeaderValue::from_static(files::media::sniff(&bytes));
            Ok(Reply::bytes(kind, bytes).with_header(header::CACHE_CONTROL, CACHED).confined())
        }
        // Clients look only at the status.
        Ok(None) | Err(FileError::NotFound) => {
            Ok(Reply::new(StatusCode::NOT_FOUND, Content::Whole(JSON, bytes::Bytes::new())))
        }
        Err(error) => Err(error.into()),
    }
}

pub async fn upload(mut call: Call) -> Answer {
    call.must(Permission::EditBrand)?;
    let form = call.form(BRAND_BYTES_MAX).await?;
    let picture = form.file("image").ok_or_else(|| {
        ApiError::bad_request("api.admin.upload_brand_image.no_file.app_error", "The form has no file called image.")
    })?;
    pictures::probe(picture, &Budget::default()).map_err(|error| {
        ApiError::bad_request("brand.save_brand_image.check_image_limits.app_error", "The picture cannot be used.")
            .because(error)
    })?;
    call.app.files.put(&path()?, picture.clone()).await?;
    Ok(Reply::ok().with_status(StatusCode::CREATED))
}

pub async fn delete(call: Call) -> Answer {
    call.must(Permission::EditBrand)?;
    match call.app.files.delete(&path()?).await? {
        true => Ok(Reply::ok()),
        false => Err(ApiError::not_found("api.admin.delete_brand_image.storage.not_found", "There is no brand image.")),
    }
}

fn path() -> Result<ObjectPath> {
    Ok(ObjectPath::parse("brand/image.png")?)
}
