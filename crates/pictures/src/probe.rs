//! What a picture is, from its header: the gate that every picture passes before it is decoded.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{ImageDecoder, ImageReader};

use crate::decode::{failed, limits};
use crate::scans::jpeg_scans;
use crate::{Budget, DECODED_BYTES_MAX, Deadline, PictureError, SCANNED_PIXELS_MAX};

/// Formats that are decoded. All others are files like any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Png,
    Jpeg,
    Gif,
    WebP,
    Bmp,
    Tiff,
}

impl Format {
    /// As link metadata names it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Jpeg => "jpeg",
            Format::Gif => "gif",
            Format::WebP => "webp",
            Format::Bmp => "bmp",
            Format::Tiff => "tiff",
        }
    }

    fn of(format: image::ImageFormat) -> Option<Self> {
        match format {
            image::ImageFormat::Png => Some(Format::Png),
            image::ImageFormat::Jpeg => Some(Format::Jpeg),
            image::ImageFormat::Gif => Some(Format::Gif),
            image::ImageFormat::WebP => Some(Format::WebP),
            image::ImageFormat::Bmp => Some(Format::Bmp),
            image::ImageFormat::Tiff => Some(Format::Tiff),
            _ => None,
        }
    }
}

/// What the header says. Width and height are as shown, with the camera's rotation applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe {
    pub format: Format,
    pub width: u32,
    pub height: u32,
    /// Frames of a GIF, counted without decoding them; 1 for all other formats.
    pub frames: u32,
}

impl Probe {
    /// Frames as link metadata counts them: only a GIF has some.
    pub fn frame_count(&self) -> u32 {
        if self.format == Format::Gif { self.frames } else { 0 }
    }
}

/// Reads the header, and the block structure of a GIF.
///
/// # Errors
/// Every [`PictureError`], as `budget` says.
pub fn probe(bytes: &[u8], budget: &Budget) -> Result<Probe, PictureError> {
    Ok(Opened::new(bytes, budget)?.probe)
}

/// A picture whose header is fine.
pub(crate) struct Opened<'a> {
    pub(crate) decoder: Box<dyn ImageDecoder + 'a>,
    pub(crate) probe: Probe,
    pub(crate) orientation: Orientation,
    pub(crate) deadline: Deadline,
}

impl<'a> Opened<'a> {
    pub(crate) fn new(bytes: &'a [u8], budget: &Budget) -> Result<Self, PictureError> {
        if bytes.len() > budget.encoded_bytes_max {
            return Err(PictureError::TooManyBytes(bytes.len()));
        }
        let deadline = Deadline::of(budget);
        let format = image::guess_format(bytes).ok().and_then(|guess| Some((guess, Format::of(guess)?)));
        let (guess, format) = format.ok_or(PictureError::NotAPicture)?;
        let mut reader = ImageReader::with_format(Cursor::new(bytes), guess);
        reader.limits(limits());
        let mut decoder = reader.into_decoder().map_err(failed)?;
        let (width, height) = decoder.dimensions();
        if width == 0 || height == 0 {
            return Err(PictureError::Broken("no pixels".into()));
        }
        let pixels = u64::from(width) * u64::from(height);
        if pixels > budget.pixels_max {
            return Err(PictureError::TooManyPixels { width, height });
        }
        if decoder.total_bytes() > DECODED_BYTES_MAX {
            return Err(PictureError::TooCostly("memory"));
        }
        if format == Format::Jpeg && jpeg_scans(bytes).saturating_mul(pixels) > SCANNED_PIXELS_MAX {
            return Err(PictureError::TooCostly("scans"));
        }
        // A picture with a broken EXIF part is shown as it lies.
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let (width, height) = if is_turned(orientation) { (height, width) } else { (width, height) };
        let frames = if format == Format::Gif { gif_frames(bytes, deadline)? } else { 1 };
        let probe = Probe { format, width, height, frames };
        Ok(Opened { decoder: Box::new(decoder), probe, orientation, deadline })
    }
}

fn is_turned(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH
    )
}

/// Walks the blocks without decoding. A GIF that breaks off has the frames before that.
fn gif_frames(bytes: &[u8], deadline: Deadline) -> Result<u32, PictureError> {
    let mut options = gif::DecodeOptions::new();
    options.skip_frame_decoding(true);
    let mut decoder = options.read_info(bytes).map_err(|broken| PictureError::Broken(broken.to_string()))?;
    let mut frames = 0u32;
    while let Ok(Some(_)) = decoder.next_frame_info() {
        frames += 1;
        deadline.check()?;
    }
    Ok(frames.max(1))
}
