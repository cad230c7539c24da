//! Posts as they are shown: what clients draw around them ([`metadata`], [`permalinks`], [`priority`]), and the lists
//! they are answered in ([`list`]).

pub mod channel_links;
pub mod links;
pub mod list;
pub mod metadata;
pub mod permalinks;
pub mod priority;
