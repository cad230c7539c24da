//! The files of a source: a zip, also one of 64 bits, a tarball, also one that is packed by gzip, or a folder. They are read by
//! the names that the list of files has; nothing is written by them, so a name that leads elsewhere leads nowhere.
//!
//! A zip of 500,000 entries takes some 200 MB of memory for its list; larger ones are unpacked into a folder first. A packed
//! tarball is unpacked into a file without a name, which is gone when the program ends.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::ops::Bound;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use transfer::bulk::archive;
use transfer::bulk::archive::ENTRIES_MAX;
use zip::ZipArchive;

use crate::at::{At, unpacked};
use crate::tar;

/// Files of a folder, and what else is in it.
const FOLDER_FILES_MAX: usize = 5_000_000;
/// Folders in folders.
const DEPTH_MAX: usize = 8;
/// Bytes that tell what a file is.
const START_BYTES: u64 = 512;

enum Place {
    /// A copy of the archive shares the list of entries.
    Zip(Mutex<ZipArchive<At>>),
    Folder,
    /// Files are parts of one.
    Parts(At),
}

#[derive(Clone, Copy)]
struct Entry {
    size: u64,
    /// The number in a zip; where it begins in one file.
    at: u64,
    /// Of its bytes, where that is known.
    crc: u32,
}

/// Files by name.
pub struct Tree {
    place: Place,
    entries: BTreeMap<Box<str>, Entry>,
    /// What stands before all names there, and not here.
    prefix: String,
    /// Where it is.
    path: PathBuf,
    /// Names that were passed over: they lead elsewhere, or are no plain files.
    pub passed_over: Vec<String>,
    /// The same for the same files.
    pub fingerprint: String,
}

impl Tree {
    /// Opens a zip, a tarball or a folder; a file that is none of these is a folder with that file.
    ///
    /// # Errors
    /// When it cannot be read or is beyond the bounds; the text says which.
    pub fn open(path: &Path) -> Result<Tree, String> {
        let shown = path.display();
        let about = std::fs::metadata(path).map_err(|error| format!("{shown}: {error}"))?;
        let mut tree = match about.is_dir() {
            true => Tree::of_folder(path)?,
            false => Tree::of_file(path, about.len()).map_err(|why| format!("{shown}: {why}"))?,
        };
        tree.without_prefix();
        let mut digest = Sha256::new();
        for (name, entry) in &tree.entries {
            digest.update(name.as_bytes());
            digest.update(entry.size.to_be_bytes());
            digest.update(entry.crc.to_be_bytes());
        }
        let digest: [u8; 32] = digest.finalize().into();
        tree.fingerprint = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(tree)
    }

    fn new(place: Place, path: &Path) -> Tree {
        let (entries, prefix, passed_over) = (BTreeMap::new(), String::new(), Vec::new());
        Tree { place, entries, prefix, path: path.to_owned(), passed_over, fingerprint: String::new() }
    }

    fn of_file(path: &Path, size: u64) -> Result<Tree, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let mut whole = At::of(file, size);
        if start(&whole)?.starts_with(&[0x1f, 0x8b]) {
            whole = unpacked(MultiGzDecoder::new(BufReader::new(whole)), size, path)?;
        }
        let start = start(&whole)?;
        if start.starts_with(b"PK") {
            return Tree::of_zip(path, whole);
        }
        let mut tree = Tree::new(Place::Parts(whole.clone()), path);
        if tar::is_tar(&start) {
            for tar::Entry { name, at, size, is_plain } in tar::list(&mut BufReader::new(whole.clone()), whole.size)? {
                tree.add(&name, Entry { size, at, crc: 0 }, is_plain);
            }
        } else {
            let name = path.file_name().map_or_else(|| "file".into(), |name| name.to_string_lossy());
            tree.add(&name, Entry { size: whole.size, at: 0, crc: 0 }, true);
        }
        Ok(tree)
    }

    fn of_zip(path: &Path, whole: At) -> Result<Tree, String> {
        let archive = ZipArchive::new(whole);
        let archive = archive.map_err(|error| format!("this is no zip that can be read: {error}"))?;
        if archive.len() > ENTRIES_MAX {
            return Err(format!("the zip has more than {ENTRIES_MAX} entries: unpack it, and name the folder"));
        }
        let mut entries = Vec::with_capacity(archive.len());
        for index in 0..archive.len() {
            let entry = archive.by_index_data(index).map_err(|error| error.to_string())?;
            let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
            if entry.is_dir() {
                continue;
            }
            let is_plain = entry.is_file() && !entry.encrypted();
            let is_believed = archive::is_believed(entry.size(), entry.compressed_size());
            let entry = Entry { size: entry.size(), at: index as u64, crc: entry.crc32() };
            entries.push((name, entry, is_plain && is_believed));
        }
        let mut tree = Tree::new(Place::Zip(Mutex::new(archive)), path);
        for (name, entry, is_plain) in entries {
            tree.add(&name, entry, is_plain);
        }
        Ok(tree)
    }

    fn of_folder(root: &Path) -> Result<Tree, String> {
        let mut tree = Tree::new(Place::Folder, root);
        let mut open = vec![(root.to_owned(), String::new(), 0)];
        while let Some((folder, name, depth)) = open.pop() {
            let listed = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            for one in listed {
                let one = one.map_err(|error| format!("{}: {error}", folder.display()))?;
                let called = one.file_name().to_string_lossy().into_owned();
                let name = if name.is_empty() { called.clone() } else { format!("{name}/{called}") };
                // Of the entry itself: a link could lead to anything on this machine.
                let about = one.metadata().map_err(|error| format!("{name}: {error}"))?;
                if about.is_dir() && depth < DEPTH_MAX {
                    open.push((one.path(), name, depth + 1));
                } else {
                    // It would be read by a name with a slash.
                    let is_plain = about.is_file() && !called.contains('\\');
                    tree.add(&name, Entry { size: about.len(), at: 0, crc: 0 }, is_plain);
                }
                if tree.entries.len() + tree.passed_over.len() + open.len() > FOLDER_FILES_MAX {
                    return Err(format!("the folder has more than {FOLDER_FILES_MAX} files"));
                }
            }
        }
        Ok(tree)
    }

    fn add(&mut self, name: &str, entry: Entry, is_plain: bool) {
        match archive::plain(name) {
            Ok(name) if is_plain => drop(self.entries.insert(name.into(), entry)),
            _ => self.passed_over.push(name.chars().take(200).collect()),
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

    /// The name of the file, where there is only one.
    pub fn only(&self) -> Option<&str> {
        let mut names = self.names();
        names.next().filter(|_| names.next().is_none())
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
                let index = usize::try_from(entry.at).map_err(|error| error.to_string())?;
                let opened = archive.by_index(index).map_err(|error| error.to_string())?;
                Ok(with(&mut opened.take(entry.size)))
            }
            Place::Folder => Ok(with(&mut self.opened(name)?.take(entry.size))),
            Place::Parts(whole) => Ok(with(&mut whole.part(entry.at, entry.size))),
        }
    }

    /// A file that is read at any place. One that is packed is unpacked first, into a file without a name.
    ///
    /// # Errors
    /// As [`Tree::read`], and when there is no place to unpack it.
    pub fn at(&self, name: &str) -> Result<At, String> {
        let entry = self.entries.get(name).ok_or("it is not there")?;
        match &self.place {
            Place::Zip(_) => self.read(name, |from| unpacked(from, entry.size, &self.path))?,
            Place::Folder => Ok(At::of(self.opened(name)?, entry.size)),
            Place::Parts(whole) => Ok(whole.part(entry.at, entry.size)),
        }
    }

    fn opened(&self, name: &str) -> Result<File, String> {
        File::open(self.path.join(format!("{}{name}", self.prefix))).map_err(|error| error.to_string())
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

fn start(of: &At) -> Result<Vec<u8>, String> {
    let mut start = Vec::new();
    of.clone().take(START_BYTES).read_to_end(&mut start).map_err(|error| error.to_string())?;
    Ok(start)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

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

    #[test]
    fn a_tarball_is_read_like_a_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let tar = [
            tar::tests::entry("x/realm.json", b'0', b"{}"),
            tar::tests::entry("x/../../etc/passwd", b'0', b"x"),
            tar::tests::entry("x/link", b'2', b""),
            tar::tests::entry("x/uploads/1", b'0', b"one"),
            vec![0; 1_024],
        ]
        .concat();
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&tar).expect("memory");
        let (plain, gz) = (folder.path().join("a.tar"), folder.path().join("a.tar.gz"));
        std::fs::write(&plain, &tar).expect("a file");
        std::fs::write(&gz, packed.finish().expect("memory")).expect("a file");
        for path in [plain, gz] {
            let tree = Tree::open(&path).expect("a tarball");
            assert_eq!(tree.names().collect::<Vec<_>>(), ["realm.json", "uploads/1"]);
            assert_eq!((tree.passed_over.len(), tree.whole("uploads/1", 3).as_deref()), (2, Ok(&b"one"[..])));
            let mut text = String::new();
            tree.at("uploads/1").expect("a file").part(1, 2).read_to_string(&mut text).expect("text");
            assert_eq!(text, "ne");
        }
    }

    #[test]
    fn a_packed_entry_is_read_at_any_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let tree = Tree::open(&zipped(folder.path(), &[("a", b"0123"), ("b", b"")])).expect("a zip");
        let mut text = String::new();
        tree.at("a").expect("a file").part(2, 9).read_to_string(&mut text).expect("text");
        assert_eq!((text.as_str(), tree.at("c").is_err()), ("23", true));
    }
}
