//! What the messages of one file are to whom they went: read or not, mentioned, saved.

use std::ops::ControlFlow::Continue;

use transfer::bulk::left_out::LeftOut;

use super::realm::Realm;
use super::tables::{UserMessage, rows};
use crate::tree::Tree;

const READ: u64 = 1;
const STARRED: u64 = 1 << 1;
/// Called by name, or with everybody of a channel.
const MENTIONED: u64 = 1 << 3 | 1 << 4;
/// What is unread of a file, 16 bytes each; more counts as read.
const UNREAD_MAX: usize = 8_000_000;

/// By message.
#[derive(Default)]
pub struct Flags {
    starred: Vec<(u64, u32)>,
    unread: Vec<(u64, u32, bool)>,
}

impl Flags {
    /// Reads those of a file; what breaks off is said when its messages are read.
    pub fn read(tree: &Tree, file: &str, realm: &Realm, left_out: &mut LeftOut) -> Flags {
        let mut flags = Flags::default();
        let read = rows(tree, file, |row| {
            if row.table != "zerver_usermessage" {
                return Continue(());
            }
            let Ok(UserMessage { user_profile, message, flags_mask }) = row.get() else {
                left_out
                    .add("What is no flag of a message. It is left out.", format_args!("{file} row {}", row.number));
                return Continue(());
            };
            let Some(person) = realm.person_by_id.get(&user_profile) else { return Continue(()) };
            if flags_mask & STARRED > 0 {
                flags.starred.push((message, *person));
            }
            if flags_mask & READ == 0 && flags.unread.len() < UNREAD_MAX {
                flags.unread.push((message, *person, flags_mask & MENTIONED > 0));
            }
            Continue(())
        });
        drop(read);
        flags.starred.sort_unstable();
        flags.starred.dedup();
        flags.unread.sort_unstable();
        flags.unread.dedup_by_key(|(message, person, _)| (*message, *person));
        flags
    }

    /// Who saved a message.
    pub fn starred(&self, message: u64) -> impl Iterator<Item = u32> {
        let from = self.starred.partition_point(|(one, _)| *one < message);
        self.starred[from..].iter().take_while(move |(one, _)| *one == message).map(|(_, person)| *person)
    }

    /// Who has not read a message, and whether it mentions him or her.
    pub fn unread(&self, message: u64) -> impl Iterator<Item = (u32, bool)> {
        let from = self.unread.partition_point(|(one, ..)| *one < message);
        let unread = self.unread[from..].iter().take_while(move |(one, ..)| *one == message);
        unread.map(|(_, person, is_mentioned)| (*person, *is_mentioned))
    }
}
