//! Compares the ledger with what the restarted server answers; each loss is a sentence.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::api::{Api, Failure};
use crate::ledger::{Ledger, WrittenPost};
use crate::world::World;

/// Posts asked for in one request.
const PAGE: usize = 100;

/// The latest posts are the ones a kill endangers; so many are searched for after each round.
const SEARCHED_POSTS: usize = 25;
const SEARCHED_FILES: usize = 8;

/// The index catches up with the store after a start; what is not found by then is lost.
const SEARCH_LIMIT: Duration = Duration::from_secs(15);

/// A list of losses longer than this says no more.
const LOSSES_MAX: usize = 20;

/// Looks for everything a round wrote.
pub async fn of_round(world: &World, written: &Ledger) -> Vec<String> {
    let mut losses: Vec<String> = written.refusals.iter().map(|why| format!("a living server {why}")).collect();
    let reader = &world.people[0].api;
    note(&mut losses, posts(reader, written).await);
    note(&mut losses, reactions(reader, written).await);
    note(&mut losses, views(world, written).await);
    note(&mut losses, files(reader, written).await);
    note(&mut losses, search(world, written).await);
    losses.truncate(LOSSES_MAX);
    losses
}

/// The same for all rounds, and a walk through the channels: nothing twice, nothing that nobody wrote,
/// counters that agree with the posts.
pub async fn of_everything(world: &World, ledger: &Ledger) -> Vec<String> {
    let mut losses = of_round(world, ledger).await;
    for channel in &world.channels {
        note(&mut losses, audit(&world.people[0].api, ledger, channel).await);
    }
    losses.truncate(LOSSES_MAX);
    losses
}

fn note(losses: &mut Vec<String>, outcome: Result<Vec<String>, Failure>) {
    match outcome {
        Ok(found) => losses.extend(found),
        Err(why) => losses.push(format!("the restarted server {why}")),
    }
}

async fn posts(reader: &Api, written: &Ledger) -> Result<Vec<String>, Failure> {
    let mut losses = Vec::new();
    for page in written.posts.chunks(PAGE) {
        let ids: Vec<&str> = page.iter().map(|post| post.id.as_str()).collect();
        let answer = reader.post("/posts/ids", &json!(ids)).await?;
        let found: HashMap<&str, &Value> = by_id(&answer);
        losses.extend(page.iter().filter_map(|post| compare(post, found.get(post.id.as_str()).copied())));
    }
    Ok(losses)
}

fn compare(post: &WrittenPost, found: Option<&Value>) -> Option<String> {
    let Some(found) = found else {
        return Some(format!("post {} ({}) is gone", post.word, post.id));
    };
    if found["message"] != post.word.as_str() {
        return Some(format!("post {} says {}", post.word, found["message"]));
    }
    if found["root_id"] != post.root.as_deref().unwrap_or_default() {
        return Some(format!("post {} left its thread", post.word));
    }
    let file = post.file.as_ref().map(|file| file.id.as_str());
    (found["file_ids"][0].as_str() != file).then(|| format!("post {} lost its file: {}", post.word, found["file_ids"]))
}

async fn reactions(reader: &Api, written: &Ledger) -> Result<Vec<String>, Failure> {
    let mut losses = Vec::new();
    for page in written.reactions.chunks(PAGE) {
        let ids: HashSet<&str> = page.iter().map(|reaction| reaction.post.as_str()).collect();
        let answer = reader.post("/posts/ids/reactions", &json!(ids)).await?;
        for reaction in page {
            let there = answer[&reaction.post].as_array().is_some_and(|all| {
                all.iter().any(|one| one["emoji_name"] == reaction.emoji && one["user_id"] == reaction.user.as_str())
            });
            if !there {
                losses.push(format!("reaction {} on {} is gone", reaction.emoji, reaction.post));
            }
        }
    }
    Ok(losses)
}

async fn views(world: &World, written: &Ledger) -> Result<Vec<String>, Failure> {
    let mut losses = Vec::new();
    for ((person, channel), at) in &written.views {
        let member = world.people[*person].api.get(&format!("/channels/{channel}/members/me")).await?;
        let there = member["last_viewed_at"].as_i64().unwrap_or_default();
        if there < *at {
            losses.push(format!("read state of writer {person} in {channel} fell from {at} to {there}"));
        }
    }
    Ok(losses)
}

async fn files(reader: &Api, written: &Ledger) -> Result<Vec<String>, Failure> {
    let mut losses = Vec::new();
    for file in written.files() {
        match reader.bytes(&format!("/files/{}", file.id)).await {
            Ok(bytes) if bytes == file.content.as_bytes() => {}
            Ok(bytes) => losses.push(format!("file {} has {} other bytes", file.name, bytes.len())),
            Err(Failure::Refused(why)) => losses.push(format!("file {} is gone: {why}", file.name)),
            Err(gone) => return Err(gone),
        }
    }
    Ok(losses)
}

async fn search(world: &World, written: &Ledger) -> Result<Vec<String>, Failure> {
    let mut losses = Vec::new();
    let reader = &world.people[0].api;
    let limit = Instant::now() + SEARCH_LIMIT;
    for post in endangered(written.posts.iter().collect(), SEARCHED_POSTS) {
        let path = format!("/teams/{}/posts/search", world.team);
        if !found(reader, &path, &post.word, &post.id, limit).await? {
            losses.push(format!("post {} is not found by search", post.word));
        }
    }
    let with_files: Vec<&WrittenPost> = written.posts.iter().filter(|post| post.file.is_some()).collect();
    for file in endangered(with_files, SEARCHED_FILES).filter_map(|post| post.file.as_ref()) {
        let path = format!("/teams/{}/files/search", world.team);
        let word = file.name.trim_end_matches(".txt");
        if !found(reader, &path, word, &file.id, limit).await? {
            losses.push(format!("file {} is not found by search", file.name));
        }
    }
    Ok(losses)
}

/// Whether a search for the word finds the id before the limit.
async fn found(reader: &Api, path: &str, word: &str, id: &str, limit: Instant) -> Result<bool, Failure> {
    loop {
        let answer = reader.post(path, &json!({"terms": word, "is_or_search": false})).await?;
        if answer["order"].as_array().is_some_and(|order| order.iter().any(|one| one == id)) {
            return Ok(true);
        }
        if Instant::now() > limit {
            return Ok(false);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The posts acknowledged last, which a kill endangers most, and as many from all over the rest.
fn endangered(mut posts: Vec<&WrittenPost>, count: usize) -> impl Iterator<Item = &WrittenPost> {
    posts.sort_by_key(|post| std::cmp::Reverse(post.acknowledged));
    let rest = posts.split_off(posts.len().min(count / 2));
    let step = (rest.len() / (count / 2)).max(1);
    posts.into_iter().chain(rest.into_iter().step_by(step)).take(count)
}

/// Walks one channel and compares it with the ledger and with its own counters.
async fn audit(reader: &Api, ledger: &Ledger, channel: &str) -> Result<Vec<String>, Failure> {
    let (mut seen, mut losses) = pages(reader, channel, "").await?;
    seen.retain(|_, post| post["type"] == "");
    let mut replies: HashMap<&str, u64> = HashMap::new();
    let mut roots = 0;
    for post in seen.values() {
        let word = post["message"].as_str().unwrap_or_default();
        if !ledger.sent.contains(word) {
            losses.push(format!("nobody wrote {word:?} in {channel}"));
        }
        match post["root_id"].as_str().unwrap_or_default() {
            "" => roots += 1,
            root => *replies.entry(root).or_default() += 1,
        }
    }
    let (threads, _) = pages(reader, channel, "&collapsedThreads=true").await?;
    for (root, count) in replies {
        let counted = threads.get(root).and_then(|post| post["reply_count"].as_u64());
        if counted != Some(count) {
            losses.push(format!("thread {root} has {count} replies and counts {counted:?}"));
        }
    }
    let counted = reader.get(&format!("/channels/{channel}")).await?["total_msg_count_root"].as_u64();
    if counted != Some(roots) {
        losses.push(format!("channel {channel} has {roots} root posts and counts {counted:?}"));
    }
    let lacking = ledger.posts.iter().filter(|post| post.channel == channel && !seen.contains_key(&post.id)).count();
    if lacking > 0 {
        losses.push(format!("the pages of channel {channel} lack {lacking} posts"));
    }
    Ok(losses)
}

/// All pages of a channel from its newest to its oldest post, and what stands there twice.
async fn pages(reader: &Api, channel: &str, options: &str) -> Result<(HashMap<String, Value>, Vec<String>), Failure> {
    let mut seen: HashMap<String, Value> = HashMap::new();
    let mut twice = Vec::new();
    let mut before = String::new();
    loop {
        let page = reader.get(&format!("/channels/{channel}/posts?per_page={PAGE}{options}{before}")).await?;
        let order: Vec<&str> = page["order"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let Some(last) = order.last() else { return Ok((seen, twice)) };
        before = format!("&before={last}");
        for id in order {
            if seen.insert(id.to_owned(), page["posts"][id].clone()).is_some() {
                twice.push(format!("post {id} stands twice in {channel}"));
            }
        }
    }
}

fn by_id(list: &Value) -> HashMap<&str, &Value> {
    let posts = list.as_array().into_iter().flatten();
    posts.filter_map(|post| Some((post["id"].as_str()?, post))).collect()
}
