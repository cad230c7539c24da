//! What must hold of the answers of a search server, whoever wrote them: for the crate that feeds it anything.

use ::http::StatusCode;
use bytes::Bytes;

use super::http::{Reply, TEXT_MAX};
use super::{bulk, indexes, query, read_ids, read_mark};
use crate::Error;

const ALIAS: &str = "muster-posts-f1";

/// An answer to any request is read or refused in few words; each index it names is called by its name.
pub fn answer(status: StatusCode, body: &[u8]) {
    let reply = Reply { status, body: Bytes::copy_from_slice(body) };
    let (Error::Refused(why) | Error::Unavailable(why)) = reply.refused() else { panic!("a refusal") };
    assert!(why.len() <= TEXT_MAX + 100, "{} bytes", why.len());
    let Ok(answer) = reply.must() else { return };
    if let Ok(hits) = query::hits(&answer) {
        assert!(hits.iter().all(|hit| query::id(&query::digits(hit.id)) == Some(hit.id)));
    }
    read_ids(&answer);
    if let Ok(mark) = read_mark(&answer) {
        let text = serde_json::to_string(&mark).expect("a mark is JSON");
        assert_eq!(serde_json::from_str(&text).ok(), Some(mark), "{text}");
    }
    for outcome in answer["items"].as_array().into_iter().flatten() {
        bulk::verdict(outcome);
    }
    if let Some(named) = answer.as_object() {
        let versions = indexes::known(ALIAS, named);
        let next = versions.next();
        for number in versions.all.iter().chain(&versions.current) {
            assert!(named.contains_key(&indexes::version(ALIAS, *number)), "no index of version {number}");
            assert!(*number < next, "version {number} comes again");
        }
    }
}
