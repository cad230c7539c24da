//! The passkeys of an account: listed, named and removed, by the owner or by who administers the account.

use base::ids::{PasskeyId, UserId};
use node::error::{ApiError, Result};
use people::audits;
use people::users::{announce_update, later, must_stored};
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use wire::passkeys::PasskeyName;
use wire::users::User;

use super::enrol::must_name;

/// `GET /users/{user_id}/passkeys`
pub async fn list(call: Call) -> Answer {
    let user = call.must_act_on(Part::SignIn).await?;
    Ok(Reply::json(&call.app.store.passkeys_of(user).await?))
}

/// `PUT /users/{user_id}/passkeys/{passkey_id}`
pub async fn rename(mut call: Call) -> Answer {
    let (user, id) = must_address(&call).await?;
    let form: PasskeyName = call.json("name").await?;
    let name = must_name(&form.name)?;
    let mut change = call.app.change();
    change.write(store::passkeys::rename(user, id, &name));
    audits::note(&mut change, &call, &format!("passkey_id={id} renamed"));
    commit(change).await
}

/// `DELETE /users/{user_id}/passkeys/{passkey_id}`: with the last one, and without codes of an app, recovery codes go too.
/// Remembered browsers are asked for the second factor again.
pub async fn remove(call: Call) -> Answer {
    let (id, passkey) = must_address(&call).await?;
    let user = must_stored(&call.app, id).await?;
    let now = later(&call.app, user.update_at);
    let left = User { passkey_count: (user.passkey_count - 1).max(0), update_at: now, ..user };
    let mut change = call.app.change();
    for write in store::passkeys::remove(id, passkey, now) {
        change.write(write);
    }
    if !left.has_second_factor() {
        change.write(store::recovery_codes::remove_of_user(id));
    }
    // Whoever has the passkey may have had a browser remembered.
    change.write(store::browsers::remove_of_user(id));
    change.user_changed(id);
    announce_update(&mut change, &left);
    audits::note(&mut change, &call, &format!("user_id={id} passkey_id={passkey} removed"));
    commit(change).await
}

async fn must_address(call: &Call) -> Result<(UserId, PasskeyId)> {
    let user = call.must_act_on(Part::SignIn).await?;
    Ok((user, call.id("passkey_id")?))
}

async fn commit(change: node::change::Change) -> Answer {
    match change.commit().await {
        Ok(_) => Ok(Reply::ok()),
        Err(store::Error::Unmet { .. }) => {
            Err(ApiError::not_found("api.passkey.missing.app_error", "There is no such passkey."))
        }
        Err(error) => Err(error.into()),
    }
}
