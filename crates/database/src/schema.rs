//! What is to be known of the tables before they can be made, brought up to date and copied.

/// A numbered file that is applied in one transaction.
#[derive(Clone, Copy)]
pub struct Migration {
    pub version: i64,
    pub name: &'static str,
    /// In the words of [`crate::dialect`].
    pub sql: &'static str,
}

/// The tables of a program. On PostgreSQL `commit_marks` must be among them, in which the writer marks its commits, and
/// `event_log`, in which it keeps what they mean to other processes.
pub struct Schema {
    /// By version.
    pub migrations: &'static [Migration],
    /// The oldest schema whose programs may run on these tables, beside this program or in its place.
    pub oldest_served: i64,
    /// Tables that a database holds for its own sake. A copy leaves them out.
    pub own: &'static [&'static str],
    /// What the names of tables begin with that are made anew from others. A copy leaves them out.
    pub derived: &'static [&'static str],
}

impl Schema {
    /// The version that the program writes.
    pub fn newest(&self) -> i64 {
        self.migrations.last().map_or(0, |migration| migration.version)
    }

    /// Whether a copy has the rows of a table.
    pub(crate) fn is_copied(&self, table: &str) -> bool {
        !self.own.contains(&table) && !self.derived.iter().any(|beginning| table.starts_with(beginning))
    }
}
