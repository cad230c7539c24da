//! Asks the store, through the API, for what was acknowledged.
//!
//! It asks by ids, a page at a time, as an administrator, who may read all posts; a page that cannot be asked counts as
//! unknown and not as missing.

use std::collections::HashMap;

use base::Id;
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
    // Not the users' meter: the audit's requests are no load of theirs.
    let meter = Meter::default();
    let mut audit = Audit::default();
    let live: Vec<Id> = stored.iter().filter(|(_, post)| !post.is_deleted).map(|(id, _)| *id).collect();
    for page in live.chunks(PAGE) {
        audit.asked += page.len() as u64;
        let call = Call::json(Method::POST, "/posts/ids", &[], page);
        let reply = match net.send(&meter, call, Some(token.clone())).await {
            Ok(reply) => reply,
            Err(failure) => {
                tracing::warn!(%failure, "a page of posts could not be audited");
                audit.unknown += page.len() as u64;
                continue;
            }
        };
        match serde_json::from_slice::<Vec<PostAnswer>>(&reply.body) {
            Ok(posts) => compare(&mut audit, page, &posts, stored),
            Err(_) => audit.unknown += page.len() as u64,
        }
    }
    audit
}

fn compare(audit: &mut Audit, asked: &[Id], posts: &[PostAnswer], stored: &HashMap<Id, Stored>) {
    let mut times: HashMap<Id, u32> = HashMap::new();
    for post in posts.iter().filter(|post| post.delete_at == 0) {
        *times.entry(post.id).or_default() += 1;
        let Some(expected) = stored.get(&post.id) else { continue };
        if !expected.is_edited && tag::find(&post.message) != Some(expected.mark) {
            audit.changed += 1;
        }
    }
    for id in asked {
        match times.get(id) {
            None => audit.missing += 1,
            Some(1) => audit.found += 1,
            Some(_) => audit.doubled += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_changed_posts_are_told_apart() {
        let ids = [Id([1; 16]), Id([2; 16]), Id([3; 16])];
        let stored = |mark| Stored { mark, is_deleted: false, is_edited: false };
        let expected =
            HashMap::from([(ids[0], stored(tag::mark(1, 1))), (ids[1], stored(tag::mark(1, 2))), (ids[2], stored(3))]);
        let text = format!("fine {}.", tag::word(tag::mark(1, 1)));
        let posts = [
            PostAnswer { id: ids[0], message: text.into(), ..PostAnswer::default() },
            PostAnswer { id: ids[1], message: "other text".into(), ..PostAnswer::default() },
        ];
        let mut audit = Audit::default();
        compare(&mut audit, &ids, &posts, &expected);
        assert_eq!((audit.found, audit.missing, audit.changed), (2, 1, 1));
    }
}
