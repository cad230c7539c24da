//! The archive of `mongodump`: all collections in one file. Their documents come in blocks, each behind the name of its
//! collection, as the program read them.

use std::collections::BTreeMap;
use std::io::{BufReader, Read, Seek, SeekFrom};

use super::document;
use crate::at::At;

const MAGIC: [u8; 4] = [0x6d, 0xe2, 0x99, 0x81];
const END: u32 = u32::MAX;
/// The longest document, with what the program adds.
const DOCUMENT_BYTES_MAX: u32 = (16 << 20) + (16 << 10);
/// Blocks of an archive, 40 bytes each; the program writes some megabytes in one.
const BLOCKS_MAX: usize = 2_000_000;
const BROKEN: &str = "the archive breaks off: make it again";

/// Whether a file begins as an archive does.
pub fn is_archive(file: &At) -> bool {
    let mut start = [0; 4];
    file.clone().read_exact(&mut start).is_ok() && start == MAGIC
}

/// Where the documents of each collection are. The database is the one that has messages of Rocket.Chat.
///
/// # Errors
/// When the archive breaks off.
pub fn index(file: &At) -> Result<BTreeMap<String, Vec<At>>, String> {
    let mut walk = Walk { from: BufReader::new(file.clone()), at: 4, size: file.size };
    walk.from.seek(SeekFrom::Start(4)).map_err(|error| error.to_string())?;
    // What the archive is, and which collections it has.
    while walk.pass()?.is_some() {}
    let mut found: BTreeMap<(String, String), Vec<At>> = BTreeMap::new();
    let mut blocks = 0;
    while walk.at < walk.size {
        let Some(head) = walk.document()? else { continue };
        let named = document::of_bson(&head).map_err(|_| BROKEN)?;
        let text = |name: &str| named[name].as_str().unwrap_or_default().to_owned();
        let begin = walk.at;
        let mut end = begin;
        while walk.pass()?.is_some() {
            end = walk.at;
        }
        blocks += 1;
        if blocks > BLOCKS_MAX {
            return Err("the archive has too many blocks: dump into a folder".to_owned());
        }
        if end > begin {
            found.entry((text("db"), text("collection"))).or_default().push(file.part(begin, end - begin));
        }
    }
    let database = found.keys().find(|(_, collection)| collection == "rocketchat_message").map(|(db, _)| db.clone());
    let database = database.unwrap_or_default();
    Ok(found.into_iter().filter(|((db, _), _)| *db == database).map(|((_, name), parts)| (name, parts)).collect())
}

struct Walk {
    from: BufReader<At>,
    at: u64,
    size: u64,
}

impl Walk {
    /// The length of what stands next; nothing at the end of a block.
    fn len(&mut self) -> Result<Option<u32>, String> {
        let mut len = [0; 4];
        self.from.read_exact(&mut len).map_err(|_| BROKEN)?;
        self.at += 4;
        match u32::from_le_bytes(len) {
            END => Ok(None),
            len if (5..=DOCUMENT_BYTES_MAX).contains(&len) && self.at - 4 + u64::from(len) <= self.size => {
                Ok(Some(len))
            }
            _ => Err(BROKEN.to_owned()),
        }
    }

    /// Passes over a document.
    fn pass(&mut self) -> Result<Option<()>, String> {
        let Some(len) = self.len()? else { return Ok(None) };
        let rest = i64::from(len) - 4;
        self.from.seek_relative(rest).map_err(|error| error.to_string())?;
        self.at += u64::from(len) - 4;
        Ok(Some(()))
    }

    /// Reads a document.
    fn document(&mut self) -> Result<Option<Vec<u8>>, String> {
        let Some(len) = self.len()? else { return Ok(None) };
        let mut bytes = vec![0; len as usize];
        bytes[..4].copy_from_slice(&len.to_le_bytes());
        self.from.read_exact(&mut bytes[4..]).map_err(|_| BROKEN)?;
        self.at += u64::from(len) - 4;
        Ok(Some(bytes))
    }
}
