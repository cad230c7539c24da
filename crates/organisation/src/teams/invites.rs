//! Invitations to a team: by the link that carries the team's invite id, and by mail with a token that counts once.

use std::collections::HashMap;
use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, TeamId, UserId};
use http::StatusCode;
use node::error::{ApiError, Result};
use outward::mail::{Mail, Mailer};
use parking_lot::Mutex;
use people::audits;
use people::one_time;
use people::one_time::{Kind, Subject};
use people::users::{domains, guests};
use permissions::Permission;
use request::App;
use request::permit::application;
use request::{Answer, Call, Reply};
use wire::channels::Channel;
use wire::errors::ids;
use wire::teams::{InviteAttempt, InviteForm, InviteWithChannels, Team, TeamInvite};
use wire::users::User;

use crate::channels;
use crate::channels::members::Announce;
use crate::teams::adding;
use crate::teams::invited;
use crate::teams::invited::right_to_add;
use crate::teams::welcome;
use crate::teams::welcome::As;

const HOUR_MS: Millis = 60 * 60 * 1000;
/// Addresses that somebody may invite within an hour (facts, HTTP API §6.3), and so in one request.
const PER_HOUR_MAX: usize = 20;
/// Channels that an invitation names at most.
const CHANNELS_MAX: usize = 100;
/// Characters of the personal message in a mail.
const MESSAGE_LEN_MAX: usize = 1_000;
/// People whose invitations of the present hour are counted; beyond, all are counted anew.
const INVITERS_MAX: usize = 10_000;

/// How many addresses each person invited in the present hour.
#[derive(Default)]
pub struct Quota {
    counted: Mutex<(Millis, HashMap<UserId, usize>)>,
}

impl Quota {
    /// Takes `addresses` from what the user may still invite this hour; false when that is less.
    fn take(&self, user: UserId, addresses: usize, now: Millis) -> bool {
        let mut counted = self.counted.lock();
        let hour = now / HOUR_MS;
        if counted.0 != hour || counted.1.len() >= INVITERS_MAX {
            *counted = (hour, HashMap::new());
        }
        let used = counted.1.entry(user).or_default();
        let fits = *used + addresses <= PER_HOUR_MAX;
        *used += if fits { addresses } else { 0 };
        fits
    }
}

/// `GET /teams/invite/{invite_id}`: answers with what an invited user may read of the team.
pub async fn info(call: Call) -> Answer {
    let Team { id, name, display_name, description, .. } = by_link(&call, call.text("invite_id")).await?;
    Ok(Reply::json(&TeamInvite { id, name, display_name, description }))
}

/// `POST /teams/members/invite`: joins by the link of the team, or by a token that came by mail.
pub async fn join(call: Call) -> Answer {
    let query = call.query();
    if call.me().is_guest() {
        let text = "Guests are invited to channels, not to teams.";
        return Err(ApiError::forbidden("api.team.join_team.guest.app_error", text));
    }
    let (team, opened) = match (query.text("token"), query.text("invite_id")) {
        ("", "") => {
            let text = "An invitation is needed: invite_id or token.";
            return Err(ApiError::bad_request(ids::API_TEAM_ADD_USER_TO_TEAM_MISSING_PARAMETER, text));
        }
        ("", invite_id) => (by_link(&call, invite_id).await?, Vec::new()),
        (secret, _) => by_token(&call, secret).await?,
    };
    let member = adding::join(&call, &team, call.me(), None).await?;
    for channel in opened {
        channels::members::add(&call.app, &channel, call.me(), None, Announce::Post).await?;
    }
    Ok(Reply::created(&member))
}

/// The live team whose link carries `invite_id`.
async fn by_link(call: &Call, invite_id: &str) -> Result<Team> {
    let unknown = || {
        let text = "The invitation is not valid, or not any more.";
        ApiError::not_found(ids::APP_TEAM_GET_BY_INVITE_ID_FINDING, text)
    };
    call.app.store.team_by_invite(invite_id).await?.filter(|team| !team.is_archived()).ok_or_else(unknown)
}

/// The team and the channels that a token from a mail opens, which is used up by this: of two who show it at once,
/// one comes in.
async fn by_token(call: &Call, secret: &str) -> Result<(Team, Vec<Arc<Channel>>)> {
    let invalid = || {
        let text = "The invitation is not valid, or not any more.";
        ApiError::bad_request("api.user.create_user.signup_link_invalid.app_error", text)
    };
    let found = one_time::find(&call.app, Kind::TeamInvitation, secret).await?.ok_or_else(invalid)?;
    let team = call.app.store.team(found.subject.team_id).await?.filter(|team| !team.is_archived());
    let team = team.ok_or_else(invalid)?;
    let opened =
        invited::channels(&call.app, Kind::TeamInvitation, &found.subject, &team).await?.ok_or_else(invalid)?;
    // An invitation that lets nobody in is not used up.
    if !call.app.world.memberships(call.my_id()).await?.teams.contains_key(&team.id) {
        welcome::must_take(&call.app, &team, call.me()).await?;
        crate::teams::members::must_have_room(&call.app, &team).await?;
    }
    match call.app.store.write(store::tokens::remove(&found.hash)).await {
        Ok(_) => Ok((team, opened)),
        Err(store::Error::Unmet { .. }) => Err(invalid()),
        Err(error) => Err(error.into()),
    }
}

/// `POST /teams/{team_id}/invite/email`: mails each address a link that counts once.
pub async fn by_mail(mut call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    let form: InviteForm = call.json("user_email").await?;
    let form = InviteWithChannels::from(form);
    if form.emails.is_empty() || form.emails.len() > PER_HOUR_MAX || form.channel_ids.len() > CHANNELS_MAX {
        return Err(ApiError::body_param("user_email"));
    }
    let team = must_invite_to(&call, id).await?;
    must_lead_there(&call, &team, &form.channel_ids).await?;
    to_each(&call, &team, &form, Kind::TeamInvitation).await
}

/// The team, if the caller may invite to it.
async fn must_invite_to(call: &Call, id: TeamId) -> Result<Arc<Team>> {
    call.must_in_team(id, Permission::InviteUser).await?;
    call.must_in_team(id, Permission::AddUserToTeam).await?;
    adding::must_be_live(call, id).await
}

/// Invites people to a team by mail.
///
/// # Errors
/// 403 without the right; 400 for something that is no address; 413 beyond what one may invite in an hour.
pub async fn people(call: &Call, team: TeamId, emails: Vec<String>) -> Result<()> {
    let team = must_invite_to(call, team).await?;
    if emails.len() > PER_HOUR_MAX {
        return Err(ApiError::body_param("user_email"));
    }
    let form = InviteWithChannels { emails, ..InviteWithChannels::default() };
    to_each(call, &team, &form, Kind::TeamInvitation).await.map(drop)
}

/// Mails an invitation to each address of the form.
///
/// With `graceful` each address is told with what came in its way. Without, the first hindrance refuses the rest; that
/// there is no mail server is then told to nobody, as clients that ask so know it from the configuration.
async fn to_each(call: &Call, team: &Team, form: &InviteWithChannels, kind: Kind) -> Answer {
    let config = call.app.config();
    if !config.accounts.enable_email_invitations {
        let text = "Invitations by mail are off on this server.";
        let id = "api.team.invite_members.disabled.app_error";
        return Err(ApiError::new(StatusCode::NOT_IMPLEMENTED, id, text));
    }
    let graceful = call.query().flag("graceful");
    let emails: Vec<String> = form.emails.iter().map(|email| email.trim().to_lowercase()).collect();
    if !graceful && let Some(wrong) = emails.iter().find(|email| !rules::users::is_email(email)) {
        let text = format!("{wrong} is no email address.");
        return Err(ApiError::bad_request(ids::API_TEAM_INVITE_MEMBERS_INVALID_EMAIL, text));
    }
    let standing = if kind.is_of_guests() { As::Guest } else { As::Member };
    let foreign = |email: &String| !welcome::takes_address(&call.app, team, email, standing);
    if !graceful && let Some(foreign) = emails.iter().find(|email| foreign(email)) {
        return Err(welcome::foreign_address(foreign));
    }
    let mails = config.email.is_configured();
    if mails && !call.app.of::<Quota>().take(call.my_id(), emails.len(), call.app.clock.now()) {
        let text = "You invited as many people as is possible within an hour.";
        let id = "app.email.rate_limit_exceeded.app_error";
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, id, text));
    }
    let mut attempts = Vec::with_capacity(emails.len());
    for email in emails {
        let done = match rules::users::is_email(&email) {
            true if foreign(&email) => Err(welcome::foreign_address(&email)),
            true if mails => invite(call, team, &email, form, kind).await,
            true if graceful => Err(no_mail_server()),
            true => Ok(()),
            false => Err(ApiError::body_param("user_email")),
        };
        let error = match done {
            Ok(()) => None,
            Err(error) if graceful => Some(error.body(&call.request_id.to_string(), false)),
            Err(error) => return Err(error),
        };
        attempts.push(InviteAttempt { email, error });
    }
    Ok(if graceful { Reply::json(&attempts) } else { Reply::ok() })
}

fn no_mail_server() -> ApiError {
    let text = "This server sends no mail.";
    ApiError::new(StatusCode::NOT_IMPLEMENTED, "app.email.no_mail_server.app_error", text)
}

/// Nobody invites others to channels that he could not add them to himself.
async fn must_lead_there(call: &Call, team: &Team, channels: &[ChannelId]) -> Result<()> {
    for id in channels {
        let channel = call.app.world.channel(*id).await?.filter(|channel| channel.team_id == team.id);
        let channel = channel.ok_or_else(ApiError::permissions)?;
        call.must_in_channel(*id, right_to_add(&channel)).await?;
    }
    Ok(())
}

/// `POST /teams/{team_id}/invite-guests/email`: mails each address a link to some channels of the team.
pub async fn guests_by_mail(mut call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    let form: InviteWithChannels = call.json("invite").await?;
    if !call.app.config().guests.enable {
        let text = "This server has no guests.";
        let id = "api.team.invite_guests_to_channels.disabled.error";
        return Err(ApiError::new(StatusCode::NOT_IMPLEMENTED, id, text));
    }
    let kind = if call.query().flag("guest_magic_link") { Kind::GuestLinkInvitation } else { Kind::GuestInvitation };
    let is_way = match kind {
        Kind::GuestLinkInvitation => guests::have_links(&call.app),
        _ => guests::have_passwords(&call.app),
    };
    if !is_way {
        let text = "Guests of this server cannot sign in this way, so they cannot be invited to it.";
        let id = "api.team.invite_guests_to_channels.disabled.error";
        return Err(ApiError::forbidden(id, text));
    }
    let places = 1..=CHANNELS_MAX;
    if form.emails.is_empty() || form.emails.len() > PER_HOUR_MAX || !places.contains(&form.channel_ids.len()) {
        return Err(ApiError::body_param("invite"));
    }
    call.must_in_team(id, Permission::InviteGuest).await?;
    let team = adding::must_be_live(&call, id).await?;
    must_lead_there(&call, &team, &form.channel_ids).await?;
    to_each(&call, &team, &form, kind).await
}

async fn invite(call: &Call, team: &Team, email: &str, form: &InviteWithChannels, kind: Kind) -> Result<()> {
    let app = &call.app;
    if kind.is_of_guests() {
        domains::must_be_of_domain(email, &domains::domains(app, domains::Kind::Guest))?;
    }
    let subject = Subject {
        email: email.to_owned(),
        team_id: team.id,
        channel_ids: form.channel_ids.clone(),
        expires_at: form.expires_at,
        inviter: call.my_id(),
        application: application(call),
        ..Subject::default()
    };
    let mut change = app.change();
    let secret = one_time::make(&mut change, kind, &subject);
    audits::note(&mut change, call, &format!("team_id={}", team.id));
    change.commit().await?;
    app.of::<Mailer>().send(
        app,
        mail(app, kind, &InvitationMail { inviter: call.me(), team, secret: &secret, email, message: &form.message }),
    );
    Ok(())
}

/// What an invitation says.
struct InvitationMail<'a> {
    inviter: &'a User,
    team: &'a Team,
    secret: &'a str,
    email: &'a str,
    message: &'a str,
}

fn mail(app: &App, kind: Kind, said: &InvitationMail<'_>) -> Mail {
    let InvitationMail { inviter, team, secret, email, message } = said;
    let page = if kind == Kind::GuestLinkInvitation { "login/one_time_link" } else { "signup_user_complete/" };
    let config = app.config();
    let (site, name) = (&config.service.site_url, &config.team.site_name);
    let message: String = message.trim().chars().take(MESSAGE_LEN_MAX).collect();
    let message = if message.is_empty() { message } else { format!("{message}\n\n") };
    let text = format!(
        "{0} invites you to the team {1} on {name}.\n\n{message}To join, open this address within 48 hours:\n\n\
         {site}/{page}?t={secret}\n",
        inviter.username, team.display_name
    );
    let subject = format!("[{name}] {} invites you to {}", inviter.username, team.display_name);
    Mail { to: (*email).to_owned(), subject, text }
}

/// `DELETE /teams/invites/email`: invalidates all invitations that were mailed so far.
pub async fn invalidate(call: Call) -> Answer {
    call.must(Permission::InvalidateEmailInvite)?;
    let mut change = call.app.change();
    for kind in [Kind::TeamInvitation, Kind::GuestInvitation, Kind::GuestLinkInvitation] {
        change.write(store::tokens::clean(kind.name(), Millis::MAX));
    }
    audits::note(&mut change, &call, "");
    change.commit().await?;
    Ok(Reply::ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_has_so_many_invitations_and_no_more() {
        let (quota, ann) = (Quota::default(), UserId::default());
        assert!(quota.take(ann, PER_HOUR_MAX - 1, 0) && quota.take(ann, 1, 5));
        assert!(!quota.take(ann, 1, 6), "the hour's are used up");
        assert!(quota.take(ann, 1, HOUR_MS), "another hour");
    }
}
