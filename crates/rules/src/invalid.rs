//! The refusal: an id for programs, a sentence for people.

use std::borrow::Cow;
use std::fmt;

/// A rule's answer.
pub type Checked = Result<(), Invalid>;

/// Why something was refused. The server turns it into its error body as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invalid {
    /// Stable; clients compare it.
    pub id: &'static str,
    pub status: u16,
    /// English, for the person at the client.
    pub message: Cow<'static, str>,
}

/// Id of a body field that cannot be what it is.
const BODY_PARAMETER: &str = "api.context.invalid_body_param.app_error";

impl Invalid {
    pub fn new(id: &'static str, message: impl Into<Cow<'static, str>>) -> Invalid {
        Invalid { id, status: 400, message: message.into() }
    }

    /// The body's field `name` is missing or makes no sense.
    pub fn body(name: &str) -> Invalid {
        Invalid::new(BODY_PARAMETER, format!("Invalid or missing {name} in request body."))
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.id, self.message)
    }
}

impl std::error::Error for Invalid {}

/// Refuses with `id` and `message` where `valid` does not hold.
pub(crate) fn ensure(valid: bool, id: &'static str, message: impl Into<Cow<'static, str>>) -> Checked {
    if valid { Ok(()) } else { Err(Invalid::new(id, message)) }
}
