//! The bus on the real NATS: what is published is heard, and whatever happens to NATS is noticed and healed.
//!
//! `scripts/nats with cargo test -p muster-bus` gives the program; without it these tests say so and pass. They wait
//! for what must come, never for a time to pass.

mod broken;
mod encrypted;
mod server;
mod together;
mod witness;
