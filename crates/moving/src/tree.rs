//! The files of a source: a zip, also one of 64 bits, or a folder. They are read by the names that the list of files has;
//! nothing is written by them, so a name that leads elsewhere leads nowhere.
//!
//! A zip of 500,000 entries takes some 200 MB of memory for its list; larger ones are unpacked into a folder first.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Bound;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use zip::ZipArchive;

/// Entries of a zip, and files of a folder.
const FILES_MAX: usize = 500_000;
const FOLDER_FILES_MAX: usize = 5_000_000;
/// Folders in folders.
const DEPTH_MAX: usize = 8;
/// What an entry may unpack to, beside its packed size: text packs to a tenth, a bomb to a thousandth.
const RATIO_MAX: u64 = 200;
/// Entries below this size unpack to anything.
const SMALL_BYTES: u64 = 1 << 20;

/// A file that is read at any place by many at once.
#[derive(Clone)]
struct At {
    file: Arc<File>,
    at: u64,
    size: u64,
}

impl Read for At {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.file.read_at(buffer, self.at)?;
        self.at += len as u64;
        Ok(len)
    }
}

impl Seek for At {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

enum Place {
    /// A copy of the archive shares the list of entries.
    Zip(Mutex<ZipArchive<At>>),
    Folder(PathBuf),
}

#[derive(Clone, Copy)]
struct Entry {
    size: u64,
    index: usize,
}

/// Files by name.
pub struct Tree {
    place: Place,
    entries: BTreeMap<Box<str>, Entry>,
    /// What stands before all names there, and not here.
    prefix: String,
    /// Names that were passed over: they lead elsewhere, or are no plain files.
    pub passed_over: Vec<String>,
    /// The same for the same files.
    pub fingerprint: String,
}

impl Tree {
    /// Opens a zip or a folder.
    ///
    /// # Errors
    /// When it cannot be read or is beyond the bounds; the text says which.
    pub fn open(path: &Path) -> Result<Tree, String> {
        let shown = path.display();
        let about = std::fs::metadata(path).map_err(|error| format!("{shown}: {error}"))?;
        let mut tree = match about.is_dir() {
            true => Tree::of_folder(path)?,
            false => Tree::of_zip(path, about.len()).map_err(|why| format!("{shown}: {why}"))?,
        };
        tree.without_prefix();
        let mut digest = Sha256::new();
        for (name, entry) in &tree.entries {
            digest.update(name.as_bytes());
            digest.update(entry.size.to_be_bytes());
        }
        let digest: [u8; 32] = digest.finalize().into();
        tree.fingerprint = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(tree)
    }

    fn new(place: Place) -> Tree {
        let (entries, prefix, passed_over) = (BTreeMap::new(), String::new(), Vec::new());
        Tree { place, entries, prefix, passed_over, fingerprint: String::new() }
    }

    fn of_zip(path: &Path, size: u64) -> Result<Tree, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let archive = ZipArchive::new(At { file: Arc::new(file), at: 0, size });
        let archive = archive.map_err(|error| format!("this is no zip that can be read: {error}"))?;
        if archive.len() > FILES_MAX {
            return Err(format!("the zip has more than {FILES_MAX} entries: unpack it, and name the folder"));
        }
        let mut entries = Vec::with_capacity(archive.len());
        for index in 0..archive.len() {
            let entry = archive.by_index_data(index).map_err(|error| error.to_string())?;
            let name = String::from_utf8_lossy(entry.name_raw()).replace('\\', "/");
            if entry.is_dir() {
                continue;
            }
            let believed = entry.size() <= SMALL_BYTES || entry.size() / RATIO_MAX <= entry.compressed_size();
            entries.push((
                name,
                Entry { size: entry.size(), index },
                entry.is_file() && !entry.encrypted() && believed,
            ));
        }
        let mut tree = Tree::new(Place::Zip(Mutex::new(archive)));
        for (name, entry, is_plain) in entries {
            tree.add(name, entry, is_plain);
        }
        Ok(tree)
    }

    fn of_folder(root: &Path) -> Result<Tree, String> {
        let mut tree = Tree::new(Place::Folder(root.to_owned()));
        let mut open = vec![(root.to_owned(), String::new(), 0)];
        while let Some((folder, name, depth)) = open.pop() {
            let listed = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            for one in listed {
                let one = one.map_err(|error| format!("{}: {error}", folder.display()))?;
                let called = one.file_name().to_string_lossy().into_owned();
                let name = if name.is_empty() { called } else { format!("{name}/{called}") };
                // Of the entry itself: a link could lead to anything on this machine.
                let about = one.metadata().map_err(|error| format!("{name}: {error}"))?;
                if about.is_dir() && depth < DEPTH_MAX {
                    open.push((one.path(), name, depth + 1));
                } else {
                    tree.add(name, Entry { size: about.len(), index: 0 }, about.is_file());
                }
                if tree.entries.len() > FOLDER_FILES_MAX {
                    return Err(format!("the folder has more than {FOLDER_FILES_MAX} files"));
                }
            }
        }
        Ok(tree)
    }

    fn add(&mut self, name: String, entry: Entry, is_plain: bool) {
        let name = name.strip_prefix("./").unwrap_or(&name).to_owned();
        let stays = name.split('/').all(|part| !matches!(part, "" | "." | "..")) && !name.contains('\0');
        if is_plain && stays {
            self.entries.insert(name.into(), entry);
        } else {
            self.passed_over.push(name.chars().take(200).collect());
        }
    }

    /// Takes a folder away that everything is in: programs that pack a folder put it there.
    fn without_prefix(&mut self) {
        let Some(first) = self.entries.keys().find(|name| !name.starts_with("__MACOSX/")) else { return };
        let Some((top, _)) = first.split_once('/') else { return };
        let prefix = format!("{top}/");
        self.entries.retain(|name, _| !name.starts_with("__MACOSX/"));
        if self.entries.keys().all(|name| name.starts_with(&prefix)) {
            let entries = std::mem::take(&mut self.entries);
            self.entries = entries.into_iter().map(|(name, entry)| (name[prefix.len()..].into(), entry)).collect();
            self.prefix = prefix;
        }
    }

    /// All files, by name.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(|name| &**name)
    }

    /// The files of a folder and all below it, by name.
    pub fn below<'t>(&'t self, folder: &str) -> impl Iterator<Item = &'t str> + use<'t> {
        let begin = format!("{folder}/");
        let from = self.entries.range::<str, _>((Bound::Included(begin.as_str()), Bound::Unbounded));
        from.map(|(name, _)| &**name).take_while(move |name| name.starts_with(&begin))
    }

    pub fn has(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// Bytes of a file, as the list has it; 0 when there is none.
    pub fn size(&self, name: &str) -> u64 {
        self.entries.get(name).map_or(0, |entry| entry.size)
    }

    /// Reads a file; no more than the list says of its size.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn read<T>(&self, name: &str, with: impl FnOnce(&mut dyn Read) -> T) -> Result<T, String> {
        let entry = self.entries.get(name).ok_or("it is not there")?;
        match &self.place {
            Place::Zip(archive) => {
                let mut archive = archive.lock().clone();
                let opened = archive.by_index(entry.index).map_err(|error| error.to_string())?;
                Ok(with(&mut opened.take(entry.size)))
            }
            Place::Folder(root) => {
                let file =
                    File::open(root.join(format!("{}{name}", self.prefix))).map_err(|error| error.to_string())?;
                Ok(with(&mut file.take(entry.size)))
            }
        }
    }

    /// All bytes of a file of at most `len_max`.
    ///
    /// # Errors
    /// When there is none, it cannot be read, or is larger.
    pub fn whole(&self, name: &str, len_max: u64) -> Result<Vec<u8>, String> {
        if self.size(name) > len_max {
            return Err(format!("it is larger than {len_max} bytes"));
        }
        self.read(name, |from| {
            let mut bytes = Vec::new();
            from.read_to_end(&mut bytes).map(|_| bytes).map_err(|error| error.to_string())
        })?
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::write::SimpleFileOptions;

    use super::*;

    fn zipped(folder: &Path, entries: &[(&str, &[u8])]) -> PathBuf {
        let path = folder.join("export.zip");
        let mut zip = zip::ZipWriter::new(File::create(&path).expect("a file"));
        let options = SimpleFileOptions::default().large_file(true);
        for (name, bytes) in entries {
            zip.start_file(*name, options).expect("an entry");
            zip.write_all(bytes).expect("memory");
        }
        zip.finish().expect("memory");
        path
    }

    #[test]
    fn names_that_lead_elsewhere_and_bombs_lead_nowhere() {
        let folder = tempfile::tempdir().expect("a folder");
        let bomb = vec![b' '; 8 << 20];
        let entries: [(&str, &[u8]); 5] = [
            ("a/users.json", b"[]"),
            ("a/../../etc/passwd", b"x"),
            ("/etc/shadow", b"x"),
            ("a\\b.json", b"[1]"),
            ("a/c", &bomb),
        ];
        let tree = Tree::open(&zipped(folder.path(), &entries)).expect("a zip");
        assert_eq!(tree.names().collect::<Vec<_>>(), ["b.json", "users.json"]);
        assert_eq!((tree.passed_over.len(), tree.whole("b.json", 10).as_deref()), (3, Ok(&b"[1]"[..])));
        assert!(tree.whole("b.json", 2).is_err() && tree.whole("../users.json", 10).is_err());
    }

    #[test]
    fn a_folder_is_read_like_its_zip_and_links_are_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(folder.path().join("x/general")).expect("a folder");
        std::fs::write(folder.path().join("x/users.json"), "[]").expect("a file");
        std::fs::write(folder.path().join("x/general/1.json"), "[1]").expect("a file");
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("x/general/2.json")).expect("a link");
        let tree = Tree::open(folder.path()).expect("a folder");
        assert_eq!(tree.names().collect::<Vec<_>>(), ["general/1.json", "users.json"]);
        assert_eq!(tree.below("general").collect::<Vec<_>>(), ["general/1.json"]);
        assert_eq!(tree.whole("general/1.json", 10).as_deref(), Ok(&b"[1]"[..]));
        assert_eq!(tree.passed_over, ["x/general/2.json"]);
    }
}
