//! What ends a measurement.

/// What goes wrong while measuring ends the run.
pub type Problem = Box<dyn std::error::Error>;
