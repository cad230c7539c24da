//! A statement: a name for the metrics and a text for the database.

use std::borrow::Cow;

/// SQL under a name. The text is written in the common dialect: see [`crate::dialect`].
#[derive(Clone, Debug)]
pub struct Statement {
    /// As it appears in the label `method` of `mattermost_db_store_time`, such as `PostStore.Save`.
    pub name: &'static str,
    pub sql: Cow<'static, str>,
}

impl Statement {
    pub const fn new(name: &'static str, sql: &'static str) -> Self {
        Statement { name, sql: Cow::Borrowed(sql) }
    }

    /// A statement put together from constant parts, for lists with optional filters. Values never enter the text.
    pub fn composed(name: &'static str, sql: String) -> Self {
        Statement { name, sql: Cow::Owned(sql) }
    }
}

/// Declares a noun's statements and lists them in `ALL`, which a test prepares on both databases.
#[macro_export]
macro_rules! statements {
    ($($(#[$doc:meta])* $constant:ident = $name:literal => $sql:expr;)+) => {
        $($(#[$doc])* static $constant: $crate::Statement = $crate::Statement::new($name, $sql);)+
        pub static ALL: &[&$crate::Statement] = &[$(&$constant),+];
    };
}
