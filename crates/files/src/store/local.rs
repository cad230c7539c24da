//! Objects in a folder.
//!
//! A new object is written to `.partial/`, synced, renamed to its place, and the folders that
//! changed are synced: an acknowledged file survives a power cut, and a reader never meets half of
//! one. `.partial/` is one folder in the root (on the same file system, or renaming would fail)
//! rather than the object's own, so that what crashed writers left is found without a walk; object
//! paths have no segment with a leading dot, so nothing collides with it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use base::{Clock, Millis};
use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};

use super::{CHUNK_BYTES, LIST_LEN, Listed, Stat, UNFINISHED_AGE_MAX_MS};
use crate::{FileError, ObjectPath};

const PARTIAL: &str = ".partial";

pub(super) struct LocalStore {
    root: PathBuf,
}

impl LocalStore {
    pub(super) async fn open(root: &Path, clock: &Clock) -> Result<Self, FileError> {
        let (root, clock) = (root.to_owned(), clock.clone());
        blocking("open file store", move || {
            fs::create_dir_all(root.join(PARTIAL))?;
            let root = root.canonicalize()?;
            remove_abandoned(&root.join(PARTIAL), clock.now() - UNFINISHED_AGE_MAX_MS)?;
            Ok(LocalStore { root })
        })
        .await
    }

    pub(super) async fn begin(&self, path: &ObjectPath) -> Result<LocalWriter, FileError> {
        let temporary = self.root.join(PARTIAL).join(base::tokens::secret());
        let file = blocking("begin object", {
            let temporary = temporary.clone();
            move || OpenOptions::new().write(true).create_new(true).open(temporary)
        })
        .await?;
        let placing = Placing { root: self.root.clone(), temporary, place: self.place(path), placed: false };
        Ok(LocalWriter { file: tokio::fs::File::from_std(file), size: 0, placing: Some(placing) })
    }

    pub(super) async fn append(&self, path: &ObjectPath, offset: u64) -> Result<LocalWriter, FileError> {
        let (root, place) = (self.root.clone(), self.place(path));
        let opened = tokio::task::spawn_blocking(move || open_for_append(&root, &place, offset)).await;
        let file = opened.map_err(|lost| FileError::Store { action: "append", source: io::Error::other(lost) })??;
        Ok(LocalWriter { file: tokio::fs::File::from_std(file), size: offset, placing: None })
    }

    pub(super) async fn get(&self, path: &ObjectPath, range: Option<Range<u64>>) -> Result<LocalReader, FileError> {
        let mut file = tokio::fs::File::open(self.place(path)).await.map_err(FileError::doing("open object"))?;
        let stat = stat_of(&file.metadata().await.map_err(FileError::doing("read object"))?)?;
        let range = match range {
            None => 0..stat.size,
            Some(range) => range.start..range.end.min(stat.size),
        };
        let asked_for_nothing = range.start >= range.end && range != (0..stat.size);
        if asked_for_nothing {
            return Err(FileError::RangeOutside { size: stat.size });
        }
        if range.start > 0 {
            file.seek(io::SeekFrom::Start(range.start)).await.map_err(FileError::doing("seek in object"))?;
        }
        Ok(LocalReader { file, stat, left: range.end - range.start })
    }

    pub(super) async fn stat(&self, path: &ObjectPath) -> Result<Stat, FileError> {
        let metadata = tokio::fs::metadata(self.place(path)).await.map_err(FileError::doing("look at object"))?;
        stat_of(&metadata)
    }

    pub(super) async fn delete(&self, path: &ObjectPath) -> Result<bool, FileError> {
        let place = self.place(path);
        blocking("delete object", move || match fs::remove_file(&place) {
            Ok(()) => sync_folder(place.parent().expect("an object lies in a folder")).map(|()| true),
            Err(missing) if is_missing(&missing) => Ok(false),
            Err(other) => Err(other),
        })
        .await
    }

    pub(super) async fn assemble(&self, from: &ObjectPath, to: &ObjectPath, size: u64) -> Result<(), FileError> {
        let (root, from, to) = (self.root.clone(), self.place(from), self.place(to));
        let there = stat_of(&tokio::fs::metadata(&from).await.map_err(FileError::doing("assemble object"))?)?;
        if there.size < size {
            return Err(FileError::Gap { size: there.size });
        }
        blocking("assemble object", move || {
            if there.size > size {
                // What nobody acknowledged.
                let file = OpenOptions::new().write(true).open(&from)?;
                file.set_len(size)?;
                file.sync_all()?;
            }
            make_folders(&root, &to)?;
            fs::rename(&from, &to)?;
            sync_folder(to.parent().expect("an object lies in a folder"))?;
            sync_folder(from.parent().expect("an object lies in a folder"))
        })
        .await
    }

    pub(super) async fn list(&self, after: Option<&ObjectPath>) -> Result<Vec<Listed>, FileError> {
        let (root, after) = (self.root.clone(), after.map_or(String::new(), ObjectPath::to_string));
        blocking("list objects", move || {
            let mut found = Vec::new();
            collect(&root, "", &after, &mut found)?;
            Ok(found)
        })
        .await
    }

    pub(super) async fn sweep(&self, before: Millis) -> Result<u64, FileError> {
        let partial = self.root.join(PARTIAL);
        blocking("sweep partial objects", move || remove_abandoned(&partial, before)).await
    }

    fn place(&self, path: &ObjectPath) -> PathBuf {
        self.root.join(path.as_str())
    }
}

/// Where a finished file goes. Dropped before that, it takes the temporary file along.
struct Placing {
    root: PathBuf,
    temporary: PathBuf,
    place: PathBuf,
    placed: bool,
}

impl Placing {
    fn finish(mut self) -> io::Result<()> {
        make_folders(&self.root, &self.place)?;
        fs::rename(&self.temporary, &self.place)?;
        self.placed = true;
        sync_folder(self.place.parent().expect("an object lies in a folder"))
    }
}

impl Drop for Placing {
    fn drop(&mut self) {
        if !self.placed {
            // Best effort: the next start removes what stays.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

pub struct LocalWriter {
    file: tokio::fs::File,
    size: u64,
    /// `None` for an append, which writes in place.
    placing: Option<Placing>,
}

impl LocalWriter {
    pub(super) async fn write(&mut self, bytes: Bytes) -> Result<(), FileError> {
        self.file.write_all(&bytes).await.map_err(FileError::doing("write object"))?;
        self.size += bytes.len() as u64;
        Ok(())
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    pub(super) async fn finish(mut self) -> Result<u64, FileError> {
        // Flush first: it reports a failed background write, which syncing alone would not.
        self.file.flush().await.map_err(FileError::doing("write object"))?;
        self.file.sync_all().await.map_err(FileError::doing("sync object"))?;
        if let Some(placing) = self.placing.take() {
            blocking("place object", move || placing.finish()).await?;
        }
        Ok(self.size)
    }
}

pub struct LocalReader {
    file: tokio::fs::File,
    stat: Stat,
    left: u64,
}

impl LocalReader {
    pub(super) fn stat(&self) -> Stat {
        self.stat
    }

    pub(super) fn left(&self) -> u64 {
        self.left
    }

    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>, FileError> {
        if self.left == 0 {
            return Ok(None);
        }
        let len = self.left.min(CHUNK_BYTES as u64);
        let mut chunk = BytesMut::with_capacity(len as usize);
        let mut limited = (&mut self.file).take(len);
        let read = limited.read_buf(&mut chunk).await.map_err(FileError::doing("read object"))?;
        if read == 0 {
            let source = io::Error::new(io::ErrorKind::UnexpectedEof, "object became shorter");
            return Err(FileError::Store { action: "read object", source });
        }
        self.left -= read as u64;
        Ok(Some(chunk.freeze()))
    }
}

fn open_for_append(root: &Path, place: &Path, offset: u64) -> Result<File, FileError> {
    let doing = FileError::doing("append to object");
    if offset == 0 {
        make_folders(root, place).map_err(&doing)?;
    }
    let opened = OpenOptions::new().read(true).write(true).create(offset == 0).truncate(false).open(place);
    let mut file = match opened {
        Err(missing) if is_missing(&missing) => return Err(FileError::Gap { size: 0 }),
        opened => opened.map_err(&doing)?,
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => return Err(FileError::Busy),
        Err(fs::TryLockError::Error(source)) => return Err(doing(source)),
    }
    let size = file.metadata().map_err(&doing)?.len();
    if size < offset {
        return Err(FileError::Gap { size });
    }
    file.set_len(offset).map_err(&doing)?;
    io::Seek::seek(&mut file, io::SeekFrom::Start(offset)).map_err(&doing)?;
    if offset == 0 {
        sync_folder(place.parent().expect("an object lies in a folder")).map_err(&doing)?;
    }
    Ok(file)
}

/// Makes the folders above `place` and syncs each folder that got a new one.
fn make_folders(root: &Path, place: &Path) -> io::Result<()> {
    let folder = place.parent().expect("an object lies in a folder");
    if folder.is_dir() {
        return Ok(());
    }
    let missing: Vec<&Path> = folder.ancestors().take_while(|above| *above != root && !above.is_dir()).collect();
    for folder in missing.into_iter().rev() {
        match fs::create_dir(folder) {
            Ok(()) => {}
            Err(raced) if raced.kind() == io::ErrorKind::AlreadyExists => {}
            Err(other) => return Err(other),
        }
        sync_folder(folder.parent().expect("a folder below the root"))?;
    }
    Ok(())
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

fn remove_abandoned(partial: &Path, before: Millis) -> io::Result<u64> {
    let mut removed = 0;
    for entry in fs::read_dir(partial)? {
        let entry = entry?;
        // Another node may finish or remove it meanwhile; then it is not ours to worry about.
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        if modified.is_ok_and(|modified| millis(modified) < before) && fs::remove_file(entry.path()).is_ok() {
            removed += 1;
        }
    }
    Ok(removed)
}

/// Adds objects of `folder` (its path from `root` with a slash behind) whose paths are greater than `after`, until
/// there are [`LIST_LEN`]. A folder is sorted with the slash that follows its name, so that whole paths are in order.
fn collect(root: &Path, folder: &str, after: &str, found: &mut Vec<Listed>) -> io::Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        // Names that are no text are none of ours, nor are hidden ones.
        let Some(name) = entry.file_name().to_str().filter(|name| !name.starts_with('.')).map(str::to_owned) else {
            continue;
        };
        let slash = if entry.file_type()?.is_dir() { "/" } else { "" };
        names.push(format!("{folder}{name}{slash}"));
    }
    names.sort_unstable();
    for name in names {
        if found.len() == LIST_LEN {
            return Ok(());
        }
        if name.ends_with('/') {
            // All below a folder is behind `after` or `after` lies in it or the folder is done.
            if name.as_str() > after || after.starts_with(&name) {
                let below = collect(root, &name, after, found);
                below.or_else(|error| if is_missing(&error) { Ok(()) } else { Err(error) })?;
            }
            continue;
        }
        let Some(path) = ObjectPath::parse(&name).ok().filter(|path| path.as_str() > after) else { continue };
        match fs::metadata(root.join(&name)) {
            // Deleted meanwhile.
            Err(missing) if is_missing(&missing) => {}
            metadata => {
                if let Ok(stat) = stat_of(&metadata?) {
                    found.push(Listed { path, stat });
                }
            }
        }
    }
    Ok(())
}

fn stat_of(metadata: &fs::Metadata) -> Result<Stat, FileError> {
    if !metadata.is_file() {
        return Err(FileError::NotFound);
    }
    let modified = metadata.modified().map_err(FileError::doing("look at object"))?;
    Ok(Stat { size: metadata.len(), modified_at: millis(modified) })
}

fn millis(time: SystemTime) -> Millis {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}

async fn blocking<T: Send + 'static>(
    action: &'static str,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, FileError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|lost| Err(io::Error::other(lost))).map_err(FileError::failing(action))
}
