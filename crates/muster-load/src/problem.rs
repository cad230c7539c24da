//! What ends a subcommand.

/// A sentence for a person.
pub type Problem = Box<dyn std::error::Error + Send + Sync>;
