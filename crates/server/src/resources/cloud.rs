//! The hosted offer of the original: this is a server of one's own, and says so the way clients know it.

use node::error::ApiError;

use request::{Answer, Call};

/// `GET /cloud/products`, `/cloud/limits`, `/cloud/subscription`: clients then show nothing of a subscription.
pub async fn self_hosted(_: Call) -> Answer {
    Err(ApiError::forbidden("api.cloud.license_error", "This server is not hosted by anybody but its owner."))
}
