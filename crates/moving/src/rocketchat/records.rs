//! Documents of Rocket.Chat, as far as they count here. Dates are milliseconds.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::lenient::records;

records! {
    User {
        _id: String,
        username: String,
        name: String,
        emails: Vec<Email>,
        /// `user`, `bot`, `app`, or `visitor` of a live chat.
        #[serde(rename = "type")]
        kind: String,
        active: Option<bool>,
        roles: Vec<String>,
        #[serde(rename = "createdAt")]
        created_at: i64,
        nickname: String,
        services: Services,
    }
    Email { address: String, }
    Services { password: Password, }
    Password { bcrypt: String, }
    Room {
        _id: String,
        /// `c` open, `p` private, `d` conversation; others are chats with visitors.
        t: String,
        name: String,
        fname: String,
        topic: String,
        description: String,
        announcement: String,
        ts: i64,
        uids: Vec<String>,
        usernames: Vec<String>,
        archived: bool,
        /// The room that a discussion belongs to.
        prid: String,
    }
    Subscription {
        rid: String,
        u: Whom,
        roles: Vec<String>,
        f: bool,
        /// When he or she looked last.
        ls: i64,
        /// Something is unread.
        alert: bool,
        #[serde(rename = "userMentions")]
        user_mentions: i64,
        #[serde(rename = "groupMentions")]
        group_mentions: i64,
        #[serde(rename = "disableNotifications")]
        is_silent: bool,
    }
    Whom {
        _id: String,
        username: String,
        name: String,
    }
    Message {
        _id: String,
        rid: String,
        msg: String,
        ts: i64,
        u: Whom,
        /// What the server tells.
        t: String,
        /// The message that a reply belongs to.
        tmid: String,
        tshow: bool,
        /// How many replies there are.
        tcount: u64,
        #[serde(rename = "editedAt")]
        edited_at: i64,
        reactions: BTreeMap<String, Reacted>,
        pinned: bool,
        starred: Vec<Whom>,
        file: Option<File>,
        files: Vec<File>,
        attachments: Vec<Value>,
        alias: String,
        #[serde(rename = "_hidden")]
        is_hidden: bool,
    }
    Reacted { usernames: Vec<String>, }
    File {
        _id: String,
        name: String,
    }
    Emoji {
        name: String,
        extension: String,
    }
    Upload {
        _id: String,
        #[serde(rename = "userId")]
        user_id: String,
    }
}
