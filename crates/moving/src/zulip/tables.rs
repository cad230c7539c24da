//! The tables of an export of Zulip, as far as they count here, and how files of them are read.

use std::ops::ControlFlow;

use base::Millis;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::items::{Items, Next};
use crate::lenient::records;
use crate::tree::Tree;

records! {
    Realm { string_id: String, date_created: f64, }
    User {
        id: u64,
        email: String,
        delivery_email: String,
        full_name: String,
        is_bot: bool,
        is_active: Option<bool>,
        is_mirror_dummy: bool,
        /// 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.
        role: u64,
        is_realm_admin: bool,
        is_guest: bool,
        date_joined: f64,
    }
    Stream {
        id: u64,
        name: String,
        description: String,
        invite_only: bool,
        deactivated: bool,
        date_created: f64,
    }
    Recipient {
        id: u64,
        /// 1 somebody, 2 a stream, 3 a group.
        #[serde(rename = "type")]
        kind: u64,
        type_id: u64,
    }
    Subscription {
        user_profile: u64,
        recipient: u64,
        active: Option<bool>,
        is_muted: bool,
        pin_to_top: bool,
    }
    Emoji { name: String, file_name: String, deactivated: bool, }
    Reaction {
        user_profile: u64,
        message: u64,
        emoji_name: String,
        /// Code points in hexadecimal, where it is an emoji of everybody.
        emoji_code: String,
        reaction_type: String,
    }
    /// Of older exports; there each is muted.
    UserTopic {
        user_profile: u64,
        recipient: u64,
        topic_name: String,
        /// 1 muted, 2 not muted, 3 followed.
        visibility_policy: Option<u64>,
    }
    Message {
        id: u64,
        sender: u64,
        recipient: u64,
        subject: String,
        content: String,
        date_sent: f64,
        last_edit_time: f64,
    }
    /// What `records.json` says of a file.
    Record { path: String, user_profile_id: u64, }
}

/// What a message is to somebody. There are as many as messages times people: none is read leniently.
#[derive(Deserialize)]
pub struct UserMessage {
    pub user_profile: u64,
    pub message: u64,
    #[serde(default)]
    pub flags_mask: u64,
}

/// A moment in seconds as microseconds; nothing for what is none.
pub fn micros(seconds: f64) -> Option<u64> {
    // Up to the year 5138; microseconds are whole in the 53 bits of the number.
    (0.001..1e11).contains(&seconds).then(|| (seconds * 1e6).round() as u64)
}

/// In milliseconds.
pub fn millis(seconds: f64) -> Option<Millis> {
    micros(seconds).map(|micros| (micros / 1_000).cast_signed())
}

/// A row of a table.
pub struct Row<'a> {
    /// The name of the table; empty in a list without one.
    pub table: &'a str,
    /// Counted from 1 in its table.
    pub number: u64,
    item: Result<&'a [u8], &'a str>,
    /// Bytes of the file that are read.
    pub read: u64,
}

impl Row<'_> {
    /// # Errors
    /// When it is none of this kind.
    pub fn get<T: DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_slice(self.item?).map_err(|error| error.to_string())
    }

    pub fn len(&self) -> usize {
        self.item.map_or(0, <[u8]>::len)
    }
}

/// Reads the rows of all tables of a file.
///
/// # Errors
/// When it breaks off, or has another form.
pub fn rows(tree: &Tree, name: &str, mut each: impl FnMut(&Row<'_>) -> ControlFlow<()>) -> Result<(), String> {
    tree.read(name, |from| {
        let (mut items, mut item, mut table, mut number) = (Items::new(from), Vec::new(), String::new(), 0);
        loop {
            let next = items.next(&mut item).map_err(|error| error.to_string())?;
            number += 1;
            let item = match next {
                Next::Table => {
                    (table, number) = (String::from_utf8_lossy(&item).into_owned(), 0);
                    continue;
                }
                Next::Item => Ok(&item[..]),
                Next::TooLong => Err("it is too long"),
                Next::End => return Ok(()),
                Next::Broken => {
                    return Err(format!("{name} breaks off, or is none of an export, behind {table} row {number}"));
                }
            };
            if each(&Row { table: &table, number, item, read: items.read }).is_break() {
                return Ok(());
            }
        }
    })?
}
