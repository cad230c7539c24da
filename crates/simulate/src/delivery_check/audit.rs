//! Asks the store, through the API, for what was acknowledged.
//!
//! It asks by ids, a page at a time, as an administrator, who may read all posts; a page that cannot be asked counts as
//! unknown and not as missing. Two posts of one author that were sent one after the answer to the other must be stored in
//! that order; where their times are the same, a page of their channel says what the order is.

use std::collections::HashMap;

use base::Id;
use bytes::Bytes;
use http::{HeaderValue, Method};

use super::ledger::Stored;
use super::tag;
use crate::answers::{PostAnswer, PostsAnswer};
use crate::meter::Meter;
use crate::net::{Call, Net};
use crate::results::Audit;

/// Ids asked at once: the most that `POST /posts/ids` takes.
const PAGE: usize = 1_000;
/// Pairs of the same time that are looked at on a page.
const TIES_MAX: usize = 200;
/// Posts of a channel among which two of the same millisecond stand.
const TIE_LEN: usize = 30;

/// Compares the store with what was acknowledged.
pub async fn audit(net: &Net, token: HeaderValue, stored: &HashMap<Id, Stored>) -> Audit {
    let mut audit = Audit::default();
    let mut found = HashMap::new();
    let live: Vec<Id> = stored.iter().filter(|(_, post)| !post.is_deleted).map(|(id, _)| *id).collect();
    for page in live.chunks(PAGE) {
        audit.asked += page.len() as u64;
        let mut missing = Vec::new();
        match ask(net, &token, page).await {
            Some(bytes) => match serde_json::from_slice::<Vec<PostAnswer>>(&bytes) {
                Ok(posts) => {
                    missing = compare(&mut audit, page, &posts, stored);
                    found.extend(posts.iter().map(|post| (post.id, (post.channel_id, post.create_at))));
                }
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
    let order = order(stored, &found);
    audit.swapped = order.swapped;
    for (earlier, later) in order.tied.into_iter().take(TIES_MAX) {
        let channel = found.get(&earlier).map_or(Id::NONE, |(channel, _)| *channel);
        audit.swapped += u64::from(stands_before(net, &token, channel, (later, earlier)).await);
    }
    audit
}

/// What the times of stored posts say of their order.
#[derive(Debug, Default, PartialEq, Eq)]
struct Order {
    swapped: u64,
    /// Pairs of the same time, the one that was sent first in front.
    tied: Vec<(Id, Id)>,
}

/// Compares neighbours: each author's posts in a channel, as they were sent. `found` tells the channel and the time.
fn order(stored: &HashMap<Id, Stored>, found: &HashMap<Id, (Id, i64)>) -> Order {
    let mut sent: Vec<(&Id, &Stored)> = stored.iter().filter(|(id, _)| found.contains_key(id)).collect();
    sent.sort_unstable_by_key(|(_, post)| (post.author, post.channel, post.sent_us));
    let mut order = Order::default();
    for pair in sent.windows(2) {
        let [(first, earlier), (second, later)] = [pair[0], pair[1]];
        let is_pair = (earlier.author, earlier.channel) == (later.author, later.channel);
        if !is_pair || later.sent_us <= earlier.acked_us {
            continue;
        }
        match found[first].1.cmp(&found[second].1) {
            std::cmp::Ordering::Less => {}
            std::cmp::Ordering::Equal => order.tied.push((*first, *second)),
            std::cmp::Ordering::Greater => order.swapped += 1,
        }
    }
    order
}

/// Whether the channel shows `one` before `other`, which were written in the same millisecond.
async fn stands_before(net: &Net, token: &HeaderValue, channel: Id, (one, other): (Id, Id)) -> bool {
    let query = format!("before={other}&per_page={TIE_LEN}");
    let call = Call::plain(Method::GET, "/channels/{channel}/posts", &[&channel], &query);
    let sent = net.send(&Meter::default(), call, Some(token.clone())).await;
    let body = match sent.and_then(|reply| reply.body().cloned()) {
        Ok(body) => body,
        Err(failure) => {
            tracing::warn!(%failure, "the order of two posts could not be audited");
            return false;
        }
    };
    serde_json::from_slice::<PostsAnswer>(&body).is_ok_and(|page| page.order.contains(&one))
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
        let stored = |mark| Stored { mark, ..Stored::default() };
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
    fn posts_that_are_stored_before_earlier_ones_of_their_author_are_swapped() {
        let id = |number: u8| Id([number; 16]);
        let stored =
            |author, sent_us| Stored { author, channel: 1, sent_us, acked_us: sent_us + 500, ..Stored::default() };
        let posts = HashMap::from([
            (id(1), stored(1, 1_000)),
            (id(2), stored(1, 2_000)),
            (id(3), stored(1, 3_000)),
            (id(4), stored(1, 3_200)),
            (id(5), stored(2, 1_000)),
        ]);
        let found: HashMap<Id, (Id, i64)> =
            [(1, 5), (2, 4), (3, 4), (4, 3), (5, 9)].map(|(number, at)| (id(number), (id(9), at))).into();
        // The fourth was sent while the third was under way.
        assert_eq!(order(&posts, &found), Order { swapped: 1, tied: vec![(id(2), id(3))] });
    }

    #[test]
    fn replies_that_went_with_their_thread_are_not_missing() {
        let (gone, there) = (Id([8; 16]), Id([9; 16]));
        let reply = |root| Stored { mark: 1, root, ..Stored::default() };
        let missing = [reply(gone), reply(there), reply(Id::NONE)];
        let roots = [PostAnswer { id: there, ..PostAnswer::default() }];
        let mut audit = Audit::default();
        judge(&mut audit, &missing, &roots, true);
        assert_eq!((audit.with_thread, audit.missing), (1, 2));
        judge(&mut audit, &missing, &[], false);
        assert_eq!((audit.with_thread, audit.missing), (1, 5));
    }
}
