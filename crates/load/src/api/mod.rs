//! The control API over HTTP, for agents and for coordinators at one address.

pub mod agents;
pub mod coordinators;
