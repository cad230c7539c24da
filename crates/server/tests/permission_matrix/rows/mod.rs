//! The table: for each endpoint what to ask, and who may by the rights that roles give.
//!
//! `$variables` are filled in from the place that is asked about; see `request.rs`. Lines of endpoints that are not
//! built wait for them.

mod channels;
mod crossing;
mod integrations;
mod people;
mod posts;
mod provisioning;
mod system;
mod teams;

use crate::asker::Row;

pub const ALL: &[&[Row]] = &[
    channels::ROWS,
    crossing::ROWS,
    integrations::ROWS,
    people::ROWS,
    posts::ROWS,
    provisioning::ROWS,
    system::ROWS,
    teams::ROWS,
];
