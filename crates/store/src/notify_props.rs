//! What members of a channel want to be told of.

use base::ids::{ChannelId, UserId};
use wire::omit::StringMap;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, params};

crate::statements! {
    OF_CHANNEL = "ChannelStore.GetAllChannelMembersNotifyPropsForChannel" =>
        "SELECT user_id, notify_props FROM channel_members WHERE channel_id = $1 ORDER BY user_id LIMIT $2";
    /// The members' own index.
    OF_MEMBERS = "ChannelStore.GetNotifyPropsOfMembers" =>
        "SELECT user_id, notify_props FROM channel_members WHERE channel_id = $1 AND user_id = ANY($2) \
         ORDER BY user_id";
}

/// What a member wants to be told of in a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotifyProps {
    pub user: UserId,
    pub props: StringMap,
}

impl FromRow for NotifyProps {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(NotifyProps { user: row.id()?, props: row.json()? })
    }
}

impl Store {
    /// What the members of a channel want to be told of.
    pub async fn channel_notify_props(&self, channel: ChannelId, limit: usize) -> Result<Vec<NotifyProps>> {
        self.all(&OF_CHANNEL, params![channel, limit]).await
    }

    /// The same for those of `users` who belong to it.
    pub async fn channel_notify_props_of(&self, channel: ChannelId, users: &[UserId]) -> Result<Vec<NotifyProps>> {
        self.all(&OF_MEMBERS, params![channel, users]).await
    }
}
