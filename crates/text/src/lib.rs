//! What a message says: mentions, hashtags, links, emoji, and the language of the search box; and what a
//! linked page says of itself.
//!
//! Pure functions over text. Nothing here knows who is in a channel, what was stored or how it
//! is searched: the server matches what is found here against its members, and the search crate
//! turns a [`search_query::SearchQuery`] into an index query.
//!
//! Every function is total (no input makes it panic) and its work grows linearly with the text,
//! so a hostile message of the longest permitted length costs no more than a friendly one.

pub mod channel_links;
pub mod emoji;
pub mod hashtags;
pub mod links;
pub mod markdown;
pub mod mentions;
pub mod mrkdwn;
pub mod opengraph;
pub mod permalinks;
pub mod search_query;
pub mod slack_links;

#[cfg(test)]
mod hostile;
