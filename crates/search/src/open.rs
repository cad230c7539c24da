//! Opening the index folder; one that cannot be read is moved aside and begun anew.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::directory::MmapDirectory;
use tantivy::directory::error::OpenReadError;
use tantivy::{IndexReader, ReloadPolicy, TantivyError};
use tracing::warn;

use crate::cursor::Cursor;
use crate::schema::{FORMAT, Fields, settings, tokenizers};
use crate::{Error, Result};

pub struct Opened {
    pub index: tantivy::Index,
    pub reader: IndexReader,
    pub cursor: Cursor,
}

/// What is committed beside the documents.
#[derive(Serialize, Deserialize)]
struct Payload {
    format: u32,
    cursor: Cursor,
}

pub fn payload(cursor: Cursor) -> String {
    serde_json::to_string(&Payload { format: FORMAT, cursor }).expect("numbers and ids are JSON")
}

/// Opens the index in `folder`, or begins one there.
///
/// # Errors
/// When the folder cannot be read or written. An index that is broken or of another format is no
/// error: it is moved to `folder` + `.broken` (replacing the one moved there before), the log says
/// so, and an empty index with the cursor at zero takes its place.
pub fn open(folder: &Path, fields: &Fields) -> Result<Opened> {
    let reason = match try_open(folder, fields) {
        Ok(opened) => return Ok(opened),
        Err(Error::Index(reason)) if is_broken(&reason) => reason,
        Err(error) => return Err(error),
    };
    let aside = PathBuf::from(format!("{}.broken", folder.display()));
    warn!(index.folder = %folder.display(), index.moved_to = %aside.display(), %reason,
        "the search index cannot be read and is built anew");
    match fs::remove_dir_all(&aside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => fs::rename(folder, &aside)?,
    }
    try_open(folder, fields)
}

fn try_open(folder: &Path, fields: &Fields) -> Result<Opened> {
    fs::create_dir_all(folder)?;
    let directory = MmapDirectory::open(folder).map_err(TantivyError::from)?;
    let builder = tantivy::Index::builder().schema(fields.schema.clone()).settings(settings());
    let index = builder.tokenizers(tokenizers()).open_or_create(directory)?;
    // Asked before anything else is read: segments of another format may not be readable at all.
    let cursor = match index.load_metas()?.payload {
        None => Cursor::default(),
        Some(text) => match serde_json::from_str::<Payload>(&text) {
            Ok(payload) if payload.format == FORMAT => payload.cursor,
            _ => return Err(TantivyError::SchemaError("another format".to_owned()).into()),
        },
    };
    // Posts are read from the store, never from the index: no cache for stored documents.
    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).doc_store_cache_num_blocks(0).try_into()?;
    Ok(Opened { index, reader, cursor })
}

/// Whether the index is at fault, as opposed to the machine (no rights, no space, no memory).
fn is_broken(error: &TantivyError) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    match error {
        TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. }) | TantivyError::IoError(io_error) => {
            matches!(io_error.kind(), InvalidData | InvalidInput | UnexpectedEof)
        }
        TantivyError::OpenDirectoryError(_) | TantivyError::LockFailure(..) => false,
        _ => true,
    }
}
