//! Schemes: roles that stand in for the server's own in a team or a channel.
//!
//! All live schemes are in memory, as the roles are, so that a check of rights asks no store. Who is what in a place
//! ([`permissions::Flags`]) does not change with its scheme: the scheme says which roles stand behind the flags.

use std::collections::HashMap;
use std::sync::Arc;

use base::ids::SchemeId;
use permissions::{Flags, SchemeRoles};
use store::Store;
use wire::channels::ChannelMember;
use wire::schemes::Scheme;

/// Schemes that are kept: about one kilobyte each, and each moderated channel has one.
pub const SCHEMES_MAX: usize = 10_000;

/// The live schemes.
#[derive(Debug, Clone, Default)]
pub struct Schemes(HashMap<SchemeId, Arc<Scheme>>);

impl Schemes {
    /// # Errors
    /// When the store does not answer.
    pub async fn load(store: &Store) -> store::Result<Schemes> {
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
    pub fn name(&self, member: &mut ChannelMember) {
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

/// The roles of a member: the explicit ones, and those of a place that the flags stand for.
pub fn joined(explicit: &str, names: SchemeRoles, flags: Flags) -> String {
    let mut roles: Vec<&str> = explicit.split_ascii_whitespace().collect();
    roles.extend(names.names(flags));
    roles.join(" ")
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
