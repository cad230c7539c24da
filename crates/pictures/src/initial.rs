//! The default profile picture: a name's first letter on a colour of the user's own.
//!
//! Deterministic, so that every node makes the same bytes; about a kilobyte and well under a
//! millisecond, so that it is made when asked for and never stored. There are some six hundred of them, however many users
//! there are.

use base::Id;

use crate::avatar::AVATAR_SIDE;
use crate::glyphs::{Stroke, extent, strokes};

/// Height of a letter and half a stroke's width, in pixels.
const LETTER_PX: f32 = 60.0;
const HALF_STROKE_PX: f32 = 5.0;

/// Steps between background and letter in the palette; smooth, and few enough to pack well.
const STEPS: usize = 32;

/// Backgrounds on which a white letter has a contrast of at least 4.5 to 1 (WCAG AA).
const COLOURS: [[u8; 3]; 16] = [
    [0xb4, 0x23, 0x18],
    [0xb5, 0x3d, 0x00],
    [0x8f, 0x5a, 0x00],
    [0x6b, 0x6b, 0x00],
    [0x3f, 0x75, 0x12],
    [0x0b, 0x7a, 0x3b],
    [0x00, 0x77, 0x66],
    [0x00, 0x72, 0x8a],
    [0x0b, 0x69, 0xb0],
    [0x2f, 0x5b, 0xd0],
    [0x53, 0x4b, 0xc9],
    [0x7a, 0x3f, 0xc4],
    [0x98, 0x33, 0xa8],
    [0xa8, 0x2c, 0x7c],
    [0xb0, 0x2a, 0x52],
    [0x55, 0x60, 0x6e],
];

/// Which of the pictures: what is drawn, on which colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Initial {
    /// Of sixteen.
    pub colour: u8,
    /// An upper-case letter or a digit, or nothing where a person is drawn.
    pub letter: char,
}

impl Initial {
    /// The picture of the user `id` called `name`.
    pub fn of(id: Id, name: &str) -> Initial {
        let letter = name.chars().next().filter(char::is_ascii_alphanumeric).unwrap_or('\0');
        Initial { colour: colour_of(id), letter: letter.to_ascii_uppercase() }
    }

    /// The picture as a PNG of 128×128.
    pub fn draw(self) -> Vec<u8> {
        let mut out = Vec::with_capacity(2048);
        let mut encoder = png::Encoder::new(&mut out, AVATAR_SIDE, AVATAR_SIDE);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette(COLOURS[usize::from(self.colour)]));
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_compression(png::Compression::Fast);
        let image = rasterise(strokes(self.letter));
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&image));
        written.expect("a fixed size into memory");
        out
    }
}

/// From the background to white.
fn palette(background: [u8; 3]) -> Vec<u8> {
    let last = STEPS - 1;
    let entry = |step: usize| background.map(|c| ((usize::from(c) * (last - step) + 255 * step) / last) as u8);
    (0..STEPS).flat_map(entry).collect()
}

/// Palette indices by how much of each pixel the strokes cover.
fn rasterise(shape: &[Stroke]) -> Vec<u8> {
    let side = AVATAR_SIDE as usize;
    let (left, right) = extent(shape);
    let middle = side as f32 / 2.0;
    let (origin_x, origin_y) = (middle - LETTER_PX * (left + right) / 2.0, middle - LETTER_PX / 2.0);
    let reach = HALF_STROKE_PX + 1.0;
    let inside = |low: f32, high: f32| {
        let first = (low - reach).floor().max(0.0) as usize;
        first..((high + reach).ceil() as usize).min(side)
    };
    let columns = inside(origin_x + LETTER_PX * left, origin_x + LETTER_PX * right);
    // A little below the base line, for the tail of Q.
    let rows = inside(origin_y, origin_y + LETTER_PX * 1.1);

    let mut indices = vec![0u8; side * side];
    for row in rows {
        for column in columns.clone() {
            let at = ((column as f32 + 0.5 - origin_x) / LETTER_PX, (row as f32 + 0.5 - origin_y) / LETTER_PX);
            let nearest = shape.iter().map(|stroke| stroke.distance(at)).fold(f32::MAX, f32::min) * LETTER_PX;
            let covered = (HALF_STROKE_PX + 0.5 - nearest).clamp(0.0, 1.0);
            indices[row * side + column] = (covered * (STEPS - 1) as f32).round() as u8;
        }
    }
    indices
}

fn colour_of(id: Id) -> u8 {
    // The low bits of FNV hardly mix, so the colour comes from its upper half.
    ((fnv(&id.0) >> 32) % COLOURS.len() as u64) as u8
}

/// FNV-1a: spreads ids over colours the same way on every machine, for ever.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_letters_are_readable_on_every_colour() {
        for colour in COLOURS {
            let linear = colour.map(|c| {
                let c = f64::from(c) / 255.0;
                if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            });
            let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
            let contrast = 1.05 / (luminance + 0.05);
            assert!(contrast >= 4.5, "{colour:02x?} has {contrast:.2}");
        }
    }

    #[test]
    fn the_same_user_has_the_same_picture() {
        let of = |name| Initial::of(Id([7; 16]), name);
        assert_eq!(of("ann"), of("Anton"));
        assert_ne!(of("ann"), of("bob"));
        assert_ne!(of("ann").draw(), of("bob").draw());
        // Whoever has no letter is drawn as a person, whatever else the name begins with.
        assert_eq!(of("_x").draw(), of("Łukasz").draw());
        assert_eq!(of("_x"), of(""));
    }

    #[test]
    fn users_are_spread_over_all_colours() {
        let mut counts = std::collections::HashMap::<_, u32>::new();
        for user in 0..1600u128 {
            *counts.entry(colour_of(Id((user << 77 | user).to_be_bytes()))).or_default() += 1;
        }
        assert_eq!(counts.len(), COLOURS.len());
        assert!(counts.values().all(|&count| (50..200).contains(&count)), "{counts:?}");
    }

    #[test]
    fn every_letter_differs_from_every_other_and_fits() {
        let mut seen = std::collections::HashSet::new();
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?".chars() {
            let indices = rasterise(strokes(letter));
            let side = AVATAR_SIDE as usize;
            let edge = (0..side).flat_map(|at| [indices[at], indices[at * side], indices[side * side - 1 - at]]);
            assert!(edge.into_iter().all(|index| index == 0), "{letter} touches the edge");
            assert!(indices.contains(&(STEPS as u8 - 1)), "{letter} has a white core");
            assert!(seen.insert(indices), "{letter} looks like another");
        }
    }
}
