//! Slash commands of integrations, and the addresses at which they may answer later.

use base::Millis;
use base::ids::{ChannelId, CommandId, HookId, OAuthAppId, PostId, TeamId, UserId};
use wire::commands::Command;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, token, create_at, update_at, delete_at, creator_id, team_id, trigger_word, method, username, \
             icon_url, auto_complete, auto_complete_desc, auto_complete_hint, display_name, description, url, \
             plugin_id FROM commands ",
            $rest
        )
    };
}

crate::statements! {
    DELETE_OF_TEAM = "CommandStore.PermanentDeleteByTeam" =>
        "UPDATE commands SET delete_at = $2, update_at = $2 WHERE team_id = $1 AND delete_at = 0";
    INSERT = "CommandStore.Save" =>
        "INSERT INTO commands (id, token, create_at, update_at, delete_at, creator_id, team_id, trigger_word, method, \
            username, icon_url, auto_complete, auto_complete_desc, auto_complete_hint, display_name, description, \
            url, plugin_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";
    UPDATE = "CommandStore.Update" =>
        "UPDATE commands SET token = $2, update_at = $3, team_id = $4, trigger_word = $5, method = $6, username = $7, \
            icon_url = $8, auto_complete = $9, auto_complete_desc = $10, auto_complete_hint = $11, \
            display_name = $12, description = $13, url = $14, creator_id = $15 \
         WHERE id = $1 AND delete_at = 0";
    DELETE = "CommandStore.Delete" =>
        "UPDATE commands SET delete_at = $2, update_at = $2 WHERE id = $1 AND delete_at = 0";
    BY_ID = "CommandStore.Get" => select!("WHERE id = $1 AND delete_at = 0");
    /// Index commands_team.
    OF_TEAM = "CommandStore.GetByTeam" =>
        select!("WHERE team_id = $1 AND delete_at = 0 ORDER BY trigger_word LIMIT $2");
    /// Index commands_team.
    BY_TRIGGER = "CommandStore.GetByTrigger" =>
        select!("WHERE team_id = $1 AND trigger_word = $2 AND delete_at = 0");
    INSERT_HOOK = "CommandWebhookStore.Save" =>
        "INSERT INTO command_webhooks (id, create_at, command_id, user_id, channel_id, root_id, oauth_app_id, use_count) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0)";
    USE_HOOK = "CommandWebhookStore.TryUse" =>
        "UPDATE command_webhooks SET use_count = use_count + 1 WHERE id = $1 AND use_count < $2";
    HOOK = "CommandWebhookStore.Get" =>
        "SELECT id, create_at, command_id, user_id, channel_id, root_id, oauth_app_id FROM command_webhooks \
         WHERE id = $1 AND create_at >= $2";
    /// Index command_webhooks_age.
    CLEAN_HOOKS = "CommandWebhookStore.Cleanup" => "DELETE FROM command_webhooks WHERE create_at < $1";
}

impl FromRow for Command {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Command {
            id: row.id()?,
            token: row.text()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            creator_id: row.id()?,
            team_id: row.id()?,
            trigger: row.text()?,
            method: row.text()?,
            username: row.text()?,
            icon_url: row.text()?,
            auto_complete: row.bool()?,
            auto_complete_desc: row.text()?,
            auto_complete_hint: row.text()?,
            display_name: row.text()?,
            description: row.text()?,
            url: row.text()?,
            plugin_id: row.text()?,
            ..Command::default()
        })
    }
}

/// An address at which a command may answer after its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResponseHook {
    pub id: HookId,
    pub create_at: Millis,
    pub command_id: CommandId,
    pub user_id: UserId,
    pub channel_id: ChannelId,
    pub root_id: PostId,
    /// The application that ran the command with its token; none where the user did.
    pub oauth_app_id: Option<OAuthAppId>,
}

impl FromRow for ResponseHook {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(ResponseHook {
            id: row.id()?,
            create_at: row.int()?,
            command_id: row.id()?,
            user_id: row.id()?,
            channel_id: row.id()?,
            root_id: row.id()?,
            oauth_app_id: row.opt_id()?,
        })
    }
}

/// Adds a command. Conflicts on `commands.team_id+trigger_word` with a live one of the same word.
pub fn insert(command: &Command) -> Write {
    let params = params![
        command.id,
        &command.token,
        command.create_at,
        command.update_at,
        command.delete_at,
        command.creator_id,
        command.team_id,
        &command.trigger,
        &command.method,
        &command.username,
        &command.icon_url,
        command.auto_complete,
        &command.auto_complete_desc,
        &command.auto_complete_hint,
        &command.display_name,
        &command.description,
        &command.url,
        &command.plugin_id,
    ];
    Write::must(&INSERT, params)
}

/// Replaces what may change of a live command. Conflicts as [`insert`] does.
pub fn update(command: &Command) -> Write {
    let params = params![
        command.id,
        &command.token,
        command.update_at,
        command.team_id,
        &command.trigger,
        &command.method,
        &command.username,
        &command.icon_url,
        command.auto_complete,
        &command.auto_complete_desc,
        &command.auto_complete_hint,
        &command.display_name,
        &command.description,
        &command.url,
        command.creator_id,
    ];
    Write::must(&UPDATE, params)
}

/// Deletes what a team has of them.
pub fn delete_of_team(team: TeamId, now: Millis) -> Write {
    Write::new(&DELETE_OF_TEAM, params![team, now])
}

pub fn delete(id: CommandId, now: Millis) -> Write {
    Write::must(&DELETE, params![id, now])
}

pub fn insert_hook(hook: &ResponseHook) -> Write {
    let params = params![
        hook.id,
        hook.create_at,
        hook.command_id,
        hook.user_id,
        hook.channel_id,
        hook.root_id,
        hook.oauth_app_id,
    ];
    Write::must(&INSERT_HOOK, params)
}

/// Counts a use; fails with [`crate::Error::Unmet`] when the address was used `uses_max` times.
pub fn use_hook(id: HookId, uses_max: i64) -> Write {
    Write::must(&USE_HOOK, params![id, uses_max])
}

/// Removes addresses that were made before `before`.
pub fn clean_hooks(before: Millis) -> Write {
    Write::new(&CLEAN_HOOKS, params![before])
}

impl Store {
    /// The command, unless it was deleted.
    pub async fn command(&self, id: CommandId) -> Result<Option<Command>> {
        self.one(&BY_ID, params![id]).await
    }

    /// The live commands of a team by their words, up to `limit`.
    pub async fn commands_of_team(&self, team: TeamId, limit: usize) -> Result<Vec<Command>> {
        self.all(&OF_TEAM, params![team, limit]).await
    }

    pub async fn command_by_trigger(&self, team: TeamId, trigger: &str) -> Result<Option<Command>> {
        self.one(&BY_TRIGGER, params![team, trigger]).await
    }

    /// The address, if it was made at `since` or later.
    pub async fn command_hook(&self, id: HookId, since: Millis) -> Result<Option<ResponseHook>> {
        self.one(&HOOK, params![id, since]).await
    }
}
