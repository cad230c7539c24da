//! Tokens of programs that make and remove accounts (SCIM), as administrators see them. What those programs send and hear is
//! not of this API.

use base::Millis;
use base::ids::ProvisioningTokenId;
use serde::{Deserialize, Serialize};

/// A token of a provisioning program.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ProvisioningToken {
    pub id: ProvisioningTokenId,
    /// The secret: sent in the answer that creates it and never again.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub token: String,
    /// SHA-256 of the secret.
    #[serde(skip)]
    pub token_hash: [u8; 32],
    /// Which program has it.
    pub description: String,
    pub create_at: Millis,
    /// 0 until it was used; to the minute.
    pub last_used_at: Millis,
}

/// Body of `POST /provisioning/tokens`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ProvisioningTokenForm {
    pub description: String,
}
