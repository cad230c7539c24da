//! Our indexes on a search server: `PREFIXmuster-posts-f1-v3` is the third version of the posts in the first format.
//!
//! Searches ask the alias without a version. Writes go through an alias that each index brings and takes with it: a
//! server makes an index by itself when a write names one that is not there, and would then guess what the fields
//! are. A new version is filled beside the one in use and then takes over its alias in one step.

use http::{Method, StatusCode};
use metrics::SearchRequest;
use serde_json::{Value, json};
use tracing::info;

use super::OpenSearch;
use crate::cursor::Kind;
use crate::{Error, Result};

/// Grows whenever documents are laid out differently. Releases that differ in it use indexes of their own, so that both
/// may run at a time.
const FORMAT: u32 = 1;

/// How long searches may lack what was written, when nobody waits for it.
const REFRESH_INTERVAL: &str = "1s";

/// Indexes of a kind that there are.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// The one that is searched.
    pub current: Option<u32>,
    pub all: Vec<u32>,
}

impl Versions {
    /// The number of an index that is to be made.
    pub fn next(&self) -> u32 {
        self.all.iter().max().map_or(1, |newest| newest + 1)
    }
}

impl OpenSearch {
    pub(super) fn alias(&self, kind: Kind) -> String {
        let noun = match kind {
            Kind::Posts => "posts",
            Kind::Files => "files",
        };
        format!("{}muster-{noun}-f{FORMAT}", self.options.prefix)
    }

    /// The index of a kind that is searched; made when there is none.
    pub async fn home(&self, kind: Kind) -> Result<String> {
        let versions = self.versions(kind).await?;
        if let Some(current) = versions.current {
            return Ok(version(&self.alias(kind), current));
        }
        let name = version(&self.alias(kind), versions.next());
        let replicas = self.options.replicas;
        let body = self.definition(&name, &[&self.alias(kind)], replicas, REFRESH_INTERVAL);
        let reply = self.send(SearchRequest::Index, Method::PUT, &format!("/{name}"), body).await?;
        if !reply.status.is_success() {
            // Another node may have been faster.
            let made = self.versions(kind).await?.current;
            return made.map(|made| version(&self.alias(kind), made)).ok_or_else(|| reply.refused());
        }
        info!(search.index = name, "search index made");
        Ok(name)
    }

    /// Makes the next version, empty and not searched, and removes those that were never finished.
    pub async fn begin(&self, kind: Kind) -> Result<String> {
        self.home(kind).await?;
        let versions = self.versions(kind).await?;
        for stale in versions.all.iter().filter(|&&stale| Some(stale) != versions.current) {
            self.drop_index(&version(&self.alias(kind), *stale)).await?;
        }
        let name = version(&self.alias(kind), versions.next());
        // Filled without copies and without being made searchable, which is cheaper.
        let body = self.definition(&name, &[], 0, "-1");
        self.send(SearchRequest::Index, Method::PUT, &format!("/{name}"), body).await?.must()?;
        info!(search.index = name, "search index begun");
        Ok(name)
    }

    /// Lets searches ask the index `name` from now on, and removes the one they asked before.
    pub async fn take_over(&self, kind: Kind, name: &str) -> Result<()> {
        let settings = json!({"index": {"refresh_interval": REFRESH_INTERVAL,
            "number_of_replicas": self.options.replicas}});
        self.send(SearchRequest::Index, Method::PUT, &format!("/{name}/_settings"), settings).await?.must()?;
        self.send(SearchRequest::Refresh, Method::POST, &format!("/{name}/_refresh"), Value::Null).await?.must()?;
        let alias = self.alias(kind);
        let old = self.versions(kind).await?.current.map(|current| version(&alias, current));
        let mut actions = vec![json!({"add": {"index": name, "alias": alias}})];
        actions.extend(old.iter().map(|old| json!({"remove": {"index": old, "alias": alias}})));
        let body = json!({"actions": actions});
        self.send(SearchRequest::Index, Method::POST, "/_aliases", body).await?.must()?;
        info!(search.index = name, "search index in use");
        match old {
            Some(old) if old != name => self.drop_index(&old).await,
            _ => Ok(()),
        }
    }

    /// Removes all of a kind; for tests that leave nothing behind.
    #[cfg(test)]
    pub async fn remove_all(&self, kind: Kind) -> Result<()> {
        for number in self.versions(kind).await?.all {
            self.drop_index(&version(&self.alias(kind), number)).await?;
        }
        Ok(())
    }

    async fn drop_index(&self, name: &str) -> Result<()> {
        let reply = self.send(SearchRequest::Index, Method::DELETE, &format!("/{name}"), Value::Null).await?;
        if reply.status == StatusCode::NOT_FOUND { Ok(()) } else { reply.must().map(drop) }
    }

    async fn versions(&self, kind: Kind) -> Result<Versions> {
        let alias = self.alias(kind);
        let path = format!("/{alias}-v*/_alias");
        let reply = self.send(SearchRequest::Index, Method::GET, &path, Value::Null).await?;
        if reply.status == StatusCode::NOT_FOUND {
            return Ok(Versions::default());
        }
        let answer = reply.must()?;
        let indexes = answer.as_object().ok_or_else(|| Error::Refused("aliases are not told".to_owned()))?;
        Ok(known(&alias, indexes))
    }

    /// What an index is made with. Documents are kept nowhere but in the store: hits are ids.
    fn definition(&self, name: &str, aliases: &[&str], replicas: u32, refresh: &str) -> Value {
        let exact = json!({"type": "keyword", "doc_values": false});
        let listed =
            |options: &str| json!({"type": "text", "analyzer": "whitespace", "norms": false, "index_options": options});
        let writes = write_alias(name);
        let aliases = aliases.iter().copied().chain([writes.as_str()]);
        json!({
            "aliases": aliases.map(|alias| (alias.to_owned(), json!({}))).collect::<serde_json::Map<_, _>>(),
            "settings": {"index": {
                "number_of_shards": self.options.shards,
                "number_of_replicas": replicas,
                "refresh_interval": refresh,
                "sort.field": ["created", "id"],
                "sort.order": ["desc", "desc"],
            }},
            "mappings": {
                "dynamic": false,
                "_source": {"enabled": false},
                "properties": {
                    "id": {"type": "keyword"},
                    "created": {"type": "long"},
                    "channel": exact,
                    "user": exact,
                    "extension": exact,
                    "tags": exact,
                    "words": listed("positions"),
                    "stems": listed("docs"),
                    "cursor": {"type": "keyword", "index": false, "doc_values": false, "store": true},
                },
            },
        })
    }
}

/// What an index is called.
pub fn version(alias: &str, number: u32) -> String {
    format!("{alias}-v{number}")
}

/// The alias through which an index is written.
pub fn write_alias(index: &str) -> String {
    format!("{index}-write")
}

/// Reads the server's list of indexes and their aliases.
pub fn known(alias: &str, indexes: &serde_json::Map<String, Value>) -> Versions {
    let mut versions = Versions::default();
    for (name, about) in indexes {
        let number =
            name.strip_prefix(alias).and_then(|rest| rest.strip_prefix("-v")).and_then(|rest| rest.parse().ok());
        // What is not called as we call it is not ours, and no version comes after the highest number.
        let is_ours = |number: &u32| *number < u32::MAX && version(alias, *number) == *name;
        let Some(number) = number.filter(is_ours) else { continue };
        versions.all.push(number);
        if about["aliases"].get(alias).is_some() {
            versions.current = versions.current.max(Some(number));
        }
    }
    versions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_in_use_is_the_one_with_the_alias() {
        let answer = json!({
            "posts-v1": {"aliases": {"posts": {}, "posts-v1-write": {}}},
            "posts-v2": {"aliases": {"posts-v2-write": {}}},
            "posts-value": {"aliases": {}},
        });
        let versions = known("posts", answer.as_object().expect("an object"));
        assert_eq!(versions, Versions { current: Some(1), all: vec![1, 2] });
    }

    #[test]
    fn what_somebody_else_called_alike_is_no_version() {
        let used = json!({"aliases": {"posts": {}}});
        let answer = json!({"posts-v4294967295": used, "posts-v+5": used, "posts-v07": used, "posts-v2": {}});
        let versions = known("posts", answer.as_object().expect("an object"));
        assert_eq!((versions.next(), versions), (3, Versions { current: None, all: vec![2] }));
    }
}
