//! What clients ask over the socket, and what they are answered.

use base::ids::{PostId, UserId};
use serde::{Deserialize, Serialize};

use crate::errors::ErrorBody;
use crate::omit::{self, JsonMap};

/// A request over the socket.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ClientRequest {
    /// At least 1; the reply carries it back.
    pub seq: i64,
    pub action: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub data: JsonMap,
}

impl ClientRequest {
    /// The data as the type that the action calls for.
    ///
    /// # Errors
    /// When the data are not of that type.
    pub fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        T::deserialize(serde_json::Value::Object(self.data.clone()))
    }
}

pub const ACTION_AUTHENTICATION_CHALLENGE: &str = "authentication_challenge";
pub const ACTION_PING: &str = "ping";
/// Data as in [`TypingForm`](crate::users::TypingForm).
pub const ACTION_USER_TYPING: &str = "user_typing";
pub const ACTION_USER_UPDATE_ACTIVE_STATUS: &str = "user_update_active_status";
pub const ACTION_GET_STATUSES: &str = "get_statuses";
pub const ACTION_GET_STATUSES_BY_IDS: &str = "get_statuses_by_ids";
pub const ACTION_PRESENCE: &str = "presence";
pub const ACTION_POSTED_NOTIFY_ACK: &str = "posted_notify_ack";

/// Data of [`ACTION_AUTHENTICATION_CHALLENGE`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AuthenticationChallenge {
    pub token: String,
}

/// Data of [`ACTION_USER_UPDATE_ACTIVE_STATUS`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ActiveStatus {
    /// Absent is refused.
    pub user_is_active: Option<bool>,
    pub manual: bool,
}

/// Data of [`ACTION_GET_STATUSES_BY_IDS`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StatusIds {
    /// Absent is refused.
    pub user_ids: Option<Vec<UserId>>,
}

/// Data of [`ACTION_PRESENCE`]: what the connection looks at. Absent fields stay as they were.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Presence {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_channel_id: Option<String>,
    pub is_thread_view: bool,
}

/// Data of [`ACTION_POSTED_NOTIFY_ACK`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PostedAck {
    pub post_id: PostId,
    pub user_agent: String,
    pub status: String,
    pub reason: String,
    pub data: String,
}

/// Answer to [`ACTION_PING`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Pong {
    pub text: String,
    pub version: String,
    pub server_time: base::Millis,
    pub node_id: String,
}

/// The answer to a request over the socket.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Reply {
    /// `OK` or `FAIL`.
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<serde_json::Value>,
    /// Absent for requests without a usable number.
    #[serde(skip_serializing_if = "omit::zero")]
    pub seq_reply: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorBody>,
}

impl Reply {
    pub fn ok(seq_reply: i64) -> Reply {
        Reply { status: "OK".into(), seq_reply, ..Reply::default() }
    }

    /// # Panics
    /// When the data are no JSON: wire types all are.
    pub fn with<T: Serialize>(seq_reply: i64, data: &T) -> Reply {
        let data = serde_json::to_value(data).expect("wire types are JSON");
        Reply { data: Some(data), ..Reply::ok(seq_reply) }
    }

    pub fn fail(seq_reply: i64, error: ErrorBody) -> Reply {
        Reply { status: "FAIL".into(), seq_reply, error: Some(error), ..Reply::default() }
    }
}
