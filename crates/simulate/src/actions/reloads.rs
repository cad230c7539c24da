//! Reloading, signing out and in, and what a client asks after its socket was away.

use serde_json::json;

use super::page;
use crate::users::Actor;
use crate::users::catch_up::catch_up;
use crate::users::login::login;
use crate::users::memory::Memory;
use crate::users::session::{Acted, Outcome};
use crate::users::socket;

/// Loads the page anew.
pub async fn full_reload(actor: &mut Actor) -> Acted {
    page::full(actor).await?;
    Ok(Outcome::Done)
}

/// Loads the data anew, not the page.
pub async fn reload(actor: &mut Actor) -> Acted {
    page::partial(actor).await?;
    Ok(Outcome::Done)
}

/// Signs out and in again.
pub async fn logout_login(actor: &mut Actor) -> Acted {
    socket::disconnect(&actor.session);
    actor.post("/users/logout", &[], &json!({})).await?;
    *actor.memory.lock() = Memory::default();
    actor.lab.ledger.depart(actor.slot);
    actor.set_token(None);
    login(actor).await?;
    page::partial(actor).await?;
    Ok(Outcome::Done)
}

/// Asks what a client asks after a reconnect; the socket itself stays as it is.
pub async fn reconnect_web_socket(actor: &mut Actor) -> Acted {
    catch_up(&actor.session, &mut 0).await?;
    Ok(Outcome::Done)
}
