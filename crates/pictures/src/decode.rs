//! Decoding within limits, scaling and encoding: the steps that all derived pictures share.
//!
//! Pixels are scaled before they are turned, because the small picture is the cheap one to work on, and flattened before
//! they are scaled, because scaling what is transparent takes a second copy of the large one. Until then they lie in
//! memory of their own, which the system has back at once: an allocator keeps 100 MB for a while after they are freed,
//! and the next picture then takes as much again.

use std::io::Cursor;
use std::ops::Deref;

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8x3, U8x4};
use fast_image_resize::{FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::error::{ImageError, LimitErrorKind};
use image::metadata::Orientation;
use image::{ColorType, DynamicImage, GenericImageView, ImageBuffer, ImageDecoder, ImageEncoder, Limits};
use image::{Pixel, Rgb, RgbImage, Rgba, RgbaImage};
use memmap2::MmapMut;

use crate::probe::Opened;
use crate::{DECODED_BYTES_MAX, PictureError};

/// Decoders keep working copies besides the picture: twice its size, and some for small pictures.
const DECODER_BYTES_MAX: u64 = 2 * DECODED_BYTES_MAX;

/// No side of a picture is longer, whatever the product: it is an `u16` in most formats.
const SIDE_MAX: u32 = 65_535;

pub(crate) fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(DECODER_BYTES_MAX);
    limits
}

/// Rows that are brought to 8 bits a channel at a time.
const STRIP_ROWS: u32 = 64;

/// Pixels in memory of their own. There may be more bytes than pixels.
type Mapped<P> = ImageBuffer<P, MmapMut>;

/// A decoded picture of 8 bits a channel, as it lies in the file.
pub(crate) enum Pixels {
    Opaque(Mapped<Rgb<u8>>),
    Clear(Mapped<Rgba<u8>>),
}

/// The pixels, and how they are to be turned when shown.
pub(crate) struct Decoded {
    pub(crate) pixels: Pixels,
    pub(crate) orientation: Orientation,
}

/// Decodes the first frame.
pub(crate) fn decode(opened: Opened<'_>) -> Result<Decoded, PictureError> {
    let Opened { decoder, orientation, deadline, .. } = opened;
    let pixels = match decoder.color_type() {
        ColorType::Rgb8 => Pixels::Opaque(read(decoder)?),
        ColorType::Rgba8 => Pixels::Clear(read(decoder)?),
        _ => {
            let picture = DynamicImage::from_decoder(decoder).map_err(failed)?;
            deadline.check()?;
            if picture.color().has_alpha() {
                Pixels::Clear(in_strips(&picture, |strip| strip.into_rgba8().into_raw())?)
            } else {
                Pixels::Opaque(in_strips(&picture, |strip| strip.into_rgb8().into_raw())?)
            }
        }
    };
    deadline.check()?;
    Ok(Decoded { pixels, orientation })
}

fn room<P: Pixel<Subpixel = u8>>(width: u32, height: u32) -> Result<Mapped<P>, PictureError> {
    let bytes = usize::from(P::CHANNEL_COUNT) * width as usize * height as usize;
    let mapped = MmapMut::map_anon(bytes).map_err(|_| PictureError::TooCostly("memory"))?;
    Ok(ImageBuffer::from_raw(width, height, mapped).expect("as many bytes as pixels"))
}

fn read<P: Pixel<Subpixel = u8>>(decoder: Box<dyn ImageDecoder + '_>) -> Result<Mapped<P>, PictureError> {
    let (width, height) = decoder.dimensions();
    let mut pixels = room(width, height)?;
    decoder.read_image_boxed(&mut pixels).map_err(failed)?;
    Ok(pixels)
}

/// Brings a picture to 8 bits a channel without a second copy of all of it.
fn in_strips<P: Pixel<Subpixel = u8>>(
    picture: &DynamicImage,
    bytes: impl Fn(DynamicImage) -> Vec<u8>,
) -> Result<Mapped<P>, PictureError> {
    let (width, height) = picture.dimensions();
    let mut pixels = room(width, height)?;
    let mut rest: &mut [u8] = &mut pixels;
    for top in (0..height).step_by(STRIP_ROWS as usize) {
        let strip = bytes(picture.crop_imm(0, top, width, STRIP_ROWS.min(height - top)));
        let (these, after) = rest.split_at_mut(strip.len());
        these.copy_from_slice(&strip);
        rest = after;
    }
    Ok(pixels)
}

/// A width and a height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Size {
    /// The largest size of the same shape inside `bounds`, never larger than this one.
    pub(crate) fn inside(self, bounds: Size) -> Size {
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
pub(crate) enum Fill {
    /// All of it, stretched.
    Whole,
    /// The middle part of the new size's shape.
    Middle,
}

impl Decoded {
    /// The same on white, without what is transparent. Takes no memory: three bytes of a pixel replace its four.
    pub(crate) fn on_white(self) -> Decoded {
        let Decoded { pixels, orientation } = self;
        let pixels = match pixels {
            Pixels::Clear(rgba) => Pixels::Opaque(on_white(rgba)),
            opaque => opaque,
        };
        Decoded { pixels, orientation }
    }

    /// Width and height as shown.
    pub(crate) fn size(&self) -> Size {
        let (width, height) = match &self.pixels {
            Pixels::Opaque(rgb) => rgb.dimensions(),
            Pixels::Clear(rgba) => rgba.dimensions(),
        };
        Size { width, height }.turned(self.orientation)
    }

    /// The picture at `size`, turned as it is shown.
    pub(crate) fn scaled(&self, size: Size, fill: Fill) -> DynamicImage {
        let lying = size.turned(self.orientation);
        let mut picture = match &self.pixels {
            Pixels::Opaque(rgb) => DynamicImage::ImageRgb8(scale_rgb(rgb, lying, fill)),
            Pixels::Clear(rgba) => DynamicImage::ImageRgba8(scale_rgba(rgba, lying, fill)),
        };
        picture.apply_orientation(self.orientation);
        picture
    }
}

fn scale_rgb(rgb: &Mapped<Rgb<u8>>, to: Size, fill: Fill) -> RgbImage {
    let (width, height) = rgb.dimensions();
    let bytes = &rgb.as_raw()[..3 * width as usize * height as usize];
    if (width, height) == (to.width, to.height) {
        return RgbImage::from_raw(width, height, bytes.to_vec()).expect("as many bytes as pixels");
    }
    let from = TypedImageRef::<U8x3>::from_buffer(width, height, bytes).expect("a whole picture");
    let scaled = resize(&from, to, fill);
    RgbImage::from_raw(to.width, to.height, scaled).expect("as many bytes as pixels")
}

pub(crate) fn scale_rgba<C>(rgba: &ImageBuffer<Rgba<u8>, C>, to: Size, fill: Fill) -> RgbaImage
where
    C: Deref<Target = [u8]>,
{
    let (width, height) = rgba.dimensions();
    if (width, height) == (to.width, to.height) {
        return RgbaImage::from_raw(width, height, rgba.to_vec()).expect("as many bytes as pixels");
    }
    let from = TypedImageRef::<U8x4>::from_buffer(width, height, rgba).expect("a whole picture");
    let scaled = resize(&from, to, fill);
    RgbaImage::from_raw(to.width, to.height, scaled).expect("as many bytes as pixels")
}

/// The kind of pixels is a type: else the library's code for each of its thirteen kinds would be compiled here.
fn resize<P: PixelTrait>(from: &TypedImageRef<'_, P>, to: Size, fill: Fill) -> Vec<u8> {
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom));
    let options = match fill {
        Fill::Whole => options,
        Fill::Middle => options.fit_into_destination(None),
    };
    let mut scaled = vec![0; to.width as usize * to.height as usize * size_of::<P>()];
    let mut into = TypedImage::<P>::from_buffer(to.width, to.height, &mut scaled).expect("as many bytes as pixels");
    Resizer::new().resize_typed(from, &mut into, &options).expect("the part that is shown is inside");
    scaled
}

pub(crate) fn jpeg(opaque: &DynamicImage, quality: u8) -> Result<Vec<u8>, PictureError> {
    let mut out = Vec::new();
    JpegEncoder::new_with_quality(&mut out, quality).encode_image(opaque).map_err(failed)?;
    Ok(out)
}

pub(crate) fn png(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let mut out = Vec::new();
    let encoder = PngEncoder::new_with_quality(Cursor::new(&mut out), CompressionType::Default, PngFilter::Adaptive);
    encoder
        .write_image(picture.as_bytes(), picture.width(), picture.height(), picture.color().into())
        .map_err(failed)?;
    Ok(out)
}

fn on_white(clear: Mapped<Rgba<u8>>) -> Mapped<Rgb<u8>> {
    let (width, height) = clear.dimensions();
    let mut bytes = clear.into_raw();
    for at in 0..width as usize * height as usize {
        let alpha = u32::from(bytes[4 * at + 3]);
        for channel in 0..3 {
            let colour = u32::from(bytes[4 * at + channel]);
            bytes[3 * at + channel] = ((colour * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
        }
    }
    ImageBuffer::from_raw(width, height, bytes).expect("more bytes than pixels")
}

pub(crate) fn failed(error: ImageError) -> PictureError {
    match error {
        ImageError::Limits(limit) => match limit.kind() {
            LimitErrorKind::DimensionError => PictureError::TooCostly("size"),
            _ => PictureError::TooCostly("memory"),
        },
        other => PictureError::Broken(other.to_string()),
    }
}
