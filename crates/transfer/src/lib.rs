//! Transfer: history that comes and goes, and the jobs that take their time.
//!
//! [`bulk`] is the format of lines, [`imports`] makes them changes, [`exports`] is the inverse, [`fidelity`]
//! compares the two sides; [`jobs`] are run by [`runner`].

pub mod bulk;
pub mod exports;
pub mod fidelity;
pub mod imports;
pub mod jobs;
pub mod runner;
pub mod uploads;
