//! The key for secrets in the database.

use crate::field::section;
use crate::setting::Secret;

section! {
    /// The key for secrets in the database that have to be read again: those of second factors, of OAuth applications,
    /// webhooks and commands, and the server's own.
    Secrets in secrets {
        /// 32 random bytes in base64 (openssl rand -base64 32), the same at all nodes. Empty takes the one in the file
        /// `secrets.key` of the data folder, which is made for the embedded database at its first start; on PostgreSQL,
        /// these secrets stay plain without either.
        key: Secret = "" => node();
        /// Other keys that are read, none of which seals: the old one after the key changed, or the next one before all
        /// nodes have it.
        previous_keys: Vec<Secret> = &[] => node();
        /// The key is lost for good: starts with another one all the same. What was sealed stays closed, and is made anew
        /// by hand.
        key_is_lost: bool = false => node();
    }
}
