//! Slash commands, what is sent to those of integrations, and what they answer.

use base::Millis;
use base::ids::{ChannelId, CommandId, PostId, TeamId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::attachments::Attachment;
use crate::omit::{self, JsonMap};

/// [`Command::method`] of commands that are posted.
pub const METHOD_POST: &str = "P";
/// [`Command::method`] of commands that are fetched.
pub const METHOD_GET: &str = "G";

/// [`CommandResponse::response_type`] of answers that everyone in the channel sees.
pub const IN_CHANNEL: &str = "in_channel";
/// [`CommandResponse::response_type`] of answers that only the caller sees.
pub const EPHEMERAL: &str = "ephemeral";

/// A slash command. Built-in ones have no id, no team and no address.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Command {
    pub id: CommandId,
    /// Proves to the integration that this server asks.
    pub token: String,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    pub creator_id: UserId,
    pub team_id: TeamId,
    /// Without the leading slash.
    pub trigger: String,
    pub method: String,
    pub username: String,
    pub icon_url: String,
    pub auto_complete: bool,
    pub auto_complete_desc: String,
    pub auto_complete_hint: String,
    pub display_name: String,
    pub description: String,
    pub url: String,
    pub plugin_id: String,
    /// Describes the arguments; built-in commands only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autocomplete_data: Option<Value>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub autocomplete_icon_data: String,
}

impl Command {
    /// The command for users who may run but not change it.
    pub fn for_users(mut self) -> Command {
        self.token.clear();
        self.creator_id = UserId::NONE;
        self.method.clear();
        self.url.clear();
        self.username.clear();
        self.icon_url.clear();
        self
    }
}

/// Body of `POST /commands/execute`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CommandForm {
    pub command: String,
    pub channel_id: ChannelId,
    pub team_id: TeamId,
    pub root_id: PostId,
}

/// What a command answers, to the client and from an integration.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CommandResponse {
    #[serde(deserialize_with = "omit::null_as_default")]
    pub response_type: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub text: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub username: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub channel_id: ChannelId,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub icon_url: String,
    #[serde(rename = "type", deserialize_with = "omit::null_as_default")]
    pub kind: String,
    pub props: Option<JsonMap>,
    /// An address that the client opens.
    #[serde(deserialize_with = "omit::null_as_default")]
    pub goto_location: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub trigger_id: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub skip_slack_parsing: bool,
    #[serde(deserialize_with = "omit::list_without_nulls")]
    pub attachments: Option<Vec<Attachment>>,
    #[serde(deserialize_with = "omit::list_without_nulls")]
    pub extra_responses: Option<Vec<CommandResponse>>,
}

/// Body of `PUT /commands/{command_id}/move`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CommandMove {
    pub team_id: TeamId,
}

/// Answer where a new secret was made.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NewToken {
    pub token: String,
}

/// What is sent to the integration behind a command, form-encoded.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CommandCall {
    pub token: String,
    pub team_id: TeamId,
    pub team_domain: String,
    pub channel_id: ChannelId,
    pub channel_name: String,
    pub user_id: UserId,
    pub user_name: String,
    /// With the leading slash.
    pub command: String,
    pub text: String,
    pub trigger_id: String,
    pub root_id: PostId,
    /// Where late answers go.
    pub response_url: String,
}

/// One row of `GET /teams/{team_id}/commands/autocomplete_suggestions`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub struct CommandSuggestion {
    pub complete: String,
    pub suggestion: String,
    pub hint: String,
    pub description: String,
    pub icon_data: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_sends_every_field() {
        let answer = CommandResponse { response_type: EPHEMERAL.into(), ..CommandResponse::default() };
        assert_eq!(
            serde_json::to_string(&answer).expect("plain data"),
            r#"{"response_type":"ephemeral","text":"","username":"","channel_id":"","icon_url":"","type":"","props":null,"goto_location":"","trigger_id":"","skip_slack_parsing":false,"attachments":null,"extra_responses":null}"#
        );
    }

    #[test]
    fn users_do_not_learn_where_a_command_goes() {
        let command = Command { token: "secret".into(), url: "http://secret".into(), ..Command::default() };
        let text = serde_json::to_string(&command.for_users()).expect("plain data");
        assert!(!text.contains("secret"), "{text}");
    }

    #[test]
    fn suggestions_are_spelt_with_capitals() {
        let text = serde_json::to_string(&CommandSuggestion::default()).expect("plain data");
        assert_eq!(text, r#"{"Complete":"","Suggestion":"","Hint":"","Description":"","IconData":""}"#);
    }
}
