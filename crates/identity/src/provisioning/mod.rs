//! Provisioning by SCIM 2.0 (RFC 7643, 7644): a program of the organisation makes, changes and removes accounts and groups
//! ([0039](../../../../docs/decisions/0039-provisioning.md)).
//!
//! ```text
//!  program ── token ── filter, patch ── person ── people ── users
//!                                    └── groups ── group members ── teams, channels
//! ```
//!
//! [`tokens`] says who may ask. What is asked is read in [`filter`] and [`patch`], which are pure, as is [`person`]: an
//! account as a resource, and back. [`people`] and [`groups`] are the two kinds of resources, [`schemas`] describes them,
//! and [`reply`] has the form of all answers.

mod creating;
pub mod filter;
pub mod groups;
pub mod patch;
pub mod people;
pub mod person;
pub mod reply;
pub mod schemas;
pub mod tokens;

use base::Millis;
use base::ids::UserId;
use request::Call;
use wire::audits::Audit;
use wire::provisioning::ProvisioningToken;

/// A row of the audit trail of an account; of none where it is about a group.
fn noted(call: &Call, token: &ProvisioningToken, user_id: UserId, extra: &str) -> store::Write {
    let (id, create_at) = (call.app.ids.next(), call.app.clock.now());
    let action = format!("{} {}", call.parts.method, call.parts.uri.path());
    let (extra_info, ip_address) = (format!("provisioning_token={} {extra}", token.id), call.peer.to_string());
    store::audits::insert(&Audit { id, create_at, user_id, action, extra_info, ip_address, ..Audit::default() })
}

/// A time as resources have it.
fn time(at: Millis) -> String {
    jiff::Timestamp::from_millisecond(at).unwrap_or_default().to_string()
}
