//! Columns with secrets that are sealed, and the statements that seal what an earlier version or another key left.
//!
//! Keys and ciphers are the server's: here a secret is text.

use base::Id;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Statement, Store, Write, params};

/// One page of a table's secrets that do not start with the mark of the present key, by its primary key. It ends with the
/// page or with the table.
macro_rules! otherwise {
    ($table:literal, $column:literal) => {
        concat!(
            "SELECT id, ",
            $column,
            " FROM ",
            $table,
            " WHERE id > $1 AND ",
            $column,
            " <> '' AND SUBSTR(",
            $column,
            ", 1, LENGTH($2)) <> $2 ORDER BY id LIMIT $3"
        )
    };
}

/// Nothing but the form of the secret changes: no client and no cache has to hear of it.
macro_rules! replace {
    ($table:literal, $column:literal) => {
        concat!("UPDATE ", $table, " SET ", $column, " = $3 WHERE id = $1 AND ", $column, " = $2")
    };
}

crate::statements! {
    USERS = "SecretStore.GetOfUsers" => otherwise!("users", "mfa_secret");
    APPS = "SecretStore.GetOfOAuthApps" => otherwise!("oauth_apps", "client_secret");
    WEBHOOKS = "SecretStore.GetOfOutgoingWebhooks" => otherwise!("outgoing_webhooks", "token");
    COMMANDS = "SecretStore.GetOfCommands" => otherwise!("commands", "token");
    REPLACE_OF_USER = "SecretStore.ReplaceOfUser" => replace!("users", "mfa_secret");
    REPLACE_OF_APP = "SecretStore.ReplaceOfOAuthApp" => replace!("oauth_apps", "client_secret");
    REPLACE_OF_WEBHOOK = "SecretStore.ReplaceOfOutgoingWebhook" => replace!("outgoing_webhooks", "token");
    REPLACE_OF_COMMAND = "SecretStore.ReplaceOfCommand" => replace!("commands", "token");
}

/// A column of secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    UserMfa,
    OAuthApp,
    OutgoingWebhook,
    Command,
}

impl Column {
    pub const ALL: [Column; 4] = [Column::UserMfa, Column::OAuthApp, Column::OutgoingWebhook, Column::Command];

    /// Table and column, as a sealed secret is bound to them. Part of what is stored: a name that changes closes what was
    /// sealed under it.
    pub fn name(self) -> &'static str {
        match self {
            Column::UserMfa => "users.mfa_secret",
            Column::OAuthApp => "oauth_apps.client_secret",
            Column::OutgoingWebhook => "outgoing_webhooks.token",
            Column::Command => "commands.token",
        }
    }

    fn statements(self) -> (&'static Statement, &'static Statement) {
        match self {
            Column::UserMfa => (&USERS, &REPLACE_OF_USER),
            Column::OAuthApp => (&APPS, &REPLACE_OF_APP),
            Column::OutgoingWebhook => (&WEBHOOKS, &REPLACE_OF_WEBHOOK),
            Column::Command => (&COMMANDS, &REPLACE_OF_COMMAND),
        }
    }
}

/// A secret as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub id: Id,
    pub text: String,
}

impl FromRow for Kept {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Kept { id: row.id()?, text: row.text()? })
    }
}

/// Keeps the secret in another form, unless it changed meanwhile.
pub fn replace(column: Column, old: &Kept, new: &str) -> Write {
    Write::new(column.statements().1, params![old.id, &old.text, new])
}

impl Store {
    /// Secrets of rows after `after` that do not start with `mark`, up to `limit`.
    pub async fn secrets_without(&self, column: Column, mark: &str, after: Id, limit: usize) -> Result<Vec<Kept>> {
        self.all(column.statements().0, params![after, mark, limit]).await
    }
}
