//! Labels of root posts, who confirmed to have read them, and whose notifications repeat.

use base::Millis;
use base::ids::{PostId, UserId};
use wire::posts::{Acknowledgement, Post, Priority};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

crate::statements! {
    INSERT = "PostPriorityStore.Save" =>
        "INSERT INTO post_priorities (post_id, channel_id, priority, requested_ack, persistent_notifications) \
         VALUES ($1, $2, $3, $4, $5)";
    REMOVE = "PostPriorityStore.Delete" => "DELETE FROM post_priorities WHERE post_id = ANY($1)";
    OF_POSTS = "PostPriorityStore.GetForPosts" =>
        "SELECT post_id, priority, requested_ack, persistent_notifications FROM post_priorities \
         WHERE post_id = ANY($1) ORDER BY post_id";
    ACKNOWLEDGE = "PostAcknowledgementStore.Save" =>
        "INSERT INTO post_acknowledgements (post_id, user_id, channel_id, acknowledged_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (post_id, user_id) DO NOTHING";
    /// Only while it is young: what was confirmed long ago stays confirmed.
    TAKE_BACK = "PostAcknowledgementStore.Delete" =>
        "DELETE FROM post_acknowledgements WHERE post_id = $1 AND user_id = $2 AND acknowledged_at >= $3";
    /// Both in one question: every page asks, and nearly none has any.
    MARKS = "PostPriorityStore.GetMarksForPosts" =>
        "SELECT post_id, priority, requested_ack, persistent_notifications, \
            NULL AS user_id, 0 AS acknowledged_at, NULL AS channel_id \
         FROM post_priorities WHERE post_id = ANY($1) \
         UNION ALL \
         SELECT post_id, NULL, NULL, NULL, user_id, acknowledged_at, channel_id \
         FROM post_acknowledgements WHERE post_id = ANY($1) ORDER BY 1, 6, 5";
    ACKNOWLEDGEMENT = "PostAcknowledgementStore.Get" =>
        "SELECT user_id, post_id, acknowledged_at, channel_id FROM post_acknowledgements \
         WHERE post_id = $1 AND user_id = $2";
    /// Nothing lists what somebody confirmed, so all are read.
    REMOVE_OF_USER = "PostAcknowledgementStore.PermanentDeleteByUser" =>
        "DELETE FROM post_acknowledgements WHERE user_id = $1";
    REMOVE_ACKNOWLEDGEMENTS = "PostAcknowledgementStore.PermanentDelete" =>
        "DELETE FROM post_acknowledgements WHERE post_id = ANY($1)";
}

/// The label of one post.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    pub post: PostId,
    pub label: Priority,
}

impl FromRow for Labelled {
    fn from_row(row: &mut Columns) -> Result<Self> {
        let post = row.id()?;
        let label = Priority {
            priority: Some(row.text()?),
            requested_ack: row.opt_bool()?,
            persistent_notifications: row.opt_bool()?,
        };
        Ok(Labelled { post, label })
    }
}

/// What posts carry beside their text.
#[derive(Debug, Default)]
pub struct Marks {
    pub labels: Vec<Labelled>,
    /// By post and then oldest first.
    pub acknowledgements: Vec<Acknowledgement>,
}

enum Mark {
    Label(Labelled),
    Acknowledgement(Acknowledgement),
}

impl FromRow for Mark {
    fn from_row(row: &mut Columns) -> Result<Self> {
        let (post, priority) = (row.id()?, row.opt_text()?);
        let (requested_ack, persistent_notifications) = (row.opt_bool()?, row.opt_bool()?);
        if priority.is_some() {
            return Ok(Mark::Label(Labelled {
                post,
                label: Priority { priority, requested_ack, persistent_notifications },
            }));
        }
        let (user_id, acknowledged_at, channel_id) = (row.id()?, row.int()?, row.id()?);
        Ok(Mark::Acknowledgement(Acknowledgement { user_id, post_id: post, acknowledged_at, channel_id }))
    }
}

impl FromRow for Acknowledgement {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Acknowledgement {
            user_id: row.id()?,
            post_id: row.id()?,
            acknowledged_at: row.int()?,
            channel_id: row.id()?,
        })
    }
}

/// Labels a post.
pub fn insert(post: &Post, label: &Priority) -> Write {
    let text = label.priority.as_deref().unwrap_or_default();
    let params = params![post.id, post.channel_id, text, label.requested_ack, label.persistent_notifications];
    Write::must(&INSERT, params)
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

/// Removes what is kept of posts that are removed.
pub fn remove(posts: &[PostId]) -> [Write; 2] {
    [Write::new(&REMOVE, params![posts]), Write::new(&REMOVE_ACKNOWLEDGEMENTS, params![posts])]
}

/// Notes that a user confirmed a post; who did so before keeps the first time.
pub fn acknowledge(one: &Acknowledgement) -> Write {
    Write::new(&ACKNOWLEDGE, params![one.post_id, one.user_id, one.channel_id, one.acknowledged_at])
}

/// Takes a confirmation back that was made at `since` or later; fails with [`crate::Error::Unmet`] when there is none.
pub fn take_back(post: PostId, user: UserId, since: Millis) -> Write {
    Write::must(&TAKE_BACK, params![post, user, since])
}

impl Store {
    /// The labels of those of `posts` that have one.
    pub async fn priorities_of_posts(&self, posts: &[PostId]) -> Result<Vec<Labelled>> {
        self.all(&OF_POSTS, params![posts]).await
    }

    /// The labels of `posts`, and who confirmed which of them.
    pub async fn marks_of_posts(&self, posts: &[PostId]) -> Result<Marks> {
        let mut marks = Marks::default();
        for mark in self.all::<Mark>(&MARKS, params![posts]).await? {
            match mark {
                Mark::Label(label) => marks.labels.push(label),
                Mark::Acknowledgement(one) => marks.acknowledgements.push(one),
            }
        }
        Ok(marks)
    }

    pub async fn acknowledgement(&self, post: PostId, user: UserId) -> Result<Option<Acknowledgement>> {
        self.one(&ACKNOWLEDGEMENT, params![post, user]).await
    }
}
