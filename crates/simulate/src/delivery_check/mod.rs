//! The delivery check: what was sent, who had to receive it, who did, how late and in which order.
//!
//! `tag` marks messages, `ledger` follows each from the send to its receivers, `between` judges receivers of other agents,
//! `audit` asks the store after the run.

pub mod audit;
pub mod between;
pub mod ledger;
pub mod tag;

pub use ledger::Ledger;
