//! Files: objects in a store, and what their bytes are.
//!
//! [`FileStore`] keeps objects by [`ObjectPath`]; [`svg`] measures drawings; [`media`] names types; [`charset`] reads
//! text in any encoding, and [`text`] finds what is searched. Knows no HTTP, no SQL and no permissions: `server` asks,
//! stores what comes back and announces it. Pictures are made by the crate `pictures`.

pub mod charset;
mod error;
#[doc(hidden)]
pub mod fuzzed;
pub mod media;
mod path;
mod store;
pub mod svg;
pub mod text;

pub use error::FileError;
pub use path::{Attachment, ObjectPath, PATH_LEN_MAX, SEGMENT_LEN_MAX};
pub use store::{CHUNK_BYTES, Download, FileStore, LIST_LEN, Listed, Listing, Reader, S3, S3Credentials, Stat, Writer};
