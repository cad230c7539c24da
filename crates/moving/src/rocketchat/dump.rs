//! The collections of a database of MongoDB: a folder as `mongodump` writes it, also packed by gzip, its archive in one file, or
//! the JSON of `mongoexport`.

use std::collections::BTreeMap;
use std::io::{BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use super::archive;
use super::document;
use crate::at::{At, unpacked};
use crate::items::{Items, Next};
use crate::tree::Tree;

/// The longest document that MongoDB has, and what its tools add.
const DOCUMENT_BYTES_MAX: usize = (16 << 20) + (16 << 10);
/// The shortest: its length and its end.
const DOCUMENT_BYTES_MIN: usize = 5;
/// The collection without which nothing comes.
const MESSAGES: &str = "rocketchat_message";

/// Where the documents of a collection are.
enum Place {
    /// Parts of a file, in their order.
    Bson(Vec<At>),
    /// The name of a file of JSON.
    Json(String),
}

/// A database.
pub struct Dump {
    pub tree: Tree,
    collections: BTreeMap<String, Place>,
}

/// A document on its way.
pub struct Document {
    /// Counted from 1.
    pub row: u64,
    pub value: Result<Value, String>,
    /// Which part it is in, and where there.
    pub part: usize,
    pub at: u64,
    /// Bytes of the collection that are read, with this one.
    pub read: u64,
    pub bytes: usize,
}

impl Dump {
    /// Opens a dump.
    ///
    /// # Errors
    /// When it is none of the forms, or has no messages.
    pub fn open(path: &Path) -> Result<Dump, String> {
        let tree = Tree::open(path)?;
        let shown = path.display();
        if let Some(name) = tree.only() {
            let whole = tree.at(name)?;
            if archive::is_archive(&whole) {
                let parts = archive::index(&whole).map_err(|why| format!("{shown}: {why}"))?;
                let collections = parts.into_iter().map(|(name, parts)| (name, Place::Bson(parts))).collect();
                return Dump { tree, collections }.checked(path);
            }
        }
        let has_messages = |name: &&str| collection(name).is_some_and(|(_, name, _)| name == MESSAGES);
        let Some(messages) = tree.names().find(has_messages) else {
            return Err(format!("{shown} is no dump of Rocket.Chat: there is no {MESSAGES}.bson or .json in it"));
        };
        let folder = collection(messages).map_or("", |(folder, ..)| folder).to_owned();
        let mut collections = BTreeMap::new();
        for name in tree.names() {
            let Some((within, called, form)) = collection(name) else { continue };
            if within != folder {
                continue;
            }
            let place = match form {
                Form::Json => Place::Json(name.to_owned()),
                Form::Bson => Place::Bson(vec![tree.at(name)?]),
                Form::Packed => {
                    let packed = tree.at(name)?;
                    let size = packed.size;
                    Place::Bson(vec![unpacked(MultiGzDecoder::new(BufReader::new(packed)), size, path)?])
                }
            };
            collections.entry(called.to_owned()).or_insert(place);
        }
        Dump { tree, collections }.checked(path)
    }

    fn checked(self, path: &Path) -> Result<Dump, String> {
        for needed in [MESSAGES, "rocketchat_room", "users"] {
            if !self.collections.contains_key(needed) {
                return Err(format!("{} has no collection {needed}: dump the whole database", path.display()));
            }
        }
        Ok(self)
    }

    /// Bytes of a collection.
    pub fn size(&self, collection: &str) -> u64 {
        match self.collections.get(collection) {
            Some(Place::Bson(parts)) => parts.iter().map(|part| part.size).sum(),
            Some(Place::Json(name)) => self.tree.size(name),
            None => 0,
        }
    }

    /// A part of a collection of BSON.
    pub fn part(&self, collection: &str, part: usize) -> Option<&At> {
        match self.collections.get(collection)? {
            Place::Bson(parts) => parts.get(part),
            Place::Json(_) => None,
        }
    }

    /// Reads the documents of a collection; none where it is not there.
    ///
    /// # Errors
    /// When it breaks off.
    pub fn documents(&self, collection: &str, mut each: impl FnMut(Document) -> ControlFlow<()>) -> Result<(), String> {
        match self.collections.get(collection) {
            Some(Place::Bson(parts)) => bson(parts, &mut each),
            Some(Place::Json(name)) => json(&self.tree, name, &mut each),
            None => Ok(()),
        }
        .map_err(|why| format!("{collection} {why}"))
    }
}

fn bson(parts: &[At], each: &mut dyn FnMut(Document) -> ControlFlow<()>) -> Result<(), String> {
    let (mut raw, mut row, mut read) = (Vec::new(), 0, 0);
    for (part, whole) in parts.iter().enumerate() {
        let (mut from, mut at) = (BufReader::with_capacity(256 << 10, whole.clone()), 0);
        while at < whole.size {
            row += 1;
            let broken = |_| format!("breaks off at row {row}");
            raw.resize(4, 0);
            from.read_exact(&mut raw).map_err(broken)?;
            let len = u32::from_le_bytes(raw[..4].try_into().expect("four bytes")) as usize;
            if !(DOCUMENT_BYTES_MIN..=DOCUMENT_BYTES_MAX).contains(&len) || len as u64 > whole.size - at {
                return Err(format!("breaks off at row {row}: no document is of {len} bytes"));
            }
            raw.resize(len, 0);
            from.read_exact(&mut raw[4..]).map_err(broken)?;
            read += len as u64;
            let value = document::of_bson(&raw);
            if each(Document { row, value, part, at, read, bytes: len }).is_break() {
                return Ok(());
            }
            at += len as u64;
        }
    }
    Ok(())
}

fn json(tree: &Tree, name: &str, each: &mut dyn FnMut(Document) -> ControlFlow<()>) -> Result<(), String> {
    tree.read(name, |from| {
        let (mut items, mut item, mut row) = (Items::values(from), Vec::new(), 0);
        loop {
            row += 1;
            let value = match items.next(&mut item).map_err(|error| error.to_string())? {
                Next::Item => document::of_json(&item),
                Next::TooLong => Err("it is too long".to_owned()),
                Next::End => return Ok(()),
                Next::Table | Next::Broken => return Err(format!("breaks off at row {row}")),
            };
            let document = Document { row, value, part: 0, at: 0, read: items.read, bytes: item.len() };
            if each(document).is_break() {
                return Ok(());
            }
        }
    })?
}

#[derive(Clone, Copy)]
enum Form {
    Bson,
    Packed,
    Json,
}

/// The folder of a file, the collection that it has, and its form.
fn collection(name: &str) -> Option<(&str, &str, Form)> {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let forms = [(".bson", Form::Bson), (".bson.gz", Form::Packed), (".json", Form::Json)];
    let (called, form) = forms.iter().find_map(|(end, form)| Some((file.strip_suffix(end)?, *form)))?;
    (!called.ends_with(".metadata") && !called.is_empty()).then_some((folder, called, form))
}
