//! Webhooks as they are set up ([`incoming`], [`outgoing`]), and programs that post by them ([`receive`]).

pub mod incoming;
pub mod outgoing;
pub mod receive;
pub mod slack;
pub mod triggers;
pub mod voice;

use base::Id;
use base::ids::UserId;
use node::error::Result;
use request::Call;

/// A new id that cannot be guessed, for addresses that are open to whoever knows them.
pub fn secret_id<T: From<Id>>() -> T {
    T::from(Id::parse(&base::tokens::secret()).expect("a secret has the form of an id"))
}

/// Whether the caller may do everything that the owner of a webhook may. An owner whose account is gone posts nothing.
pub async fn may_speak_as(call: &Call, owner: UserId) -> Result<bool> {
    let user = call.app.world.user(owner).await?;
    Ok(user.is_none_or(|user| call.app.covers(call.me(), &user)))
}

/// Whose a webhook or a command is after the caller changed it: the creator's, unless the caller, who now says which program
/// is called, has fewer rights.
pub async fn speaker(call: &Call, creator: UserId) -> Result<UserId> {
    Ok(if may_speak_as(call, creator).await? { creator } else { call.my_id() })
}
