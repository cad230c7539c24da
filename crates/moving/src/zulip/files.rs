//! Files of an export of Zulip: what was uploaded, pictures of people, and emoji.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow::Continue;

use super::realm::Realm;
use super::tables::{Record, rows};
use crate::tree::Tree;

/// What paths of lines begin with, and the folders of an export.
const UPLOADS: &str = "uploads";
const EMOJI: &str = "emoji";
const AVATARS: &str = "avatars";
/// What stands behind the path of a picture as it was uploaded.
const ORIGINAL: &str = ".original";
/// Longer paths of files are none that lines can have.
const PATH_LEN_MAX: usize = 900;

/// Where the bytes of emoji and pictures are; those of uploaded files are where messages say.
#[derive(Default)]
pub struct Files {
    pictures: HashMap<u64, String>,
    /// Custom emoji by name.
    pub emoji: BTreeMap<String, String>,
}

impl Files {
    /// Looks through an export.
    pub fn of(tree: &Tree, realm: &Realm) -> Files {
        let mut files = Files::default();
        let read = rows(tree, "avatars/records.json", |row| {
            if let Ok(Record { path, user_profile_id }) = row.get() {
                let (path, is_original) = (format!("{AVATARS}/{path}"), path.ends_with(ORIGINAL));
                if tree.has(&path) && (is_original || !files.pictures.contains_key(&user_profile_id)) {
                    files.pictures.insert(user_profile_id, path);
                }
            }
            Continue(())
        });
        // Without the list nobody has a picture.
        drop(read);
        let by_name: HashMap<&str, &str> =
            tree.below(EMOJI).filter_map(|path| Some((path.rsplit('/').next()?, path))).collect();
        for one in realm.emoji.iter().filter(|one| !one.deactivated) {
            if let Some(path) = by_name.get(one.file_name.as_str()) {
                files.emoji.insert(one.name.to_lowercase(), (*path).to_owned());
            }
        }
        files
    }

    /// Whether an uploaded file is there.
    pub fn has(tree: &Tree, path: &str) -> bool {
        path.len() <= PATH_LEN_MAX && tree.has(&Files::path(path))
    }

    /// The path under which a line names an uploaded file.
    pub fn path(path: &str) -> String {
        format!("{UPLOADS}/{path}")
    }

    pub fn picture(&self, user: u64) -> Option<String> {
        self.pictures.get(&user).cloned()
    }

    /// The bytes behind a path that was given here.
    ///
    /// # Errors
    /// When there are none, or more than `len_max`.
    pub fn data(tree: &Tree, path: &str, len_max: u64) -> Result<Vec<u8>, String> {
        let folder = path.split('/').next().unwrap_or_default();
        match [UPLOADS, EMOJI, AVATARS].contains(&folder) {
            true => tree.whole(path, len_max),
            false => Err("it is not in the export".to_owned()),
        }
    }
}
