//! Categories of each user's sidebar, and which channels were put in them. Channels without a place are not here.

use std::collections::HashMap;

use base::ids::{ChannelId, TeamId, UserId};
use wire::sidebar::Category;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

crate::statements! {
    INSERT = "ChannelStore.CreateSidebarCategory" =>
        "INSERT INTO sidebar_categories (id, user_id, team_id, sort_order, sorting, kind, display_name, muted, \
            collapsed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING";
    UPDATE = "ChannelStore.UpdateSidebarCategories" =>
        "UPDATE sidebar_categories SET sorting = $3, display_name = $4, muted = $5, collapsed = $6 \
         WHERE id = $1 AND user_id = $2";
    SET_ORDER = "ChannelStore.UpdateSidebarCategoryOrder" =>
        "UPDATE sidebar_categories SET sort_order = $3 WHERE id = $1 AND user_id = $2";
    REMOVE = "ChannelStore.DeleteSidebarCategory" => "DELETE FROM sidebar_categories WHERE id = $1 AND user_id = $2";
    PLACE = "ChannelStore.PlaceSidebarChannel" =>
        "INSERT INTO sidebar_channels (user_id, team_id, channel_id, category_id, sort_order) \
         VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (user_id, team_id, channel_id) DO UPDATE SET category_id = excluded.category_id, \
            sort_order = excluded.sort_order";
    EMPTY = "ChannelStore.ClearSidebarCategory" =>
        "DELETE FROM sidebar_channels WHERE user_id = $1 AND team_id = $2 AND category_id = $3";
    TAKE = "ChannelStore.RemoveSidebarChannel" =>
        "DELETE FROM sidebar_channels WHERE user_id = $1 AND team_id = $2 AND channel_id = $3 AND category_id = $4";
    REMOVE_OF_USER = "ChannelStore.RemoveSidebarCategoriesOfUser" =>
        "DELETE FROM sidebar_categories WHERE user_id = $1";
    REMOVE_PLACES_OF_USER = "ChannelStore.RemoveSidebarChannelsOfUser" =>
        "DELETE FROM sidebar_channels WHERE user_id = $1";
    OF_TEAM = "ChannelStore.GetSidebarCategories" =>
        "SELECT id, user_id, team_id, sort_order, sorting, kind, display_name, muted, collapsed \
         FROM sidebar_categories WHERE user_id = $1 AND team_id = $2 ORDER BY sort_order, id";
    PLACES = "ChannelStore.GetSidebarChannels" =>
        "SELECT category_id, channel_id FROM sidebar_channels WHERE user_id = $1 AND team_id = $2 \
         ORDER BY sort_order, channel_id";
}

impl FromRow for Category {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Category {
            id: row.text()?,
            user_id: row.id()?,
            team_id: row.id()?,
            sort_order: row.int()?,
            sorting: row.text()?,
            kind: row.text()?,
            display_name: row.text()?,
            muted: row.bool()?,
            collapsed: row.bool()?,
            channel_ids: Vec::new(),
        })
    }
}

/// Adds a category without its channels; changes nothing when it is there.
pub fn insert(category: &Category) -> Write {
    let params = params![
        &category.id,
        category.user_id,
        category.team_id,
        category.sort_order,
        &category.sorting,
        &category.kind,
        &category.display_name,
        category.muted,
        category.collapsed,
    ];
    Write::new(&INSERT, params)
}

/// Replaces what a category is called and how it is shown; neither its place nor its channels.
pub fn update(category: &Category) -> Write {
    let params = params![
        &category.id,
        category.user_id,
        &category.sorting,
        &category.display_name,
        category.muted,
        category.collapsed,
    ];
    Write::must(&UPDATE, params)
}

pub fn set_order(category: &Category) -> Write {
    Write::new(&SET_ORDER, params![&category.id, category.user_id, category.sort_order])
}

/// Removes a category; its channels are without a place after [`empty`].
pub fn remove(id: &str, user: UserId) -> Write {
    Write::must(&REMOVE, params![id, user])
}

/// Takes all channels out of a category.
pub fn empty(category: &Category) -> Write {
    Write::new(&EMPTY, params![category.user_id, category.team_id, &category.id])
}

/// Puts a channel into a category, out of the one it was in.
pub fn place(category: &Category, channel: ChannelId, sort_order: i64) -> Write {
    Write::new(&PLACE, params![category.user_id, category.team_id, channel, &category.id, sort_order])
}

/// Takes a channel out of a category, if it is there.
pub fn take(category: &Category, channel: ChannelId) -> Write {
    Write::new(&TAKE, params![category.user_id, category.team_id, channel, &category.id])
}

pub fn remove_of_user(user: UserId) -> [Write; 2] {
    [&REMOVE_OF_USER, &REMOVE_PLACES_OF_USER].map(|statement| Write::new(statement, params![user]))
}

impl Store {
    /// A user's categories in a team, in order, each with the channels that were put in it.
    pub async fn sidebar(&self, user: UserId, team: TeamId) -> Result<Vec<Category>> {
        let mut categories: Vec<Category> = self.all(&OF_TEAM, params![user, team]).await?;
        let places: Vec<(String, ChannelId)> = self.all(&PLACES, params![user, team]).await?;
        let mut placed: HashMap<String, Vec<ChannelId>> = HashMap::new();
        for (category, channel) in places {
            placed.entry(category).or_default().push(channel);
        }
        for category in &mut categories {
            category.channel_ids = placed.remove(&category.id).unwrap_or_default();
        }
        Ok(categories)
    }
}
