//! Profile pictures and team icons: whatever was uploaded, a square PNG.

use crate::decode::{Fill, Size, decode, png};
use crate::probe::Opened;
use crate::{Budget, PictureError};

/// Both sides of a profile picture and of a team icon.
pub const AVATAR_SIDE: u32 = 128;

/// The middle square of an uploaded picture as a PNG of 128×128, without the upload's metadata.
///
/// # Errors
/// Every [`PictureError`].
pub fn avatar(bytes: &[u8], budget: &Budget) -> Result<Vec<u8>, PictureError> {
    let decoded = decode(Opened::new(bytes, budget)?)?;
    png(&decoded.scaled(Size { width: AVATAR_SIDE, height: AVATAR_SIDE }, Fill::Middle))
}
