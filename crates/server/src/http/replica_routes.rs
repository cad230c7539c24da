//! Lists the endpoints that a read replica may answer.
//!
//! A replica first catches up with all that was durable when the call came in (see [`store::from_replica`]). That takes
//! two short queries more. It pays for reads of many rows: lists, searches, counts, history. Reads of one row, or
//! mostly from a cache, stay on the primary. What fills a cache is always read from the primary.

/// Names of the endpoints.
const REPLICA_ROUTES: &[&str] = &[
    "autocompleteChannelsForTeam",
    "autocompleteChannelsForTeamForSearch",
    "autocompleteEmojis",
    "autocompleteUsers",
    "getAllChannels",
    "getAllTeams",
    "getAnalytics",
    "getAudits",
    "getBots",
    "getBulkReactions",
    "getChannelMembers",
    "getChannelMembersTimezones",
    "getDeletedChannelsForTeam",
    "getDrafts",
    "getEditHistoryForPost",
    "getEmojiList",
    "getFilteredUsersStats",
    "getFlaggedPostsForUser",
    "getGroupMembers",
    "getGroups",
    "getPinnedPosts",
    "getPostThread",
    "getPostsByIds",
    "getPrivateChannelsForTeam",
    "getPublicChannelsForTeam",
    "getTeamMembers",
    "getTeamStats",
    "getThreadsForUser",
    "getTotalUsersStats",
    "getUserAudits",
    "getUserCountForReporting",
    "getUsers",
    "getUsersForReporting",
    "searchAllChannels",
    "searchChannelsForTeam",
    "searchEmojis",
    "searchFilesInAllTeams",
    "searchFilesInTeam",
    "searchGroupChannels",
    "searchPostsInAllTeams",
    "searchPostsInTeam",
    "searchTeams",
    "searchUsers",
];

/// Whether a read replica may answer the endpoint.
pub fn may_use_replica(endpoint: &str) -> bool {
    REPLICA_ROUTES.binary_search(&endpoint).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_an_endpoint_that_only_reads() {
        assert!(REPLICA_ROUTES.is_sorted());
        for name in REPLICA_ROUTES {
            let endpoint = wire::endpoints::ALL.iter().find(|one| one.name == *name);
            let endpoint = endpoint.unwrap_or_else(|| panic!("{name} is no endpoint"));
            let reads = endpoint.method == http::Method::GET
                || ["search", "/ids", "reactions"].iter().any(|word| endpoint.path.contains(word));
            assert!(reads, "{name} may write");
        }
    }
}
