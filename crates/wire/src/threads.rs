//! Threads as their followers see them.

use base::Millis;
use base::ids::PostId;
use serde::{Deserialize, Serialize};

use crate::omit;
use crate::posts::Post;
use crate::users::User;

/// A thread with what one follower has not read of it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Thread {
    /// The id of its first post.
    pub id: PostId,
    pub reply_count: i64,
    pub last_reply_at: Millis,
    pub last_viewed_at: Millis,
    /// In order of the last reply, newest last; only ids unless asked for more.
    #[serde(deserialize_with = "omit::null_as_default")]
    pub participants: Vec<User>,
    pub post: Post,
    pub unread_replies: i64,
    pub unread_mentions: i64,
    pub is_urgent: bool,
    pub delete_at: Millis,
}

/// Answer of `GET /users/{user_id}/teams/{team_id}/threads`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Threads {
    pub total: i64,
    pub total_unread_threads: i64,
    pub total_unread_mentions: i64,
    pub total_unread_urgent_mentions: i64,
    /// `null` when only the totals were asked for.
    pub threads: Option<Vec<Thread>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_alone_send_null_for_the_threads() {
        let totals = Threads { total: 3, total_unread_threads: 3, ..Threads::default() };
        assert_eq!(
            serde_json::to_string(&totals).expect("plain data"),
            r#"{"total":3,"total_unread_threads":3,"total_unread_mentions":0,"total_unread_urgent_mentions":0,"threads":null}"#
        );
    }
}
