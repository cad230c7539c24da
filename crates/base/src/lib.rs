//! What everything else stands on: ids, the clock, randomness, maps, bounded queues and tasks.
//!
//! Knows nothing of the product. Time, ids and randomness are parameters: logic receives a
//! [`Clock`] and an [`IdMaker`]; only the programs' `main` makes the real ones.

pub mod clock;
pub mod hashing;
pub mod ids;
pub mod lane;
pub mod tasks;
pub mod text_file;
pub mod tokens;

pub use clock::{Clock, Millis};
pub use ids::{Id, IdMaker};
pub use lane::{Lane, LaneError, LaneSize, LaneWatch};
