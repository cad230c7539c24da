//! Requests of whoever fills a server: one caller with a session, and the administrator who is made when nobody is there.

use std::time::Duration;

use base::Id;
use http::{HeaderValue, Method};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answers::UserAnswer;
use crate::meter::Meter;
use crate::net::{Call, Failure, Net, Trust};

/// Calls of the filling that may be under way at once.
pub const CALLERS_MAX: usize = 32;

/// One caller of one server.
pub struct Caller<'a> {
    net: &'a Net,
    meter: &'a Meter,
    token: Option<HeaderValue>,
    pub user: UserAnswer,
}

/// What fills a server waits longer than a person would: thirty accounts at once wait for one another's passwords to be
/// hashed, on a small machine for a dozen seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// The way to a server for those who fill it.
///
/// # Errors
/// When the address does not read.
pub fn net(server: &str, trust: &Trust) -> Result<Net, String> {
    Ok(Net::new(server, 4 * CALLERS_MAX, &[], trust)?.patient(PATIENCE))
}

impl<'a> Caller<'a> {
    /// Signs in.
    ///
    /// # Errors
    /// When the server refuses or cannot be reached.
    pub async fn sign_in(net: &'a Net, meter: &'a Meter, login: &str, password: &str) -> Result<Caller<'a>, Failure> {
        let body = json!({"login_id": login, "password": password});
        let reply = net.send(meter, Call::json(Method::POST, "/users/login", &[], &body), None).await?;
        let (token, user) = (reply.session()?, reply.json::<UserAnswer>()?);
        if user.id.is_none() {
            return Err(Failure::unreadable("/users/login", &"the user has no id"));
        }
        Ok(Caller { net, meter, token: Some(token), user })
    }

    /// Signs the administrator in; on an empty server, makes the account first.
    ///
    /// # Errors
    /// When there are accounts already and this one cannot sign in, or it can and administers nothing.
    pub async fn administrator(
        net: &'a Net,
        meter: &'a Meter,
        login: &str,
        password: &str,
    ) -> Result<Caller<'a>, Failure> {
        let caller = match Caller::sign_in(net, meter, login, password).await {
            Err(refusal @ Failure::Refused { .. }) => {
                if !make_administrator(net, meter, login, password).await? {
                    return Err(refusal);
                }
                Caller::sign_in(net, meter, login, password).await?
            }
            other => other?,
        };
        if caller.is_administrator() {
            Ok(caller)
        } else {
            Err(Failure::Missing("the account signs in but does not administer the server"))
        }
    }

    fn is_administrator(&self) -> bool {
        self.user.roles.split(' ').any(|role| role == "system_admin")
    }

    /// Sends a call and reads its answer.
    ///
    /// # Errors
    /// With the server's refusal, or when the answer is something else.
    pub async fn ask<T: DeserializeOwned>(&self, call: Call) -> Result<T, Failure> {
        self.net.send(self.meter, call, self.token.clone()).await?.json()
    }

    /// Sends a call whose answer is a thing, and returns what the server calls it.
    ///
    /// # Errors
    /// With the server's refusal, or when the answer has no id: everything that is made later would hang on nothing.
    pub async fn id_of(&self, call: Call) -> Result<Id, Failure> {
        let template = call.template;
        let thing: Thing = self.ask(call).await?;
        if thing.id.is_some() { Ok(thing.id) } else { Err(Failure::unreadable(template, &"it has no id")) }
    }

    /// Posts a value that makes a thing, and returns what the server calls it.
    ///
    /// # Errors
    /// See [`Caller::id_of`].
    pub async fn make<B: Serialize + ?Sized>(&self, template: &'static str, body: &B) -> Result<Id, Failure> {
        self.id_of(Call::json(Method::POST, template, &[], body)).await
    }

    /// Posts a value under what an id names. What the answer says is not looked at.
    ///
    /// # Errors
    /// With the server's refusal, or when the answer is not JSON.
    pub async fn post<B: Serialize + ?Sized>(&self, template: &'static str, id: Id, body: &B) -> Result<(), Failure> {
        self.ask::<Value>(Call::json(Method::POST, template, &[&id], body)).await.map(drop)
    }
}

/// What every thing of the API has.
#[derive(Deserialize)]
struct Thing {
    #[serde(default)]
    id: Id,
}

/// Makes the account that administers an empty server: whoever is first does. False, and nothing is made, where the
/// server does not say that nobody has an account yet.
///
/// # Errors
/// When the server cannot be asked, or refuses.
pub async fn make_administrator(net: &Net, meter: &Meter, login: &str, password: &str) -> Result<bool, Failure> {
    let call = Call::plain(Method::GET, "/config/client", &[], "format=old");
    let config: Value = net.send(meter, call, None).await?.json()?;
    if config["NoAccounts"] != "true" {
        return Ok(false);
    }
    let name = login.split('@').next().unwrap_or(login);
    let email = if login.contains('@') { login.to_owned() } else { format!("{login}@example.com") };
    let body = json!({"email": email, "username": name, "password": password});
    net.send(meter, Call::json(Method::POST, "/users", &[], &body), None).await?;
    Ok(true)
}

#[cfg(test)]
#[path = "caller_tests.rs"]
mod tests;
