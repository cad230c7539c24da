//! Accounts of bots: who may change them, and how they go with their owners.

use std::sync::Arc;

use base::ids::UserId;
use node::change::Change;
use node::error::{ApiError, Result};
use people::users::{self, announce_update};
use permissions::Permission;
use request::permit::accounts::Part;
use request::{App, Call};
use store::bots::Enabler;
use wire::bots::Bot;
use wire::users::User;

use crate::users::active;

/// Bots of one owner that go with the owner.
const PER_OWNER_MAX: usize = 1_000;

/// Disables the bots of somebody who is being deactivated, where the configuration says so.
///
/// # Errors
/// When the store does not answer.
pub async fn disable_owned(change: &mut Change, app: &Arc<App>, owner: UserId) -> Result<()> {
    if !app.config().integrations.disable_bots_with_owner {
        return Ok(());
    }
    for mut bot in app.store.bots_of(owner, PER_OWNER_MAX).await? {
        if bot.user_id == owner {
            continue;
        }
        let mut user = users::must_stored(app, bot.user_id).await?;
        active::deactivate(change, app, &mut user);
        bot.update_at = user.update_at;
        bot.delete_at = user.delete_at;
        change.write(store::bots::update(&bot));
        announce_update(change, &user);
    }
    Ok(())
}

/// Adds that the bot behind an account was disabled or enabled with it; nothing for people. Only those who administer
/// accounts do so: the owner of a bot that they disabled does not enable it again.
///
/// # Errors
/// When the store does not answer.
pub async fn follow(change: &mut Change, app: &App, user: &User) -> Result<()> {
    if !user.is_bot {
        return Ok(());
    }
    if let Some(mut bot) = app.store.bot(user.id).await? {
        bot.update_at = user.update_at;
        bot.delete_at = user.delete_at;
        change.write(store::bots::update(&bot));
        change.write(match user.is_active() {
            true => store::bots::release(user.id, Enabler::Manager),
            false => store::bots::hold(user.id),
        });
    }
    Ok(())
}

/// The account of the path, whose profile the caller may change: the own one and, with the right, others'. A bot's
/// profile belongs to those who manage the bot; its own token changes none of it.
///
/// # Errors
/// 400 when the path names no user, 403 without the right.
pub async fn must_edit_profile(call: &Call) -> Result<UserId> {
    let id = call.user_id()?;
    if call.app.world.user(id).await?.is_none_or(|user| !user.is_bot) {
        return call.must_act_on(Part::Profile).await;
    }
    let bot = call.app.store.bot(id).await?.filter(|bot| may_manage(call, bot)).ok_or_else(ApiError::permissions)?;
    if bot.owner_id != call.my_id() {
        must_cover(call, &bot).await?;
    }
    Ok(id)
}

pub fn may_manage(call: &Call, bot: &Bot) -> bool {
    let own = bot.owner_id == call.my_id();
    call.can(if own { Permission::ManageBots } else { Permission::ManageOthersBots })
}

/// A bot may hold more rights than those who manage bots.
pub async fn must_cover(call: &Call, bot: &Bot) -> Result<()> {
    let user = users::must_stored(&call.app, bot.user_id).await?;
    call.must_cover(&user)
}
