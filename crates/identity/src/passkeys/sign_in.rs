//! Signing in with a passkey: as the only factor, or behind a password.
//!
//! Without a password the authenticator must verify the person, and says itself whose passkey it is. With one, the
//! browser is told which passkeys the account has, which nobody learns without the password.

use auth::webauthn::{Assertion, Expected, Refused, Verification, assert};
use base::Id;
use http::header;
use node::error::{ApiError, Result};
use people::sessions::browsers::remember;
use people::sessions::login::{must_be_admitted, must_know_password};
use people::sessions::opening::{Opening, open};
use people::sessions::{DEVICE_LEN_MAX, guesses};
use people::users::must_stored;
use request::{Answer, Call, Reply};
use wire::audits::Audit;
use wire::errors::ids;
use wire::passkeys::{PUBLIC_KEY, Passkey, PasskeyLogin, RequestOptions, UsedCredential};
use wire::sessions::LoginForm;
use wire::users::User;

use super::challenge::{Challenge, LASTS_MS, Whose};
use super::{decode, descriptors, must_sign_in_here, must_site};

/// `POST /users/login/passkey/begin`: what a browser uses a passkey by. With a name and a password, for the passkeys of
/// that account.
pub async fn begin(mut call: Call) -> Answer {
    let form: LoginForm = call.json_or_default("login").await?;
    let site = must_site(&call.app)?;
    let is_second = form.id.is_some() || !form.login_id.trim().is_empty();
    let (whose, passkeys) = match is_second {
        true => must_own_some(&call, &form).await?,
        false => (Whose::Anybody, Vec::new()),
    };
    let challenge = Challenge::new(whose, call.app.clock.now());
    let options = RequestOptions {
        challenge: challenge.text.clone(),
        timeout: LASTS_MS,
        rp_id: site.rp_id,
        allow_credentials: descriptors(&passkeys),
        user_verification: if is_second { "discouraged" } else { "required" }.to_owned(),
    };
    Ok(Reply::json(&options)
        .with_text_header(header::CACHE_CONTROL, "no-store")
        .with_text_header(header::SET_COOKIE, &challenge.kept(&call)))
}

async fn must_own_some(call: &Call, form: &LoginForm) -> Result<(Whose, Vec<Passkey>)> {
    if form.password.is_empty() {
        return Err(ApiError::bad_request(ids::API_USER_LOGIN_BLANK_PWD, "Please enter your password."));
    }
    let (user, guess) = must_know_password(call, form).await?;
    let passkeys = call.app.store.passkeys_of(user.id).await?;
    if passkeys.is_empty() {
        return Err(ApiError::bad_request("api.passkey.none.app_error", "The account has no passkey."));
    }
    let last_password_update = user.last_password_update;
    Ok((Whose::Person { user: user.id, last_password_update, guess }, passkeys))
}

/// `POST /users/login/passkey`: answers as `POST /users/login` does.
pub async fn finish(mut call: Call) -> Answer {
    let form: PasskeyLogin = call.json("passkey").await?;
    if form.device_id.len() > DEVICE_LEN_MAX {
        return Err(ApiError::body_param("device_id"));
    }
    let answer = sign_in(&call, &form).await;
    call.app.metrics.http.count_sign_in(&answer);
    answer.map(|reply| reply.with_text_header(header::SET_COOKIE, &Challenge::forgotten(&call)))
}

async fn sign_in(call: &Call, form: &PasskeyLogin) -> Answer {
    let challenge = Challenge::of_sign_in(call).ok_or_else(not_begun)?;
    let (user, passkey) = must_be_owner(call, &challenge, &form.credential).await?;
    must_be_admitted(&call.app, &user)?;
    if let Whose::Person { guess, .. } = challenge.whose {
        guesses::right(call, guess).await?;
    }
    let mut writes = vec![store::passkeys::note_use(&passkey)];
    writes.extend(challenge.used(call.app.clock.now()));
    let by = format!("success passkey_id={}", passkey.id);
    let is_second = matches!(challenge.whose, Whose::Person { .. });
    let kept = Some(&user).filter(|_| is_second && form.remember_browser).and_then(|user| remember(call, user));
    let (more, cookie) = kept.map(|kept| (kept.writes, kept.cookie)).unwrap_or_default();
    writes.extend(more);
    let reply = open(call, user, Opening { device_id: &form.device_id, writes, by, ..Opening::default() }).await?;
    Ok(if cookie.is_empty() { reply } else { reply.with_text_header(header::SET_COOKIE, &cookie) })
}

/// Whose the credential is, and the passkey as it is after this use.
///
/// # Errors
/// 401 unless it is a passkey that may answer the challenge, and does.
async fn must_be_owner(call: &Call, challenge: &Challenge, used: &UsedCredential) -> Result<(User, Passkey)> {
    let site = must_site(&call.app)?;
    let credential_id = decode(&used.id)?;
    let passkey = call.app.store.passkey_by_credential(&credential_id).await?;
    let passkey = passkey.filter(|_| used.kind == PUBLIC_KEY).ok_or_else(|| refused("nobody has this passkey"))?;
    let user = must_stored(&call.app, passkey.user_id).await?;
    let verification = match challenge.whose {
        Whose::Person { user: id, last_password_update, .. } => {
            if id != user.id || last_password_update != user.last_password_update {
                return Err(refused("the passkey belongs to another account than the password"));
            }
            Verification::Preferred
        }
        Whose::Anybody if user.auth_service.is_empty() => Verification::Required,
        Whose::Anybody => return Err(refused("another service knows the person: a password is needed as well")),
        Whose::Session(_) => return Err(not_begun()),
    };
    must_sign_in_here(&user)?;
    let handle = used.response.user_handle.as_deref().map(decode).transpose()?.unwrap_or_default();
    if !handle.is_empty() && handle != Id::from(user.id).0 {
        return Err(refused("the authenticator names another account"));
    }
    let response = &used.response;
    let (client_data, authenticator_data, signature) =
        (decode(&response.client_data)?, decode(&response.authenticator_data)?, decode(&response.signature)?);
    let assertion =
        Assertion { client_data: &client_data, authenticator_data: &authenticator_data, signature: &signature };
    let expected = Expected { site: &site, challenge: &challenge.text, verification };
    let count = u32::try_from(passkey.sign_count).unwrap_or(u32::MAX);
    match assert(expected, assertion, &passkey.public_key, count) {
        Ok(asserted) => {
            let (sign_count, is_backed_up) = (i64::from(asserted.sign_count), asserted.is_backed_up);
            let last_used_at = call.app.clock.now();
            Ok((user, Passkey { sign_count, is_backed_up, last_used_at, ..passkey }))
        }
        Err(why) => {
            if why == Refused::Counter {
                note_copy(call, &passkey).await?;
            }
            Err(refused(why))
        }
    }
}

/// A counter that does not rise tells of a copied key. The owner finds it in the audit trail, the operator in the log.
async fn note_copy(call: &Call, passkey: &Passkey) -> Result<()> {
    tracing::warn!(user.id = %passkey.user_id, passkey.id = %passkey.id, address = %call.peer, "a passkey may be copied");
    let audit = Audit {
        id: call.app.ids.next(),
        create_at: call.app.clock.now(),
        user_id: passkey.user_id,
        action: call.parts.uri.path().to_owned(),
        extra_info: format!("refused passkey_id={}: its counter did not rise", passkey.id),
        ip_address: call.peer.to_string(),
        ..Audit::default()
    };
    call.app.store.write(store::audits::insert(&audit)).await?;
    Ok(())
}

fn not_begun() -> ApiError {
    let text = "This was not begun here, or took too long. Please begin again.";
    ApiError::unauthorized("api.passkey.not_begun.app_error", text)
}

/// The person hears one sentence whatever is wrong; the log has the reason.
fn refused(why: impl std::fmt::Display) -> ApiError {
    let text = "The passkey was not accepted. Please try again, or another way.";
    ApiError::unauthorized("api.passkey.refused.app_error", text).because(why)
}
