//! Saving: from a stream of bytes to a stored file and what is known of it.
//!
//! The bytes go to the store as they come; in memory stays the beginning, which tells what the file
//! is and, for text, what searches find. A picture is read back once it is stored, when the lane for
//! pictures has room for it.

use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, FileId, UserId};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use files::text::{self, SEARCHED_BYTES_MAX};
use files::{Attachment, FileError, ObjectPath, Writer, media, svg};
use node::error::{ApiError, Result};
use pictures::{Budget, Derived};
use request::App;
use wire::files::FileInfo;

use crate::files::too_large;

/// Bytes of a file's name: what common file systems keep.
const NAME_BYTES_MAX: usize = 255;
/// Types of pictures that are decoded.
const DECODED: &[&str] = &["image/png", "image/jpeg", "image/gif", "image/bmp", "image/webp", "image/tiff"];

/// A drawing, which is measured and never decoded.
const SVG: &str = "image/svg+xml";

/// What is known of a file before its bytes come.
#[derive(Debug, Clone)]
pub struct NewFile {
    pub channel: ChannelId,
    pub user: UserId,
    pub name: String,
}

/// A file whose bytes are coming.
pub struct Saving {
    app: Arc<App>,
    new: NewFile,
    of: Attachment,
    writer: Writer,
    start: Vec<u8>,
    start_max: usize,
    size_max: u64,
}

impl Saving {
    /// Begins a file.
    ///
    /// # Errors
    /// When the file store does not answer.
    pub async fn begin(app: &Arc<App>, new: NewFile) -> Result<Saving> {
        let of = Attachment { created_at: app.clock.now(), channel: new.channel, user: new.user, file: app.ids.next() };
        let writer = app.files.begin(&ObjectPath::attachment(&of)).await?;
        let start_max = start_len(app, &new.name);
        let size_max = app.config().files.max_file_bytes;
        Ok(Saving { app: app.clone(), new, of, writer, start: Vec::new(), start_max, size_max })
    }

    /// # Errors
    /// 413 beyond the largest file.
    pub async fn write(&mut self, bytes: Bytes) -> Result<()> {
        if self.writer.size() + bytes.len() as u64 > self.size_max {
            return Err(too_large());
        }
        let wanted = (self.start_max - self.start.len()).min(bytes.len());
        self.start.extend_from_slice(&bytes[..wanted]);
        Ok(self.writer.write(bytes).await?)
    }

    /// Makes the bytes durable and finds out what they are. The file is known to nobody before its insertion.
    pub async fn finish(self) -> Result<FileInfo> {
        let Saving { app, new, of, writer, start, .. } = self;
        let size = writer.finish().await?;
        Ok(describe(&app, &new, &of, Stored { size, start: &start }).await)
    }
}

/// Bytes that are stored already.
#[derive(Clone, Copy)]
pub struct Stored<'a> {
    pub size: u64,
    /// As many of the first bytes as [`start_len`] says.
    pub start: &'a [u8],
}

/// Bytes from the beginning of a file that tell what it is.
pub fn start_len(app: &App, name: &str) -> usize {
    let extract = app.config().files.extract_content && text::is_text(name, &media::type_of(name, &[]));
    match media::type_of(name, &[]).as_str() {
        _ if extract => SEARCHED_BYTES_MAX,
        SVG => svg::HEAD_BYTES_MAX,
        _ => media::SNIFF_LEN,
    }
}

/// What is known of stored bytes; of pictures, the small ones made on the way. Pictures that cannot be made are left
/// out: the file is one like any other.
pub async fn describe(app: &Arc<App>, new: &NewFile, of: &Attachment, stored: Stored<'_>) -> FileInfo {
    let mime_type = media::type_of(&new.name, stored.start);
    let content = match app.config().files.extract_content {
        true => text::searchable(&new.name, &mime_type, stored.start).unwrap_or_default(),
        false => String::new(),
    };
    let mut file = FileInfo {
        id: of.file,
        user_id: of.user,
        channel_id: of.channel,
        create_at: of.created_at,
        update_at: of.created_at,
        path: ObjectPath::attachment(of).to_string(),
        name: new.name.clone(),
        extension: media::extension(&new.name),
        size: i64::try_from(stored.size).unwrap_or(i64::MAX),
        content,
        ..FileInfo::default()
    };
    if DECODED.contains(&mime_type.as_str())
        && let Err(error) = add_pictures(app, &mut file, of, stored.size).await
    {
        tracing::debug!(file.id = %file.id, error.id = %error.id, cause = %error.detailed, "no pictures of a file");
    }
    if mime_type == SVG
        && let Some((width, height)) = svg::size(stored.start)
    {
        (file.width, file.height) = (width.into(), height.into());
    }
    file.mime_type = mime_type;
    file
}

async fn add_pictures(app: &Arc<App>, file: &mut FileInfo, of: &Attachment, size: u64) -> Result<()> {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    if size > pictures::ENCODED_BYTES_MAX {
        return Ok(());
    }
    let memory = app.reserve_memory(size)?;
    let bytes = app.files.get_small(&ObjectPath::attachment(of), pictures::ENCODED_BYTES_MAX).await?;
    let Some(bytes) = bytes else { return Ok(()) };
    let budget = Budget { pixels_max: app.config().files.max_image_pixels, ..Budget::default() };
    let derived = app.pictures.run(move || {
        let derived = pictures::derive(&bytes, &budget);
        drop(memory);
        derived
    });
    let unusable = |error| ApiError::bad_request("api.file.picture.app_error", "Not a picture.").because(error);
    let Derived { probe, thumbnail, preview, mini } = derived.await?.map_err(unusable)?;
    let (thumbnail_path, preview_path) = (ObjectPath::thumbnail(of), ObjectPath::preview(of));
    app.files.put(&thumbnail_path, thumbnail.into()).await?;
    file.thumbnail_path = thumbnail_path.to_string();
    if let Some(preview) = preview {
        app.files.put(&preview_path, preview.into()).await?;
        file.preview_path = preview_path.to_string();
        file.has_preview_image = true;
    }
    (file.width, file.height) = (probe.width.into(), probe.height.into());
    file.mini_preview = Some(STANDARD.encode(mini));
    Ok(())
}

/// Removes the bytes of files that nobody came to know of.
pub async fn discard(app: &App, files: &[FileInfo]) {
    let paths = files.iter().flat_map(|file| [&file.path, &file.thumbnail_path, &file.preview_path]);
    for path in paths.filter(|path| !path.is_empty()) {
        let removed = match ObjectPath::parse(path) {
            Ok(path) => app.files.delete(&path).await.map(drop),
            Err(error) => Err(error),
        };
        if let Err(error @ (FileError::Store { .. } | FileError::BadPath)) = removed {
            tracing::warn!(%error, path, "the bytes of an upload that failed are left");
        }
    }
}

/// The name without folders and control characters, cut to what file systems keep; `.` when nothing is left, as
/// clients are used to.
pub fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut plain: String = last.chars().filter(|c| !c.is_control()).collect();
    if plain.len() > NAME_BYTES_MAX {
        // The extension says what the file is, so the cut goes before it.
        let extension = plain.rfind('.').map_or("", |dot| &plain[dot..]);
        let extension = if extension.len() < 32 { extension.to_owned() } else { String::new() };
        let mut end = NAME_BYTES_MAX - extension.len();
        while !plain.is_char_boundary(end) {
            end -= 1;
        }
        plain.truncate(end);
        plain.push_str(&extension);
    }
    if plain.trim().is_empty() { ".".to_owned() } else { plain }
}

/// The place of a file that was uploaded in parts.
pub fn place(new: &NewFile, file: FileId, created_at: Millis) -> Attachment {
    Attachment { created_at, channel: new.channel, user: new.user, file }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_lose_their_folders() {
        assert_eq!(plain_name("../../etc/passwd"), "passwd");
        assert_eq!(plain_name("C:\\docs\\räksmörgås.pdf"), "räksmörgås.pdf");
        assert_eq!(plain_name(""), ".");
        assert_eq!(plain_name("a/"), ".");
        assert_eq!(plain_name("a\r\nb.txt"), "ab.txt");
    }

    #[test]
    fn a_long_name_keeps_its_extension() {
        let name = plain_name(&format!("{}.pdf", "ä".repeat(300)));
        assert!(name.len() <= NAME_BYTES_MAX && name.ends_with("ä.pdf"), "{name}");
    }

    proptest! {
        #[test]
        fn any_name_becomes_a_plain_one(name in "\\PC{0,400}") {
            let plain = plain_name(&name);
            prop_assert!(!plain.is_empty() && plain.len() <= NAME_BYTES_MAX && !plain.contains(['/', '\\']));
        }
    }
}
