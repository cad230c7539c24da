//! Files of a server: in the database, cut into chunks (GridFS), or in a folder, each under its id.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::ops::ControlFlow::Continue;

use transfer::bulk::left_out::LeftOut;

use super::document;
use super::dump::Dump;
use super::records::{Emoji, File, Upload};
use super::take;

const UPLOADS: &str = "rocketchat_uploads";
const AVATARS: &str = "rocketchat_avatars";
const EMOJI: &str = "rocketchat_custom_emoji";
/// What paths of lines begin with, and the collections of their bytes.
const FILE: &str = "file";
const PICTURE: &str = "picture";
const SMILEY: &str = "emoji";
const BUCKETS: [(&str, &str); 3] = [(FILE, UPLOADS), (PICTURE, AVATARS), (SMILEY, "custom_emoji")];
/// Small pictures that the server makes of large ones.
const THUMB: &str = "thumb-";

/// A part of a file.
#[derive(Clone, Copy)]
struct Chunk {
    number: u32,
    part: u32,
    at: u64,
    len: u32,
}

/// Where bytes are.
#[derive(Default)]
pub struct Files {
    /// By bucket and id.
    chunks: HashMap<(&'static str, Box<str>), Vec<Chunk>>,
    /// Files of folders by what they are called, and without what follows the first dot.
    by_name: HashMap<Box<str>, Box<str>>,
    /// Emoji by name, with the id of their file.
    pub emoji: BTreeMap<String, String>,
    /// Pictures by person, with the id of their file.
    pictures: HashMap<String, String>,
}

impl Files {
    /// Looks through a dump.
    pub fn of(dump: &Dump, left_out: &mut LeftOut) -> Files {
        let mut files = Files::default();
        for name in dump.tree.names() {
            let last = name.rsplit('/').next().unwrap_or(name);
            if !name.ends_with(".json") && !name.ends_with(".bson") {
                files.by_name.insert(last.into(), name.into());
                let stem = last.split('.').next().unwrap_or(last);
                files.by_name.entry(stem.into()).or_insert_with(|| name.into());
            }
        }
        for (bucket, collection) in BUCKETS {
            let chunks = format!("{collection}.chunks");
            let read = dump.documents(&chunks, |document| {
                let Ok(value) = &document.value else { return Continue(()) };
                if let (Some(id), Some(number)) = (value["files_id"].as_str(), value["n"].as_u64()) {
                    let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
                    let (part, len) = (small(document.part as u64), small(document.bytes as u64));
                    let chunk = Chunk { number: small(number), part, at: document.at, len };
                    files.chunks.entry((bucket, id.into())).or_default().push(chunk);
                }
                Continue(())
            });
            note(read, left_out);
        }
        files.chunks.values_mut().for_each(|chunks| chunks.sort_by_key(|chunk| chunk.number));
        let read = dump.documents(EMOJI, |document| {
            if let Some(Emoji { name, extension }) = take(EMOJI, document, left_out) {
                files.emoji.insert(name.to_lowercase(), format!("{name}.{extension}"));
            }
            Continue(())
        });
        note(read, left_out);
        let read = dump.documents(AVATARS, |document| {
            if let Some(Upload { _id, user_id }) = take(AVATARS, document, left_out) {
                files.pictures.insert(user_id, _id);
            }
            Continue(())
        });
        note(read, left_out);
        files
    }

    fn has(&self, bucket: &'static str, id: &str) -> bool {
        self.chunks.contains_key(&(bucket, Box::<str>::from(id))) || self.by_name.contains_key(id)
    }

    /// The path under which a line names a file; nothing when its bytes are not there.
    pub fn path(&self, file: &File) -> Option<String> {
        if !self.has(FILE, &file._id) || file._id.contains('/') {
            return None;
        }
        let name = if file.name.is_empty() { &file._id } else { &file.name };
        let name: String =
            name.chars().map(|one| if matches!(one, '/' | '\\') { '_' } else { one }).take(200).collect();
        Some(format!("{FILE}/{}/{name}", file._id))
    }

    /// Whether a file is a small picture of another.
    pub fn is_thumb(file: &File) -> bool {
        file.name.starts_with(THUMB)
    }

    /// The path of somebody's picture.
    pub fn picture(&self, person: &str) -> Option<String> {
        let id = self.pictures.get(person).filter(|id| self.has(PICTURE, id))?;
        Some(format!("{PICTURE}/{id}"))
    }

    /// The path of an emoji by the id of its file.
    pub fn emoji_path(id: &str) -> String {
        format!("{SMILEY}/{id}")
    }

    /// The bytes behind a path that was given here.
    ///
    /// # Errors
    /// When there are none, or more than `len_max`.
    pub fn data(&self, dump: &Dump, path: &str, len_max: u64) -> Result<Vec<u8>, String> {
        let (bucket, rest) = path.split_once('/').unwrap_or_default();
        let (bucket, collection) =
            BUCKETS.into_iter().find(|(name, _)| *name == bucket).ok_or("it is not in the dump")?;
        let id = if bucket == FILE { rest.split('/').next().unwrap_or_default() } else { rest };
        let Some(chunks) = self.chunks.get(&(bucket, Box::<str>::from(id))) else {
            return dump.tree.whole(self.by_name.get(id).ok_or("it is not in the dump")?, len_max);
        };
        let (chunked, mut bytes, mut last) = (format!("{collection}.chunks"), Vec::new(), None);
        for chunk in chunks {
            // An upload that was tried twice has some of them twice.
            if last.replace(chunk.number) == Some(chunk.number) {
                continue;
            }
            let part = dump.part(&chunked, chunk.part as usize).ok_or("chunks in JSON cannot be read: dump as BSON")?;
            let mut raw = Vec::new();
            let read = part.part(chunk.at, chunk.len.into()).read_to_end(&mut raw);
            read.map_err(|error| error.to_string())?;
            bytes.extend_from_slice(document::bytes_of(&raw, "data").ok_or("a chunk has no bytes")?);
            if bytes.len() as u64 > len_max {
                return Err(format!("it is larger than {len_max} bytes"));
            }
        }
        Ok(bytes)
    }
}

fn note(read: Result<(), String>, left_out: &mut LeftOut) {
    if let Err(why) = read {
        left_out.add("A collection breaks off. What stands before comes.", why);
    }
}
