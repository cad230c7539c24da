//! Names that messages call: people, channels, emoji and files, by what an export calls them.

use super::files::Files;
use super::markup::Own;
use super::realm::Realm;
use crate::tree::Tree;

/// Names of an export.
pub struct Names<'a> {
    pub realm: &'a Realm,
    pub tree: &'a Tree,
}

impl Own for Names<'_> {
    fn user(&self, named: &str) -> Option<String> {
        self.realm.username_of(named)
    }

    fn channel(&self, name: &str) -> Option<String> {
        let room = self.realm.room_by_name.get(&name.to_lowercase())?;
        Some(self.realm.rooms[*room as usize].name.to_string())
    }

    fn emoji(&self, name: &str) -> Option<String> {
        self.realm.emoji_here.get(name).cloned()
    }

    fn has_file(&self, path: &str) -> bool {
        Files::has(self.tree, path)
    }
}
