//! Custom attributes of the own profile.

use std::collections::BTreeMap;

use http::Method;

use crate::mix::words;
use crate::net::Call;
use crate::users::Actor;
use crate::users::session::{Acted, Outcome};

/// Gives one attribute another value.
pub async fn update_custom_attribute(actor: &mut Actor) -> Acted {
    let fields = actor.memory.lock().attributes.clone();
    let Some(field) = actor.random.one_of(&fields).copied() else { return Ok(Outcome::Skipped("no attributes")) };
    let body = BTreeMap::from([(field, words::word(&mut actor.random))]);
    actor.call(Call::json(Method::PATCH, "/custom_profile_attributes/values", &[], &body)).await?;
    Ok(Outcome::Done)
}
