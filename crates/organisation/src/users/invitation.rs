//! Signing up by invitation: the link of a team, or a mail that lets in one person.

use std::sync::Arc;

use http::StatusCode;
use node::error::{ApiError, Result};
use people::one_time;
use people::one_time::{Found, Kind};
use people::users::guests;
use request::App;
use request::Call;
use wire::errors::ids;
use wire::teams::Team;
use wire::users::{SYSTEM_GUEST, User};

use crate::channels;
use crate::channels::members::Announce;
use crate::teams::{invited, members, welcome};

/// What lets somebody in.
pub struct Invitation {
    team: Team,
    /// The mail's token; none for the link that a whole team has.
    token: Option<(Kind, Found)>,
}

/// What the address of the call brings, checked. `None` when it brings nothing.
///
/// # Errors
/// 404 for a link or a token that is not good (any more).
pub async fn read(call: &Call) -> Result<Option<Invitation>> {
    let (query, app) = (call.query(), &call.app);
    let (secret, invite_id) = (query.text("t"), query.text("iid"));
    if !secret.is_empty() {
        for kind in [Kind::TeamInvitation, Kind::GuestInvitation] {
            // Guests may have been turned off since the mail was sent.
            if kind == Kind::GuestInvitation && !guests::have_passwords(app) {
                continue;
            }
            if let Some(found) = one_time::find(app, kind, secret).await? {
                return Ok(Some(Invitation::of(app, kind, found).await?));
            }
        }
        return Err(invalid());
    }
    if invite_id.is_empty() {
        return Ok(None);
    }
    let unknown = || {
        let text = "The invitation is not valid, or not any more.";
        ApiError::not_found(ids::APP_TEAM_GET_BY_INVITE_ID_FINDING, text)
    };
    let team = app.store.team_by_invite(invite_id).await?.filter(|team| !team.is_archived()).ok_or_else(unknown)?;
    Ok(Some(Invitation { team, token: None }))
}

pub fn invalid() -> ApiError {
    let text = "The sign-up link is not valid, or not any more.";
    ApiError::not_found(ids::API_USER_CREATE_USER_SIGNUP_LINK_INVALID, text)
}

impl Invitation {
    /// What a token of a mail brings.
    ///
    /// # Errors
    /// 404 when the team is not there any more, or the sender may not invite to it any more.
    pub async fn of(app: &Arc<App>, kind: Kind, found: Found) -> Result<Invitation> {
        let team = app.store.team(found.subject.team_id).await?.filter(|team| !team.is_archived());
        let team = team.ok_or_else(invalid)?;
        invited::channels(app, kind, &found.subject, &team).await?.ok_or_else(invalid)?;
        Ok(Invitation { team, token: Some((kind, found)) })
    }

    /// Makes the account what the invitation says: with the invited address, which is proven by that, and perhaps a
    /// guest.
    ///
    /// # Errors
    /// 400 when the form names another address.
    pub fn shape(&self, user: &mut User) -> Result<()> {
        let Some((_, found)) = &self.token else { return Ok(()) };
        if user.email != found.subject.email {
            return Err(ApiError::body_param("email"));
        }
        user.email_verified = true;
        if self.is_guests() {
            SYSTEM_GUEST.clone_into(&mut user.roles);
        }
        Ok(())
    }

    /// # Errors
    /// 403 when the link is of a team that does not take the address, 400 when the mail is, and when the team is full.
    pub async fn must_take(&self, app: &App, user: &User) -> Result<()> {
        if self.token.is_none() && !welcome::takes(app, &self.team, user) {
            return Err(ApiError { status: StatusCode::FORBIDDEN, ..welcome::foreign_address(&user.email) });
        }
        welcome::must_take(app, &self.team, user).await?;
        members::must_have_room(app, &self.team).await
    }

    /// Whether the account becomes a guest's.
    pub fn is_guests(&self) -> bool {
        self.token.as_ref().is_some_and(|(kind, _)| kind.is_of_guests())
    }

    /// What is written with the account: the invitation is used up, and the account of a guest ends when it says.
    pub fn writes(&self, user: &User) -> Vec<store::Write> {
        self.used().into_iter().chain(self.end(user)).collect()
    }

    /// The write that uses the invitation up; it is unmet when somebody did so before.
    pub fn used(&self) -> Option<store::Write> {
        self.token.as_ref().map(|(_, found)| store::tokens::remove(&found.hash))
    }

    /// The write that lets the account of a guest end when the invitation says.
    pub fn end(&self, user: &User) -> Option<store::Write> {
        let (_, found) =
            self.token.as_ref().filter(|(kind, found)| kind.is_of_guests() && found.subject.expires_at > 0)?;
        Some(store::expiries::save(user.id, found.subject.expires_at))
    }

    /// Lets the new account in to the team, and to the channels that the invitation names.
    ///
    /// # Errors
    /// When the team is full.
    pub async fn admit(&self, call: &Call, user: &User) -> Result<()> {
        let app = &call.app;
        let member = members::join(app, &self.team, user, None).await?;
        let mut change = app.change();
        members::announce_added(&mut change, &member);
        change.commit().await?;
        let Some((kind, found)) = &self.token else { return Ok(()) };
        for channel in invited::channels(app, *kind, &found.subject, &self.team).await?.unwrap_or_default() {
            channels::members::add(app, &channel, user, None, Announce::Post).await?;
        }
        Ok(())
    }
}
