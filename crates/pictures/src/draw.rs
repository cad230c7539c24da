//! Pictures made point by point, for sample data and tests.

use image::{DynamicImage, Rgb, RgbImage};

use crate::PictureError;
use crate::decode::png;

/// A PNG whose every point `paint` chooses.
///
/// # Errors
/// When it cannot be encoded.
pub fn draw(width: u32, height: u32, paint: impl Fn(u32, u32) -> [u8; 3]) -> Result<Vec<u8>, PictureError> {
    let picture = RgbImage::from_fn(width, height, |x, y| Rgb(paint(x, y)));
    png(&DynamicImage::ImageRgb8(picture))
}
