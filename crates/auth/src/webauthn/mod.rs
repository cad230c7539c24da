//! Passkeys: verification of what an authenticator answers (WebAuthn level 3, §7.1 and §7.2).
//!
//! ```text
//!  browser ── clientDataJSON: which ceremony, challenge, origin ──┐
//!  authenticator ── authenticator data: site, flags, counter ─────┴─▶ register, assert
//! ```
//!
//! Attestation is not verified: the server asks for none, and nothing here depends on the make of an authenticator.
//! Knows no accounts and keeps nothing. The caller makes the challenge, lets it count once, finds the key of a
//! credential, and stores the counter.

mod authenticator;
mod client_data;
mod key;

use sha2::{Digest, Sha256};

use authenticator::AuthenticatorData;
use client_data::{CREATE, ClientData, GET};

pub use key::{Algorithm, Key};

/// Bytes of a credential's id (§4.1.2 of the registration format: longer ones are to be refused).
pub const CREDENTIAL_ID_BYTES_MAX: usize = 1_023;
/// Bytes of each part that a browser sends. A certificate chain, which some authenticators send unasked, fits.
const PART_BYTES_MAX: usize = 32 << 10;

/// The site that passkeys are made for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The host. A browser offers a passkey to pages of this host alone, and of hosts below it.
    pub rp_id: String,
    /// Scheme, host and port of the pages that may use passkeys.
    pub origin: String,
}

/// Whether the authenticator must have verified the person, by a fingerprint, a face or a PIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verification {
    Required,
    Preferred,
}

/// What an answer must match.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    pub site: &'a Site,
    /// As the browser received it, base64url.
    pub challenge: &'a str,
    pub verification: Verification,
}

/// Why an answer is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("{0} cannot be read")]
    Malformed(&'static str),
    #[error("it answers another kind of question")]
    Ceremony,
    #[error("it answers another challenge")]
    Challenge,
    #[error("it was given to another site")]
    Origin,
    #[error("it is for another host")]
    RpId,
    #[error("nobody touched the authenticator")]
    Absent,
    #[error("the authenticator did not verify the person")]
    Unverified,
    #[error("the key has another algorithm than those that were offered")]
    Algorithm,
    #[error("the signature is wrong")]
    Forged,
    #[error("the counter did not rise: there may be a copy of the authenticator")]
    Counter,
}

/// What the browser sends when a passkey was made.
#[derive(Debug, Clone, Copy)]
pub struct Attestation<'a> {
    pub client_data: &'a [u8],
    pub attestation_object: &'a [u8],
}

/// A passkey that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    pub credential_id: Vec<u8>,
    /// The public key as the authenticator encoded it (COSE, RFC 9052); [`assert`] takes it back.
    pub public_key: Vec<u8>,
    pub sign_count: u32,
    /// Whether copies of the passkey are kept elsewhere, as by a password manager.
    pub is_backed_up: bool,
}

/// What the browser sends when a passkey was used.
#[derive(Debug, Clone, Copy)]
pub struct Assertion<'a> {
    pub client_data: &'a [u8],
    pub authenticator_data: &'a [u8],
    pub signature: &'a [u8],
}

/// A passkey that was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asserted {
    pub sign_count: u32,
    pub is_backed_up: bool,
    /// Whether the authenticator verified the person.
    pub is_verified: bool,
}

/// Verifies that a passkey was made for this site in answer to this challenge.
///
/// # Errors
/// As [`Refused`] says.
pub fn register(expected: Expected<'_>, attestation: Attestation<'_>) -> Result<Registered, Refused> {
    ClientData::parse(attestation.client_data)?.must_match(CREATE, &expected)?;
    let bytes = authenticator::of_attestation(attestation.attestation_object)?;
    let data = AuthenticatorData::parse(&bytes)?;
    data.must_match(&expected)?;
    let made = data.credential.ok_or(Refused::Malformed("the new credential"))?;
    Key::parse(made.public_key)?;
    Ok(Registered {
        credential_id: made.id.to_vec(),
        public_key: made.public_key.to_vec(),
        sign_count: data.sign_count,
        is_backed_up: data.flags.is_backed_up(),
    })
}

/// Verifies that the owner of `public_key` answered this challenge for this site. `sign_count` is the counter of the last
/// use; authenticators without one leave it at 0.
///
/// # Errors
/// As [`Refused`] says.
pub fn assert(
    expected: Expected<'_>,
    assertion: Assertion<'_>,
    public_key: &[u8],
    sign_count: u32,
) -> Result<Asserted, Refused> {
    ClientData::parse(assertion.client_data)?.must_match(GET, &expected)?;
    let data = AuthenticatorData::parse(assertion.authenticator_data)?;
    data.must_match(&expected)?;
    let mut signed = assertion.authenticator_data.to_vec();
    signed.extend_from_slice(&Sha256::digest(assertion.client_data));
    if !Key::parse(public_key)?.verifies(&signed, assertion.signature) {
        return Err(Refused::Forged);
    }
    let counts = data.sign_count > 0 || sign_count > 0;
    if counts && data.sign_count <= sign_count {
        return Err(Refused::Counter);
    }
    Ok(Asserted {
        sign_count: data.sign_count,
        is_backed_up: data.flags.is_backed_up(),
        is_verified: data.flags.is_verified(),
    })
}

#[cfg(test)]
mod tests;
