//! What servers, agents and hosts tell about themselves, read over and over and kept within bounds.

pub mod samples;
pub mod text;

pub use samples::{Labels, Point, Samples};
