//! Faults that a run makes on purpose, in a topology of this machine: parsed, made in time, and undone.
//!
//! [`Recipe`] is one of them as a person writes it, [`Lane`] makes those of a run one after the other. What users noticed
//! is the agents' to tell; the `load` crate's report puts both together.

mod lane;
mod recipe;

pub use lane::{Lane, Made};
pub use recipe::{FAULTS_MAX, Kind, Recipe, must_fit};
