//! A deployment on one machine: the real programs, app nodes included, started on the loopback and stopped by pid.
//!
//! `shape` says how many of each, `plan` and `parts` make of it what to run, in which order, with which settings:
//! plain values, so that a test can read them. `runner` starts and stops what a plan says, `prepare` and `network` do what
//! a first start needs, `state` keeps it in a file between two commands, `process` knows a process of its own from a
//! stranger with the same number. `faults` breaks parts on purpose, at the times that a run of the lab says.

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
