//! What the caller of a request may. Handlers ask with `must_*`, which refuses, or `can_*`, which tells; what they ask
//! is answered by [`node::rights`]. [`accounts`] says who may act on whose account.

pub mod accounts;

pub use accounts::Part;
pub use node::rights::allowed;
pub use node::rights::later::{Barred, Begun};

use base::ids::{ChannelId, OAuthAppId, TeamId};
use node::error::Result;
use permissions::Permission;
use wire::sessions::PROP_OAUTH_APP_ID;

use crate::Call;

impl Call {
    pub fn can(&self, permission: Permission) -> bool {
        self.app.system_rights(self.me()).contains(permission)
    }

    /// # Errors
    /// 403 without the right.
    pub fn must(&self, permission: Permission) -> Result<()> {
        allowed(self.can(permission))
    }

    pub async fn can_in_team(&self, team: TeamId, permission: Permission) -> Result<bool> {
        Ok(self.app.team_rights(self.me(), team).await?.contains(permission))
    }

    /// # Errors
    /// 403 without the right.
    pub async fn must_in_team(&self, team: TeamId, permission: Permission) -> Result<()> {
        allowed(self.can_in_team(team, permission).await?)
    }

    pub async fn can_in_channel(&self, channel: ChannelId, permission: Permission) -> Result<bool> {
        Ok(self.app.channel_rights(self.me(), channel).await?.contains(permission))
    }

    /// # Errors
    /// 403 without the right, and for channels that do not exist.
    pub async fn must_in_channel(&self, channel: ChannelId, permission: Permission) -> Result<()> {
        allowed(self.can_in_channel(channel, permission).await?)
    }
}

/// The application whose token a call comes with. One without a name is of no application that is let in.
pub fn application(call: &Call) -> Option<OAuthAppId> {
    let session = call.session();
    session.is_oauth.then(|| OAuthAppId::parse(session.prop(PROP_OAUTH_APP_ID)).unwrap_or_default())
}
