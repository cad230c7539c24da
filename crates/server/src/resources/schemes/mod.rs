//! Schemes: roles that stand in for the server's own in a team or a channel.
//!
//! All live schemes are in memory, as the roles are, so that a check of rights asks no store; where there is none the
//! check costs one look. Who is what in a place ([`permissions::Flags`]) does not change with its scheme: the scheme
//! says which roles stand behind the flags.

pub mod assign;
pub mod manage;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use base::ids::{ChannelId, SchemeId, TeamId};
use permissions::{Flags, SchemeRoles};
use store::Store;
use wire::channels::{Channel, ChannelMember};
use wire::schemes::Scheme;
use wire::teams::TeamMember;

use crate::app::App;
use crate::error::{ApiError, Result};

pub const TEAM: &str = "team";
pub const CHANNEL: &str = "channel";
/// Schemes that are kept: about one kilobyte each, and each moderated channel has one.
pub const SCHEMES_MAX: usize = 10_000;

/// The live schemes.
#[derive(Debug, Clone, Default)]
pub struct Schemes(HashMap<SchemeId, Arc<Scheme>>);

impl Schemes {
    /// # Errors
    /// When the store does not answer.
    pub async fn load(store: &Store) -> Result<Schemes> {
        let schemes = store.schemes(SCHEMES_MAX).await?;
        Ok(Schemes(schemes.into_iter().map(|scheme| (scheme.id, Arc::new(scheme))).collect()))
    }

    pub fn get(&self, id: SchemeId) -> Option<&Arc<Scheme>> {
        self.0.get(&id)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same with `scheme` put in, or replaced.
    pub fn with(&self, scheme: &Scheme) -> Schemes {
        let mut schemes = self.clone();
        schemes.0.insert(scheme.id, Arc::new(scheme.clone()));
        schemes
    }

    /// The same without one.
    pub fn without(&self, id: SchemeId) -> Schemes {
        let mut schemes = self.clone();
        schemes.0.remove(&id);
        schemes
    }
}

/// The roles behind the flags of members in a place: those of its scheme, or the server's own.
#[derive(Debug, Clone, Default)]
pub struct Names(pub Option<Arc<Scheme>>);

impl Names {
    /// Writes into a membership of the channel the roles that its flags stand for.
    fn name(&self, member: &mut ChannelMember) {
        let flags = Flags { guest: member.scheme_guest, user: member.scheme_user, admin: member.scheme_admin };
        member.roles = joined(&member.explicit_roles, self.channel(), flags);
    }

    /// A membership of the channel with its roles.
    pub fn named(&self, mut member: ChannelMember) -> ChannelMember {
        self.name(&mut member);
        member
    }

    pub fn team(&self) -> SchemeRoles<'_> {
        self.0.as_ref().map_or(SchemeRoles::TEAM, |scheme| SchemeRoles {
            guest: &scheme.default_team_guest_role,
            user: &scheme.default_team_user_role,
            admin: &scheme.default_team_admin_role,
        })
    }

    pub fn channel(&self) -> SchemeRoles<'_> {
        self.0.as_ref().map_or(SchemeRoles::CHANNEL, |scheme| SchemeRoles {
            guest: &scheme.default_channel_guest_role,
            user: &scheme.default_channel_user_role,
            admin: &scheme.default_channel_admin_role,
        })
    }
}

impl App {
    /// The roles of a team, and of those of its channels that have no scheme of their own.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn team_names(&self, team: TeamId) -> Result<Names> {
        if self.schemes.load().is_empty() || team.is_none() {
            return Ok(Names::default());
        }
        let scheme = self.world.team(team).await?.and_then(|team| team.scheme_id);
        Ok(self.names_of(scheme))
    }

    /// The roles that a channel has of its own: none unless it is moderated or has a scheme.
    pub fn own_names(&self, channel: &Channel) -> Names {
        self.names_of(channel.scheme_id)
    }

    fn names_of(&self, scheme: Option<SchemeId>) -> Names {
        Names(scheme.and_then(|id| self.schemes.load().get(id).cloned()))
    }
}

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

fn joined(explicit: &str, names: SchemeRoles, flags: Flags) -> String {
    let mut roles: Vec<&str> = explicit.split_ascii_whitespace().collect();
    roles.extend(names.names(flags));
    roles.join(" ")
}

/// The scheme, if it is live.
///
/// # Errors
/// 404 when there is none.
pub fn must_scheme(app: &App, id: SchemeId) -> Result<Arc<Scheme>> {
    let missing = || ApiError::not_found("app.scheme.get.app_error", "There is no such scheme.");
    app.schemes.load().get(id).cloned().ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_members_roles_are_those_of_the_scheme() {
        let scheme =
            Scheme { default_team_user_role: "x1".into(), default_team_admin_role: "x2".into(), ..Scheme::default() };
        let names = Names(Some(Arc::new(scheme)));
        let flags = Flags { guest: false, user: true, admin: true };
        assert_eq!(joined("team_post_all", names.team(), flags), "team_post_all x1 x2");
        assert_eq!(joined("", Names::default().team(), flags), "team_user team_admin");
    }
}
