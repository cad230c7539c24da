//! The components, a file each: which program, with which arguments and settings, ready when.

pub mod app;
pub mod nats;
pub mod nginx;
pub mod opensearch;
pub mod postgres;
pub mod prometheus;
pub mod s3;
