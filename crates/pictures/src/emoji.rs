//! Custom emoji: small pictures, moving ones stay moving.

use std::io::Cursor;

use image::codecs::gif::{GifDecoder, GifEncoder, Repeat};
use image::{AnimationDecoder, Frame, ImageDecoder, RgbaImage};

use crate::decode::{Fill, Size, decode, failed, limits, png, scale_rgba};
use crate::probe::{Format, Opened, Probe};
use crate::{Budget, Deadline, PictureError};

/// Bytes of an uploaded emoji.
pub const EMOJI_BYTES_MAX: usize = 512 * 1024;
/// Longest side of an uploaded emoji.
pub const EMOJI_SOURCE_SIDE_MAX: u32 = 1028;
/// Longest side of a stored emoji.
pub const EMOJI_SIDE: u32 = 128;

/// Pixels of all frames of a GIF that is made smaller: 94 frames of the largest size, about a
/// second of work.
const ANIMATION_PIXELS_MAX: u64 = 100_000_000;

/// Colour search of the GIF encoder, 1 (best) to 30 (fastest); 10 is its own default.
const GIF_SPEED: i32 = 10;

/// An emoji ready to be stored.
#[derive(Debug, Clone)]
pub struct Emoji {
    pub bytes: Vec<u8>,
    pub mime: &'static str,
}

/// Checks an uploaded emoji and fits it into 128×128. A GIF stays a GIF, unchanged when it fits;
/// PNG and JPEG become PNG, which drops metadata such as the place of a photo.
///
/// # Errors
/// [`PictureError::TooManyBytes`], [`PictureError::TooManyPixels`] by the emoji limits;
/// [`PictureError::NotAPicture`] when it is none of GIF, JPEG and PNG; and the others.
pub fn emoji(bytes: &[u8], budget: &Budget) -> Result<Emoji, PictureError> {
    if bytes.len() > EMOJI_BYTES_MAX {
        return Err(PictureError::TooManyBytes(bytes.len()));
    }
    let opened = Opened::new(bytes, budget)?;
    let Probe { format, width, height, frames } = opened.probe;
    if width > EMOJI_SOURCE_SIDE_MAX || height > EMOJI_SOURCE_SIDE_MAX {
        return Err(PictureError::TooManyPixels { width, height });
    }
    let size = Size { width, height }.inside(Size { width: EMOJI_SIDE, height: EMOJI_SIDE });
    match format {
        Format::Gif => {
            if u64::from(frames) * u64::from(width) * u64::from(height) > ANIMATION_PIXELS_MAX {
                return Err(PictureError::TooCostly("frames"));
            }
            let bytes = moving(bytes, size, opened.deadline)?;
            Ok(Emoji { bytes, mime: "image/gif" })
        }
        Format::Png | Format::Jpeg => {
            let bytes = png(&decode(opened)?.scaled(size, Fill::Whole))?;
            Ok(Emoji { bytes, mime: "image/png" })
        }
        Format::WebP | Format::Bmp | Format::Tiff => Err(PictureError::NotAPicture),
    }
}

/// Decodes every frame, also of a GIF that fits: what is stored can be shown.
fn moving(bytes: &[u8], size: Size, deadline: Deadline) -> Result<Vec<u8>, PictureError> {
    let mut decoder = GifDecoder::new(Cursor::new(bytes)).map_err(failed)?;
    decoder.set_limits(limits()).map_err(failed)?;
    let fits = decoder.dimensions() == (size.width, size.height);
    let mut out = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut out, GIF_SPEED);
    if !fits {
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    }
    for frame in decoder.into_frames() {
        let frame = frame.map_err(failed)?;
        deadline.check()?;
        if !fits {
            let delay = frame.delay();
            let scaled = all_or_nothing(scale_rgba(frame.buffer(), size, Fill::Whole));
            encoder.encode_frame(Frame::from_parts(scaled, 0, 0, delay)).map_err(failed)?;
        }
    }
    drop(encoder);
    Ok(if fits { bytes.to_vec() } else { out })
}

/// A GIF's pixel is clear or not; half clear ones at the edge of a shape go to the nearer side.
fn all_or_nothing(mut picture: RgbaImage) -> RgbaImage {
    for pixel in picture.pixels_mut() {
        if pixel.0[3] < 128 {
            pixel.0 = [0; 4];
        } else {
            pixel.0[3] = 255;
        }
    }
    picture
}
