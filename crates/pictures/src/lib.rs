//! Pictures: from uploaded bytes to the small pictures that clients show, and those that are drawn here.
//!
//! Pure functions over bytes that nobody here made. Each has a [`Budget`] of bytes, pixels and
//! time; the header is read and judged before anything is decoded, and decoders get a memory limit
//! besides, for headers that lie. They block for up to the budget's time: run them on a
//! [`base::Lane`] made by [`lane`], never on a request's thread.

mod avatar;
mod decode;
mod derive;
mod draw;
mod emoji;
mod glyphs;
mod initial;
mod probe;
mod scans;
mod sheet;

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use base::{Lane, LaneSize};

pub use avatar::{AVATAR_SIDE, avatar};
pub use derive::{Derived, derive};
pub use draw::draw;
pub use emoji::{EMOJI_BYTES_MAX, EMOJI_SIDE, EMOJI_SOURCE_SIDE_MAX, Emoji, emoji};
pub use initial::Initial;
pub use probe::{Format, Probe, probe};
pub use sheet::system_emoji;

/// Pixels of a picture that is decoded: 7680×4320, as the reference has it.
pub const PIXELS_MAX: u64 = 7680 * 4320;

/// Bytes of a decoded picture: the most pixels at four bytes. Deeper pictures may have fewer pixels.
pub const DECODED_BYTES_MAX: u64 = PIXELS_MAX * 4;

/// Bytes of an encoded picture: the default limit of an upload.
pub const ENCODED_BYTES_MAX: usize = 100 * 1024 * 1024;

/// Pixels that all scans of a JPEG pass over: sixteen times the largest picture. A progressive JPEG
/// has about ten scans.
const SCANNED_PIXELS_MAX: u64 = 16 * PIXELS_MAX;

/// Longest work on one picture. The largest JPEG takes about half a second of one core.
const WORK_TIME_MAX: Duration = Duration::from_secs(10);

/// Pictures waiting for a lane; at 50 ms each and two at a time, the last one waits 1.6 s.
const LANE_WAITING_MAX: usize = 64;

/// What one picture may cost.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    pub encoded_bytes_max: usize,
    pub pixels_max: u64,
    pub time_max: Duration,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { encoded_bytes_max: ENCODED_BYTES_MAX, pixels_max: PIXELS_MAX, time_max: WORK_TIME_MAX }
    }
}

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Not one of the formats that are decoded here.
    #[error("not a picture")]
    NotAPicture,
    /// The right beginning, but not decodable.
    #[error("broken picture: {0}")]
    Broken(String),
    #[error("picture of {0} bytes is too large")]
    TooManyBytes(usize),
    #[error("picture of {width}×{height} is too large")]
    TooManyPixels { width: u32, height: u32 },
    /// More memory, frames or time than the budget has.
    #[error("picture costs too much: {0}")]
    TooCostly(&'static str),
}

/// The lane that pictures are made on, `decoders` at a time; a decoded picture of the largest size takes 133 MB.
pub fn lane(decoders: NonZeroUsize) -> Lane {
    Lane::new("pictures", LaneSize { running_max: decoders.get(), waiting_max: LANE_WAITING_MAX })
}

/// How many are decoded at once: so many as are `wanted`, or if that is no number above 0 half of the `cores`, so that
/// uploads never take the whole machine.
pub fn decoders(wanted: i64, cores: usize) -> NonZeroUsize {
    let wanted = usize::try_from(wanted).ok().and_then(NonZeroUsize::new);
    wanted.or_else(|| NonZeroUsize::new(cores / 2)).unwrap_or(NonZeroUsize::MIN)
}

/// A budget's time, running.
#[derive(Clone, Copy)]
struct Deadline(Instant);

impl Deadline {
    fn of(budget: &Budget) -> Self {
        Deadline(Instant::now() + budget.time_max)
    }

    fn check(self) -> Result<(), PictureError> {
        if Instant::now() > self.0 { Err(PictureError::TooCostly("time")) } else { Ok(()) }
    }
}
