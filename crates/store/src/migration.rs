//! A migration as the backends take it.

/// A numbered file that is applied in one transaction.
#[derive(Clone, Copy)]
pub(crate) struct Migration {
    pub version: i64,
    pub name: &'static str,
    pub sql: &'static str,
}
