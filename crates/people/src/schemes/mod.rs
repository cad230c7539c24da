//! Schemes: roles that stand in for the server's own in a team or a channel.
//!
//! All live schemes are in memory, as the roles are, so that a check of rights asks no store; where there is none the
//! check costs one look. Who is what in a place ([`permissions::Flags`]) does not change with its scheme: the scheme
//! says which roles stand behind the flags.

pub mod manage;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use base::ids::{ChannelId, SchemeId};
use memory::schemes::{Names, joined};
use node::error::{ApiError, Result};
use permissions::Flags;
use wire::channels::ChannelMember;
use wire::schemes::Scheme;
use wire::teams::TeamMember;

use request::App;

pub const TEAM: &str = "team";
pub const CHANNEL: &str = "channel";

/// The roles behind the flags of a channel's members, as clients are told: its own ones, or those of its team.
///
/// # Errors
/// When the store does not answer.
pub async fn of_channel(app: &App, id: ChannelId) -> Result<Names> {
    let Some(channel) = app.world.channel(id).await? else { return Ok(Names::default()) };
    let own = app.own_names(&channel);
    if own.0.is_some() { Ok(own) } else { app.team_names(channel.team_id).await }
}

/// Writes into memberships of channels the roles that their schemes stand for.
///
/// # Errors
/// When the store does not answer.
pub async fn name_in_channels(app: &App, members: &mut [ChannelMember]) -> Result<()> {
    if app.schemes.load().is_empty() {
        return Ok(());
    }
    let mut known: HashMap<ChannelId, Names> = HashMap::new();
    for member in members {
        let names = match known.entry(member.channel_id) {
            Entry::Occupied(found) => found.into_mut(),
            Entry::Vacant(place) => place.insert(of_channel(app, member.channel_id).await?),
        };
        names.name(member);
    }
    Ok(())
}

/// Writes into memberships of teams the roles that their schemes stand for.
///
/// # Errors
/// When the store does not answer.
pub async fn name_in_teams(app: &App, members: &mut [TeamMember]) -> Result<()> {
    if app.schemes.load().is_empty() {
        return Ok(());
    }
    for member in members {
        let names = app.team_names(member.team_id).await?;
        let flags = Flags { guest: member.scheme_guest, user: member.scheme_user, admin: member.scheme_admin };
        member.roles = joined(&member.explicit_roles, names.team(), flags);
    }
    Ok(())
}

/// The scheme, if it is live.
///
/// # Errors
/// 404 when there is none.
pub fn must_scheme(app: &App, id: SchemeId) -> Result<Arc<Scheme>> {
    let missing = || ApiError::not_found("app.scheme.get.app_error", "There is no such scheme.");
    app.schemes.load().get(id).cloned().ok_or_else(missing)
}
