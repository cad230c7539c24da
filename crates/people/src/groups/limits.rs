//! Teams and channels that are limited to the people of their groups: whom they take, and which can be limited.

use base::Id;
use node::error::{ApiError, Result};
use request::App;
use wire::users::User;

/// Whether a place that is limited to its groups takes somebody: a bot, or who is in one of them.
///
/// # Errors
/// When the store does not answer.
pub async fn has(app: &App, place: Id, user: &User) -> Result<bool> {
    Ok(user.is_bot || app.store.is_of_linked_group(place, user.id).await?)
}

/// A place that is limited to the people of its groups needs one: nobody else could be in it. What is limited stays so until
/// somebody says otherwise.
///
/// # Errors
/// 400 for a place that is to be limited and has no group; one that is made just now has none.
pub async fn must_not_limit(app: &App, place: Option<Id>, old: Option<bool>, new: Option<bool>) -> Result<()> {
    if new != Some(true) || old == Some(true) {
        return Ok(());
    }
    if let Some(place) = place
        && app.store.is_linked(place).await?
    {
        return Ok(());
    }
    let text = "No group is linked to it, so no one could be a member.";
    Err(ApiError::bad_request("app.group.no_linked_groups.app_error", text))
}
