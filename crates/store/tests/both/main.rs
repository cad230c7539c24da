//! The store on both databases. PostgreSQL takes part when `MUSTER_TEST_POSTGRES` names one.

mod administration;
mod changes;
mod labels;
mod lists;
mod members;
mod pages;
mod rows;
mod statements;
mod support;
mod threads;
