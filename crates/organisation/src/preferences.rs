//! Preferences: what a client wants to find again on another one. The server keeps them and reads few.

use std::collections::{HashMap, HashSet};

use base::ids::{ChannelId, PostId, UserId};
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::events::{Broadcast, CategoriesUpdated, EventName, PreferencesData};
use wire::preferences::{FLAGGED_POST, Preference};

use crate::categories::favorites;
use crate::categories::favorites::Preferences;

/// `GET /users/{user_id}/preferences`
pub async fn list(call: Call) -> Answer {
    let user = call.must_act_on(Part::Preferences).await?;
    Ok(Reply::json(&call.app.store.preferences(user).await?))
}

/// `GET /users/{user_id}/preferences/{category}`
pub async fn category(call: Call) -> Answer {
    let user = call.must_act_on(Part::Preferences).await?;
    let found = call.app.store.preferences_in(user, call.text("category")).await?;
    if found.is_empty() {
        let text = "There are no preferences of this category.";
        return Err(ApiError::not_found(ids::API_PREFERENCE_PREFERENCES_CATEGORY_GET, text));
    }
    Ok(Reply::json(&found))
}

/// `GET /users/{user_id}/preferences/{category}/name/{preference_name}`
pub async fn one(call: Call) -> Answer {
    let user = call.must_act_on(Part::Preferences).await?;
    let found = call.app.store.preference(user, call.text("category"), call.text("preference_name")).await?;
    let missing = || ApiError::bad_request(ids::APP_PREFERENCE_GET, "There is no such preference.");
    Ok(Reply::json(&found.ok_or_else(missing)?))
}

/// `PUT /users/{user_id}/preferences`
pub async fn save(mut call: Call) -> Answer {
    let user = call.must_act_on(Part::Settings).await?;
    let mut preferences: Vec<Preference> = call.json("preferences").await?;
    must_be_own(&preferences, user, ids::API_PREFERENCE_UPDATE_PREFERENCES_SET)?;
    for preference in &mut preferences {
        let Preference { category, name, value, .. } = preference;
        rules::preferences::Preference { category, name, value }.must_be_valid()?;
        if let Some(mended) = rules::preferences::mended(category, value) {
            *value = mended;
            // Blanks are longer than some of what they stand for.
            rules::preferences::Preference { category, name, value }.must_be_valid()?;
        }
    }
    must_see_flagged(&call, &preferences).await?;
    must_have_room(&call, user, &preferences).await?;
    let mut change = call.app.change();
    for preference in &preferences {
        change.write(store::preferences::save(preference));
    }
    favorites::follow(&call.app, &mut change, user, &preferences, Preferences::Saved).await?;
    announce(&mut change, EventName::PreferencesChanged, user, &preferences);
    change.commit().await?;
    Ok(Reply::ok())
}

/// `POST /users/{user_id}/preferences/delete`
pub async fn delete(mut call: Call) -> Answer {
    let user = call.must_act_on(Part::Settings).await?;
    let preferences: Vec<Preference> = call.json("preferences").await?;
    must_be_own(&preferences, user, "api.preference.delete_preferences.delete.app_error")?;
    let mut change = call.app.change();
    for Preference { category, name, .. } in &preferences {
        change.write(store::preferences::remove(user, category, name));
    }
    favorites::follow(&call.app, &mut change, user, &preferences, Preferences::Removed).await?;
    announce(&mut change, EventName::PreferencesDeleted, user, &preferences);
    change.commit().await?;
    Ok(Reply::ok())
}

/// # Errors
/// 400 unless 1 to 100 come together, 403 when one names another user.
fn must_be_own(preferences: &[Preference], user: UserId, id: &'static str) -> Result<()> {
    rules::preferences::must_be_batch(preferences.len())?;
    if preferences.iter().all(|preference| preference.user_id == user) {
        return Ok(());
    }
    Err(ApiError::forbidden(id, "The preferences of another user cannot be changed here."))
}

/// # Errors
/// 400 when the user would have more than are kept. Those that are there can be changed all the same.
async fn must_have_room(call: &Call, user: UserId, preferences: &[Preference]) -> Result<()> {
    let store = &call.app.store;
    let most = rules::preferences::PER_USER_MAX;
    let room = most.saturating_sub(usize::try_from(store.preferences_count(user).await?).unwrap_or(most));
    if preferences.len() <= room {
        return Ok(());
    }
    let mut new = HashSet::new();
    for Preference { category, name, .. } in preferences {
        if store.preference(user, category, name).await?.is_none() {
            new.insert((category, name));
        }
    }
    if new.len() <= room {
        return Ok(());
    }
    let text = format!("At most {most} preferences are kept for a user.");
    Err(ApiError::bad_request(ids::API_PREFERENCE_UPDATE_PREFERENCES_SET, text))
}

/// Posts are saved by those who can read them; a deleted one is as good as none.
async fn must_see_flagged(call: &Call, preferences: &[Preference]) -> Result<()> {
    let mut asked: HashMap<ChannelId, bool> = HashMap::new();
    for preference in preferences.iter().filter(|one| one.category == FLAGGED_POST) {
        let id = PostId::parse(&preference.name).filter(|id| id.is_some());
        let id = id.ok_or_else(|| ApiError::body_param("preference.name"))?;
        let unknown = || ApiError::body_param("preference.name");
        let post = call.app.store.post(id).await?.filter(|post| !post.is_deleted()).ok_or_else(unknown)?;
        let allowed = match asked.get(&post.channel_id) {
            Some(allowed) => *allowed,
            None => call.can_in_channel(post.channel_id, Permission::ReadChannelContent).await?,
        };
        asked.insert(post.channel_id, allowed);
        request::permit::allowed(allowed)?;
    }
    Ok(())
}

/// Tells the user's clients; those that show a sidebar read it anew, since favourites are preferences, too.
pub fn announce(change: &mut Change, name: EventName, user: UserId, preferences: &[Preference]) {
    change.announce(name, &PreferencesData::new(preferences), Broadcast::to_user(user));
    let categories = CategoriesUpdated::default();
    change.announce(EventName::SidebarCategoryUpdated, &categories, Broadcast::to_user(user));
}
