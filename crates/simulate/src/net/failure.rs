//! What a request failed of, with enough to count it by and to tell it in a sentence.

use std::fmt::Display;

use http::{Method, StatusCode};
use serde::Deserialize;

use super::ANSWER_BYTES_MAX;

/// Why an action failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    /// The user lacks what the action needs: no channel is open, for one.
    #[error("{0}")]
    Missing(&'static str),
    #[error("{method} {template}: {status} {id} {message}")]
    Refused { method: Method, template: &'static str, status: u16, id: String, message: String },
    #[error("{method} {template}: no answer within 5 s")]
    Timeout { method: Method, template: &'static str },
    #[error("{method} {template}: {text}")]
    Broken { method: Method, template: &'static str, text: String },
    /// The answer is not what the documentation says.
    #[error("{template}: the answer does not read: {text}")]
    Unreadable { template: &'static str, text: String },
    /// A small answer that unpacks without end.
    #[error("{template}: the answer is longer than {} MiB when it is unpacked", ANSWER_BYTES_MAX >> 20)]
    Oversized { template: &'static str },
}

/// Characters of a foreign text that are kept.
const TEXT_MAX: usize = 300;

#[derive(Deserialize, Default)]
#[serde(default)]
struct Body {
    id: String,
    message: String,
}

impl Failure {
    pub(super) fn refused(method: &Method, template: &'static str, status: StatusCode, body: &[u8]) -> Failure {
        let body: Body = serde_json::from_slice(body).unwrap_or_else(|_| Body {
            id: String::new(),
            message: String::from_utf8_lossy(&body[..body.len().min(TEXT_MAX)]).into_owned(),
        });
        let (id, message) = (body.id, body.message);
        Failure::Refused { method: method.clone(), template, status: status.as_u16(), id, message }
    }

    pub(super) fn broken(method: &Method, template: &'static str, error: &dyn Display) -> Failure {
        let mut text = error.to_string();
        text.truncate(text.floor_char_boundary(TEXT_MAX));
        Failure::Broken { method: method.clone(), template, text }
    }

    pub fn unreadable(template: &'static str, error: &dyn Display) -> Failure {
        Failure::Unreadable { template, text: error.to_string() }
    }

    /// The id of the server's refusal, empty for all else.
    pub fn id(&self) -> &str {
        match self {
            Failure::Refused { id, .. } => id,
            _ => "",
        }
    }

    /// Whether the server failed the request, and not the request the server: no answer, or one of 500 and above.
    pub fn is_of_server(&self) -> bool {
        match self {
            Failure::Refused { status, .. } => *status >= 500,
            Failure::Timeout { .. } | Failure::Broken { .. } => true,
            Failure::Missing(_) | Failure::Unreadable { .. } | Failure::Oversized { .. } => false,
        }
    }

    /// Whether what should be made is there: servers say so in one order of the words or the other.
    pub fn says_it_exists(&self) -> bool {
        let text = self.message();
        text.contains("already exists") || text.contains("exists already") || self.id().contains("exists")
    }

    pub fn message(&self) -> &str {
        match self {
            Failure::Refused { message, .. } => message,
            _ => "",
        }
    }

    /// What failures are counted by: few values, whatever the server says.
    pub fn label(&self) -> String {
        match self {
            Failure::Missing(what) => (*what).to_owned(),
            Failure::Refused { method, template, status, .. } => format!("{method} {template} {status}"),
            Failure::Timeout { method, template } => format!("{method} {template} timeout"),
            Failure::Broken { method, template, .. } => format!("{method} {template} broken"),
            Failure::Unreadable { template, .. } => format!("{template} unreadable"),
            Failure::Oversized { template } => format!("{template} oversized"),
        }
    }
}
