//! QR codes as PNG, one bit a pixel.

use qrcodegen::{QrCode, QrCodeEcc};

/// Pixels of a module's side, and modules of white around the code (the standard asks for four).
const MODULE_PX: usize = 6;
const MARGIN_MODULES: i32 = 4;

/// The code for `text` in black on white; `None` when it is longer than a code can hold.
pub fn qr_png(text: &str) -> Option<Vec<u8>> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let modules = (code.size() + 2 * MARGIN_MODULES) as usize;
    let side = modules * MODULE_PX;
    let row_len = side.div_ceil(8);
    let mut bits = Vec::with_capacity(row_len * side);
    for row in 0..side {
        let y = (row / MODULE_PX) as i32 - MARGIN_MODULES;
        let mut line = vec![0u8; row_len];
        for column in 0..side {
            let x = (column / MODULE_PX) as i32 - MARGIN_MODULES;
            if !code.get_module(x, y) {
                line[column / 8] |= 0x80 >> (column % 8);
            }
        }
        bits.extend(line);
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, side as u32, side as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&bits));
    written.expect("a fixed size into memory");
    Some(out)
}
