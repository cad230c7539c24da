//! Reactions. One row for each user, post and emoji; taking one back removes the row.

use base::ids::{ChannelId, PostId, UserId};
use wire::reactions::Reaction;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Value, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT post_id, user_id, emoji_name, create_at, update_at, channel_id FROM reactions ", $rest)
    };
}

crate::statements! {
    /// Nothing lists somebody's reactions, so all are read.
    REMOVE_OF_USER = "ReactionStore.PermanentDeleteByUser" => "DELETE FROM reactions WHERE user_id = $1";
    INSERT = "ReactionStore.Save" =>
        "INSERT INTO reactions (post_id, user_id, emoji_name, create_at, update_at, channel_id) \
         VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (post_id, user_id, emoji_name) DO UPDATE SET update_at = excluded.update_at";
    REMOVE = "ReactionStore.Delete" =>
        "DELETE FROM reactions WHERE post_id = $1 AND user_id = $2 AND emoji_name = $3";
    REMOVE_EMOJI = "ReactionStore.DeleteAllWithEmojiName" =>
        "DELETE FROM reactions WHERE post_id = ANY($1) AND emoji_name = $2";
    /// Walks the primary key: deleting an emoji is rare, an index for it would cost every reaction.
    WITH_EMOJI = "ReactionStore.GetPostsWithEmojiName" =>
        "SELECT DISTINCT post_id, channel_id FROM reactions WHERE post_id > $1 AND emoji_name = $2 ORDER BY post_id LIMIT $3";
    REMOVE_OF_POSTS = "ReactionStore.PermanentDeleteByPosts" => "DELETE FROM reactions WHERE post_id = ANY($1)";
    OF_POST = "ReactionStore.GetForPost" =>
        select!("WHERE post_id = $1 ORDER BY create_at, user_id, emoji_name");
    OF_POSTS = "ReactionStore.BulkGetForPosts" =>
        select!("WHERE post_id = ANY((SELECT $1::BYTEA[])::BYTEA[]) ORDER BY post_id, create_at, user_id, emoji_name");
    NAMES = "ReactionStore.GetUniqueForPost" =>
        "SELECT DISTINCT emoji_name FROM reactions WHERE post_id = $1 ORDER BY emoji_name";
}

impl FromRow for Reaction {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Reaction {
            post_id: row.id()?,
            user_id: row.id()?,
            emoji_name: row.text()?,
            create_at: row.int()?,
            update_at: row.int()?,
            channel_id: row.id()?,
            ..Reaction::default()
        })
    }
}

/// Adds a reaction; when it is there already, only its `update_at` changes.
pub fn insert(reaction: &Reaction) -> Write {
    Write::new(&INSERT, row(reaction))
}

pub(crate) fn row(reaction: &Reaction) -> Vec<Value> {
    params![
        reaction.post_id,
        reaction.user_id,
        &reaction.emoji_name,
        reaction.create_at,
        reaction.update_at,
        reaction.channel_id,
    ]
}

/// Takes a reaction back; changes nothing when it is not there.
pub fn remove(post: PostId, user: UserId, emoji_name: &str) -> Write {
    Write::new(&REMOVE, params![post, user, emoji_name])
}

/// Removes the reactions of some posts with a custom emoji that is deleted.
pub fn remove_emoji(posts: &[PostId], emoji_name: &str) -> Write {
    Write::new(&REMOVE_EMOJI, params![posts, emoji_name])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

/// Removes the reactions of posts that are removed.
pub fn remove_of_posts(posts: &[PostId]) -> Write {
    Write::new(&REMOVE_OF_POSTS, params![posts])
}

impl Store {
    /// Posts behind `after`, and their channels, that somebody reacted to with this emoji, in the order of their ids.
    pub async fn posts_with_emoji(
        &self,
        emoji_name: &str,
        after: PostId,
        limit: usize,
    ) -> Result<Vec<(PostId, ChannelId)>> {
        self.all(&WITH_EMOJI, params![after, emoji_name, limit]).await
    }

    /// The reactions to a post, oldest first.
    pub async fn reactions(&self, post: PostId) -> Result<Vec<Reaction>> {
        self.all(&OF_POST, params![post]).await
    }

    /// The reactions to some posts, by post and then oldest first.
    pub async fn reactions_of_posts(&self, posts: &[PostId]) -> Result<Vec<Reaction>> {
        self.all(&OF_POSTS, params![posts]).await
    }

    /// The different emoji under a post, of which there is a limit.
    pub async fn reaction_names(&self, post: PostId) -> Result<Vec<String>> {
        self.all(&NAMES, params![post]).await
    }
}
