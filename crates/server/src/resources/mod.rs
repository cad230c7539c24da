//! Resources: for each noun of the product, what can be done with it and who may.
//!
//! A handler reads top-down: who is it, may they, is it valid, write, announce, answer.

pub mod brand;
pub mod client_reports;
pub mod cloud;
pub mod logs;
pub mod plugins;
pub mod reference;
pub mod settings;
pub mod system;
pub mod trials;
