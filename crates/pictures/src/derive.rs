//! The three small pictures of an uploaded one: thumbnail, preview and mini preview.

use crate::decode::{Fill, Size, decode, jpeg};
use crate::probe::{Format, Opened, Probe};
use crate::{Budget, PictureError};

/// The thumbnail's box.
const THUMBNAIL: Size = Size { width: 120, height: 100 };

/// Widest preview. Its height is bounded too, by the longest side of a JPEG.
const PREVIEW: Size = Size { width: 1920, height: 65_500 };

/// Both sides of the mini preview, which clients stretch and blur while the preview loads.
const MINI: Size = Size { width: 16, height: 16 };

/// As the reference encodes all three.
const QUALITY: u8 = 90;

/// An uploaded picture's size, and JPEGs made of its first frame.
#[derive(Debug, Clone)]
pub struct Derived {
    pub probe: Probe,
    pub thumbnail: Vec<u8>,
    /// `None` of a GIF: clients show the GIF itself.
    pub preview: Option<Vec<u8>>,
    pub mini: Vec<u8>,
}

/// Decodes a picture once and makes its small pictures. Transparent parts become white.
///
/// # Errors
/// Every [`PictureError`]; the file is then stored without pictures.
pub fn derive(bytes: &[u8], budget: &Budget) -> Result<Derived, PictureError> {
    let opened = Opened::new(bytes, budget)?;
    let (probe, deadline) = (opened.probe, opened.deadline);
    let decoded = decode(opened)?.on_white();
    let size = decoded.size();
    let preview = match probe.format {
        Format::Gif => None,
        _ => Some(jpeg(&decoded.scaled(size.inside(PREVIEW), Fill::Whole), QUALITY)?),
    };
    deadline.check()?;
    let thumbnail = jpeg(&decoded.scaled(size.inside(THUMBNAIL), Fill::Whole), QUALITY)?;
    let mini = jpeg(&decoded.scaled(MINI, Fill::Whole), QUALITY)?;
    Ok(Derived { probe, thumbnail, preview, mini })
}
