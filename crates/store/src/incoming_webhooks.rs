//! Incoming webhooks: addresses to which programs post. A deleted one keeps its row.

use base::Millis;
use base::ids::{HookId, TeamId, UserId};
use wire::webhooks::IncomingHook;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Statement, Store, Value, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, create_at, update_at, delete_at, user_id, channel_id, team_id, display_name, description, \
             username, icon_url, channel_locked FROM incoming_webhooks ",
            $rest
        )
    };
}

crate::statements! {
    DELETE_OF_TEAM = "WebhookStore.PermanentDeleteIncomingByTeam" =>
        "UPDATE incoming_webhooks SET delete_at = $2, update_at = $2 WHERE team_id = $1 AND delete_at = 0";
    INSERT = "WebhookStore.SaveIncoming" =>
        "INSERT INTO incoming_webhooks (id, create_at, update_at, delete_at, user_id, channel_id, team_id, \
            display_name, description, username, icon_url, channel_locked) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    UPDATE = "WebhookStore.UpdateIncoming" =>
        "UPDATE incoming_webhooks SET update_at = $2, channel_id = $3, team_id = $4, display_name = $5, \
            description = $6, username = $7, icon_url = $8, channel_locked = $9 \
         WHERE id = $1 AND delete_at = 0";
    DELETE = "WebhookStore.DeleteIncoming" =>
        "UPDATE incoming_webhooks SET delete_at = $2, update_at = $2 WHERE id = $1 AND delete_at = 0";
    BY_ID = "WebhookStore.GetIncoming" => select!("WHERE id = $1 AND delete_at = 0");
}

impl FromRow for IncomingHook {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(IncomingHook {
            id: row.id()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            user_id: row.id()?,
            channel_id: row.id()?,
            team_id: row.id()?,
            display_name: row.text()?,
            description: row.text()?,
            username: row.text()?,
            icon_url: row.text()?,
            channel_locked: row.bool()?,
        })
    }
}

/// Which webhooks to list; what is not set lets all through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub team: Option<TeamId>,
    pub user: Option<UserId>,
}

impl Filter {
    fn condition(self) -> (String, Vec<Value>) {
        let (mut sql, mut values) = (String::from("WHERE delete_at = 0"), Vec::new());
        for (column, value) in [("team_id", self.team.map(Value::from)), ("user_id", self.user.map(Value::from))] {
            if let Some(value) = value {
                values.push(value);
                sql.push_str(&format!(" AND {column} = ${}", values.len()));
            }
        }
        (sql, values)
    }
}

pub fn insert(hook: &IncomingHook) -> Write {
    let params = params![
        hook.id,
        hook.create_at,
        hook.update_at,
        hook.delete_at,
        hook.user_id,
        hook.channel_id,
        hook.team_id,
        &hook.display_name,
        &hook.description,
        &hook.username,
        &hook.icon_url,
        hook.channel_locked,
    ];
    Write::must(&INSERT, params)
}

/// Replaces what may change of a live webhook.
pub fn update(hook: &IncomingHook) -> Write {
    let params = params![
        hook.id,
        hook.update_at,
        hook.channel_id,
        hook.team_id,
        &hook.display_name,
        &hook.description,
        &hook.username,
        &hook.icon_url,
        hook.channel_locked,
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
    pub async fn incoming_webhook(&self, id: HookId) -> Result<Option<IncomingHook>> {
        self.one(&BY_ID, params![id]).await
    }

    /// One page of live webhooks, oldest first.
    pub async fn incoming_webhooks(&self, filter: Filter, limit: usize, offset: usize) -> Result<Vec<IncomingHook>> {
        let (condition, mut values) = filter.condition();
        let next = values.len() + 1;
        let sql = format!("{}{condition} ORDER BY create_at, id LIMIT ${next} OFFSET ${}", select!(""), next + 1);
        values.extend(params![limit, offset]);
        self.all(&Statement::composed("WebhookStore.GetIncomingList", sql), values).await
    }

    pub async fn incoming_webhooks_count(&self, filter: Filter) -> Result<i64> {
        let (condition, values) = filter.condition();
        let sql = format!("SELECT COUNT(*) FROM incoming_webhooks {condition}");
        let count = self.one(&Statement::composed("WebhookStore.AnalyticsIncomingCount", sql), values).await?;
        Ok(count.unwrap_or(0))
    }
}
