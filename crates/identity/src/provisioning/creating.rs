//! Accounts that a provisioning program makes, and those that come back after it removed them.

use http::{StatusCode, header};
use organisation::users::create::{account, vouched};
use organisation::users::names;
use people::users::domains::Kind;
use people::users::{must_stored, taken};
use request::{Call, Reply};
use store::provisioning::Provisioned;
use wire::provisioning::ProvisioningToken;
use wire::users::{User, UserForm};

use crate::accounts::must_make;
use crate::provisioning::noted;
use crate::provisioning::people::{KIND, Somebody, Use, save, set_active};
use crate::provisioning::person::Wanted;
use crate::provisioning::reply::{self, Refused, location, shown};

/// Makes the account, or takes one back that the program removed.
///
/// # Errors
/// 409 when somebody has the name or the address.
pub async fn create(call: &Call, token: &ProvisioningToken, wanted: &Wanted) -> Result<Reply, Refused> {
    let app = &call.app;
    if let Some(row) = known(call, wanted).await? {
        if !row.is_removed {
            return Err(Refused::taken("An account has this userName or address."));
        }
        let user = must_stored(app, row.user_id).await?;
        let back = save(call, token, Somebody { user, noted: Some(row) }, wanted).await?;
        return Ok(back.with_status(StatusCode::CREATED));
    }
    let name = wanted.user_name.to_lowercase();
    if app.store.user_by_username(&name).await?.is_some() || app.store.user_by_email(&wanted.email).await?.is_some() {
        return Err(Refused::taken("An account has this name or address. Find it by a filter, and change it."));
    }
    must_make(app, true).await.map_err(|refusal| Refused::new(StatusCode::FORBIDDEN, "", refusal.detail))?;
    let somebody = make(call, token, wanted).await?;
    let address = location(call, KIND, &somebody.user.id.to_string());
    let body = reply::Wanted::of(call)?.cut(somebody.resource(call));
    Ok(shown(&body).with_status(StatusCode::CREATED).with_text_header(header::LOCATION, &address))
}

/// What is noted of somebody with the name or the address.
async fn known(call: &Call, wanted: &Wanted) -> Result<Option<Provisioned>, Refused> {
    let store = &call.app.store;
    if let Some(row) = store.provisioned_by_name(&wanted.user_name).await? {
        return Ok(Some(row));
    }
    let Some(user) = store.user_by_email(&wanted.email).await? else { return Ok(None) };
    Ok(store.provisioned(&[user.id]).await?.pop())
}

async fn make(call: &Call, token: &ProvisioningToken, wanted: &Wanted) -> Result<Somebody, Refused> {
    let app = &call.app;
    for username in names::free(&names::of(&wanted.user_name, &wanted.email)) {
        if app.store.user_by_username(&username).await?.is_some() {
            continue;
        }
        let user = shaped(call, wanted, username)?;
        let row = Provisioned {
            user_id: user.id,
            user_name: wanted.user_name.clone(),
            external_id: wanted.external_id.clone(),
            is_removed: false,
        };
        let mut change = app.change();
        vouched(&mut change, &user);
        change.write(store::provisioning::save(&row));
        change.write(noted(call, token, user.id, "made"));
        let to = if wanted.is_active { Use::Begins } else { Use::Ends };
        let user = set_active(&mut change, app, user, to).await?;
        match change.commit().await {
            Ok(_) => return Ok(Somebody { user, noted: Some(row) }),
            // Somebody took it at the same moment.
            Err(error) if error.is_conflict_on("users.username") => {}
            Err(error) if error.is_conflict_on("users.email") => return Err(taken(error).into()),
            Err(error) => return Err(error.into()),
        }
    }
    Err(Refused::taken("No username is free."))
}

/// The account, which waits for its owner: at the provider of the configuration, or for a password that is set by mail.
fn shaped(call: &Call, wanted: &Wanted, username: String) -> Result<User, Refused> {
    let form = UserForm {
        username,
        email: wanted.email.clone(),
        first_name: wanted.first_name.clone(),
        last_name: wanted.last_name.clone(),
        nickname: wanted.nickname.clone(),
        position: wanted.position.clone(),
        ..UserForm::default()
    };
    let auth_service = call.app.config().provisioning.service.clone();
    Ok(User { auth_service, email_verified: true, ..account(&call.app, &form, Kind::Member)? })
}
