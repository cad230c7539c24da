//! Proof of who somebody is: password hashes, one-time codes, passkeys and the form in which tokens are kept.
//!
//! Pure computation. Knows no users, no sessions and no HTTP: `server` fetches the stored hash,
//! asks here on the [`HashLane`], and stores what comes back. Secrets are made by
//! [`base::tokens`]; what is stored of them is made here: a hash of what is only compared, and what has to be read
//! again sealed with a [`Keyring`].

mod lane;
mod one_time;
mod password;
mod phc;
mod qr;
mod seal;
mod token;
pub mod webauthn;

pub use lane::{HashError, HashLane, Verified};
pub use one_time::{OneTimeSecret, Provisioning, STEP_SECONDS};
pub use password::{Hasher, PASSWORD_BYTES_MAX, PasswordTooLong, StoredHash, UnknownHash};
pub use qr::qr_png;
pub use seal::{BadKey, Key, Keyring, Unopened};
pub use token::{TokenHash, same_secret};
