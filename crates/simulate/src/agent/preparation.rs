//! What an agent does on the server before its users come and after they left: it asks who the server is, signs in as
//! the administrator, uploads the emoji of the messages, and audits.

use http::{HeaderValue, Method};
use serde_json::json;

use crate::answers::UserAnswer;
use crate::delivery_check::audit as delivery_audit;
use crate::meter::Meter;
use crate::mix::{Mix, Version};
use crate::net::{Call, Failure, tls_hint};
use crate::results::Audit;
use crate::setup::{caller, pictures};
use crate::users::Lab;
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
/// When the server cannot be reached, is too old or empty, or the administrator cannot sign in. An empty server then has
/// its administrator, but nothing to talk in.
pub async fn prepare(lab: &Lab) -> Result<(), String> {
    let meter = Meter::default();
    know_version(lab, &meter).await?;
    let (token, admin) = match sign_in(lab, &meter).await {
        Ok(signed_in) => signed_in,
        Err(failure) => {
            let (login, base) = (&lab.admin.login, lab.net.base());
            let made = match failure {
                Failure::Refused { .. } => {
                    caller::make_administrator(&lab.net, &meter, login, &lab.admin.password).await
                }
                _ => Ok(false),
            };
            return Err(match made {
                Ok(true) => format!(
                    "nobody has an account there at {base}: the administrator {login} is made now; fill it by init first"
                ),
                Ok(false) => format!("the administrator {login} cannot sign in at {base}: {failure}"),
                Err(other) => format!("the administrator {login} cannot sign in at {base}, nor be made: {other}"),
            });
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
            lab.ledger.audited(delivery_audit::audit(&lab.net, token.clone(), &stored).await);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Agent;
    use crate::agent::control::Create;
    use crate::config::LoadTestConfig;
    use crate::setup::fake_server::{BOSS, FakeServer};

    async fn prepared(url: &str, password: &str) -> Result<(), String> {
        let mut config = LoadTestConfig::default();
        let connection = &mut config.connection_configuration;
        connection.server_url = url.to_owned();
        (connection.admin_email, connection.admin_password) = (BOSS.login.into(), password.into());
        let create = Create { load_test_config: config, ..Create::default() };
        let session = Agent::session_without_pauses("lt0", create).expect("the configuration holds together");
        prepare(&session.lab).await
    }

    #[tokio::test]
    async fn an_empty_server_gets_its_administrator_and_is_told_from_one_with_another_password() {
        let (server, net) = FakeServer::start().await;
        let said = prepared(net.base(), BOSS.password).await.expect_err("nothing is there to talk in");
        assert!(said.contains("nobody has an account there") && said.contains("init first"), "{said}");
        let administrators: Vec<String> = server.kept.lock().users.keys().cloned().collect();
        assert_eq!(administrators, ["boss"]);

        let said = prepared(net.base(), "wrong").await.expect_err("it is another one");
        assert!(said.contains("cannot sign in") && !said.contains("nobody"), "{said}");
        assert_eq!(server.kept.lock().users.len(), 1);
        prepared(net.base(), BOSS.password).await.expect("the administrator signs in");
    }
}
