//! Pictures made here and bytes nobody made: sizes, orientation, budgets and hostile headers.

use std::io::Cursor;
use std::time::Duration;

use image::{DynamicImage, GenericImageView, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use muster_pictures::{AVATAR_SIDE, Budget, Format, PictureError, Probe, avatar, derive, emoji, probe};
use proptest::prelude::*;

fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    picture.into().write_to(&mut out, format).expect("encodes");
    out.into_inner()
}

fn gradient(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| Rgb([(x % 256) as u8, (y % 256) as u8, 90]))
}

fn decoded(bytes: &[u8]) -> DynamicImage {
    image::load_from_memory(bytes).expect("a picture")
}

/// Frames of one colour each.
fn gif(width: u16, height: u16, frames: u16) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = gif::Encoder::new(&mut out, width, height, &[255, 0, 0, 0, 0, 255]).expect("a header");
    for at in 0..frames {
        let pixels = vec![(at % 2) as u8; usize::from(width) * usize::from(height)];
        let mut frame = gif::Frame::from_indexed_pixels(width, height, pixels, None);
        frame.delay = 7;
        encoder.write_frame(&frame).expect("a frame");
    }
    drop(encoder);
    out
}

/// A JPEG whose EXIF part says `orientation`.
fn turned_jpeg(width: u32, height: u32, orientation: u8) -> Vec<u8> {
    let plain = encoded(gradient(width, height), ImageFormat::Jpeg);
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    let mut out = plain[..2].to_vec();
    out.extend([0xff, 0xe1]);
    out.extend((exif.len() as u16 + 2).to_be_bytes());
    out.extend(exif);
    out.extend(&plain[2..]);
    out
}

/// A PNG whose header says what it likes.
fn lying_png(width: u32, height: u32) -> Vec<u8> {
    let mut png = encoded(gradient(4, 4), ImageFormat::Png);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

#[test]
fn a_picture_of_each_format_is_probed() {
    let formats = [
        (ImageFormat::Png, Format::Png),
        (ImageFormat::Jpeg, Format::Jpeg),
        (ImageFormat::Gif, Format::Gif),
        (ImageFormat::WebP, Format::WebP),
        (ImageFormat::Bmp, Format::Bmp),
        (ImageFormat::Tiff, Format::Tiff),
    ];
    for (format, expected) in formats {
        let bytes = encoded(gradient(30, 20), format);
        let probe = probe(&bytes, &Budget::default()).expect("a picture");
        assert_eq!(probe, Probe { format: expected, width: 30, height: 20, frames: 1 });
        derive(&bytes, &Budget::default()).expect("small pictures");
    }
}

#[test]
fn frames_are_counted_without_decoding() {
    let probe = probe(&gif(10, 10, 5), &Budget::default()).expect("a picture");
    assert_eq!((probe.frames, probe.frame_count()), (5, 5));
}

#[test]
fn small_pictures_have_the_sizes_clients_expect() {
    let derived = derive(&encoded(gradient(2400, 1200), ImageFormat::Png), &Budget::default()).expect("derived");
    assert_eq!((derived.probe.width, derived.probe.height), (2400, 1200));
    assert_eq!(decoded(&derived.thumbnail).dimensions(), (120, 60));
    assert_eq!(decoded(derived.preview.as_ref().expect("a preview")).dimensions(), (1920, 960));
    assert_eq!(decoded(&derived.mini).dimensions(), (16, 16));
    assert_eq!(image::guess_format(&derived.mini).expect("known"), ImageFormat::Jpeg);
}

#[test]
fn a_small_picture_is_never_made_larger() {
    let derived = derive(&encoded(gradient(20, 10), ImageFormat::Png), &Budget::default()).expect("derived");
    assert_eq!(decoded(&derived.thumbnail).dimensions(), (20, 10));
    assert_eq!(decoded(&derived.preview.expect("a preview")).dimensions(), (20, 10));
}

#[test]
fn a_thin_picture_keeps_a_pixel() {
    let derived = derive(&encoded(gradient(3000, 1), ImageFormat::Png), &Budget::default()).expect("derived");
    assert_eq!(decoded(&derived.thumbnail).dimensions(), (120, 1));
}

#[test]
fn the_camera_is_turned_upright() {
    let derived = derive(&turned_jpeg(200, 100, 6), &Budget::default()).expect("derived");
    assert_eq!((derived.probe.width, derived.probe.height), (100, 200));
    let preview = decoded(&derived.preview.expect("a preview"));
    assert_eq!(preview.dimensions(), (100, 200));
    // The left edge of what lies (red 0) is the top of what stands.
    assert!(preview.get_pixel(50, 2).0[0] < 20 && preview.get_pixel(50, 197).0[0] > 180);
}

#[test]
fn what_is_clear_becomes_white() {
    let clear = RgbaImage::from_pixel(50, 50, Rgba([255, 0, 0, 0]));
    let derived = derive(&encoded(clear, ImageFormat::Png), &Budget::default()).expect("derived");
    let pixel = decoded(&derived.thumbnail).get_pixel(25, 25);
    assert!(pixel.0[..3].iter().all(|&c| c > 250), "{pixel:?}");
}

#[test]
fn every_depth_keeps_every_pixel() {
    // More rows than a strip has, and no multiple of them.
    let clear = RgbaImage::from_fn(40, 121, |x, y| Rgba([x as u8, y as u8, 90, 255 - y as u8]));
    let picture = DynamicImage::from(clear);
    let depths = [
        DynamicImage::from(picture.to_luma8()),
        picture.to_luma_alpha8().into(),
        picture.to_luma16().into(),
        picture.to_luma_alpha16().into(),
        picture.to_rgb8().into(),
        picture.to_rgb16().into(),
        picture.to_rgba16().into(),
        picture,
    ];
    for picture in depths {
        let kept = emoji(&encoded(picture.clone(), ImageFormat::Png), &Budget::default()).expect("an emoji");
        assert_eq!(decoded(&kept.bytes).to_rgba8(), picture.to_rgba8(), "{:?}", picture.color());
    }
}

#[test]
fn a_gif_shows_its_first_frame_and_needs_no_preview() {
    let derived = derive(&gif(30, 30, 3), &Budget::default()).expect("derived");
    assert!(derived.preview.is_none());
    let pixel = decoded(&derived.thumbnail).get_pixel(15, 15);
    assert!(pixel.0[0] > 200 && pixel.0[2] < 60, "{pixel:?} is not the red of the first frame");
}

#[test]
fn an_avatar_is_the_middle_square() {
    let mut wide = RgbImage::from_pixel(300, 100, Rgb([0, 0, 255]));
    for y in 0..100 {
        for x in 100..200 {
            wide.put_pixel(x, y, Rgb([255, 0, 0]));
        }
    }
    let avatar = decoded(&avatar(&encoded(wide, ImageFormat::Png), &Budget::default()).expect("an avatar"));
    assert_eq!(avatar.dimensions(), (AVATAR_SIDE, AVATAR_SIDE));
    assert!(avatar.get_pixel(4, 64).0[0] > 240 && avatar.get_pixel(123, 64).0[0] > 240);
}

#[test]
fn a_large_emoji_is_made_smaller() {
    let made = emoji(&encoded(gradient(500, 250), ImageFormat::Jpeg), &Budget::default()).expect("an emoji");
    assert_eq!(made.mime, "image/png");
    assert_eq!(decoded(&made.bytes).dimensions(), (128, 64));
}

#[test]
fn a_moving_emoji_keeps_moving() {
    let source = gif(300, 300, 4);
    let made = emoji(&source, &Budget::default()).expect("an emoji");
    let after = probe(&made.bytes, &Budget::default()).expect("a picture");
    assert_eq!((made.mime, after.width, after.height, after.frames), ("image/gif", 128, 128, 4));

    let small = gif(20, 20, 4);
    assert_eq!(emoji(&small, &Budget::default()).expect("an emoji").bytes, small);
}

#[test]
fn emoji_limits_are_kept() {
    let budget = Budget::default();
    let wide = encoded(gradient(1029, 10), ImageFormat::Png);
    assert_eq!(emoji(&wide, &budget).unwrap_err(), PictureError::TooManyPixels { width: 1029, height: 10 });
    assert_eq!(emoji(&vec![0; 524_289], &budget).unwrap_err(), PictureError::TooManyBytes(524_289));
    let bitmap = encoded(gradient(10, 10), ImageFormat::Bmp);
    assert_eq!(emoji(&bitmap, &budget).unwrap_err(), PictureError::NotAPicture);
    assert_eq!(emoji(&gif(1000, 1000, 101), &budget).unwrap_err(), PictureError::TooCostly("frames"));
}

#[test]
fn a_huge_picture_is_refused_by_its_header() {
    let refused = derive(&lying_png(7681, 4320), &Budget::default()).unwrap_err();
    assert_eq!(refused, PictureError::TooManyPixels { width: 7681, height: 4320 });
    assert!(derive(&lying_png(2_000_000_000, 1), &Budget::default()).is_err());
    assert!(derive(&lying_png(60_000, 60_000), &Budget::default()).is_err());
}

#[test]
fn a_header_that_promises_more_than_it_has_is_broken() {
    assert!(matches!(derive(&lying_png(7680, 4320), &Budget::default()), Err(PictureError::Broken(_))));
}

#[test]
fn a_jpeg_of_endless_scans_is_refused_before_it_is_decoded() {
    let mut jpeg = encoded(gradient(4000, 4000), ImageFormat::Jpeg);
    jpeg.truncate(jpeg.len() - 2);
    for _ in 0..33 {
        jpeg.extend(b"\xff\xda\0\x08\x01\x01\0\x01\x05\0");
    }
    jpeg.extend(b"\xff\xd9");
    assert_eq!(probe(&jpeg, &Budget::default()), Err(PictureError::TooCostly("scans")));
}

#[test]
fn a_budget_without_time_is_over() {
    let budget = Budget { time_max: Duration::ZERO, ..Budget::default() };
    let refused = derive(&encoded(gradient(10, 10), ImageFormat::Png), &budget).unwrap_err();
    assert_eq!(refused, PictureError::TooCostly("time"));
}

#[test]
fn a_budget_of_bytes_is_kept() {
    let budget = Budget { encoded_bytes_max: 10, ..Budget::default() };
    assert_eq!(probe(b"\x89PNG\r\n\x1a\nnothing", &budget), Err(PictureError::TooManyBytes(15)));
}

#[test]
fn what_is_no_picture_says_so() {
    assert_eq!(probe(b"not an image", &Budget::default()), Err(PictureError::NotAPicture));
    assert!(matches!(probe(b"\x89PNG\r\n\x1a\nnothing", &Budget::default()), Err(PictureError::Broken(_))));
}

#[test]
fn a_picture_cut_anywhere_never_panics() {
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Tiff] {
        let whole = encoded(gradient(24, 16), format);
        for len in 0..whole.len() {
            let _ = derive(&whole[..len], &Budget::default());
            let _ = emoji(&whole[..len], &Budget::default());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_bytes_after_any_magic_never_panic(
        magic in prop::sample::select(vec![
            &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], b"\xff\xd8\xff\xe0", b"GIF89a", b"RIFF\xff\xff\0\0WEBPVP8 ", b"BM", b"II*\0", b"",
        ]),
        rest in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let bytes = [magic, &rest].concat();
        let budget = Budget { pixels_max: 1_000_000, ..Budget::default() };
        let _ = derive(&bytes, &budget);
        let _ = avatar(&bytes, &budget);
        let _ = emoji(&bytes, &budget);
    }

    #[test]
    fn a_picture_with_flipped_bytes_never_panics(
        format in prop::sample::select(vec![
            ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Bmp, ImageFormat::Tiff,
        ]),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = encoded(gradient(24, 16), format);
        for (at, value) in flips {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        let budget = Budget { pixels_max: 1_000_000, ..Budget::default() };
        let _ = derive(&bytes, &budget);
        let _ = emoji(&bytes, &budget);
    }
}
