//! Recovery codes: made anew, all at once, and counted.

use node::error::ApiError;
use people::audits;
use people::sessions::recovery;
use people::users::must_stored;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use wire::passkeys::{PasswordProof, RecoveryCodes, RecoveryCodesLeft};

use super::{must_be_own, must_prove, must_sign_in_here};

/// `GET /users/{user_id}/recovery_codes`: answers with the number of unused recovery codes.
pub async fn left(call: Call) -> Answer {
    let user = call.must_act_on(Part::SignIn).await?;
    Ok(Reply::json(&RecoveryCodesLeft { left: call.app.store.recovery_codes_left(user).await? }))
}

/// `POST /users/{user_id}/recovery_codes`: creates recovery codes, which replace earlier ones.
pub async fn create(mut call: Call) -> Answer {
    let id = must_be_own(&call)?;
    let form: PasswordProof = call.json_or_default("password").await?;
    let user = must_stored(&call.app, id).await?;
    must_sign_in_here(&user)?;
    if !user.has_second_factor() {
        let text = "Recovery codes are for accounts with a second factor. Set one up first.";
        return Err(ApiError::bad_request("api.recovery_codes.no_factor.app_error", text));
    }
    must_prove(&call, &user, &form.password).await?;
    let mut change = call.app.change();
    let codes = recovery::make(&mut change, id);
    // Whoever had one of the earlier codes may have had a browser remembered.
    change.write(store::browsers::remove_of_user(id));
    audits::note(&mut change, &call, "recovery codes made");
    change.commit().await?;
    Ok(Reply::json(&RecoveryCodes { codes }))
}
