//! Faults that a run makes on purpose, in a topology of this machine: parsed, made in time, and undone.
//!
//! [`Fault`] is one of them as an operator writes it, [`Lane`] makes those of a run one after the other. What users
//! noticed is the agents' to tell; the `load` crate's report puts both together.

mod fault;
mod lane;

pub use fault::{FAULTS_MAX, Fault, Kind, must_fit};
pub use lane::{Lane, Made};
