//! Requests of whoever fills a server: one caller with a session, and the administrator who is made when nobody is there.

use std::time::Duration;

use http::{HeaderValue, Method};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::meter::Meter;
use crate::net::{Call, Failure, Net, Trust};
use crate::users::answers::UserAnswer;

/// Calls of the filling that may be under way at once.
pub const CALLERS_MAX: usize = 32;

/// One caller of one server.
pub struct Door<'a> {
    net: &'a Net,
    meter: &'a Meter,
    pub token: Option<HeaderValue>,
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

impl<'a> Door<'a> {
    /// Signs in.
    ///
    /// # Errors
    /// When the server refuses or cannot be reached.
    pub async fn sign_in(net: &'a Net, meter: &'a Meter, login: &str, password: &str) -> Result<Door<'a>, Failure> {
        let body = json!({"login_id": login, "password": password});
        let reply = net.send(meter, Call::json(Method::POST, "/users/login", &[], &body), None).await?;
        Ok(Door { net, meter, token: Some(reply.session()?), user: reply.json()? })
    }

    /// Signs the administrator in; on an empty server, makes the account first: whoever is first administers it.
    ///
    /// # Errors
    /// When there are accounts already and this one cannot sign in.
    pub async fn administrator(
        net: &'a Net,
        meter: &'a Meter,
        login: &str,
        password: &str,
    ) -> Result<Door<'a>, Failure> {
        let refusal = match Door::sign_in(net, meter, login, password).await {
            Err(refusal @ Failure::Refused { .. }) => refusal,
            other => return other,
        };
        let name = login.split('@').next().unwrap_or(login);
        let email = if login.contains('@') { login.to_owned() } else { format!("{login}@example.com") };
        let body = json!({"email": email, "username": name, "password": password});
        let made = net.send(meter, Call::json(Method::POST, "/users", &[], &body), None).await;
        match made {
            // Not empty: what matters is that this administrator is not known there.
            Err(Failure::Refused { .. }) => Err(refusal),
            Err(failure) => Err(failure),
            Ok(_) => Door::sign_in(net, meter, login, password).await,
        }
    }

    pub fn is_administrator(&self) -> bool {
        self.user.roles.split(' ').any(|role| role == "system_admin")
    }

    /// Sends a call and reads its answer.
    ///
    /// # Errors
    /// With the server's refusal, or when the answer is something else.
    pub async fn ask<T: DeserializeOwned>(&self, call: Call) -> Result<T, Failure> {
        self.net.send(self.meter, call, self.token.clone()).await?.json()
    }

    /// Posts a value.
    ///
    /// # Errors
    /// See [`Door::ask`].
    pub async fn post<B: Serialize + ?Sized>(
        &self,
        template: &'static str,
        id: &str,
        body: &B,
    ) -> Result<Value, Failure> {
        let id: &(dyn std::fmt::Display + Sync) = &id;
        let values = if template.contains('{') { vec![id] } else { Vec::new() };
        let call = Call::json(Method::POST, template, &values, body);
        self.ask(call).await
    }
}
