//! Where a user belongs, and as what: the part of memberships that rights and events depend on.

use base::ids::{ChannelId, TeamId, UserId};
use base::{Id, Millis};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

crate::statements! {
    /// By the index of team members on the user.
    TEAMS = "TeamStore.GetStandings" =>
        "SELECT team_id, scheme_guest, scheme_user, scheme_admin, explicit_roles FROM team_members \
         WHERE user_id = $1 AND delete_at = 0";
    /// By the index of channel members on the user.
    CHANNELS = "ChannelStore.GetStandings" =>
        "SELECT channel_id, scheme_guest, scheme_user, scheme_admin, explicit_roles FROM channel_members \
         WHERE user_id = $1";
    /// By the index of team members on the user.
    SET_TEAMS = "TeamStore.UpdateMembersRole" =>
        "UPDATE team_members SET scheme_guest = $2, scheme_user = $3, scheme_admin = 0, explicit_roles = '' \
         WHERE user_id = $1 AND delete_at = 0";
    /// By the index of channel members on the user.
    SET_CHANNELS = "ChannelStore.UpdateMembersRole" =>
        "UPDATE channel_members SET scheme_guest = $2, scheme_user = $3, scheme_admin = 0, explicit_roles = '', \
            last_update_at = GREATEST(last_update_at, $4) \
         WHERE user_id = $1";
    /// By the index of channel members on the user, then by their key.
    KNOWN = "UserStore.GetKnownUsers" =>
        "SELECT DISTINCT t.user_id FROM channel_members m JOIN channel_members t ON t.channel_id = m.channel_id \
         WHERE m.user_id = $1 AND t.user_id <> $1 ORDER BY t.user_id LIMIT $2";
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

/// As what a user belongs wherever he or she belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum As {
    Guest,
    User,
}

/// Makes the user a guest, or a plain member, of all teams and channels he or she is in.
pub fn set_all(user: UserId, standing: As, now: Millis) -> [Write; 2] {
    let (guest, member) = (standing == As::Guest, standing == As::User);
    [Write::new(&SET_TEAMS, params![user, guest, member]), Write::new(&SET_CHANNELS, params![user, guest, member, now])]
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

    /// With whom the user shares a channel, in the order of their ids.
    pub async fn known_users(&self, user: UserId, limit: usize) -> Result<Vec<UserId>> {
        self.all(&KNOWN, params![user, limit]).await
    }
}
