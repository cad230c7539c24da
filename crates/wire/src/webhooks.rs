//! Webhooks, incoming and outgoing, with what travels through them.

use base::Millis;
use base::ids::{ChannelId, HookId, PostId, TeamId, UserId};
use serde::{Deserialize, Serialize};

use crate::attachments::Attachment;
use crate::omit::{self, JsonMap};
use crate::posts::Priority;

/// An address to which programs post.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct IncomingHook {
    pub id: HookId,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    pub user_id: UserId,
    pub channel_id: ChannelId,
    pub team_id: TeamId,
    pub display_name: String,
    pub description: String,
    pub username: String,
    pub icon_url: String,
    /// Posts elsewhere are refused.
    pub channel_locked: bool,
}

/// Answer of `GET /hooks/incoming?include_total_count=true`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct IncomingHooksWithCount {
    pub incoming_webhooks: Vec<IncomingHook>,
    pub total_count: i64,
}

/// Body of `POST /hooks/{hook_id}`, alone or in the form field `payload`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct IncomingHookForm {
    #[serde(deserialize_with = "omit::null_as_default")]
    pub text: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub username: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub icon_url: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub icon_emoji: String,
    /// `name`, `#name` or `@user`; empty for the hook's own channel.
    #[serde(rename = "channel", deserialize_with = "omit::null_as_default")]
    pub channel_name: String,
    #[serde(deserialize_with = "omit::without_nulls")]
    pub attachments: Vec<Attachment>,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub props: JsonMap,
    #[serde(rename = "type", deserialize_with = "omit::null_as_default")]
    pub kind: String,
    pub priority: Option<Priority>,
}

/// [`OutgoingHook::trigger_when`]: the first word is a trigger word.
pub const TRIGGER_EXACT: i64 = 0;
/// [`OutgoingHook::trigger_when`]: the first word starts with a trigger word.
pub const TRIGGER_PREFIX: i64 = 1;

/// Words that make the server call other programs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OutgoingHook {
    pub id: HookId,
    /// Proves to the program that this server calls.
    pub token: String,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    pub creator_id: UserId,
    pub channel_id: ChannelId,
    pub team_id: TeamId,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub trigger_words: Vec<String>,
    pub trigger_when: i64,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub callback_urls: Vec<String>,
    pub display_name: String,
    pub description: String,
    /// `application/json`, or form-encoded when empty.
    pub content_type: String,
    pub username: String,
    pub icon_url: String,
}

/// What is sent to the programs behind an outgoing webhook.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OutgoingHookCall {
    pub token: String,
    pub team_id: TeamId,
    pub team_domain: String,
    pub channel_id: ChannelId,
    pub channel_name: String,
    /// Milliseconds as JSON, seconds as a form.
    pub timestamp: i64,
    pub user_id: UserId,
    pub user_name: String,
    pub post_id: PostId,
    pub text: String,
    pub trigger_word: String,
    /// Separated by commas.
    pub file_ids: String,
}

/// [`OutgoingHookAnswer::response_type`] of answers that reply in a thread.
pub const RESPONSE_COMMENT: &str = "comment";

/// What a program answers to a call: a post.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OutgoingHookAnswer {
    pub text: Option<String>,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub username: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub icon_url: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub props: JsonMap,
    #[serde(deserialize_with = "omit::without_nulls")]
    pub attachments: Vec<Attachment>,
    #[serde(rename = "type", deserialize_with = "omit::null_as_default")]
    pub kind: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub response_type: String,
    pub priority: Option<Priority>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_may_post_attachments_alone() {
        let form: IncomingHookForm =
            serde_json::from_str(r##"{"text":null,"channel":"#deck","attachments":[{"text":"done","color":"good"}]}"##)
                .expect("a form");
        assert_eq!(form.text, "");
        assert_eq!(form.channel_name, "#deck");
        assert_eq!(form.attachments[0].color, "good");
    }
}
