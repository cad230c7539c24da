//! What stands between `<` and `>` in a text of an export: people, channels, groups, dates, and links to messages.

use std::collections::HashMap;

use super::people::{People, Strangers};
use super::rooms::{Kind, Rooms};

/// Names by what an export calls them.
pub struct Own<'a> {
    user: &'a dyn Fn(&str) -> Option<String>,
    channel: &'a dyn Fn(&str) -> Option<String>,
    groups: &'a HashMap<Box<str>, Box<str>>,
}

impl Own<'_> {
    /// Names of an export, while `then` runs.
    pub fn of<T>(
        (people, rooms, strangers): (&People, &Rooms, &Strangers),
        groups: &HashMap<Box<str>, Box<str>>,
        then: impl FnOnce(&Own<'_>) -> T,
    ) -> T {
        let user = |id: &str| {
            people.of(id).map(|person| &*person.called.username).or_else(|| strangers.of(id)).map(str::to_owned)
        };
        let channel = |id: &str| {
            let room = rooms.of(id).filter(|room| room.kind != Kind::Few)?;
            Some(room.name.to_string())
        };
        then(&Own { user: &user, channel: &channel, groups })
    }

    /// For tests: names of people alone.
    #[cfg(test)]
    pub fn with<T>(user: &dyn Fn(&str) -> Option<String>, then: impl FnOnce(&Own<'_>) -> T) -> T {
        then(&Own { user, channel: &|_| None, groups: &HashMap::new() })
    }

    pub fn user(&self, id: &str, label: &str) -> String {
        let name = (self.user)(id).unwrap_or_else(|| if label.is_empty() { id } else { label }.to_owned());
        format!("@{}", name.trim_start_matches('@'))
    }

    pub fn channel(&self, id: &str, label: &str) -> String {
        match (self.channel)(id) {
            Some(name) => format!("~{name}"),
            None => format!("#{}", if label.is_empty() { id } else { label }),
        }
    }

    pub fn group(&self, id: &str, label: &str) -> String {
        let known = self.groups.get(id).map(|handle| &**handle);
        let name = known.unwrap_or(if label.is_empty() { id } else { label });
        format!("@{}", name.trim_start_matches('@'))
    }

    /// What the text between `<` and `>` becomes, where it depends on names.
    pub fn inside(&self, inside: &str) -> Option<String> {
        let (named, label) = inside.split_once('|').unwrap_or((inside, ""));
        if let Some(id) = named.strip_prefix('@') {
            return Some(self.user(id, label));
        }
        if let Some(id) = named.strip_prefix('#') {
            return Some(self.channel(id, label));
        }
        if let Some(id) = named.strip_prefix("!subteam^") {
            return Some(self.group(id, label));
        }
        let is_call = matches!(named, "!channel" | "!here" | "!everyone" | "!all");
        (named.starts_with('!') && !is_call && !label.is_empty()).then(|| label.to_owned())
    }
}
