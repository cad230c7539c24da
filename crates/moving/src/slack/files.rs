//! Files of an export, by what messages call them: downloaders put them into folders of their own, each in its way.

use std::collections::{BTreeMap, HashMap};

use super::message::File;
use crate::tree::Tree;

/// What paths of lines begin with.
const FILE: &str = "file/";
const EMOJI: &str = "emoji/";
const PICTURE: &str = "picture/";
const EMOJI_FOLDERS: [&str; 2] = ["emoji", "emojis"];

/// Where the bytes of files, emoji and pictures of people are.
pub struct Files {
    by_id: HashMap<Box<str>, Box<str>>,
    pictures: HashMap<Box<str>, Box<str>>,
    /// Emoji by name.
    pub emoji: BTreeMap<Box<str>, Box<str>>,
}

impl Files {
    /// Looks through the names of an export.
    pub fn of(tree: &Tree) -> Files {
        let mut files = Files { by_id: HashMap::new(), pictures: HashMap::new(), emoji: BTreeMap::new() };
        for name in tree.names() {
            let parts: Vec<&str> = name.split('/').collect();
            let (folders, last) = parts.split_at(parts.len() - 1);
            if let [folder] = folders
                && EMOJI_FOLDERS.contains(folder)
                && let Some((stem, "png" | "gif" | "jpg" | "jpeg" | "webp")) = last[0].rsplit_once('.')
            {
                files.emoji.entry(stem.to_lowercase().into()).or_insert_with(|| name.into());
                continue;
            }
            let is_picture = folders.iter().any(|folder| folder.contains("avatar"));
            if let Some(id) = parts.iter().rev().find_map(|part| id_in(part, if is_picture { "UW" } else { "F" })) {
                let known = if is_picture { &mut files.pictures } else { &mut files.by_id };
                known.entry(id.into()).or_insert_with(|| name.into());
            }
        }
        files
    }

    /// The path under which a line names a file; nothing when the export does not have its bytes.
    pub fn path(&self, file: &File) -> Option<String> {
        self.by_id.get(file.id.as_str())?;
        let name = [&file.name, &file.title, &file.id].into_iter().find(|name| !name.is_empty())?;
        let name: String =
            name.chars().map(|one| if matches!(one, '/' | '\\') { '_' } else { one }).take(200).collect();
        Some(format!("{FILE}{}/{name}", file.id))
    }

    /// The path of somebody's picture.
    pub fn picture(&self, user: &str) -> Option<String> {
        self.pictures.contains_key(user).then(|| format!("{PICTURE}{user}"))
    }

    /// The path of an emoji.
    pub fn emoji_path(name: &str) -> String {
        format!("{EMOJI}{name}")
    }

    /// The bytes behind a path that was given here.
    ///
    /// # Errors
    /// When there are none, or more than `len_max`.
    pub fn data(&self, tree: &Tree, path: &str, len_max: u64) -> Result<Vec<u8>, String> {
        let entry = if let Some(rest) = path.strip_prefix(FILE) {
            rest.split_once('/').and_then(|(id, _)| self.by_id.get(id))
        } else if let Some(user) = path.strip_prefix(PICTURE) {
            self.pictures.get(user)
        } else {
            self.emoji.get(path.strip_prefix(EMOJI).unwrap_or_default())
        };
        tree.whole(entry.ok_or("it is not in the export")?, len_max)
    }
}

/// The id that a part of a name is, or begins with: a letter of some, then at least seven capital letters or digits.
fn id_in<'p>(part: &'p str, firsts: &str) -> Option<&'p str> {
    let end = part.find(|one: char| !(one.is_ascii_uppercase() || one.is_ascii_digit())).unwrap_or(part.len());
    let id = &part[..end];
    let ends = part[end..].chars().next().is_none_or(|one| matches!(one, '-' | '_' | '.'));
    (ends && (8..=32).contains(&id.len()) && id.starts_with(|one| firsts.contains(one))).then_some(id)
}

/// A link to where Slack keeps a file, without the secret that exports put into it.
pub fn link(file: &File) -> Option<String> {
    let address = [&file.permalink, &file.url_private].into_iter().find(|address| address.starts_with("https://"))?;
    let name = [&file.title, &file.name, &file.id].into_iter().find(|name| !name.is_empty())?;
    let plain = address.split(['?', ' ', ')']).next().unwrap_or_default();
    Some(format!("[{}]({plain})", name.replace(['[', ']', '\n'], " ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_in_names_of_every_kind() {
        for (part, id) in [
            ("F0123ABCD", Some("F0123ABCD")),
            ("F0123ABCD-plan.png", Some("F0123ABCD")),
            ("F0123ABCD.png", Some("F0123ABCD")),
            ("FINALVERSION of it", None),
            ("Final", None),
            ("F12", None),
            ("G0123ABCD", None),
        ] {
            assert_eq!(id_in(part, "F"), id, "{part}");
        }
    }

    #[test]
    fn a_link_leaves_the_secret_behind() {
        let file = File {
            name: "a[1].png".into(),
            url_private: "https://files.slack.com/a.png?t=xoxe-1".into(),
            ..File::default()
        };
        assert_eq!(link(&file).as_deref(), Some("[a 1 .png](https://files.slack.com/a.png)"));
        assert_eq!(link(&File { name: "a".into(), url_private: "javascript:x".into(), ..File::default() }), None);
    }
}
