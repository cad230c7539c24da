//! Preferences, and with them which posts users saved.

use base::ids::{PostId, UserId};
use wire::preferences::{FLAGGED_POST, Preference};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT user_id, category, name, value FROM preferences ", $rest)
    };
}

crate::statements! {
    SAVE = "PreferenceStore.Save" =>
        "INSERT INTO preferences (user_id, category, name, value) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id, category, name) DO UPDATE SET value = excluded.value";
    REMOVE = "PreferenceStore.Delete" =>
        "DELETE FROM preferences WHERE user_id = $1 AND category = $2 AND name = $3";
    REMOVE_OF_USER = "PreferenceStore.PermanentDeleteByUser" => "DELETE FROM preferences WHERE user_id = $1";
    /// Index preferences_flagged.
    UNFLAG = "PreferenceStore.DeleteFlaggedPosts" =>
        "DELETE FROM preferences WHERE category = 'flagged_post' AND name = ANY($1)";
    COUNT = "PreferenceStore.CountOfUser" => "SELECT COUNT(*) FROM preferences WHERE user_id = $1";
    ONE = "PreferenceStore.Get" => select!("WHERE user_id = $1 AND category = $2 AND name = $3");
    CATEGORY = "PreferenceStore.GetCategory" => select!("WHERE user_id = $1 AND category = $2 ORDER BY name");
    ALL_OF_USER = "PreferenceStore.GetAll" => select!("WHERE user_id = $1 ORDER BY category, name");
    OF_USERS = "PreferenceStore.GetForUsers" =>
        select!("WHERE user_id = ANY($1) AND category = $2 AND name = $3 ORDER BY user_id");
}

impl FromRow for Preference {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Preference { user_id: row.id()?, category: row.text()?, name: row.text()?, value: row.text()? })
    }
}

/// Keeps the setting, whatever it was before.
pub fn save(preference: &Preference) -> Write {
    let params = params![preference.user_id, &preference.category, &preference.name, &preference.value];
    Write::new(&SAVE, params)
}

/// Removes a setting; changes nothing when there is none.
pub fn remove(user: UserId, category: &str, name: &str) -> Write {
    Write::new(&REMOVE, params![user, category, name])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

/// Takes posts that are deleted off every user's list of saved posts.
pub fn unflag(posts: &[PostId]) -> Write {
    let names: Vec<String> = posts.iter().map(PostId::to_string).collect();
    Write::new(&UNFLAG, params![names])
}

impl Store {
    pub async fn preference(&self, user: UserId, category: &str, name: &str) -> Result<Option<Preference>> {
        self.one(&ONE, params![user, category, name]).await
    }

    pub async fn preferences_in(&self, user: UserId, category: &str) -> Result<Vec<Preference>> {
        self.all(&CATEGORY, params![user, category]).await
    }

    pub async fn preferences_count(&self, user: UserId) -> Result<i64> {
        Ok(self.one(&COUNT, params![user]).await?.unwrap_or_default())
    }

    pub async fn preferences(&self, user: UserId) -> Result<Vec<Preference>> {
        self.all(&ALL_OF_USER, params![user]).await
    }

    /// One setting of several users, of those who have it.
    pub async fn preference_of_users(&self, users: &[UserId], category: &str, name: &str) -> Result<Vec<Preference>> {
        self.all(&OF_USERS, params![users, category, name]).await
    }

    /// The posts that a user saved, in no order.
    pub async fn flagged_posts(&self, user: UserId) -> Result<Vec<PostId>> {
        let flags = self.preferences_in(user, FLAGGED_POST).await?;
        Ok(flags.iter().filter(|flag| flag.value == "true").filter_map(|flag| PostId::parse(&flag.name)).collect())
    }
}
