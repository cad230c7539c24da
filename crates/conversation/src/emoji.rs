//! Custom emoji: pictures that users gave a name.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use base::ids::{EmojiId, PostId};
use bytes::Bytes;
use files::{FileError, ObjectPath};
use http::{HeaderValue, StatusCode, header};
use memory::EmojiNamed;
use node::change::Change;
use node::consequence::Fact;
use node::error::{ApiError, Result};
use permissions::Permission;
use pictures::{Budget, PictureError};
use store::emoji::Sorted;
use wire::emoji::{Emoji, EmojiSearch};
use wire::errors::ids;
use wire::events::{Broadcast, EmojiData, EventName};

use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};

/// Emoji that a search finds.
const FOUND_MAX: usize = 100;
/// Names in one request for several (facts: limits).
const NAMES_MAX: usize = 200;
/// The form around the picture.
const FORM_BYTES_MAX: usize = pictures::EMOJI_BYTES_MAX;
/// Posts whose reactions are removed at a time.
const SWEEP_LEN: usize = 200;
/// How long a deletion waits for the reactions to be gone; then they go on their own.
const SWEEP_WAIT: Duration = Duration::from_secs(2);
/// A picture never changes under its id.
const CACHED: HeaderValue = HeaderValue::from_static("max-age=2592000, private");

/// Whether there is an emoji of this name, on every server or on this one.
///
/// # Errors
/// When the store does not answer.
pub async fn exists(app: &App, name: &str) -> Result<bool> {
    Ok(rules::emoji::is_system_name(name) || custom(app, name).await?.0.is_some())
}

/// The custom emoji among some names, by name.
///
/// # Errors
/// When the store does not answer.
pub async fn named<'a>(app: &App, names: impl IntoIterator<Item = &'a str>) -> Result<Vec<Emoji>> {
    let names: BTreeSet<&str> = names.into_iter().collect();
    let mut found = Vec::new();
    for name in names {
        if rules::emoji::is_system_name(name) {
            continue;
        }
        found.extend(custom(app, name).await?.0.clone());
    }
    Ok(found)
}

async fn custom(app: &App, name: &str) -> Result<Arc<EmojiNamed>> {
    if !rules::emoji::is_name(name) {
        return Ok(Arc::new(EmojiNamed(None)));
    }
    let load = async || Ok(Some(EmojiNamed(app.store.emoji_by_name(name).await?)));
    let found = app.world.emoji.get(&name.to_owned(), load).await?;
    Ok(found.unwrap_or_else(|| Arc::new(EmojiNamed(None))))
}

pub async fn create(mut call: Call) -> Answer {
    must_be_enabled(&call)?;
    call.must(Permission::CreateEmojis)?;
    let form = call.form(FORM_BYTES_MAX).await?;
    let wanted = form.value("emoji").ok_or_else(|| ApiError::body_param("emoji"))?;
    let wanted: Emoji = request::reply::parse(wanted.as_bytes(), "emoji")?;
    allowed(wanted.creator_id == call.my_id())?;
    rules::emoji::must_be_custom_name(&wanted.name)?;
    if custom(&call.app, &wanted.name).await?.0.is_some() {
        return Err(duplicate());
    }
    let picture = form.file("image").ok_or_else(|| ApiError::body_param("image"))?;
    let picture = fitted(&call.app, picture.clone()).await?;

    let now = call.app.clock.now();
    let emoji = Emoji { id: call.app.ids.next(), create_at: now, update_at: now, delete_at: 0, ..wanted };
    let path = ObjectPath::emoji(emoji.id);
    call.app.files.put(&path, picture).await?;
    let mut change = call.app.change();
    change.write(store::emoji::insert(&emoji));
    name_changed(&mut change, &emoji);
    change.announce(EventName::EmojiAdded, &EmojiData::new(&emoji), Broadcast::everyone());
    if let Err(error) = change.commit().await {
        call.app.files.delete(&path).await?;
        return Err(if matches!(error, store::Error::Conflict { .. }) { duplicate() } else { error.into() });
    }
    Ok(Reply::json(&emoji))
}

pub async fn list(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let query = call.query();
    let sorted = match query.text("sort") {
        "" => Sorted::ById,
        "name" => Sorted::ByName,
        _ => return Err(ApiError::url_param("sort")),
    };
    let offset = query.page().saturating_mul(query.per_page());
    Ok(Reply::json(&call.app.store.emoji_page(sorted, query.per_page(), offset).await?))
}

pub async fn get(call: Call) -> Answer {
    must_be_enabled(&call)?;
    Ok(Reply::json(&must_emoji(&call).await?))
}

pub async fn get_by_name(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let name = call.text("emoji_name");
    match custom(&call.app, name).await?.0.as_ref() {
        Some(emoji) => Ok(Reply::json(emoji)),
        None => Err(ApiError::not_found(ids::APP_EMOJI_GET_BY_NAME_NO_RESULT, "There is no emoji of this name.")),
    }
}

pub async fn get_by_names(mut call: Call) -> Answer {
    must_be_enabled(&call)?;
    let names = call.list().await?;
    if names.is_empty() || names.len() > NAMES_MAX {
        return Err(ApiError::body_param("names"));
    }
    Ok(Reply::json(&named(&call.app, names.iter().map(String::as_str)).await?))
}

pub async fn search(mut call: Call) -> Answer {
    must_be_enabled(&call)?;
    let form: EmojiSearch = call.json("term").await?;
    if form.term.is_empty() {
        return Err(ApiError::body_param("term"));
    }
    let before = if form.prefix_only { "" } else { "%" };
    found(&call, &format!("{before}{}%", literal(&form.term))).await
}

pub async fn autocomplete(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let name = call.query().text("name").to_owned();
    if name.is_empty() {
        return Err(ApiError::url_param("name"));
    }
    found(&call, &format!("{}%", literal(&name))).await
}

async fn found(call: &Call, pattern: &str) -> Answer {
    Ok(Reply::json(&call.app.store.emoji_like(pattern, FOUND_MAX).await?))
}

/// A text that a pattern of `LIKE` takes as it stands.
fn literal(text: &str) -> String {
    let text: String = text.chars().take(rules::emoji::NAME_LEN_MAX).collect();
    text.to_lowercase().replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_")
}

pub async fn image(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let emoji = must_emoji(&call).await?;
    let read = call.app.files.get_small(&ObjectPath::emoji(emoji.id), pictures::EMOJI_BYTES_MAX * 2).await;
    let bytes = match read {
        Ok(Some(bytes)) => bytes,
        Ok(None) | Err(FileError::NotFound) => return Err(missing()),
        Err(error) => return Err(error.into()),
    };
    let kind = HeaderValue::from_static(files::media::sniff(&bytes));
    Ok(Reply::bytes(kind, bytes).with_header(header::CACHE_CONTROL, CACHED).confined())
}

pub async fn delete(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let emoji = must_emoji(&call).await?;
    allowed(match emoji.creator_id == call.my_id() {
        true => call.can(Permission::DeleteEmojis),
        false => call.can(Permission::DeleteOthersEmojis),
    })?;
    let mut change = call.app.change();
    change.write(store::emoji::delete(emoji.id, call.app.clock.now()));
    name_changed(&mut change, &emoji);
    change.commit().await.map_err(|error| match error {
        store::Error::Unmet { .. } => missing(),
        error => error.into(),
    })?;
    let app = call.app.clone();
    let sweep = base::tasks::spawn("emoji-sweep", async move {
        if let Err(error) = sweep(&app, &emoji).await {
            tracing::warn!(error = %error.message, emoji = emoji.name, "reactions with a deleted emoji are left");
        }
    });
    // The reactions of a large server take longer than a client waits; they go on without it.
    drop(tokio::time::timeout(SWEEP_WAIT, sweep).await);
    Ok(Reply::ok())
}

/// From here on the name means something else, also in posts that were read before.
fn name_changed(change: &mut Change, emoji: &Emoji) {
    change.fact(Fact::Emoji(emoji.name.clone()));
}

/// Removes what is left of a deleted emoji: its picture, and the reactions with it.
async fn sweep(app: &Arc<App>, emoji: &Emoji) -> Result<()> {
    let mut after = PostId::NONE;
    loop {
        let posts = app.store.posts_with_emoji(&emoji.name, after, SWEEP_LEN).await?;
        let Some(&(last, _)) = posts.last() else { break };
        let mut change = app.change();
        let ids: Vec<PostId> = posts.iter().map(|(post, _)| *post).collect();
        change.write(store::reactions::remove_emoji(&ids, &emoji.name));
        for (post, channel) in posts {
            change.write(store::posts::reacted(post, app.clock.now()));
            change.posts_changed(channel);
        }
        change.commit().await?;
        after = last;
    }
    app.files.delete(&ObjectPath::emoji(emoji.id)).await?;
    Ok(())
}

fn must_be_enabled(call: &Call) -> Result<()> {
    if call.app.config().emoji.enable_custom {
        return Ok(());
    }
    let text = "Custom emoji are turned off on this server.";
    Err(ApiError::new(StatusCode::NOT_IMPLEMENTED, ids::API_EMOJI_DISABLED, text))
}

async fn must_emoji(call: &Call) -> Result<Emoji> {
    let id: EmojiId = call.id("emoji_id")?;
    call.app.store.emoji(id).await?.ok_or_else(missing)
}

fn missing() -> ApiError {
    ApiError::not_found(ids::APP_EMOJI_GET_NO_RESULT, "There is no such emoji.")
}

fn duplicate() -> ApiError {
    ApiError::bad_request(ids::API_EMOJI_CREATE_DUPLICATE, "There is an emoji of this name already.")
}

/// The uploaded picture as it is stored.
pub async fn fitted(app: &App, picture: Bytes) -> Result<Bytes> {
    let budget = Budget { pixels_max: app.config().files.max_image_pixels, ..Budget::default() };
    let emoji = app.pictures.run(move || pictures::emoji(&picture, &budget)).await?;
    emoji.map(|emoji| emoji.bytes.into()).map_err(|error| match error {
        PictureError::TooManyBytes(_) => ApiError::too_large(),
        PictureError::TooManyPixels { .. } => {
            ApiError::bad_request("api.emoji.upload.large_image.too_large.app_error", "The picture is too large.")
        }
        error => {
            ApiError::bad_request("api.emoji.upload.image.app_error", "The picture cannot be used.").because(error)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_take_names_as_they_stand() {
        assert_eq!(literal("a_B%\\"), r"a\_b\%\\");
    }
}
