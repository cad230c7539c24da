//! What the authenticator says: for which site, how it asked the person, its counter, and a new key (§6.1, §6.5).

use ciborium::Value;
use sha2::{Digest, Sha256};

use super::{CREDENTIAL_ID_BYTES_MAX, Expected, PART_BYTES_MAX, Refused, Verification};

/// Arrays and maps within each other. Keys and extensions have two, certificates of an attestation three.
const DEPTH_MAX: usize = 8;

const PRESENT: u8 = 1;
const VERIFIED: u8 = 1 << 2;
const CAN_BE_BACKED_UP: u8 = 1 << 3;
const BACKED_UP: u8 = 1 << 4;
const HAS_CREDENTIAL: u8 = 1 << 6;
const HAS_EXTENSIONS: u8 = 1 << 7;

#[derive(Debug, Clone, Copy)]
pub(super) struct Flags(u8);

impl Flags {
    fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    pub(super) fn is_verified(self) -> bool {
        self.has(VERIFIED)
    }

    pub(super) fn is_backed_up(self) -> bool {
        self.has(BACKED_UP)
    }
}

/// A new credential.
#[derive(Debug)]
pub(super) struct Made<'a> {
    pub(super) id: &'a [u8],
    /// COSE.
    pub(super) public_key: &'a [u8],
}

#[derive(Debug)]
pub(super) struct AuthenticatorData<'a> {
    rp_id_hash: &'a [u8],
    pub(super) flags: Flags,
    pub(super) sign_count: u32,
    pub(super) credential: Option<Made<'a>>,
}

impl<'a> AuthenticatorData<'a> {
    /// Every byte must belong to something: what nobody understands is refused.
    pub(super) fn parse(bytes: &'a [u8]) -> Result<AuthenticatorData<'a>, Refused> {
        let bad = Refused::Malformed("the authenticator data");
        if bytes.len() > PART_BYTES_MAX {
            return Err(bad);
        }
        let mut rest = bytes;
        let rp_id_hash = take(&mut rest, 32)?;
        let flags = Flags(take(&mut rest, 1)?[0]);
        let sign_count = u32::from_be_bytes(take(&mut rest, 4)?.try_into().map_err(|_| bad)?);
        if flags.has(BACKED_UP) && !flags.has(CAN_BE_BACKED_UP) {
            return Err(bad);
        }
        let credential = if flags.has(HAS_CREDENTIAL) { Some(made(&mut rest)?) } else { None };
        if flags.has(HAS_EXTENSIONS) && !take_value(&mut rest)?.1.is_map() {
            return Err(bad);
        }
        if !rest.is_empty() {
            return Err(bad);
        }
        Ok(AuthenticatorData { rp_id_hash, flags, sign_count, credential })
    }

    pub(super) fn must_match(&self, expected: &Expected<'_>) -> Result<(), Refused> {
        if self.rp_id_hash != Sha256::digest(expected.site.rp_id.as_bytes()).as_slice() {
            return Err(Refused::RpId);
        }
        if !self.flags.has(PRESENT) {
            return Err(Refused::Absent);
        }
        if expected.verification == Verification::Required && !self.flags.is_verified() {
            return Err(Refused::Unverified);
        }
        Ok(())
    }
}

/// The authenticator data in an attestation object. The statement beside it is not looked at.
pub(super) fn of_attestation(bytes: &[u8]) -> Result<Vec<u8>, Refused> {
    let bad = Refused::Malformed("the attestation object");
    if bytes.len() > PART_BYTES_MAX {
        return Err(bad);
    }
    let mut rest = bytes;
    let (_, Value::Map(entries)) = take_value(&mut rest)? else { return Err(bad) };
    let mut data = entries.into_iter().filter(|(name, _)| name.as_text() == Some("authData")).map(|(_, value)| value);
    match (data.next(), data.next(), rest.is_empty()) {
        (Some(Value::Bytes(data)), None, true) => Ok(data),
        _ => Err(bad),
    }
}

fn made<'a>(rest: &mut &'a [u8]) -> Result<Made<'a>, Refused> {
    let bad = Refused::Malformed("the new credential");
    // The model of the authenticator, which nothing depends on.
    take(rest, 16)?;
    let len = usize::from(u16::from_be_bytes(take(rest, 2)?.try_into().map_err(|_| bad)?));
    if len == 0 || len > CREDENTIAL_ID_BYTES_MAX {
        return Err(bad);
    }
    let id = take(rest, len)?;
    let (public_key, _) = take_value(rest)?;
    Ok(Made { id, public_key })
}

fn take<'a>(rest: &mut &'a [u8], len: usize) -> Result<&'a [u8], Refused> {
    let (taken, after) = rest.split_at_checked(len).ok_or(Refused::Malformed("the authenticator data"))?;
    *rest = after;
    Ok(taken)
}

/// The CBOR value that the bytes begin with, and its own bytes.
pub(super) fn take_value<'a>(rest: &mut &'a [u8]) -> Result<(&'a [u8], Value), Refused> {
    let all = *rest;
    let value = ciborium::de::from_reader_with_recursion_limit(&mut *rest, DEPTH_MAX);
    let value = value.map_err(|_| Refused::Malformed("a value in CBOR"))?;
    Ok((&all[..all.len() - rest.len()], value))
}
