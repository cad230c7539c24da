//! The pictures of the emoji that every server has, cut from one sheet.
//!
//! The sheet is an image of at most 256 colours with a picture of [`SIDE`] pixels in each cell, a transparent line
//! around it, columns from left to right (`data/emoji.png`: Noto Emoji by way of emoji-datasource 16, Apache License 2.0).
//! It is decoded when the first picture is asked for, and then kept: 4.4 MB, one byte for each pixel. A cut is about
//! 2 KB.

use std::borrow::Cow;
use std::io::Cursor;
use std::sync::LazyLock;

/// Width and height of a picture, in pixels.
pub const SIDE: usize = 32;
/// A picture and the lines around it.
const CELL: usize = SIDE + 2;

static SHEET: LazyLock<Sheet> =
    LazyLock::new(|| Sheet::decode(include_bytes!("../data/emoji.png")).expect("the sheet is a picture"));

struct Sheet {
    /// Numbers of colours.
    pixels: Vec<u8>,
    width: usize,
    height: usize,
    colours: Vec<u8>,
    /// How opaque each colour is.
    opacity: Vec<u8>,
}

impl Sheet {
    fn decode(bytes: &'static [u8]) -> Result<Sheet, png::DecodingError> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::IDENTITY);
        let mut reader = decoder.read_info()?;
        let info = reader.info();
        let colours = info.palette.as_ref().map(|colours| colours.to_vec()).unwrap_or_default();
        let opacity = info.trns.as_ref().map(|opacity| opacity.to_vec()).unwrap_or_default();
        let (width, height) = (info.width as usize, info.height as usize);
        let mut pixels = vec![0; width * height];
        reader.next_frame(&mut pixels)?;
        Ok(Sheet { pixels, width, height, colours, opacity })
    }

    /// The pixels of a cell's picture.
    fn cut(&self, place: usize) -> Option<Vec<u8>> {
        let rows = self.height / CELL;
        let (left, top) = ((place / rows).saturating_mul(CELL).saturating_add(1), place % rows * CELL + 1);
        if left.saturating_add(SIDE) > self.width {
            return None;
        }
        let lines = (top..top + SIDE).flat_map(|y| &self.pixels[y * self.width + left..][..SIDE]);
        Some(lines.copied().collect())
    }
}

/// The picture at a place of the sheet, from 0, as a PNG; `None` beyond the last.
pub fn system_emoji(place: usize) -> Option<Vec<u8>> {
    let pixels = SHEET.cut(place)?;
    let mut bytes = Vec::with_capacity(2048);
    let mut encoder = png::Encoder::new(&mut bytes, SIDE as u32, SIDE as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(Cow::Borrowed(SHEET.colours.as_slice()));
    encoder.set_trns(Cow::Borrowed(SHEET.opacity.as_slice()));
    let mut writer = encoder.write_header().expect("memory does not fail to write");
    writer.write_image_data(&pixels).expect("the pixels fill the picture");
    writer.finish().expect("memory does not fail to write");
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_the_sheet_is_a_picture_with_something_on_it() {
        let places = (SHEET.height / CELL) * (SHEET.width / CELL);
        assert!(places >= 3_786, "{places}");
        for place in [0, 61, 62, 3_785] {
            let picture = image::load_from_memory(&system_emoji(place).expect("a picture")).expect("a PNG").to_rgba8();
            assert_eq!(picture.dimensions(), (32, 32));
            let drawn = picture.pixels().filter(|pixel| pixel.0[3] > 0).count();
            assert!(drawn > 100 && picture.get_pixel(0, 0).0[3] < 255, "{place}: {drawn}");
        }
        assert_eq!(system_emoji(places), None);
        assert_eq!(system_emoji(usize::MAX), None);
    }
}
