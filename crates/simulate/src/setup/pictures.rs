//! Pictures of a wanted size in bytes, made without a library: real ones, so that the server has its work with them.
//!
//! The PNG is stored without compression, so its size follows from its pixels; the JPEG is a grey surface, padded with
//! comments.

/// Sides of the grey JPEG, in blocks of 8 pixels: 1,024 by 768.
const JPEG_BLOCKS: (u16, u16) = (128, 96);
const WIDTH: usize = 512;
/// A stored block of deflate holds no more.
const BLOCK_MAX: usize = 65_535;

/// A picture of coloured stripes of about this many bytes.
pub fn png(size: usize) -> Vec<u8> {
    let row = 3 * WIDTH + 1;
    let height = (size / row).max(1);
    let mut pixels = Vec::with_capacity(row * height);
    for y in 0..height {
        pixels.push(0);
        (0..WIDTH).for_each(|x| pixels.extend([(x / 2) as u8, (y / 2) as u8, (x ^ y) as u8]));
    }
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = [WIDTH as u32, height as u32].map(u32::to_be_bytes).concat();
    head.extend([8, 2, 0, 0, 0]);
    chunk(&mut bytes, b"IHDR", &head);
    chunk(&mut bytes, b"IDAT", &stored(&pixels));
    chunk(&mut bytes, b"IEND", &[]);
    bytes
}

fn chunk(bytes: &mut Vec<u8>, kind: &[u8; 4], content: &[u8]) {
    bytes.extend((content.len() as u32).to_be_bytes());
    let from = bytes.len();
    bytes.extend(kind);
    bytes.extend(content);
    let sum = crc32(&bytes[from..]);
    bytes.extend(sum.to_be_bytes());
}

/// A zlib stream of stored blocks.
fn stored(content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x78, 0x01];
    let count = content.chunks(BLOCK_MAX).count();
    for (at, block) in content.chunks(BLOCK_MAX).enumerate() {
        let length = block.len() as u16;
        bytes.push(u8::from(at + 1 == count));
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(block);
    }
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in content {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    bytes.extend((b << 16 | a).to_be_bytes());
    bytes
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    })
}

/// A grey picture of about this many bytes.
///
/// Its tables have one code each, of one bit: "no difference" and "end of block". So a block is two zero bits.
pub fn jpeg(size: usize) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xd8];
    let (across, down) = JPEG_BLOCKS;
    segment(&mut bytes, 0xdb, &[&[0][..], &[1; 64]].concat());
    let (height, width) = ((8 * down).to_be_bytes(), (8 * across).to_be_bytes());
    segment(&mut bytes, 0xc0, &[8, height[0], height[1], width[0], width[1], 1, 1, 0x11, 0]);
    for table in [0x00, 0x10] {
        let mut content = vec![table, 1];
        content.extend([0; 16]);
        segment(&mut bytes, 0xc4, &content);
    }
    let picture = usize::from(across) * usize::from(down) / 4;
    let mut missing = size.saturating_sub(bytes.len() + picture + 16);
    while missing > 4 {
        let length = (missing - 4).min(60_000);
        segment(&mut bytes, 0xfe, &vec![b' '; length]);
        missing -= length + 4;
    }
    segment(&mut bytes, 0xda, &[1, 1, 0, 0, 63, 0]);
    bytes.extend(std::iter::repeat_n(0, picture));
    bytes.extend([0xff, 0xd9]);
    bytes
}

fn segment(bytes: &mut Vec<u8>, kind: u8, content: &[u8]) {
    bytes.extend([0xff, kind]);
    bytes.extend((content.len() as u16 + 2).to_be_bytes());
    bytes.extend(content);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_have_about_the_wanted_size() {
        assert!((450_502_i64 - png(450_502).len() as i64).abs() < 2_000, "{}", png(450_502).len());
        assert!((83_555_i64 - jpeg(83_555).len() as i64).abs() < 100, "{}", jpeg(83_555).len());
    }

    #[test]
    fn the_sum_is_the_published_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
