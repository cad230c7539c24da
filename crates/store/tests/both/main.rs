//! The store on both databases. PostgreSQL takes part when `MUSTER_TEST_POSTGRES` names one.

mod administration;
mod changes;
mod failover;
mod labels;
mod lists;
mod members;
mod nodes;
mod pages;
mod proxy;
mod replicas;
mod rows;
mod standby;
mod statements;
mod support;
mod threads;
mod timelines;
mod tls;
