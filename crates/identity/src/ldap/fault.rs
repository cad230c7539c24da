//! Why the directory could not do what was asked, with the ids that clients know.

use http::StatusCode;
use ldap3::LdapError;
use node::error::ApiError;

use crate::refusal::{Refusal, Why};

/// What went wrong, with words for an administrator. Never a password.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Fault {
    #[error("No directory is used on this server.")]
    Off,
    #[error("The directory does not answer: {0}")]
    Unreachable(String),
    #[error("Too many ask the directory at this moment.")]
    Busy,
    #[error("The directory does not accept the account that reads it: {0}")]
    Reader(String),
    #[error("The directory does not understand a filter: {0}")]
    Filter(String),
    #[error("The directory did not find what was asked: {0}")]
    Search(String),
    #[error("An account of the directory could not be used here: {0}")]
    Account(String),
    /// Somebody else has the address that the directory has for a person.
    #[error("An account of the directory could not be used here: {0}")]
    AddressTaken(String),
    /// An error of this server's own.
    #[error("{}", .0.message)]
    Ours(ApiError),
}

impl Fault {
    fn kind(&self) -> (StatusCode, &'static str) {
        match self {
            Fault::Off => (StatusCode::NOT_IMPLEMENTED, "api.ldap_groups.license_error"),
            Fault::Unreachable(_) => (StatusCode::SERVICE_UNAVAILABLE, "ent.ldap.do_login.unable_to_connect.app_error"),
            Fault::Busy => (StatusCode::SERVICE_UNAVAILABLE, "ent.ldap.do_login.busy.app_error"),
            Fault::Reader(_) => (StatusCode::INTERNAL_SERVER_ERROR, "ent.ldap.do_login.bind_admin_user.app_error"),
            Fault::Filter(_) => (StatusCode::BAD_REQUEST, "ent.ldap.validate_filter.app_error"),
            Fault::Search(_) => (StatusCode::INTERNAL_SERVER_ERROR, "ent.ldap.do_login.search_ldap_server.app_error"),
            Fault::Account(_) => (StatusCode::BAD_REQUEST, "ent.ldap.do_login.user_not_registered.app_error"),
            Fault::AddressTaken(_) => (StatusCode::BAD_REQUEST, "ent.ldap.do_login.user_address_taken.app_error"),
            Fault::Ours(_) => (StatusCode::INTERNAL_SERVER_ERROR, ""),
        }
    }

    /// Whether asking about anybody else would find the same.
    pub fn is_outage(&self) -> bool {
        matches!(self, Fault::Unreachable(_) | Fault::Reader(_))
    }

    /// Whether it is about one person, so that the job goes on with the others.
    pub fn is_of_one(&self) -> bool {
        matches!(self, Fault::Account(_) | Fault::AddressTaken(_))
    }
}

impl Fault {
    /// What somebody is told who wants to sign in: nothing of hosts and filters, which the log has.
    pub fn told(self) -> ApiError {
        let unreachable = Fault::Unreachable(String::new()).kind();
        let ((status, id), text) = match &self {
            Fault::Ours(_) => return self.into(),
            Fault::Busy => (self.kind(), "Too many people ask the directory at this moment. Please try again."),
            Fault::Account(_) => {
                (self.kind(), "This account of the directory cannot be used here. Please ask an administrator.")
            }
            Fault::AddressTaken(_) => {
                let text = "Another account has here the address that the directory says. Please ask an administrator.";
                (self.kind(), text)
            }
            _ => (unreachable, "The directory does not answer, or the name or the password is not right."),
        };
        ApiError::new(status, id, text).because(self)
    }
}

impl From<Fault> for ApiError {
    fn from(fault: Fault) -> ApiError {
        let (status, id) = fault.kind();
        match fault {
            Fault::Ours(error) => error,
            fault => ApiError::new(status, id, fault.to_string()),
        }
    }
}

impl From<LdapError> for Fault {
    fn from(error: LdapError) -> Fault {
        match error {
            LdapError::FilterParsing => Fault::Filter("its form is not that of a filter (RFC 4515)".into()),
            LdapError::LdapResult { result } => match result.rc {
                // Busy, unavailable, unwilling to perform.
                51..=53 => Fault::Unreachable(said(result.rc, &result.text)),
                18 | 87 => Fault::Filter(said(result.rc, &result.text)),
                _ => Fault::Search(said(result.rc, &result.text)),
            },
            LdapError::Timeout { .. } => Fault::Unreachable("no answer in time".into()),
            error => Fault::Unreachable(error.to_string()),
        }
    }
}

/// A result code in words.
pub fn said(code: u32, text: &str) -> String {
    let name = match code {
        4 => "more than it lists (sizeLimitExceeded)",
        8 => "it wants an encrypted connection (strongerAuthRequired)",
        10 => "it points to another directory (referral)",
        13 => "it wants an encrypted connection (confidentialityRequired)",
        16 => "no such attribute",
        32 => "there is no such base_dn (noSuchObject)",
        34 => "the name of an entry has a wrong form (invalidDNSyntax)",
        48 => "it lets nobody in this way (inappropriateAuthentication)",
        49 => "the name or the password is not right (invalidCredentials)",
        50 => "the account may not read this (insufficientAccessRights)",
        51 => "it is busy",
        52 => "it is unavailable",
        53 => "it is unwilling",
        _ => "it refuses",
    };
    let text: String = text.chars().filter(|c| !c.is_control()).take(200).collect();
    if text.is_empty() { format!("{name}, code {code}") } else { format!("{name}, code {code}: {text}") }
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Fault {
        Fault::Ours(error)
    }
}

impl From<store::Error> for Fault {
    fn from(error: store::Error) -> Fault {
        Fault::Ours(error.into())
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        match refusal.why {
            Why::Failed => Fault::Ours(ApiError::internal("app.sign_in.failed.app_error", refusal.detail)),
            Why::AddressTaken => Fault::AddressTaken(refusal.detail),
            _ => Fault::Account(refusal.detail),
        }
    }
}
