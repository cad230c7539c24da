//! Outgoing webhooks: words that make the server call programs. A deleted one keeps its row.

use base::Millis;
use base::ids::{ChannelId, HookId, TeamId, UserId};
use wire::webhooks::OutgoingHook;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Statement, Store, Value, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, token, create_at, update_at, delete_at, creator_id, channel_id, team_id, trigger_words, \
             trigger_when, callback_urls, display_name, description, content_type, username, icon_url \
             FROM outgoing_webhooks ",
            $rest
        )
    };
}

crate::statements! {
    DELETE_OF_TEAM = "WebhookStore.PermanentDeleteOutgoingByTeam" =>
        "UPDATE outgoing_webhooks SET delete_at = $2, update_at = $2 WHERE team_id = $1 AND delete_at = 0";
    INSERT = "WebhookStore.SaveOutgoing" =>
        "INSERT INTO outgoing_webhooks (id, token, create_at, update_at, delete_at, creator_id, channel_id, team_id, \
            trigger_words, trigger_when, callback_urls, display_name, description, content_type, username, icon_url) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";
    UPDATE = "WebhookStore.UpdateOutgoing" =>
        "UPDATE outgoing_webhooks SET token = $2, update_at = $3, channel_id = $4, trigger_words = $5, \
            trigger_when = $6, callback_urls = $7, display_name = $8, description = $9, content_type = $10, \
            username = $11, icon_url = $12, creator_id = $13 \
         WHERE id = $1 AND delete_at = 0";
    DELETE = "WebhookStore.DeleteOutgoing" =>
        "UPDATE outgoing_webhooks SET delete_at = $2, update_at = $2 WHERE id = $1 AND delete_at = 0";
    BY_ID = "WebhookStore.GetOutgoing" => select!("WHERE id = $1 AND delete_at = 0");
    /// Index outgoing_webhooks_team.
    OF_TEAM = "WebhookStore.GetOutgoingByTeam" =>
        select!("WHERE team_id = $1 AND delete_at = 0 ORDER BY create_at, id LIMIT $2");
}

impl FromRow for OutgoingHook {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(OutgoingHook {
            id: row.id()?,
            token: row.text()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            creator_id: row.id()?,
            channel_id: row.id()?,
            team_id: row.id()?,
            trigger_words: row.json()?,
            trigger_when: row.int()?,
            callback_urls: row.json()?,
            display_name: row.text()?,
            description: row.text()?,
            content_type: row.text()?,
            username: row.text()?,
            icon_url: row.text()?,
        })
    }
}

/// Which webhooks to list; what is not set lets all through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub team: Option<TeamId>,
    pub channel: Option<ChannelId>,
    pub creator: Option<UserId>,
}

pub fn insert(hook: &OutgoingHook) -> Write {
    let params = params![
        hook.id,
        &hook.token,
        hook.create_at,
        hook.update_at,
        hook.delete_at,
        hook.creator_id,
        hook.channel_id,
        hook.team_id,
        json(&hook.trigger_words),
        hook.trigger_when,
        json(&hook.callback_urls),
        &hook.display_name,
        &hook.description,
        &hook.content_type,
        &hook.username,
        &hook.icon_url,
    ];
    Write::must(&INSERT, params)
}

/// Replaces what may change of a live webhook.
pub fn update(hook: &OutgoingHook) -> Write {
    let params = params![
        hook.id,
        &hook.token,
        hook.update_at,
        hook.channel_id,
        json(&hook.trigger_words),
        hook.trigger_when,
        json(&hook.callback_urls),
        &hook.display_name,
        &hook.description,
        &hook.content_type,
        &hook.username,
        &hook.icon_url,
        hook.creator_id,
    ];
    Write::must(&UPDATE, params)
}

/// Deletes what a team has of them.
pub fn delete_of_team(team: TeamId, now: Millis) -> Write {
    Write::new(&DELETE_OF_TEAM, params![team, now])
}

pub fn delete(id: HookId, now: Millis) -> Write {
    Write::must(&DELETE, params![id, now])
}

impl Store {
    /// The webhook, unless it was deleted.
    pub async fn outgoing_webhook(&self, id: HookId) -> Result<Option<OutgoingHook>> {
        self.one(&BY_ID, params![id]).await
    }

    /// The live webhooks of a team, oldest first, up to `limit`.
    pub async fn outgoing_webhooks_of_team(&self, team: TeamId, limit: usize) -> Result<Vec<OutgoingHook>> {
        self.all(&OF_TEAM, params![team, limit]).await
    }

    /// One page of live webhooks, oldest first.
    pub async fn outgoing_webhooks(&self, filter: Filter, limit: usize, offset: usize) -> Result<Vec<OutgoingHook>> {
        let (mut sql, mut values) = (select!("WHERE delete_at = 0").to_owned(), Vec::new());
        let conditions = [
            ("team_id", filter.team.map(Value::from)),
            ("channel_id", filter.channel.map(Value::from)),
            ("creator_id", filter.creator.map(Value::from)),
        ];
        for (column, value) in conditions {
            if let Some(value) = value {
                values.push(value);
                sql.push_str(&format!(" AND {column} = ${}", values.len()));
            }
        }
        let next = values.len() + 1;
        sql.push_str(&format!(" ORDER BY create_at, id LIMIT ${next} OFFSET ${}", next + 1));
        values.extend(params![limit, offset]);
        self.all(&Statement::composed("WebhookStore.GetOutgoingList", sql), values).await
    }
}
