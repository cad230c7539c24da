//! Decoding within limits, scaling and encoding: the steps that all derived pictures share.
//!
//! Pixels are scaled before they are turned, because the small picture is the cheap one to work on, and flattened before
//! they are scaled, because scaling what is transparent takes a second copy of the large one.

use std::io::Cursor;

use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer, images::Image, images::ImageRef};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::error::{ImageError, LimitErrorKind};
use image::metadata::Orientation;
use image::{DynamicImage, ImageEncoder, Limits, RgbImage, RgbaImage};

use super::probe::Opened;
use super::{DECODED_BYTES_MAX, PictureError};

/// Decoders keep working copies besides the picture: twice its size, and some for small pictures.
const DECODER_BYTES_MAX: u64 = 2 * DECODED_BYTES_MAX;

/// No side of a picture is longer, whatever the product: it is an `u16` in most formats.
const SIDE_MAX: u32 = 65_535;

pub(super) fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(DECODER_BYTES_MAX);
    limits
}

/// A decoded picture of 8 bits a channel, as it lies in the file.
pub(super) enum Pixels {
    Opaque(RgbImage),
    Clear(RgbaImage),
}

/// The pixels, and how they are to be turned when shown.
pub(super) struct Decoded {
    pub(super) pixels: Pixels,
    pub(super) orientation: Orientation,
}

/// Decodes the first frame.
pub(super) fn decode(opened: Opened<'_>) -> Result<Decoded, PictureError> {
    let Opened { decoder, orientation, deadline, .. } = opened;
    let picture = DynamicImage::from_decoder(decoder).map_err(failed)?;
    deadline.check()?;
    let clear = picture.color().has_alpha();
    let pixels = if clear { Pixels::Clear(picture.into_rgba8()) } else { Pixels::Opaque(picture.into_rgb8()) };
    deadline.check()?;
    Ok(Decoded { pixels, orientation })
}

/// A width and a height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Size {
    /// The largest size of the same shape inside `bounds`, never larger than this one.
    pub(super) fn inside(self, bounds: Size) -> Size {
        let Size { width, height } = self;
        if width <= bounds.width && height <= bounds.height {
            return self;
        }
        let (w, h) = (u64::from(width), u64::from(height));
        let (max_w, max_h) = (u64::from(bounds.width), u64::from(bounds.height));
        let scaled = |side: u64, by: u64, of: u64| ((side * by + of / 2) / of).max(1) as u32;
        if w * max_h > h * max_w {
            Size { width: bounds.width, height: scaled(h, max_w, w) }
        } else {
            Size { width: scaled(w, max_h, h), height: bounds.height }
        }
    }

    fn turned(self, orientation: Orientation) -> Size {
        match orientation {
            Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH => Size { width: self.height, height: self.width },
            _ => self,
        }
    }
}

/// What of a picture fills the new size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fill {
    /// All of it, stretched.
    Whole,
    /// The middle part of the new size's shape.
    Middle,
}

impl Decoded {
    /// The same on white, without what is transparent. Takes no memory: three bytes of a pixel replace its four.
    pub(super) fn on_white(self) -> Decoded {
        let Decoded { pixels, orientation } = self;
        let pixels = match pixels {
            Pixels::Clear(rgba) => Pixels::Opaque(on_white(rgba)),
            opaque => opaque,
        };
        Decoded { pixels, orientation }
    }

    /// Width and height as shown.
    pub(super) fn size(&self) -> Size {
        let (width, height) = match &self.pixels {
            Pixels::Opaque(rgb) => rgb.dimensions(),
            Pixels::Clear(rgba) => rgba.dimensions(),
        };
        Size { width, height }.turned(self.orientation)
    }

    /// The picture at `size`, turned as it is shown.
    pub(super) fn scaled(&self, size: Size, fill: Fill) -> DynamicImage {
        let lying = size.turned(self.orientation);
        let mut picture = match &self.pixels {
            Pixels::Opaque(rgb) => DynamicImage::ImageRgb8(scale_rgb(rgb, lying, fill)),
            Pixels::Clear(rgba) => DynamicImage::ImageRgba8(scale_rgba(rgba, lying, fill)),
        };
        picture.apply_orientation(self.orientation);
        picture
    }
}

fn scale_rgb(rgb: &RgbImage, to: Size, fill: Fill) -> RgbImage {
    if rgb.dimensions() == (to.width, to.height) {
        return rgb.clone();
    }
    let (width, height) = rgb.dimensions();
    let from = ImageRef::new(width, height, rgb, fast_image_resize::PixelType::U8x3).expect("a whole picture");
    let scaled = resize(&from, to, fill);
    RgbImage::from_raw(to.width, to.height, scaled).expect("as many bytes as pixels")
}

pub(super) fn scale_rgba(rgba: &RgbaImage, to: Size, fill: Fill) -> RgbaImage {
    if rgba.dimensions() == (to.width, to.height) {
        return rgba.clone();
    }
    let (width, height) = rgba.dimensions();
    let from = ImageRef::new(width, height, rgba, fast_image_resize::PixelType::U8x4).expect("a whole picture");
    let scaled = resize(&from, to, fill);
    RgbaImage::from_raw(to.width, to.height, scaled).expect("as many bytes as pixels")
}

fn resize(from: &ImageRef<'_>, to: Size, fill: Fill) -> Vec<u8> {
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom));
    let options = match fill {
        Fill::Whole => options,
        Fill::Middle => options.fit_into_destination(None),
    };
    let mut scaled = Image::new(to.width, to.height, from.pixel_type());
    Resizer::new().resize(from, &mut scaled, &options).expect("both have the same pixel type");
    scaled.into_vec()
}

pub(super) fn jpeg(opaque: &DynamicImage, quality: u8) -> Result<Vec<u8>, PictureError> {
    let mut out = Vec::new();
    JpegEncoder::new_with_quality(&mut out, quality).encode_image(opaque).map_err(failed)?;
    Ok(out)
}

pub(super) fn png(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let mut out = Vec::new();
    let encoder = PngEncoder::new_with_quality(Cursor::new(&mut out), CompressionType::Default, PngFilter::Adaptive);
    encoder
        .write_image(picture.as_bytes(), picture.width(), picture.height(), picture.color().into())
        .map_err(failed)?;
    Ok(out)
}

fn on_white(clear: RgbaImage) -> RgbImage {
    let (width, height) = clear.dimensions();
    let mut bytes = clear.into_raw();
    let pixels = bytes.len() / 4;
    for at in 0..pixels {
        let alpha = u32::from(bytes[4 * at + 3]);
        for channel in 0..3 {
            let colour = u32::from(bytes[4 * at + channel]);
            bytes[3 * at + channel] = ((colour * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
        }
    }
    bytes.truncate(3 * pixels);
    RgbImage::from_raw(width, height, bytes).expect("three bytes of each pixel")
}

pub(super) fn failed(error: ImageError) -> PictureError {
    match error {
        ImageError::Limits(limit) => match limit.kind() {
            LimitErrorKind::DimensionError => PictureError::TooCostly("size"),
            _ => PictureError::TooCostly("memory"),
        },
        other => PictureError::Broken(other.to_string()),
    }
}
