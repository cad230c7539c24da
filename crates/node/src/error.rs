//! The caller's errors, and the one place where anything becomes a status.
//!
//! A handler returns an [`ApiError`]; what the world did wrong (store, files, search) turns into
//! one here: it is logged once, and the caller learns that it failed but not the driver's text.

use std::borrow::Cow;
use std::time::Duration;

use http::StatusCode;
use wire::errors::{ErrorBody, ids};

/// What a request fails with.
#[derive(Debug, Clone)]
pub struct ApiError {
    /// Part of the contract: one of [`wire::errors::ids`].
    pub id: Cow<'static, str>,
    pub status: StatusCode,
    /// For people.
    pub message: String,
    /// For the log and for developers; sent only when the server is set so.
    pub detailed: String,
    /// Whether the cookies of a dead session are to be removed.
    pub clears_cookies: bool,
    /// Of 503: when it is worth asking again; zero where that is not known.
    pub retry_after: Duration,
}

/// Shorthand of this crate.
pub type Result<T, E = ApiError> = std::result::Result<T, E>;

impl ApiError {
    pub fn new(status: StatusCode, id: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        let (id, message) = (id.into(), message.into());
        ApiError { id, status, message, detailed: String::new(), clears_cookies: false, retry_after: Duration::ZERO }
    }

    pub fn bad_request(id: &'static str, message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::BAD_REQUEST, id, message)
    }

    pub fn not_found(id: &'static str, message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::NOT_FOUND, id, message)
    }

    pub fn forbidden(id: &'static str, message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::FORBIDDEN, id, message)
    }

    pub fn unauthorized(id: &'static str, message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::UNAUTHORIZED, id, message)
    }

    pub fn internal(id: &'static str, message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, id, message)
    }

    /// The caller may not. Clients match the beginning of the text.
    pub fn permissions() -> Self {
        ApiError::forbidden(ids::API_CONTEXT_PERMISSIONS, "You do not have the appropriate permissions.")
    }

    /// No session, an unknown or an expired one, or a request that another site may have forged.
    pub fn session_expired() -> Self {
        let text = "Invalid or expired session, please login again.";
        ApiError::unauthorized(ids::API_CONTEXT_SESSION_EXPIRED, text)
    }

    /// The same, when the client showed a token: it is to forget it.
    pub fn session_dead() -> Self {
        ApiError { clears_cookies: true, ..ApiError::session_expired() }
    }

    /// A body, or a value in it, that cannot be used.
    pub fn body_param(name: &str) -> Self {
        ApiError::bad_request(
            ids::API_CONTEXT_INVALID_BODY_PARAM,
            format!("Invalid or missing {name} in request body."),
        )
    }

    /// A value in the path or the query that cannot be used.
    pub fn url_param(name: &str) -> Self {
        ApiError::bad_request(
            ids::API_CONTEXT_INVALID_URL_PARAM,
            format!("Invalid or missing {name} parameter in request URL."),
        )
    }

    /// A list in the body that cannot be read.
    pub fn payload() -> Self {
        ApiError::bad_request(ids::API_PAYLOAD_PARSE_ERROR, "The request body could not be read as a list.")
    }

    pub fn route_not_found() -> Self {
        ApiError::not_found(ids::API_CONTEXT_404, "There is nothing at this address.")
    }

    pub fn too_large() -> Self {
        let text = "The request body is larger than this server accepts.";
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ids::API_CONTEXT_REQUEST_BODY_TOO_LARGE, text)
    }

    /// The address belongs to the API, but this server does not have what stands behind it.
    pub fn not_built(name: &str) -> Self {
        let text = format!("{name} is not part of this server. docs/compatibility.md lists what is.");
        ApiError::new(StatusCode::NOT_IMPLEMENTED, "api.not_implemented.app_error", text)
    }

    /// Too much work waits already; the caller may try again.
    pub fn busy() -> Self {
        let text = "The server is busy. Please try again in a moment.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ids::API_CONTEXT_SERVER_BUSY, text)
    }

    /// A change that would leave nobody who administers the server.
    pub fn last_administrator() -> Self {
        let text = "This is the last active administrator of the server. Make another user an administrator first.";
        ApiError::bad_request("api.user.last_administrator.app_error", text)
    }

    /// Adds what only the log and developers are to see.
    pub fn because(mut self, detailed: impl ToString) -> Self {
        self.detailed = detailed.to_string();
        self
    }

    /// The body that is sent.
    pub fn body(&self, request_id: &str, developer: bool) -> ErrorBody {
        ErrorBody {
            id: self.id.to_string(),
            message: self.message.clone(),
            detailed_error: if developer { self.detailed.clone() } else { String::new() },
            request_id: request_id.to_owned(),
            status_code: self.status.as_u16(),
        }
    }
}

impl From<store::Error> for ApiError {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Busy => ApiError::busy(),
            error if store::users::was_last_administrator(&error) => ApiError::last_administrator(),
            store::Error::InDoubt { .. } => {
                tracing::warn!(%error, "it is not known whether a change was made");
                let text = "The database has not confirmed this yet, so it may have been kept. Please look before you send it again.";
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "app.store.in_doubt.app_error", text).because(error)
            }
            store::Error::Unavailable { .. } => {
                tracing::warn!(%error, "the store is not available");
                let text = "The server cannot reach its database. Please try again in a moment.";
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "app.store.app_error", text).because(error)
            }
            error => {
                tracing::error!(%error, "the store failed");
                ApiError::internal("app.store.app_error", "The server could not reach its database.").because(error)
            }
        }
    }
}

impl From<search::Error> for ApiError {
    fn from(error: search::Error) -> Self {
        let error = match error {
            search::Error::Store(error) => return error.into(),
            other => other,
        };
        if error.is_outage() {
            tracing::warn!(%error, "a search could not be answered");
            let text = "Search is not available at the moment.";
            return ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "app.search.unavailable.app_error", text);
        }
        tracing::error!(%error, "the search index failed");
        ApiError::internal("app.search.app_error", "The server could not search.").because(error)
    }
}

impl From<rules::Invalid> for ApiError {
    fn from(invalid: rules::Invalid) -> Self {
        let status = StatusCode::from_u16(invalid.status).unwrap_or(StatusCode::BAD_REQUEST);
        ApiError::new(status, invalid.id, invalid.message)
    }
}

impl From<auth::HashError> for ApiError {
    fn from(error: auth::HashError) -> Self {
        match error {
            auth::HashError::Lane(error @ base::LaneError::Full { .. }) => error.into(),
            auth::HashError::TooLong(_) => {
                ApiError::bad_request(ids::MODEL_USER_IS_VALID_PWD_MAX_LENGTH, "The password is too long.")
            }
            error => ApiError::internal("api.internal.app_error", "Something went wrong.").because(error),
        }
    }
}

impl From<files::FileError> for ApiError {
    fn from(error: files::FileError) -> Self {
        tracing::error!(%error, "the file store failed");
        if let files::FileError::Unreachable { .. } = error {
            let text = "The server cannot reach its files at the moment. Please try again.";
            return ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "app.file_store.app_error", text).because(error);
        }
        ApiError::internal("app.file_store.app_error", "The server could not reach its files.").because(error)
    }
}

impl From<base::LaneError> for ApiError {
    fn from(error: base::LaneError) -> Self {
        match error {
            base::LaneError::Full { wait, .. } => {
                ApiError { retry_after: wait.unwrap_or_default(), ..ApiError::busy() }
            }
            base::LaneError::Lost { .. } => {
                ApiError::internal("api.internal.app_error", "Something went wrong inside the server.").because(error)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_for_a_standby_is_told_that_the_change_may_have_been_kept() {
        let told = ApiError::from(store::Error::InDoubt { cause: "it waits for a standby" }).body("request", true);
        assert_eq!((told.status_code, told.id.as_str()), (503, "app.store.in_doubt.app_error"));
        assert!(told.message.contains("may have been kept"), "{}", told.message);
        assert_eq!(told.detailed_error, "it waits for a standby");
        let away = ApiError::from(store::Error::Unavailable { statement: "UserStore.Get", cause: String::new() });
        assert_eq!((away.status.as_u16(), &*away.id), (503, "app.store.app_error"));
    }
}
