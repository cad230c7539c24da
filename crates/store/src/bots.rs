//! Bots: what is known of an account that a program posts with, beyond the account itself.

use base::Millis;
use base::ids::UserId;
use wire::bots::Bot;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Statement, Store, Value, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT b.user_id, u.username, u.first_name, b.description, b.owner_id, b.last_icon_update, b.create_at, \
             b.update_at, b.delete_at FROM bots b JOIN users u ON u.id = b.user_id ",
            $rest
        )
    };
}

crate::statements! {
    INSERT = "BotStore.Save" =>
        "INSERT INTO bots (user_id, description, owner_id, last_icon_update, create_at, update_at, delete_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    UPDATE = "BotStore.Update" =>
        "UPDATE bots SET description = $2, owner_id = $3, update_at = $4, delete_at = $5 WHERE user_id = $1";
    HOLD = "BotStore.Hold" => "UPDATE bots SET held = 1 WHERE user_id = $1";
    RELEASE = "BotStore.Release" => "UPDATE bots SET held = 0 WHERE user_id = $1 AND held <= $2";
    REMOVE = "BotStore.PermanentDelete" => "DELETE FROM bots WHERE user_id = $1";
    BY_ID = "BotStore.Get" => select!("WHERE b.user_id = $1");
    /// Index bots_owner.
    OF_OWNER = "BotStore.GetByOwner" => select!("WHERE b.owner_id = $1 AND b.delete_at = 0 ORDER BY b.user_id LIMIT $2");
}

impl FromRow for Bot {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Bot {
            user_id: row.id()?,
            username: row.text()?,
            display_name: row.text()?,
            description: row.text()?,
            owner_id: row.id()?,
            last_icon_update: row.int()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
        })
    }
}

/// Which bots to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub owner: Option<UserId>,
    /// Disabled ones, too.
    pub include_deleted: bool,
    /// Only those whose owner is deactivated.
    pub only_orphaned: bool,
}

/// Makes an account a bot. Conflicts on `bots.user_id`.
pub fn insert(bot: &Bot) -> Write {
    let params = params![
        bot.user_id,
        &bot.description,
        bot.owner_id,
        bot.last_icon_update,
        bot.create_at,
        bot.update_at,
        bot.delete_at,
    ];
    Write::must(&INSERT, params)
}

/// Replaces description, owner and state. Names belong to the account.
pub fn update(bot: &Bot) -> Write {
    Write::must(&UPDATE, params![bot.user_id, &bot.description, bot.owner_id, bot.update_at, bot.delete_at])
}

/// Who enables a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enabler {
    /// Its owner, who has no right over others' bots.
    Owner,
    Manager,
}

/// Notes that somebody else than its owner disabled a bot.
pub fn hold(user: UserId) -> Write {
    Write::new(&HOLD, params![user])
}

/// Notes that a bot is enabled again. Unmet when its owner may not, since somebody else disabled it.
pub fn release(user: UserId, enabler: Enabler) -> Write {
    Write::must(&RELEASE, params![user, enabler == Enabler::Manager])
}

/// Makes a bot an ordinary account.
pub fn remove(user: UserId) -> Write {
    Write::must(&REMOVE, params![user])
}

impl Store {
    /// The bot, disabled or not.
    pub async fn bot(&self, user: UserId) -> Result<Option<Bot>> {
        self.one(&BY_ID, params![user]).await
    }

    /// The bots in use that a user owns.
    pub async fn bots_of(&self, owner: UserId, limit: usize) -> Result<Vec<Bot>> {
        self.all(&OF_OWNER, params![owner, limit]).await
    }

    /// One page of bots, oldest first. Reads the table of bots, which is small.
    pub async fn bots(&self, filter: Filter, limit: usize, offset: usize) -> Result<Vec<Bot>> {
        let mut sql = select!("WHERE b.create_at >= $1").to_owned();
        let mut values: Vec<Value> = params![0 as Millis];
        if let Some(owner) = filter.owner {
            values.push(owner.into());
            sql.push_str(" AND b.owner_id = $2");
        }
        if !filter.include_deleted {
            sql.push_str(" AND b.delete_at = 0");
        }
        if filter.only_orphaned {
            sql.push_str(" AND EXISTS (SELECT 1 FROM users o WHERE o.id = b.owner_id AND o.delete_at > 0)");
        }
        let next = values.len() + 1;
        sql.push_str(&format!(" ORDER BY b.create_at, b.user_id LIMIT ${next} OFFSET ${}", next + 1));
        values.extend(params![limit, offset]);
        self.all(&Statement::composed("BotStore.GetAll", sql), values).await
    }
}
