//! One-time tokens: made, sent by mail, found again.
//!
//! The owner has the secret, the store its hash. A token ends after a time, and with the change
//! that uses it ([`store::tokens::remove`] belongs into that change).

use std::sync::Arc;

use base::ids::UserId;
use base::{Millis, tokens};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use wire::users::User;

use crate::app::App;
use crate::error::Result;
use crate::mail::{self, Mail};

const HOUR_MS: Millis = 60 * 60 * 1000;
/// Characters of a secret (facts, data model §1.4).
const SECRET_LEN: usize = 64;

/// What a token is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    PasswordRecovery,
    VerifyEmail,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::PasswordRecovery => "password_recovery",
            Kind::VerifyEmail => "verify_email",
        }
    }

    fn lasts_ms(self) -> Millis {
        match self {
            Kind::PasswordRecovery => 24 * HOUR_MS,
            Kind::VerifyEmail => 48 * HOUR_MS,
        }
    }
}

/// Whose a token is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Extra {
    user_id: UserId,
    email: String,
}

/// The owner of a token that was shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Owner {
    pub hash: [u8; 32],
    pub user_id: UserId,
    /// The address that the token was sent to.
    pub email: String,
}

/// SHA-256 of a secret: what the store knows it by.
pub fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// Makes a token and mails it to the user. One that was sent before for the same is good no more.
///
/// # Errors
/// When the store does not answer.
pub async fn send(app: &Arc<App>, kind: Kind, user: &User) -> Result<()> {
    if !mail::is_configured(&app.config()) {
        return Ok(());
    }
    let secret = tokens::long_secret();
    let extra = Extra { user_id: user.id, email: user.email.clone() };
    let extra = serde_json::to_string(&extra).expect("ids and texts are JSON");
    let now = app.clock.now();
    let mut change = app.change();
    change.write(store::tokens::clean(kind.name(), now - kind.lasts_ms()));
    change.write(store::tokens::remove_like(kind.name(), &extra));
    let token = store::tokens::Token { hash: hash(&secret), create_at: now, kind: kind.name().to_owned(), extra };
    change.write(store::tokens::insert(&token));
    change.commit().await?;
    mail::send(app, letter(app, kind, user, &secret));
    Ok(())
}

fn letter(app: &App, kind: Kind, user: &User, secret: &str) -> Mail {
    let config = app.config();
    let (site, name) = (&config.service.site_url, &config.team.site_name);
    let email: String = url::form_urlencoded::byte_serialize(user.email.as_bytes()).collect();
    let (subject, text) = match kind {
        Kind::PasswordRecovery => (
            format!("[{name}] Reset your password"),
            format!(
                "Somebody asked to reset the password of {0} on {name}. To choose a new one, open this address \
                 within 24 hours:\n\n{site}/reset_password_complete?token={secret}\n\n\
                 If it was not you, ignore this mail: the password stays as it is.",
                user.username
            ),
        ),
        Kind::VerifyEmail => (
            format!("[{name}] Verify your email address"),
            format!(
                "To show that this address belongs to {0} on {name}, open this address within 48 hours:\n\n\
                 {site}/do_verify_email?token={secret}&email={email}\n",
                user.username
            ),
        ),
    };
    Mail { to: user.email.clone(), subject, text }
}

/// The owner of a secret, unless it is unknown, used, or too old.
///
/// # Errors
/// When the store does not answer.
pub async fn find(app: &Arc<App>, kind: Kind, secret: &str) -> Result<Option<Owner>> {
    if secret.len() != SECRET_LEN {
        return Ok(None);
    }
    let Some(token) = app.store.token(&hash(secret)).await? else { return Ok(None) };
    let is_live = token.create_at + kind.lasts_ms() > app.clock.now();
    if token.kind != kind.name() || !is_live {
        return Ok(None);
    }
    let extra: Option<Extra> = serde_json::from_str(&token.extra).ok();
    Ok(extra.map(|extra| Owner { hash: token.hash, user_id: extra.user_id, email: extra.email }))
}
