//! Webhooks in a conversation: programs that are called by what is said ([`triggers`]).
//!
//! [`voice`] is how any integration speaks: as the user it belongs to, under a name of its own. [`slack`] makes Markdown of
//! what it wrote as for Slack.

pub mod slack;
pub mod triggers;
pub mod voice;
