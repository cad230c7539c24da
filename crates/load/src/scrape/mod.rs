//! What servers, agents and hosts tell about themselves, read over and over and kept within bounds.

mod cores;
pub mod host;
pub mod prometheus;
pub mod source;
pub mod target;
pub mod text;

pub use crate::promql::samples::{Labels, Place, Point, Samples};
pub use cores::Cores;
pub use source::Source;
pub use target::{Target, ThisHost};
