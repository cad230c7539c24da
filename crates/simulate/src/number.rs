//! Short numbers of what the users of an agent know together.

/// Place of a thing in its table.
pub type No = u32;
