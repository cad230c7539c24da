//! What lines name by a path, and what a zip has under that name: programs write the same name in many ways.
//!
//! Backslashes for slashes, `./` before it, other capital letters, letters composed otherwise, and `data/` said twice or
//! not at all are the same name. The name as it stands wins; the others are looked up in an index that the first name
//! which is not found makes: 16 bytes an entry, by a keyed hash of 64 bits. Two of 500,000 names share one with a
//! probability of 10⁻⁸.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use unicode_normalization::UnicodeNormalization;
use zip::ZipArchive;

use crate::bulk::DATA;

/// Entries by how their names read, however they are written.
pub struct Entries {
    by_name: HashMap<u64, u32>,
    hasher: RandomState,
}

impl Entries {
    pub fn of<R: std::io::Read + std::io::Seek>(archive: &ZipArchive<R>) -> Entries {
        let mut entries = Entries { by_name: HashMap::new(), hasher: RandomState::new() };
        for (at, raw) in (0..).zip(archive.file_names_raw()) {
            let key = entries.hasher.hash_one(folded(&String::from_utf8_lossy(raw)));
            entries.by_name.entry(key).or_insert(at);
        }
        entries
    }

    /// The entry that a path of a line means, if it does not have that very name.
    pub fn find(&self, path: &str) -> Option<usize> {
        let names = [folded(&format!("{DATA}/{path}")), folded(path)];
        let found = names.iter().filter(|name| is_data(name)).find_map(|name| {
            let key = self.hasher.hash_one(name);
            self.by_name.get(&key)
        });
        found.map(|at| *at as usize)
    }
}

/// Whether a name lies among the data: what else is in a zip is nobody's file.
fn is_data(name: &str) -> bool {
    name.strip_prefix(DATA).is_some_and(|rest| rest.starts_with('/'))
}

/// How a name reads: the same for all ways to write it.
fn folded(name: &str) -> String {
    let name = name.replace('\\', "/");
    let parts = name.split('/').filter(|part| !matches!(*part, "" | "."));
    let name = parts.collect::<Vec<_>>().join("/");
    name.nfc().collect::<String>().to_lowercase()
}
