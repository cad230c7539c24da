//! Profile pictures: what somebody uploaded, or the first letter of the name on a colour.
//!
//! Every list of people asks for dozens of them, so they are answered from memory: about a kilobyte
//! for a letter, some twenty for an uploaded picture.

use std::sync::Arc;

use base::Millis;
use bytes::Bytes;
use files::{FileError, ObjectPath};
use http::{HeaderValue, header};
use memory::{Picture, PictureKey};
use node::error::{ApiError, Result};
use pictures::{Budget, Initial, PictureError};
use wire::errors::ids;
use wire::events::{Broadcast, EventName, UserUpdated};
use wire::users::User;

use request::App;
use request::{Answer, Call, Reply};

/// Bytes of an uploaded picture before it is made small: more than a telephone's camera makes.
pub const UPLOAD_BYTES_MAX: usize = 20 << 20;
/// Bytes of a stored picture of 128×128 at most: four for each pixel and some for the frame.
const STORED_BYTES_MAX: usize = 128 * 128 * 4 + 4096;
/// Clients put the time of the last change into the address.
pub const CACHED: HeaderValue = HeaderValue::from_static("max-age=86400, private");
const PNG: HeaderValue = HeaderValue::from_static("image/png");

pub async fn get(call: Call) -> Answer {
    let user = must_see(&call).await?;
    if user.last_picture_update <= 0 {
        return Ok(show(&initial(&call.app, &user)));
    }
    let mut number = itoa::Buffer::new();
    let etag = number.format(user.last_picture_update);
    if call.has(etag) {
        return Ok(Reply::not_modified(etag).with_header(header::CACHE_CONTROL, CACHED));
    }
    let key = PictureKey::Profile(user.id, user.last_picture_update);
    match stored(&call.app, key, ObjectPath::profile_picture(user.id)).await? {
        Some(picture) => Ok(show(&picture).with_etag(etag)),
        // The file is lost, as after a restore without files: better a letter than a broken picture.
        None => Ok(show(&initial(&call.app, &user))),
    }
}

pub async fn get_default(call: Call) -> Answer {
    let user = must_see(&call).await?;
    Ok(show(&initial(&call.app, &user)))
}

pub async fn set(mut call: Call) -> Answer {
    let user = crate::users::bots::must_edit_profile(&call).await?;
    let user = call.app.must_user(user).await?;
    let form = call.form(UPLOAD_BYTES_MAX).await?;
    let uploaded = form.file("image").ok_or_else(|| {
        ApiError::bad_request(ids::API_USER_UPLOAD_PROFILE_USER_NO_FILE, "The form has no file called image.")
    })?;
    put(&call.app, &user, uploaded.clone()).await?;
    Ok(Reply::ok())
}

/// Gives somebody a picture.
///
/// # Errors
/// 400 when the bytes are no picture, or one that is too large.
pub async fn put(app: &Arc<App>, user: &User, uploaded: Bytes) -> Result<()> {
    let picture = square(app, uploaded, ids::API_USER_UPLOAD_PROFILE_USER_CHECK_IMAGE_LIMITS).await?;
    app.files.put(&ObjectPath::profile_picture(user.id), picture).await?;
    let now = app.clock.now();
    change_picture(app, user, now, now).await
}

pub async fn reset(call: Call) -> Answer {
    let user = crate::users::bots::must_edit_profile(&call).await?;
    let user = call.app.must_user(user).await?;
    let now = call.app.clock.now();
    // Negative: clients know by it that the picture is the default one, and still that it changed.
    change_picture(&call.app, &user, -now, now).await?;
    call.app.files.delete(&ObjectPath::profile_picture(user.id)).await?;
    Ok(Reply::ok())
}

async fn change_picture(app: &Arc<App>, user: &User, last_picture_update: Millis, now: Millis) -> Result<()> {
    let mut change = app.change();
    change.write(store::users::set_picture(user.id, last_picture_update, now));
    change.user_changed(user.id);
    // A picture says nothing private: everybody, the user included, is told alike.
    let changed = User { last_picture_update, update_at: now, ..user.clone() };
    let told = UserUpdated { user: changed.for_others(people::users::privacy(app)) };
    change.announce_about(user.id, EventName::UserUpdated, &told, Broadcast::everyone());
    change.commit().await?;
    Ok(())
}

/// The user of the path, whom the caller may see.
async fn must_see(call: &Call) -> Result<Arc<User>> {
    let user = call.app.must_user(call.user_id()?).await?;
    people::users::must_see(call, user.id).await?;
    Ok(user)
}

/// The picture of somebody without one: made in well under a millisecond, and once for all who have the same.
fn initial(app: &App, user: &User) -> Arc<Picture> {
    let initial = Initial::of(user.id.0, &user.username);
    app.world
        .pictures
        .get_or_make(&PictureKey::Initial(initial.colour, initial.letter), || Picture(initial.draw().into()))
}

/// A stored picture; `None` when its file is not there.
pub async fn stored(app: &App, key: PictureKey, path: ObjectPath) -> Result<Option<Arc<Picture>>> {
    let load = async || match app.files.get_small(&path, STORED_BYTES_MAX).await {
        Ok(bytes) => Ok(bytes.map(Picture)),
        Err(FileError::NotFound) => Ok(None),
        Err(error) => Err(ApiError::from(error)),
    };
    app.world.pictures.get_or_load(&key, load).await
}

/// An uploaded picture as a small square, or the refusal under `refused`.
pub async fn square(app: &App, uploaded: Bytes, refused: &'static str) -> Result<Bytes> {
    let budget = Budget { pixels_max: app.config().files.max_image_pixels, ..Budget::default() };
    let picture: Result<Vec<u8>, PictureError> = app.pictures.run(move || pictures::avatar(&uploaded, &budget)).await?;
    match picture {
        Ok(bytes) => Ok(bytes.into()),
        Err(error) => Err(ApiError::bad_request(refused, "The picture cannot be used.").because(error)),
    }
}

/// The answer with a picture.
pub fn show(picture: &Picture) -> Reply {
    Reply::bytes(PNG, picture.0.clone()).with_header(header::CACHE_CONTROL, CACHED).confined()
}
