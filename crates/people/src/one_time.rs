//! One-time tokens: made, sent by mail, found again.
//!
//! The owner has the secret, the store its hash. A token ends after a time, and with the change
//! that uses it ([`store::tokens::remove`] belongs into that change).

use std::sync::Arc;

use base::ids::{ChannelId, OAuthAppId, TeamId, UserId};
use base::{Millis, tokens};
use node::change::Change;
use node::error::{ApiError, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use wire::users::User;

use outward::mail::{Mail, Mailer};
use request::App;

const MINUTE_MS: Millis = 60 * 1000;
const HOUR_MS: Millis = 60 * MINUTE_MS;
/// Characters of a secret (facts, data model §1.4).
const SECRET_LEN: usize = 64;
/// Addresses that are looked up at a time for those who ask for a link.
static SENDING: Semaphore = Semaphore::const_new(100);

/// What a token is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    PasswordRecovery,
    VerifyEmail,
    TeamInvitation,
    GuestInvitation,
    /// An invitation of a guest who gets no password.
    GuestLinkInvitation,
    /// A sign-in of such a guest.
    GuestLink,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::PasswordRecovery => "password_recovery",
            Kind::VerifyEmail => "verify_email",
            Kind::TeamInvitation => "team_invitation",
            Kind::GuestInvitation => "guest_invitation",
            Kind::GuestLinkInvitation => "guest_magic_link_invitation",
            Kind::GuestLink => "guest_magic_link",
        }
    }

    fn lasts_ms(self) -> Millis {
        match self {
            Kind::PasswordRecovery => 24 * HOUR_MS,
            Kind::VerifyEmail | Kind::TeamInvitation | Kind::GuestInvitation | Kind::GuestLinkInvitation => {
                48 * HOUR_MS
            }
            // Whoever asks for it waits for it (facts, data model §1.4).
            Kind::GuestLink => 5 * MINUTE_MS,
        }
    }

    /// Whether it invites a guest.
    pub fn is_of_guests(self) -> bool {
        matches!(self, Kind::GuestInvitation | Kind::GuestLinkInvitation)
    }
}

/// Whom a token is for, and what it lets in to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Subject {
    /// The account; none for invitations.
    pub user_id: UserId,
    /// The address that the token was sent to.
    pub email: String,
    /// The team that an invitation is to.
    pub team_id: TeamId,
    /// The channels of the team that a guest is invited to.
    pub channel_ids: Vec<ChannelId>,
    /// When the account of the guest ends; 0 when it does not.
    pub expires_at: Millis,
    /// The inviting user, and the application that acted for the user. `UserId::NONE` without a sender.
    pub inviter: UserId,
    pub application: Option<OAuthAppId>,
}

/// A token that was shown, live.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    pub hash: [u8; 32],
    pub create_at: Millis,
    pub subject: Subject,
}

/// SHA-256 of a secret: what the store knows it by.
pub fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// Sends a link soon, if somebody has the address who may get one. Nothing waits for it: how soon the caller is answered
/// would tell who has an account.
///
/// # Errors
/// 503 when too many are on their way.
pub fn send_to(app: &Arc<App>, kind: Kind, email: String, may: fn(&User) -> bool) -> Result<()> {
    let place = SENDING.try_acquire().map_err(|_| ApiError::busy())?;
    let app = app.clone();
    base::tasks::spawn("one-time-link", async move {
        let _place = place;
        let sent = async {
            match app.store.user_by_email(&email).await?.filter(may) {
                Some(user) => send(&app, kind, &user).await,
                None => Ok(()),
            }
        };
        if let Err(error) = sent.await {
            tracing::warn!(error = %error.message, cause = %error.detailed, "a link could not be sent");
        }
    });
    Ok(())
}

/// Makes a token and mails it to the user. One that was sent before for the same is good no more.
///
/// # Errors
/// When the store does not answer.
pub async fn send(app: &Arc<App>, kind: Kind, user: &User) -> Result<()> {
    if !app.config().email.is_configured() {
        return Ok(());
    }
    let subject = Subject { user_id: user.id, email: user.email.clone(), ..Subject::default() };
    let mut change = app.change();
    let secret = make(&mut change, kind, &subject);
    change.commit().await?;
    let mail = match kind {
        Kind::PasswordRecovery => recovery(app, user, &secret),
        Kind::GuestLink => link(app, user, &secret),
        _ => verification(app, user, &secret),
    };
    app.of::<Mailer>().send(app, mail);
    Ok(())
}

/// Adds a new token to the change and returns its secret, which stands nowhere else.
pub fn make(change: &mut Change, kind: Kind, subject: &Subject) -> String {
    let secret = tokens::long_secret();
    let extra = serde_json::to_string(subject).expect("ids and texts are JSON");
    let now = change.node().clock.now();
    change.write(store::tokens::clean(kind.name(), now - kind.lasts_ms()));
    change.write(store::tokens::remove_like(kind.name(), &extra));
    let token = store::tokens::Token { hash: hash(&secret), create_at: now, kind: kind.name().to_owned(), extra };
    change.write(store::tokens::insert(&token));
    secret
}

fn recovery(app: &App, user: &User, secret: &str) -> Mail {
    let config = app.config();
    let (site, name) = (&config.service.site_url, &config.team.site_name);
    let text = format!(
        "Somebody asked to reset the password of {0} on {name}. To choose a new one, open this address within 24 \
         hours:\n\n{site}/reset_password_complete?token={secret}\n\n\
         If it was not you, ignore this mail: the password stays as it is.",
        user.username
    );
    Mail { to: user.email.clone(), subject: format!("[{name}] Reset your password"), text }
}

fn link(app: &App, user: &User, secret: &str) -> Mail {
    let config = app.config();
    let (site, name) = (&config.service.site_url, &config.team.site_name);
    let text = format!(
        "Somebody asked to sign in to {name} as {0}. To do so, open this address within 5 minutes:\n\n\
         {site}/login/one_time_link?t={secret}\n\nIt is good once. If it was not you, ignore this mail.",
        user.username
    );
    Mail { to: user.email.clone(), subject: format!("[{name}] Sign in"), text }
}

fn verification(app: &App, user: &User, secret: &str) -> Mail {
    let config = app.config();
    let (site, name) = (&config.service.site_url, &config.team.site_name);
    let email: String = url::form_urlencoded::byte_serialize(user.email.as_bytes()).collect();
    let text = format!(
        "To show that this address belongs to {0} on {name}, open this address within 48 hours:\n\n\
         {site}/do_verify_email?token={secret}&email={email}\n",
        user.username
    );
    Mail { to: user.email.clone(), subject: format!("[{name}] Verify your email address"), text }
}

/// What a secret is for, unless it is unknown, used, or too old.
///
/// # Errors
/// When the store does not answer.
pub async fn find(app: &Arc<App>, kind: Kind, secret: &str) -> Result<Option<Found>> {
    if secret.len() != SECRET_LEN {
        return Ok(None);
    }
    let Some(token) = app.store.token(&hash(secret)).await? else { return Ok(None) };
    let is_live = token.create_at + kind.lasts_ms() > app.clock.now();
    if token.kind != kind.name() || !is_live {
        return Ok(None);
    }
    let subject = serde_json::from_str(&token.extra).ok();
    Ok(subject.map(|subject| Found { hash: token.hash, create_at: token.create_at, subject }))
}
