//! Making a passkey: the browser gets what it needs, and what it brings back is verified and kept.

use auth::webauthn::{Algorithm, Attestation, Expected, Verification, register};
use base::Id;
use http::StatusCode;
use node::error::{ApiError, Result};
use people::audits;
use people::users::{announce_update, later, must_stored};
use request::{Answer, Call, Reply};
use store::passkeys::PER_USER_MAX;
use wire::passkeys::{
    AuthenticatorSelection, CreationOptions, KeyParameters, PUBLIC_KEY, Passkey, PasskeyBegun, PasskeyForm,
    PasskeyUser, PasswordProof, RelyingParty,
};
use wire::users::User;

use super::challenge::{Challenge, LASTS_MS, Whose};
use super::{decode, descriptors, encode, must_be_own, must_prove, must_sign_in_here, must_site};

/// Characters of a passkey's name.
const NAME_LEN_MAX: usize = 64;
/// What a passkey is called whose owner gave it no name.
const NAME: &str = "Passkey";
/// Ways to reach an authenticator, and characters of one, that are kept.
const TRANSPORTS_MAX: usize = 8;
const TRANSPORT_LEN_MAX: usize = 32;

/// `POST /users/{user_id}/passkeys/begin`: answers with the options with which a browser creates a passkey.
pub async fn begin(mut call: Call) -> Answer {
    let id = must_be_own(&call)?;
    let form: PasswordProof = call.json_or_default("password").await?;
    let site = must_site(&call.app)?;
    let user = must_stored(&call.app, id).await?;
    must_sign_in_here(&user)?;
    must_prove(&call, &user, &form.password).await?;
    let passkeys = call.app.store.passkeys_of(id).await?;
    let challenge = Challenge::new(Whose::Session(call.session().id), call.app.clock.now());
    let parameters = |algorithm: &Algorithm| KeyParameters { kind: PUBLIC_KEY.to_owned(), alg: algorithm.number() };
    let options = CreationOptions {
        rp: RelyingParty { id: site.rp_id, name: call.app.config().team.site_name.clone() },
        user: PasskeyUser {
            id: encode(&Id::from(id).0),
            name: user.username.clone(),
            display_name: match user.full_name() {
                name if name.is_empty() => user.username.clone(),
                name => name,
            },
        },
        challenge: challenge.text.clone(),
        pub_key_cred_params: Algorithm::ALL.iter().map(parameters).collect(),
        timeout: LASTS_MS,
        exclude_credentials: descriptors(&passkeys),
        // One that the authenticator lists by itself needs no name at the sign-in.
        authenticator_selection: AuthenticatorSelection {
            resident_key: "preferred".to_owned(),
            user_verification: "preferred".to_owned(),
        },
        attestation: "none".to_owned(),
    };
    Ok(Reply::json(&PasskeyBegun { state: challenge.sealed(&call), options }))
}

/// `POST /users/{user_id}/passkeys`: stores a passkey that the browser created.
pub async fn create(mut call: Call) -> Answer {
    let id = must_be_own(&call)?;
    let form: PasskeyForm = call.json("passkey").await?;
    let site = must_site(&call.app)?;
    let name = must_name(&form.name)?;
    let challenge = Challenge::of_enrolment(&call, &form.state).ok_or_else(not_begun)?;
    let (client_data, object) =
        (decode(&form.credential.response.client_data)?, decode(&form.credential.response.attestation_object)?);
    let expected = Expected { site: &site, challenge: &challenge.text, verification: Verification::Preferred };
    let made = register(expected, Attestation { client_data: &client_data, attestation_object: &object });
    let made = made.map_err(|why| refused().because(why))?;
    if form.credential.kind != PUBLIC_KEY || decode(&form.credential.id)? != made.credential_id {
        return Err(refused().because("the credential has another id than its authenticator says"));
    }
    let user = must_stored(&call.app, id).await?;
    must_sign_in_here(&user)?;
    let is_short = |transport: &String| transport.len() <= TRANSPORT_LEN_MAX;
    let passkey = Passkey {
        id: call.app.ids.next(),
        user_id: id,
        name,
        create_at: call.app.clock.now(),
        last_used_at: 0,
        is_backed_up: made.is_backed_up,
        transports: form.credential.response.transports.into_iter().filter(is_short).take(TRANSPORTS_MAX).collect(),
        credential_id: made.credential_id,
        public_key: made.public_key,
        sign_count: i64::from(made.sign_count),
    };
    save(&call, &challenge, user, &passkey).await?;
    Ok(Reply::json(&passkey).with_status(StatusCode::CREATED))
}

async fn save(call: &Call, challenge: &Challenge, user: User, passkey: &Passkey) -> Result<()> {
    let now = later(&call.app, user.update_at);
    let mut change = call.app.change();
    for write in challenge.used(call.app.clock.now()) {
        change.write(write);
    }
    for write in store::passkeys::insert(passkey, now) {
        change.write(write);
    }
    change.write(store::browsers::remove_of_user(user.id));
    change.user_changed(user.id);
    announce_update(&mut change, &User { passkey_count: user.passkey_count + 1, update_at: now, ..user });
    audits::note(&mut change, call, &format!("passkey_id={} made", passkey.id));
    match change.commit().await {
        Ok(_) => Ok(()),
        // The same credential for two accounts: an authenticator makes each but once.
        Err(error) if error.is_conflict_on("passkeys.credential_id") => {
            Err(refused().because("the credential belongs to an account already"))
        }
        Err(store::Error::Conflict { .. }) => Err(not_begun().because("the challenge was used")),
        Err(store::Error::Unmet { .. }) => {
            let text = format!("An account has at most {PER_USER_MAX} passkeys. Remove one that is not needed.");
            Err(ApiError::bad_request("api.passkey.too_many.app_error", text))
        }
        Err(error) => Err(error.into()),
    }
}

/// The name that the owner gives a passkey.
///
/// # Errors
/// 400 when it is too long.
pub(super) fn must_name(name: &str) -> Result<String> {
    let name = name.trim();
    if name.chars().count() > NAME_LEN_MAX {
        return Err(ApiError::body_param("name"));
    }
    Ok(if name.is_empty() { NAME.to_owned() } else { name.to_owned() })
}

fn not_begun() -> ApiError {
    let text = "This was not begun here, or took too long. Please begin again.";
    ApiError::bad_request("api.passkey.not_begun.app_error", text)
}

fn refused() -> ApiError {
    let text = "The passkey was not accepted. Please try again, or another way.";
    ApiError::bad_request("api.passkey.refused.app_error", text)
}
