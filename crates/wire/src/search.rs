//! Search of posts and files: what is asked and what is found.

use std::collections::BTreeMap;

use base::ids::PostId;
use serde::{Deserialize, Serialize};

use crate::posts::PostList;

/// Body of the post and file searches.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchForm {
    pub terms: String,
    /// Any word is enough.
    pub is_or_search: bool,
    /// Seconds east of Greenwich, for dates in the terms.
    pub time_zone_offset: i64,
    pub page: i64,
    /// 0 for the default length of a page.
    pub per_page: i64,
    pub include_deleted_channels: bool,
}

/// Answer of the post searches.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchResults {
    #[serde(flatten)]
    pub posts: PostList,
    /// Which words of which post matched; `null` where the engine does not say.
    pub matches: Option<BTreeMap<PostId, Vec<String>>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_a_post_list_with_matches() {
        let text = serde_json::to_string(&SearchResults::default()).expect("plain data");
        assert_eq!(
            text,
            r#"{"order":[],"posts":{},"next_post_id":"","prev_post_id":"","first_inaccessible_post_time":0,"matches":null}"#
        );
        assert_eq!(serde_json::from_str::<SearchResults>(&text).expect("own output"), SearchResults::default());
    }
}
