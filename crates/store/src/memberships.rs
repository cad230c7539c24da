//! Where a user belongs, and as what: the part of memberships that rights and events depend on.

use base::Id;
use base::ids::{ChannelId, TeamId, UserId};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, params};

crate::statements! {
    /// By the index of team members on the user.
    TEAMS = "TeamStore.GetStandings" =>
        "SELECT team_id, scheme_guest, scheme_user, scheme_admin, explicit_roles FROM team_members \
         WHERE user_id = $1 AND delete_at = 0";
    /// By the index of channel members on the user.
    CHANNELS = "ChannelStore.GetStandings" =>
        "SELECT channel_id, scheme_guest, scheme_user, scheme_admin, explicit_roles FROM channel_members \
         WHERE user_id = $1";
}

/// As what somebody belongs to a team or a channel.
#[derive(Debug, Clone)]
pub struct Standing<K> {
    pub place: K,
    pub scheme_guest: bool,
    pub scheme_user: bool,
    pub scheme_admin: bool,
    pub explicit_roles: String,
}

impl<K: From<Id>> FromRow for Standing<K> {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Standing {
            place: row.id()?,
            scheme_guest: row.bool()?,
            scheme_user: row.bool()?,
            scheme_admin: row.bool()?,
            explicit_roles: row.text()?,
        })
    }
}

impl Store {
    /// The teams that a user is in.
    pub async fn team_standings(&self, user: UserId) -> Result<Vec<Standing<TeamId>>> {
        self.all(&TEAMS, params![user]).await
    }

    /// The channels that a user is in, of all teams and of none, archived ones as well.
    pub async fn channel_standings(&self, user: UserId) -> Result<Vec<Standing<ChannelId>>> {
        self.all(&CHANNELS, params![user]).await
    }
}
