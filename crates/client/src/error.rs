//! What can go wrong between a client and a server.

use wire::ErrorBody;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server refused, and said why.
    #[error("{0}")]
    Refused(ErrorBody),
    /// The server answered something that is not in the contract.
    #[error("unexpected answer {status}: {text}")]
    Unexpected { status: u16, text: String },
    /// The connection broke, or the server cannot be reached.
    #[error("connection: {0}")]
    Connection(String),
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::Connection(error.to_string())
    }
}

impl From<hyper::Error> for Error {
    fn from(error: hyper::Error) -> Self {
        Error::Connection(error.to_string())
    }
}

impl Error {
    /// The innermost cause: "Connection refused" says more than "client error".
    pub(crate) fn root(error: &dyn std::error::Error) -> String {
        let mut cause = error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        cause.to_string()
    }

    /// The id of the refusal, empty for other failures.
    pub fn id(&self) -> &str {
        match self {
            Error::Refused(body) => &body.id,
            _ => "",
        }
    }

    /// The status of the answer; 0 when there was none.
    pub fn status(&self) -> u16 {
        match self {
            Error::Refused(body) => body.status_code,
            Error::Unexpected { status, .. } => *status,
            Error::Connection(_) => 0,
        }
    }
}
