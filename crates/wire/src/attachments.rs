//! Message attachments, their buttons and menus, and dialogs.
//!
//! Programs in many languages write these, and write `null` for what they leave out; each field
//! takes it for its default.

use base::ids::{ChannelId, PostId, TeamId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::omit::{self, JsonMap};

/// A box under a post that an integration filled in.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Attachment {
    #[serde(deserialize_with = "omit::null_as_default")]
    pub id: i64,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub fallback: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub color: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub pretext: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub author_name: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub author_link: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub author_icon: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub title: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub title_link: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub text: String,
    #[serde(deserialize_with = "omit::list_without_nulls")]
    pub fields: Option<Vec<AttachmentField>>,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub image_url: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub thumb_url: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub footer: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub footer_icon: String,
    /// A number or text, as the integration sent it.
    pub ts: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "omit::without_nulls")]
    pub actions: Vec<PostAction>,
}

/// One cell of an attachment's table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AttachmentField {
    #[serde(deserialize_with = "omit::null_as_default")]
    pub title: String,
    /// Text or a number.
    pub value: Option<Value>,
    /// Two short cells stand side by side. Integrations send `"true"` as well as `true`.
    #[serde(deserialize_with = "flag")]
    pub short: bool,
}

fn flag<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Bool(flag) => flag,
        Value::String(text) => text == "true",
        _ => false,
    })
}

/// A button or a menu.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PostAction {
    #[serde(skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub id: String,
    /// `button` or `select`.
    #[serde(rename = "type", skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub kind: String,
    #[serde(skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub name: String,
    #[serde(skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub tooltip: String,
    #[serde(skip_serializing_if = "omit::off", deserialize_with = "omit::null_as_default")]
    pub disabled: bool,
    #[serde(skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub style: String,
    /// `users` or `channels`; empty when `options` say it all.
    #[serde(skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub data_source: String,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "omit::without_nulls")]
    pub options: Vec<ActionOption>,
    #[serde(skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub default_option: String,
    /// Where a click goes. Never sent to clients: see [`PostAction::for_clients`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub integration: Option<ActionIntegration>,
    /// Stands for the integration on posts that are not stored.
    #[serde(skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub cookie: String,
}

impl PostAction {
    /// The action without the integration's address and secrets.
    pub fn for_clients(mut self) -> PostAction {
        self.integration = None;
        self
    }
}

/// One line of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ActionOption {
    #[serde(deserialize_with = "omit::null_as_default")]
    pub text: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub value: String,
}

/// Where a click on a [`PostAction`] goes, and what is sent along.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ActionIntegration {
    #[serde(deserialize_with = "omit::null_as_default")]
    pub url: String,
    #[serde(skip_serializing_if = "JsonMap::is_empty", deserialize_with = "omit::null_as_default")]
    pub context: JsonMap,
}

/// Body of `POST /posts/{post_id}/actions/{action_id}`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ActionForm {
    pub selected_option: String,
    pub query: String,
    pub cookie: String,
}

/// Answer of a click.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ActionDone {
    pub status: String,
    pub trigger_id: String,
}

/// What the server sends to an integration whose button was clicked.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ActionCall {
    pub user_id: UserId,
    pub user_name: String,
    pub channel_id: ChannelId,
    pub channel_name: String,
    pub team_id: TeamId,
    pub team_domain: String,
    pub post_id: PostId,
    pub trigger_id: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub data_source: String,
    #[serde(skip_serializing_if = "JsonMap::is_empty", deserialize_with = "omit::null_as_default")]
    pub context: JsonMap,
}

/// What an integration answers to an [`ActionCall`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ActionAnswer {
    pub update: Option<Value>,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub ephemeral_text: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub skip_slack_parsing: bool,
}

/// Body of `POST /actions/dialogs/open`, and what the user's client receives.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenDialog {
    #[serde(deserialize_with = "omit::null_as_default")]
    pub trigger_id: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub url: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub dialog: Dialog,
}

/// A form that an integration asks a user to fill in.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Dialog {
    #[serde(deserialize_with = "omit::null_as_default")]
    pub callback_id: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub title: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub introduction_text: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub icon_url: String,
    #[serde(deserialize_with = "omit::list_without_nulls")]
    pub elements: Option<Vec<DialogElement>>,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub submit_label: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub notify_on_cancel: bool,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub state: String,
    #[serde(skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub source_url: String,
}

/// One field of a [`Dialog`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DialogElement {
    #[serde(deserialize_with = "omit::null_as_default")]
    pub display_name: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub name: String,
    /// `text`, `textarea`, `select`, `bool`, `radio`, `date` or `datetime`.
    #[serde(rename = "type", deserialize_with = "omit::null_as_default")]
    pub kind: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub subtype: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub default: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub placeholder: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub help_text: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub optional: bool,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub min_length: i64,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub max_length: i64,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub data_source: String,
    #[serde(skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub data_source_url: String,
    #[serde(deserialize_with = "omit::list_without_nulls")]
    pub options: Option<Vec<ActionOption>>,
    #[serde(skip_serializing_if = "omit::off", deserialize_with = "omit::null_as_default")]
    pub multiselect: bool,
    #[serde(skip_serializing_if = "omit::off", deserialize_with = "omit::null_as_default")]
    pub refresh: bool,
}

/// Body of `POST /actions/dialogs/submit` and `lookup`, and what the integration receives.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DialogSubmission {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub url: String,
    pub callback_id: String,
    pub state: String,
    pub user_id: UserId,
    pub channel_id: ChannelId,
    pub team_id: TeamId,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub submission: JsonMap,
    pub cancelled: bool,
}

/// What an integration answers to a submission, and so does the server.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DialogAnswer {
    #[serde(skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub error: String,
    #[serde(skip_serializing_if = "omit::StringMap::is_empty", deserialize_with = "omit::null_as_default")]
    pub errors: omit::StringMap,
    #[serde(rename = "type", skip_serializing_if = "String::is_empty", deserialize_with = "omit::null_as_default")]
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<Dialog>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integration_is_not_told_to_clients() {
        let action: PostAction = serde_json::from_str(
            r#"{"id":"approve","name":"Approve","type":"button","integration":{"url":"http://secret","context":{"k":1}}}"#,
        )
        .expect("an action");
        assert_eq!(
            serde_json::to_string(&action.for_clients()).expect("plain data"),
            r#"{"id":"approve","type":"button","name":"Approve"}"#
        );
    }

    #[test]
    fn null_among_elements_is_no_element() {
        let attachment: Attachment = serde_json::from_str(
            r#"{"fields":[null,{"title":"a"}],"actions":[{"name":"b","options":[null,{"text":"c"}]},null]}"#,
        )
        .expect("an attachment");
        assert_eq!(attachment.fields.expect("a list").len(), 1);
        assert_eq!((attachment.actions.len(), attachment.actions[0].options.len()), (1, 1));
        assert_eq!(serde_json::from_str::<Attachment>(r#"{"fields":null,"actions":null}"#).expect("none").fields, None);
    }

    #[test]
    fn a_short_field_may_be_a_flag_or_text() {
        let fields: Vec<AttachmentField> =
            serde_json::from_str(r#"[{"short":true},{"short":"true"},{"short":0}]"#).expect("fields");
        assert_eq!(fields.iter().map(|field| field.short).collect::<Vec<_>>(), [true, true, false]);
    }
}
