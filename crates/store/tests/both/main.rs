//! The store on both databases. PostgreSQL takes part when `MUSTER_TEST_POSTGRES` names one.

mod statements;
mod support;
