//! Codes of an authenticator app as second factor: a secret shared with it, in use once its first code was right.
//!
//! Passkeys and [recovery codes](super::recovery) are second factors as well; what turns all of them off is here.

use auth::OneTimeSecret;
use node::change::Change;
use node::error::{ApiError, Result};
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use store::secrets::Column;
use store::users::Mfa;
use wire::errors::ids;
use wire::users::{MfaForm, MfaSecret, User};

use crate::sessions::guesses;
use crate::users::{announce_update, later, must_stored};
use crate::{audits, sessions};

/// `POST /users/{user_id}/mfa/generate`: creates a secret for an authenticator app. It is not in use before its first code.
pub async fn generate_mfa(call: Call) -> Answer {
    let id = call.must_act_on(Part::SignIn).await?;
    must_be_on(&call)?;
    let user = must_stored(&call.app, id).await?;
    must_not_be_active(&user)?;
    let secret = OneTimeSecret::random();
    let issuer = call.app.config().team.site_name.clone();
    let too_long = || ApiError::bad_request("mfa.generate_qr_code.create_code.app_error", "The address is too long.");
    let shown = secret.provision(&issuer, &user.email).ok_or_else(too_long)?;
    let kept = call.app.secrets.seal(Column::UserMfa, id, &secret.base32());
    let mut change = call.app.change();
    change.write(store::users::set_mfa(id, Mfa::Inactive, &kept, later(&call.app, user.update_at)));
    change.write(sessions::login::forget_codes(id));
    change.user_changed(id);
    change.commit().await?;
    Ok(Reply::json(&MfaSecret { secret: shown.secret, qr_code: shown.qr_code }))
}

/// `PUT /users/{user_id}/mfa`
pub async fn set_mfa(mut call: Call) -> Answer {
    let id = call.must_act_on(Part::SignIn).await?;
    let form: MfaForm = call.json("activate").await?;
    let activate = form.activate.ok_or_else(|| ApiError::body_param("activate"))?;
    if activate && form.code.is_empty() {
        return Err(ApiError::body_param("code"));
    }
    must_be_on(&call)?;
    let user = must_stored(&call.app, id).await?;
    if activate {
        must_not_be_active(&user)?;
        let guess = guesses::by(&call, &user);
        guesses::must_be_open(&call, guess, Some(&user)).await?;
        if !sessions::login::use_code(&call.app, &user, &form.code).await? {
            guesses::wrong(&call, guess, Some(&user)).await?;
            return Err(ApiError::unauthorized("mfa.activate.bad_token.app_error", "The code is not right."));
        }
    }
    save(&call, user, activate).await?;
    Ok(Reply::ok())
}

/// What of the second factor is turned off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The codes of an app. Passkeys stay, and recovery codes as long as there is one.
    Codes,
    /// Passkeys and recovery codes as well.
    All,
}

/// Adds to the change what turns the second factor off. The account's new `update_at` is set already.
pub fn turn_off(change: &mut Change, user: &mut User, what: What) {
    (user.mfa_active, user.mfa_secret) = (false, String::new());
    change.write(store::users::set_mfa(user.id, Mfa::Inactive, "", user.update_at));
    change.write(sessions::login::forget_codes(user.id));
    change.write(store::browsers::remove_of_user(user.id));
    if what == What::All {
        user.passkey_count = 0;
        for write in store::passkeys::remove_of_user(user.id) {
            change.write(write);
        }
    }
    if !user.has_second_factor() {
        change.write(store::recovery_codes::remove_of_user(user.id));
    }
}

async fn save(call: &Call, mut user: User, active: bool) -> Result<()> {
    user.update_at = later(&call.app, user.update_at);
    user.mfa_active = active;
    let mut change = call.app.change();
    if active {
        change.write(store::users::set_mfa(user.id, Mfa::Active, &user.mfa_secret, user.update_at));
        change.write(store::browsers::remove_of_user(user.id));
    } else {
        // Whoever helps somebody out who lost a second factor takes all of them away.
        let is_helped = user.id != call.my_id();
        turn_off(&mut change, &mut user, if is_helped { What::All } else { What::Codes });
    }
    change.user_changed(user.id);
    announce_update(&mut change, &user);
    audits::note(&mut change, call, &format!("user_id={} active={active}", user.id));
    change.commit().await?;
    Ok(())
}

fn must_be_on(call: &Call) -> Result<()> {
    if call.app.config().accounts.enable_mfa {
        return Ok(());
    }
    let text = "The second factor is turned off on this server.";
    Err(ApiError::new(http::StatusCode::NOT_IMPLEMENTED, ids::MFA_MFA_DISABLED, text))
}

/// A secret in use is turned off before there is another one: nobody loses it by accident.
fn must_not_be_active(user: &User) -> Result<()> {
    if !user.mfa_active {
        return Ok(());
    }
    let text = "The account has a second factor already. Turn it off first.";
    Err(ApiError::forbidden("api.user.generate_mfa_qr.mfa_active.app_error", text))
}
