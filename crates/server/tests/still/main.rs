//! Tests in which time passes when the test says so.

mod due;
mod leftovers;
mod links;
mod world;
