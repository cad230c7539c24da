//! Finding posts, files, users and channels.

use crate::check;
use crate::field::section;
use crate::setting::{Secret, choice};

choice! {
    /// What answers searches.
    SearchBackend {
        /// An index next to the database.
        Embedded = "embedded",
        /// The database's own full text.
        Database = "database",
        Elasticsearch = "elasticsearch",
        Opensearch = "opensearch",
    }
}

impl SearchBackend {
    /// The kind of search server that is asked; none where the node itself or its database searches.
    pub fn server(self) -> Option<&'static str> {
        match self {
            SearchBackend::Elasticsearch | SearchBackend::Opensearch => Some(self.name()),
            SearchBackend::Embedded | SearchBackend::Database => None,
        }
    }
}

section! {
    /// Finding posts and files.
    Search in search {
        /// "embedded" needs nothing and serves one node; "elasticsearch" and "opensearch" share one index among nodes;
        /// "database" uses the database's full text, as "embedded" does in a cluster.
        backend: SearchBackend = SearchBackend::Embedded => node();
        /// Folder of the embedded index: below the data folder, or a whole path, on a disk of this machine.
        directory: String = "search" => check(check::folder).node();
        /// Milliseconds after which a change can be found.
        commit_interval_ms: u32 = 500 => range(10, 60_000).node();
        /// Lets people search posts.
        enable_posts: bool = true => api("ServiceSettings.EnablePostSearch");
        /// Lets people search files.
        enable_files: bool = true => api("ServiceSettings.EnableFileSearch");
        /// Addresses of the search server's nodes, separated by commas; they are asked in turn.
        url: String = "http://localhost:9200" => api("ElasticsearchSettings.ConnectionURL").node();
        /// Account at the search server.
        username: String = "" => api("ElasticsearchSettings.Username").node();
        /// Password of that account.
        password: Secret = "" => api("ElasticsearchSettings.Password").node();
        /// Skips verification of the search server's certificate. For self-signed certificates.
        skip_tls_verification: bool = false => api("ElasticsearchSettings.SkipTLSVerification").node();
        /// Put before the name of each index.
        index_prefix: String = "" => api("ElasticsearchSettings.IndexPrefix").node();
        /// Seconds a request to the search server may take.
        timeout_s: u32 = 30 => range(1, 600).api("ElasticsearchSettings.RequestTimeoutSeconds").node();
        /// Posts and files sent to the search server with one request; never more than 1,000.
        batch_size: u32 = 10_000 => range(1, 100_000).api("ElasticsearchSettings.BatchSize");
        /// Parts of an index made on the search server: one for each 50 million posts.
        shards: u32 = 1 => range(1, 256).node();
        /// Copies of each part, so that a node of the search server may be lost; takes effect with the next index.
        replicas: u32 = 1 => range(0, 16).node();
        /// Searches the newest posts of the database while the search server does not answer; otherwise searches fail.
        fallback_to_database: bool = true => node();
    }
}
