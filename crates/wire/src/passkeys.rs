//! Passkeys and recovery codes: what an account has, and the bodies by which both are made and used.
//!
//! Options and credentials have the JSON form that browsers define (WebAuthn level 3, §5.1.8 to §5.1.10), with bytes as
//! base64url without padding.

use base::Millis;
use base::ids::{PasskeyId, UserId};
use serde::{Deserialize, Serialize};

use crate::omit;

/// The type of every credential.
pub const PUBLIC_KEY: &str = "public-key";

/// A passkey of an account.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Passkey {
    pub id: PasskeyId,
    pub user_id: UserId,
    /// What the owner calls it.
    pub name: String,
    pub create_at: Millis,
    /// 0 until it was used.
    pub last_used_at: Millis,
    /// Whether copies are kept elsewhere, as by a password manager.
    pub is_backed_up: bool,
    /// How a browser reaches it: `internal`, `usb`, `hybrid`.
    pub transports: Vec<String>,
    /// How authenticators know it.
    #[serde(skip)]
    pub credential_id: Vec<u8>,
    /// COSE.
    #[serde(skip)]
    pub public_key: Vec<u8>,
    /// The counter at the last use.
    #[serde(skip)]
    pub sign_count: i64,
}

/// Body of `POST /users/{user_id}/passkeys/begin` and `POST /users/{user_id}/recovery_codes`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PasswordProof {
    /// The account's password; not needed shortly after the sign-in.
    pub password: String,
}

/// Answer of `POST /users/{user_id}/passkeys/begin`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PasskeyBegun {
    /// Comes back with the credential.
    pub state: String,
    pub options: CreationOptions,
}

/// What a browser makes a passkey by (`PublicKeyCredentialCreationOptionsJSON`).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct CreationOptions {
    pub rp: RelyingParty,
    pub user: PasskeyUser,
    pub challenge: String,
    pub pub_key_cred_params: Vec<KeyParameters>,
    /// Milliseconds.
    pub timeout: Millis,
    pub exclude_credentials: Vec<CredentialDescriptor>,
    pub authenticator_selection: AuthenticatorSelection,
    pub attestation: String,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RelyingParty {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PasskeyUser {
    pub id: String,
    pub name: String,
    pub display_name: String,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct KeyParameters {
    #[serde(rename = "type")]
    pub kind: String,
    /// A number of the registry *COSE Algorithms*.
    pub alg: i64,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CredentialDescriptor {
    #[serde(rename = "type")]
    pub kind: String,
    pub id: String,
    pub transports: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AuthenticatorSelection {
    pub resident_key: String,
    pub user_verification: String,
}

/// Body of `POST /users/{user_id}/passkeys`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PasskeyForm {
    pub name: String,
    pub state: String,
    pub credential: NewCredential,
}

/// A passkey that was made (`RegistrationResponseJSON`).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NewCredential {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub response: AttestationResponse,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AttestationResponse {
    #[serde(rename = "clientDataJSON")]
    pub client_data: String,
    pub attestation_object: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub transports: Vec<String>,
}

/// Body of `PUT /users/{user_id}/passkeys/{passkey_id}`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PasskeyName {
    pub name: String,
}

/// Answer of `POST /users/{user_id}/recovery_codes`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RecoveryCodes {
    /// Sent in this answer and never again.
    pub codes: Vec<String>,
}

/// Answer of `GET /users/{user_id}/recovery_codes`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RecoveryCodesLeft {
    pub left: i64,
}

/// What a browser uses a passkey by (`PublicKeyCredentialRequestOptionsJSON`): the answer of
/// `POST /users/login/passkey/begin`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct RequestOptions {
    pub challenge: String,
    /// Milliseconds.
    pub timeout: Millis,
    pub rp_id: String,
    /// Empty where the person chooses among the passkeys for this site.
    pub allow_credentials: Vec<CredentialDescriptor>,
    pub user_verification: String,
}

/// Body of `POST /users/login/passkey`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PasskeyLogin {
    pub device_id: String,
    /// This browser is not asked for the second factor again for a while.
    pub remember_browser: bool,
    pub credential: UsedCredential,
}

/// A passkey that was used (`AuthenticationResponseJSON`).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UsedCredential {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub response: AssertionResponse,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AssertionResponse {
    #[serde(rename = "clientDataJSON")]
    pub client_data: String,
    pub authenticator_data: String,
    pub signature: String,
    /// The id of the account, which authenticators keep with a passkey; missing with older ones.
    pub user_handle: Option<String>,
}
