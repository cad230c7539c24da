//! Asks the store, through the API, for what was acknowledged.
//!
//! It asks by ids, a page at a time, as an administrator, who may read all posts; a page that cannot be asked counts as
//! unknown and not as missing.

use std::collections::HashMap;

use base::Id;
use bytes::Bytes;
use http::{HeaderValue, Method};

use super::ledger::Stored;
use super::tag;
use crate::agent::results::Audit;
use crate::meter::Meter;
use crate::net::{Call, Net};
use crate::users::answers::PostAnswer;

/// Ids asked at once: the most that `POST /posts/ids` takes.
const PAGE: usize = 1_000;

/// Compares the store with what was acknowledged.
pub async fn audit(net: &Net, token: HeaderValue, stored: &HashMap<Id, Stored>) -> Audit {
    let mut audit = Audit::default();
    let live: Vec<Id> = stored.iter().filter(|(_, post)| !post.is_deleted).map(|(id, _)| *id).collect();
    for page in live.chunks(PAGE) {
        audit.asked += page.len() as u64;
        let mut missing = Vec::new();
        match ask(net, &token, page).await {
            Some(bytes) => match serde_json::from_slice::<Vec<PostAnswer>>(&bytes) {
                Ok(posts) => missing = compare(&mut audit, page, &posts, stored),
                Err(_) => audit.unknown += page.len() as u64,
            },
            None => audit.unknown += page.len() as u64,
        }
        let roots: Vec<Id> = missing.iter().map(|post| post.root).filter(|root| root.is_some()).collect();
        let bytes = if roots.is_empty() { None } else { ask(net, &token, &roots).await };
        let roots: Vec<PostAnswer> =
            bytes.as_deref().and_then(|bytes| serde_json::from_slice(bytes).ok()).unwrap_or_default();
        judge(&mut audit, &missing, &roots, bytes.is_some());
    }
    audit
}

/// The answer to a page of ids; none when it could not be asked.
async fn ask(net: &Net, token: &HeaderValue, ids: &[Id]) -> Option<Bytes> {
    // Not the users' meter: the audit's requests are no load of theirs.
    let call = Call::json(Method::POST, "/posts/ids", &[], ids);
    let sent = net.send(&Meter::default(), call, Some(token.clone())).await;
    match sent.and_then(|reply| reply.body().cloned()) {
        Ok(body) => Some(body),
        Err(failure) => {
            tracing::warn!(%failure, "a page of posts could not be audited");
            None
        }
    }
}

/// Counts what is there; returns what is not.
fn compare(audit: &mut Audit, asked: &[Id], posts: &[PostAnswer], stored: &HashMap<Id, Stored>) -> Vec<Stored> {
    let mut times: HashMap<Id, u32> = HashMap::new();
    for post in posts.iter().filter(|post| post.delete_at == 0) {
        *times.entry(post.id).or_default() += 1;
        let Some(expected) = stored.get(&post.id) else { continue };
        if !expected.is_edited && tag::find(&post.message) != Some(expected.mark) {
            audit.changed += 1;
        }
    }
    let mut missing = Vec::new();
    for id in asked {
        match times.get(id) {
            None => missing.extend(stored.get(id)),
            Some(1) => audit.found += 1,
            Some(_) => audit.doubled += 1,
        }
    }
    missing
}

/// A reply whose root is gone went with it: somebody deleted the thread. Any other post that is not there is missing.
fn judge(audit: &mut Audit, missing: &[Stored], roots: &[PostAnswer], known: bool) {
    let is_there = |root: Id| roots.iter().any(|post| post.id == root && post.delete_at == 0);
    for post in missing {
        if known && post.root.is_some() && !is_there(post.root) {
            audit.with_thread += 1;
        } else {
            audit.missing += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_changed_posts_are_told_apart() {
        let ids = [Id([1; 16]), Id([2; 16]), Id([3; 16])];
        let stored = |mark| Stored { mark, root: Id::NONE, is_deleted: false, is_edited: false };
        let expected =
            HashMap::from([(ids[0], stored(tag::mark(1, 1))), (ids[1], stored(tag::mark(1, 2))), (ids[2], stored(3))]);
        let text = format!("fine {}.", tag::word(tag::mark(1, 1)));
        let posts = [
            PostAnswer { id: ids[0], message: text.into(), ..PostAnswer::default() },
            PostAnswer { id: ids[1], message: "other text".into(), ..PostAnswer::default() },
        ];
        let mut audit = Audit::default();
        let missing = compare(&mut audit, &ids, &posts, &expected);
        judge(&mut audit, &missing, &[], false);
        assert_eq!((audit.found, audit.missing, audit.changed), (2, 1, 1));
    }

    #[test]
    fn replies_that_went_with_their_thread_are_not_missing() {
        let (gone, there) = (Id([8; 16]), Id([9; 16]));
        let reply = |root| Stored { mark: 1, root, is_deleted: false, is_edited: false };
        let missing = [reply(gone), reply(there), reply(Id::NONE)];
        let roots = [PostAnswer { id: there, ..PostAnswer::default() }];
        let mut audit = Audit::default();
        judge(&mut audit, &missing, &roots, true);
        assert_eq!((audit.with_thread, audit.missing), (1, 2));
        judge(&mut audit, &missing, &[], false);
        assert_eq!((audit.with_thread, audit.missing), (1, 5));
    }
}
