//! What phones are told by way of a push proxy, and how a phone says that it heard.

use base::Millis;
use base::ids::{ChannelId, PostId, TeamId, UserId};
use serde::{Deserialize, Serialize};

use crate::omit;

/// Something to show: a post, or what stands for one where its contents are fetched later.
pub const MESSAGE: &str = "message";
/// What is shown of a channel or a thread was read elsewhere and is taken down.
pub const CLEAR: &str = "clear";
/// Another number stands at the application's icon.
pub const UPDATE_BADGE: &str = "update_badge";
/// The session ended: nothing more is told until somebody signs in.
pub const SESSION: &str = "session";
/// Asks whether a device can be told, and shows nothing.
pub const TEST: &str = "test";

/// The form of all that is told.
pub const VERSION: &str = "v2";
/// What is told can be answered where it is shown.
pub const CAN_REPLY: &str = "CAN_REPLY";
/// The sound that the phone's system has for this.
pub const SOUND_DEFAULT: &str = "default";
pub const SOUND_NONE: &str = "none";

/// Body of a proxy's `POST /api/v1/send_push`, and the answer to the receipt of a message without contents.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PushNotification {
    pub ack_id: String,
    pub platform: String,
    pub server_id: String,
    pub device_id: String,
    pub post_id: PostId,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub category: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sound: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    #[serde(skip_serializing_if = "omit::zero")]
    pub badge: i64,
    /// 1 wakes the application and shows nothing by itself.
    #[serde(rename = "cont_ava", skip_serializing_if = "omit::zero")]
    pub content_available: i64,
    #[serde(skip_serializing_if = "no_team")]
    pub team_id: TeamId,
    #[serde(skip_serializing_if = "no_channel")]
    pub channel_id: ChannelId,
    #[serde(skip_serializing_if = "no_post")]
    pub root_id: PostId,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub channel_name: String,
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    pub kind: String,
    #[serde(skip_serializing_if = "no_user")]
    pub sender_id: UserId,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sender_name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub override_username: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub override_icon_url: String,
    /// `true`, or nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub from_webhook: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    pub is_crt_enabled: bool,
    pub is_id_loaded: bool,
    pub signature: String,
}

/// What a proxy answers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PushAnswer {
    pub status: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub error: String,
}

/// Body of `POST /notifications/ack`: a phone received a push.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PushReceipt {
    pub id: String,
    #[serde(rename = "received_at")]
    pub client_received_at: Millis,
    #[serde(rename = "platform")]
    pub client_platform: String,
    #[serde(rename = "type")]
    pub notification_type: String,
    pub post_id: PostId,
    pub is_id_loaded: bool,
}

fn no_team(id: &TeamId) -> bool {
    id.is_none()
}

fn no_channel(id: &ChannelId) -> bool {
    id.is_none()
}

fn no_post(id: &PostId) -> bool {
    id.is_none()
}

fn no_user(id: &UserId) -> bool {
    id.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_empty_is_left_out_but_for_what_proxies_always_read() {
        let json = serde_json::to_string(&PushNotification::default()).expect("JSON");
        let wanted = concat!(
            r#"{"ack_id":"","platform":"","server_id":"","device_id":"","post_id":"","is_crt_enabled":false,"#,
            r#""is_id_loaded":false,"signature":""}"#
        );
        assert_eq!(json, wanted);
    }
}
