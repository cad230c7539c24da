//! Bots: what is kept of them beyond their user records.

use wire::bots::Bot;

use crate::{Write, params};

crate::statements! {
    INSERT = "BotStore.Save" =>
        "INSERT INTO bots (user_id, description, owner_id, last_icon_update, create_at, update_at, delete_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
}

/// Adds a bot; its user record is a write of its own.
pub fn insert(bot: &Bot) -> Write {
    let params = params![
        bot.user_id,
        &bot.description,
        bot.owner_id.to_string(),
        bot.last_icon_update,
        bot.create_at,
        bot.update_at,
        bot.delete_at,
    ];
    Write::must(&INSERT, params)
}
