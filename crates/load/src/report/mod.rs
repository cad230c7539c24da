//! Reports: what a run found, with the evidence, for people and for programs.
//!
//! [`build`] makes a [`model::Report`] of an outcome; it is `results.json` as it stands. [`document`] turns it
//! into blocks, and [`html`] and [`markdown`] write the same blocks, so that both say the same. A report can
//! be rendered again from its folder alone.

pub mod build;
pub mod chart;
pub mod document;
pub mod faults;
pub mod folder;
mod found;
pub mod html;
pub mod levels;
pub mod machine;
pub mod markdown;
pub mod model;
pub mod numbers;
pub mod prices;
pub mod queries;
mod saturation;
pub mod sections;
pub mod storm;
pub mod validity;

pub use model::Report;
