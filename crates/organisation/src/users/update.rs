//! Changing an account: its names, address, language and settings.

use std::sync::Arc;

use base::ids::UserId;
use http::StatusCode;
use node::error::{ApiError, Result};
use people::audits;
use people::sessions::outer;
use people::users::domains::{Kind, domains, must_be_of_domain};
use people::users::{announce_update, later, must_stored, taken};
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::users::{User, UserForm, UserPatch};

use crate::users::bots;
use crate::users::create::{must_be_valid, notify_defaults};
use crate::users::password;

/// An account that others change at the same moment is read anew so often.
const ATTEMPTS_MAX: usize = 5;

/// `PUT /users/{user_id}/patch`
pub async fn patch(mut call: Call) -> Answer {
    let id = call.user_id()?;
    let patch: UserPatch = call.json("user").await?;
    bots::must_edit_profile(&call).await?;
    must_prove(&call, id, patch.email.as_deref(), patch.password.as_deref()).await?;
    let user = edit(&call, id, |user| apply(user, &patch)).await?;
    Ok(Reply::json(&user.for_self()))
}

fn apply(user: &mut User, patch: &UserPatch) {
    let texts = [
        (&mut user.nickname, &patch.nickname),
        (&mut user.first_name, &patch.first_name),
        (&mut user.last_name, &patch.last_name),
        (&mut user.position, &patch.position),
        (&mut user.locale, &patch.locale),
    ];
    for (field, new) in texts {
        if let Some(new) = new {
            field.clone_from(new);
        }
    }
    if let Some(username) = &patch.username {
        user.username = username.to_lowercase();
    }
    if let Some(email) = &patch.email {
        user.email = email.trim().to_lowercase();
    }
    if let Some(props) = &patch.props {
        user.props.clone_from(props);
    }
    if let Some(notify_props) = &patch.notify_props {
        user.notify_props.clone_from(notify_props);
    }
    if patch.timezone.is_some() {
        user.timezone.clone_from(&patch.timezone);
    }
}

/// `PUT /users/{user_id}`: replaces the profile; fields that the body leaves out become empty.
pub async fn replace(mut call: Call) -> Answer {
    let id = call.user_id()?;
    let form: UserForm = call.json_part::<User, _>("user").await?;
    if form.id != id {
        return Err(ApiError::body_param("user_id"));
    }
    bots::must_edit_profile(&call).await?;
    must_prove(&call, id, Some(&form.email), Some(&*form.password).filter(|given| !given.is_empty())).await?;
    let user = edit(&call, id, |user| {
        user.username = form.username.to_lowercase();
        user.email = form.email.trim().to_lowercase();
        user.nickname.clone_from(&form.nickname);
        user.first_name.clone_from(&form.first_name);
        user.last_name.clone_from(&form.last_name);
        user.position.clone_from(&form.position);
        user.locale.clone_from(&form.locale);
        user.allow_marketing = form.allow_marketing;
        user.props = form.props.clone().unwrap_or_default();
        user.notify_props = form.notify_props.clone().unwrap_or_default();
        user.timezone.clone_from(&form.timezone);
        user.remote_id = None;
    })
    .await?;
    Ok(Reply::json(&user.for_self()))
}

/// Who changes the own address shows that it is not a stranger at an open screen.
///
/// # Errors
/// 400 without a password, 401 for a wrong one.
async fn must_prove(call: &Call, id: UserId, email: Option<&str>, given: Option<&str>) -> Result<()> {
    let Some(email) = email else { return Ok(()) };
    let user = must_stored(&call.app, id).await?;
    if user.email == email.trim().to_lowercase() {
        return Ok(());
    }
    // Whoever has the address can have the password set anew: an application gets no part in it, anybody's.
    allowed(!call.session().is_oauth)?;
    if id != call.my_id() && call.can(Permission::EditOtherUsers) {
        return Ok(());
    }
    let given = given.ok_or_else(|| ApiError::body_param("password"))?;
    if password::is_right(call, &user, given).await? {
        return Ok(());
    }
    let text = "The password is not right.";
    Err(ApiError::unauthorized(ids::API_USER_CHECK_USER_PASSWORD_INVALID, text))
}

/// Changes the account as it is now, checks what came out, writes and announces it.
///
/// # Errors
/// What is not valid, taken, or not the caller's to change; 409 for what the directory says.
async fn edit(call: &Call, id: UserId, change: impl Fn(&mut User)) -> Result<User> {
    for _ in 0..ATTEMPTS_MAX {
        let old = must_stored(&call.app, id).await?;
        // Also those who were given rights since the call began are out of reach.
        call.must_cover(&old)?;
        let mut new = old.clone();
        change(&mut new);
        must_leave_to_directory(&call.app, &old, &new)?;
        settle(&call.app, &old, &mut new)?;
        match write(call, &old, &new).await {
            Ok(()) => return Ok(new),
            Err(store::Error::Unmet { .. }) => {}
            Err(error) => return Err(taken(error)),
        }
    }
    Err(ApiError::busy())
}

/// What a directory says of somebody is changed there: here it would last until the next sign-in, and meanwhile somebody
/// could go by the name of another.
fn must_leave_to_directory(app: &App, old: &User, new: &User) -> Result<()> {
    let config = app.config();
    if old.auth_service != outer::SERVICE || !config.ldap.enable {
        return Ok(());
    }
    let ldap = &config.ldap;
    let owned = [
        ("username", &ldap.username_attribute, old.username != new.username),
        ("email", &ldap.email_attribute, old.email != new.email),
        ("first name", &ldap.first_name_attribute, old.first_name != new.first_name),
        ("last name", &ldap.last_name_attribute, old.last_name != new.last_name),
        ("nickname", &ldap.nickname_attribute, old.nickname != new.nickname),
        ("position", &ldap.position_attribute, old.position != new.position),
    ];
    match owned.into_iter().find(|(_, attribute, is_other)| *is_other && !attribute.is_empty()) {
        Some((field, ..)) => {
            let text = format!("The {field} comes from the directory. It is changed there.");
            let id = "api.user.update_user.login_provider_attribute_set.app_error";
            Err(ApiError::new(StatusCode::CONFLICT, id, text))
        }
        None => Ok(()),
    }
}

/// What follows from the change within the account itself.
fn settle(app: &Arc<App>, old: &User, new: &mut User) -> Result<()> {
    new.update_at = later(app, old.update_at);
    if new.notify_props.is_empty() {
        new.notify_props = notify_defaults();
    }
    must_be_valid(new)?;
    if new.email != old.email {
        must_be_of_domain(&new.email, &domains(app, Kind::of(new)))?;
        new.email_verified = false;
    }
    if new.username != old.username {
        rules::users::must_not_be_system_bot(&new.username)?;
        rename_mentions(old, new);
        if old.last_picture_update <= 0 {
            // The picture shows the initial of the name; clients load it anew when this changes.
            new.last_picture_update = -new.update_at;
        }
    }
    Ok(())
}

/// Words that notify the user for being the old name become the new one.
fn rename_mentions(old: &User, new: &mut User) {
    let Some(keys) = new.notify_props.get_mut("mention_keys") else { return };
    let renamed = keys.split(',').map(|key| match key.trim().strip_prefix('@') {
        Some(name) if name == old.username => format!("@{}", new.username),
        None if key.trim() == old.username => new.username.clone(),
        _ => key.to_owned(),
    });
    *keys = renamed.collect::<Vec<_>>().join(",");
}

async fn write(call: &Call, old: &User, new: &User) -> store::Result<()> {
    let mut change = call.app.change();
    change.write(store::users::update(new, old.update_at));
    if new.last_picture_update != old.last_picture_update {
        change.write(store::users::set_picture(new.id, new.last_picture_update, new.update_at));
    }
    announce_update(&mut change, new);
    change.user_changed(new.id);
    audits::note(&mut change, call, &format!("user_id={}", new.id));
    change.commit().await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_name_notifies_as_the_old_one_did() {
        let old = User { username: "ann".into(), ..User::default() };
        let mut new = User { username: "anna".into(), ..User::default() };
        new.notify_props.insert("mention_keys".into(), "lee,ann,@ann,annual".into());
        rename_mentions(&old, &mut new);
        assert_eq!(new.notify_props["mention_keys"], "lee,anna,@anna,annual");
    }
}
