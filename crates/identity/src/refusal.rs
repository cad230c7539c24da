//! Why a sign-in came to nothing: told to the person in words that can be passed on, and to the log with what happened.
//!
//! The person comes back to the sign-in page, with the id of the reason and the number of the request: the log has both.

use http::{StatusCode, header};
use node::error::ApiError;
use request::{Call, Reply};

/// The reasons, as far as a person or an administrator does something else for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// There is no provider of this name.
    Unknown,
    /// The provider does not answer.
    Unreachable,
    /// Something that an administrator has to put right.
    Misconfigured,
    /// The sign-in was not begun in this browser, or too long ago, or in another window.
    NotBegun,
    /// The sign-in was finished already.
    Used,
    /// The provider said no, or the person.
    Denied,
    /// What the provider sent is not believed.
    Unbelieved,
    /// Whoever it is has not the group or the claim that is asked for.
    NotAllowed,
    /// The provider names no address, or does not vouch for it.
    NoAddress,
    /// An account of this address signs in otherwise.
    AddressTaken,
    /// Another account is known by this account of the provider.
    AlreadyLinked,
    /// No account, and none is made.
    NoAccount,
    /// There is an account, which is not let in.
    NotAdmitted,
    /// Where the person wanted to go back to is not a place of ours.
    BadReturn,
    /// The server itself failed.
    Failed,
}

impl Why {
    /// Stands in the address of the sign-in page and in the log.
    pub fn id(self) -> &'static str {
        match self {
            Why::Unknown => "unknown_provider",
            Why::Unreachable => "provider_unreachable",
            Why::Misconfigured => "misconfigured",
            Why::NotBegun => "not_begun",
            Why::Used => "already_used",
            Why::Denied => "denied",
            Why::Unbelieved => "not_believed",
            Why::NotAllowed => "not_allowed",
            Why::NoAddress => "no_address",
            Why::AddressTaken => "address_taken",
            Why::AlreadyLinked => "already_linked",
            Why::NoAccount => "no_account",
            Why::NotAdmitted => "not_admitted",
            Why::BadReturn => "bad_return",
            Why::Failed => "failed",
        }
    }

    /// Whether somebody has to act: the provider, the configuration or the server is wrong, not the person.
    fn is_ours(self) -> bool {
        matches!(self, Why::Unreachable | Why::Misconfigured | Why::Unbelieved | Why::Failed)
    }
}

/// A sign-in that came to nothing.
#[derive(Debug, Clone)]
pub struct Refusal {
    pub why: Why,
    /// For the log. Never a secret.
    pub detail: String,
}

impl Refusal {
    pub fn new(why: Why, detail: impl ToString) -> Refusal {
        Refusal { why, detail: detail.to_string() }
    }

    /// Writes it into the log and sends the browser back to the sign-in page, which leads on to `wanted` at the next try.
    pub fn reply(&self, call: &Call, service: &str, wanted: &str) -> Reply {
        self.log(call, service);
        let code = call.request_id.to_string();
        let pairs = [("sign_in_error", self.why.id()), ("service", service), ("code", &code)];
        let wanted = Some(("redirect_to", wanted)).filter(|(_, path)| !matches!(*path, "" | "/"));
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).extend_pairs(wanted).finish();
        let site = call.app.config().service.site_url.clone();
        Reply::empty(StatusCode::FOUND)
            .with_text_header(header::LOCATION, &format!("{site}/login?{query}"))
            .with_text_header(header::CACHE_CONTROL, "no-store")
    }

    /// The same for a program, which reads errors as those of the API.
    pub fn error(&self, call: &Call, service: &str) -> ApiError {
        self.log(call, service);
        let id = format!("api.user.sign_in.{}.app_error", self.why.id());
        let status = if self.why == Why::Unreachable { StatusCode::BAD_GATEWAY } else { StatusCode::BAD_REQUEST };
        ApiError::new(status, id, "The sign-in did not succeed.").because(&self.detail)
    }

    fn log(&self, call: &Call, service: &str) {
        let (code, why, detail) = (call.request_id, self.why.id(), &self.detail);
        match self.why.is_ours() {
            true => tracing::warn!(%code, service, why, detail, "a sign-in failed"),
            false => tracing::info!(%code, service, why, detail, "a sign-in was refused"),
        }
    }
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Refusal {
        let why = if error.status.is_server_error() { Why::Failed } else { Why::NotAdmitted };
        Refusal::new(why, format!("{}: {} {}", error.id, error.message, error.detailed))
    }
}

impl From<store::Error> for Refusal {
    fn from(error: store::Error) -> Refusal {
        Refusal::from(ApiError::from(error))
    }
}
