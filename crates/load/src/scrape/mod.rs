//! What servers, agents and hosts tell about themselves, read over and over and kept within bounds.

mod cores;
pub mod host;
pub mod prometheus;
pub mod samples;
pub mod source;
pub mod target;
pub mod text;

pub use cores::Cores;
pub use samples::{Labels, Place, Point, Samples};
pub use source::Source;
pub use target::{Target, ThisHost};
