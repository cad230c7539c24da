//! Webhooks as they are set up ([`incoming`], [`outgoing`]), and programs that post by them ([`receive`]).

pub mod incoming;
pub mod outgoing;
pub mod receive;
pub mod slack;
pub mod triggers;
pub mod voice;

use base::Id;

/// A new id that cannot be guessed, for addresses that are open to whoever knows them.
pub fn secret_id<T: From<Id>>() -> T {
    T::from(Id::parse(&base::tokens::secret()).expect("a secret has the form of an id"))
}
