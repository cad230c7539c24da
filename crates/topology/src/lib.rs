//! Starts a deployment on one machine: the real programs, on the loopback, stopped by process id.
//!
//! - `shape` says how many parts of each kind there are.
//! - `plan` and `parts` turn a shape into what to run, in which order, with which settings. Both are plain values, so
//!   that a test can read them.
//! - `prepare` and `network` do what a first start needs.
//! - `runner` starts and stops the processes of a plan.
//! - `state` keeps the running deployment in a file between two commands.
//! - `process` tells its own process from another one that got the same id.
//! - `faults` injects faults at the times that a run of the lab gives.

pub mod architecture;
pub mod durations;
pub mod faults;
pub mod network;
mod parts;
pub mod plan;
mod prepare;
pub mod process;
pub mod programs;
mod ready;
pub mod runner;
pub mod shape;
mod state;

pub use architecture::Architecture;
pub use plan::{Balance, Options, Plan};
pub use programs::Programs;
pub use runner::Runner;
pub use shape::{Files, Shape};
