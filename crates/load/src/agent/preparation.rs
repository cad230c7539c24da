//! What an agent does on the server before its users come and after they left: it asks who the server is, signs in as
//! the administrator, uploads the emoji of the messages, and audits.

use http::{HeaderValue, Method};
use serde_json::{Value, json};

use super::results::Audit;
use crate::meter::Meter;
use crate::mix::{Mix, Version};
use crate::net::{Call, Failure, tls_hint};
use crate::setup::pictures;
use crate::truth::audit as truth_audit;
use crate::users::Lab;
use crate::users::answers::UserAnswer;
use crate::users::message::form;

/// The custom emoji of messages and reactions.
const EMOJI: &str = "give_back_money";
const EMOJI_BYTES: usize = 18_399;
const EMOJI_IS_THERE: &str = "api.emoji.create.duplicate.app_error";
/// Below this the 2026 tool does not run.
const OLDEST: Version = Version(7, 8);

/// Makes the server ready for users.
///
/// # Errors
/// When the server cannot be reached, is too old, or the administrator cannot sign in.
pub async fn prepare(lab: &Lab) -> Result<(), String> {
    let meter = Meter::default();
    know_version(lab, &meter).await?;
    let (token, admin) = match sign_in(lab, &meter).await {
        Ok(signed_in) => signed_in,
        Err(failure) => {
            let hint =
                if is_empty(lab, &meter).await { "; nobody has an account there: fill it by init first" } else { "" };
            let (login, base) = (&lab.admin.login, lab.net.base());
            return Err(format!("the administrator {login} cannot sign in at {base}: {failure}{hint}"));
        }
    };
    if let Err(failure) = upload_emoji(lab, &meter, &admin, token.clone()).await {
        // Messages then end in a name without a picture: the load is the same.
        tracing::warn!(%failure, "the emoji of the messages was not uploaded");
    }
    *lab.admin_token.lock() = Some(token);
    Ok(())
}

async fn know_version(lab: &Lab, meter: &Meter) -> Result<(), String> {
    let found = match lab.net.send(meter, Call::plain(Method::GET, "/system/ping", &[], ""), None).await {
        Ok(reply) => reply.header("x-version-id").to_owned(),
        Err(failure) => {
            let text = failure.to_string();
            return Err(format!("{} does not answer: {text}{}", lab.net.base(), tls_hint(&text)));
        }
    };
    let mut version = lab.version.write();
    if version.0.is_empty() {
        version.0 = found;
    }
    match Version::parse(&version.0) {
        Some(parsed) if parsed < OLDEST && lab.mix == Mix::Y2026 => {
            return Err(format!("the server is version {}: the 2026 mix needs 7.8 or newer", version.0));
        }
        Some(parsed) => version.1 = parsed,
        None => tracing::warn!("the server does not tell its version: it is taken for the newest"),
    }
    *lab.choices.write() = lab.mix.choices(version.1);
    Ok(())
}

async fn sign_in(lab: &Lab, meter: &Meter) -> Result<(HeaderValue, UserAnswer), Failure> {
    let body = json!({"login_id": lab.admin.login, "password": lab.admin.password});
    let reply = lab.net.send(meter, Call::json(Method::POST, "/users/login", &[], &body), None).await?;
    Ok((reply.session()?, reply.json()?))
}

/// Whether the server says that it has no accounts yet.
async fn is_empty(lab: &Lab, meter: &Meter) -> bool {
    let call = Call::plain(Method::GET, "/config/client", &[], "format=old");
    let asked = lab.net.send(meter, call, None).await;
    asked.and_then(|reply| reply.json::<Value>()).is_ok_and(|config| config["NoAccounts"] == "true")
}

async fn sign_out(lab: &Lab, meter: &Meter, token: HeaderValue) {
    let call = Call::json(Method::POST, "/users/logout", &[], &json!({}));
    if let Err(failure) = lab.net.send(meter, call, Some(token)).await {
        tracing::debug!(%failure, "the administrator's session was left behind");
    }
}

async fn upload_emoji(lab: &Lab, meter: &Meter, admin: &UserAnswer, token: HeaderValue) -> Result<(), Failure> {
    let fields = [("emoji", json!({"creator_id": admin.id, "name": EMOJI}).to_string())];
    let (body, kind) = form(&fields, "image", "emoji.png", &pictures::png(EMOJI_BYTES));
    let call = Call { body: body.into(), kind: Some(kind), ..Call::plain(Method::POST, "/emoji", &[], "") };
    match lab.net.send(meter, call, Some(token)).await {
        Err(failure) if failure.id() != EMOJI_IS_THERE => Err(failure),
        _ => Ok(()),
    }
}

/// Compares the store with what the users of this run were told, and leaves the server.
pub async fn audit(lab: &Lab) {
    let stored = lab.ledger.stored();
    let meter = Meter::default();
    // A session of its own: that of the start may have run out in a long run.
    match sign_in(lab, &meter).await {
        Ok((token, _)) => {
            lab.ledger.audited(truth_audit::audit(&lab.net, token.clone(), &stored).await);
            sign_out(lab, &meter, token).await;
        }
        Err(failure) => {
            lab.meter.error("audit", &failure);
            let asked = stored.len() as u64;
            lab.ledger.audited(Audit { asked, unknown: asked, ..Audit::default() });
        }
    }
    let token = lab.admin_token.lock().take();
    if let Some(token) = token {
        sign_out(lab, &meter, token).await;
    }
}
