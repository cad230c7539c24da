//! Whether every promise was kept.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use base::ids::{ChannelId, PostId};
use client::state::State;
use wire::posts::Post;

use super::device::{Seen, look};
use super::model::{Life, Model};
use super::world::{DEVICES, World};

/// Judges a world that has come to rest.
///
/// # Errors
/// The first promise that was broken.
pub async fn judge(world: &World, seen: &[Seen]) -> Result<(), String> {
    let broken = world.model.lock().broken.first().cloned();
    broken.map_or(Ok(()), Err)?;
    for place in world.places() {
        let rest = world.admin.rest.at(&place.base);
        let held = look(world, &world.admin, &rest).await.ok_or("a node that is whole does not answer")?;
        stands(&world.model.lock(), &held).map_err(|broken| format!("at {}: {broken}", place.base))?;
    }
    one_order(seen)?;
    let base = &world.places()[0].base;
    for (at, one) in seen.iter().enumerate() {
        let person = &world.people[one.who];
        let name = format!("client {} of {}", at % DEVICES, person.user.username);
        let fresh = look(world, person, &person.rest.at(base)).await.ok_or("a node that is whole does not answer")?;
        same(&one.state, &fresh).map_err(|broken| format!("{name}: {broken}"))?;
    }
    rights(&world.model.lock(), world, seen)
}

/// What was acknowledged is there, as it was acknowledged, and once.
fn stands(model: &Model, held: &State) -> Result<(), String> {
    for (id, written) in &model.posts {
        let found = held.posts.get(id);
        match (model.life(written), found) {
            (Life::Lives, None) => return Err(format!("{id} {:?} was acknowledged and is lost", written.text)),
            (Life::Gone, Some(_)) => return Err(format!("{id} {:?} was deleted and is there", written.text)),
            (_, Some(post)) if post.message != written.text && !written.maybe.contains(&post.message) => {
                return Err(format!("{id} reads {:?}, acknowledged was {:?}", post.message, written.text));
            }
            _ => {}
        }
    }
    let mut texts = HashSet::new();
    for post in held.posts.values().filter(|post| !post.is_system() && post.user_id != held.me.id) {
        if !texts.insert(&post.message) {
            return Err(format!("{:?} is there twice", post.message));
        }
    }
    Ok(())
}

/// There is one order of the posts of each channel in which every connection heard them, each once.
fn one_order(seen: &[Seen]) -> Result<(), String> {
    let mut behind: BTreeMap<ChannelId, BTreeMap<PostId, BTreeSet<PostId>>> = BTreeMap::new();
    for (at, heard) in seen.iter().enumerate().flat_map(|(at, one)| one.heard.iter().map(move |heard| (at, heard))) {
        let mut last: HashMap<ChannelId, PostId> = HashMap::new();
        let mut once = HashSet::new();
        for (place, post) in heard {
            if !once.insert(*post) {
                return Err(format!("client {at} heard {post} twice on one connection"));
            }
            let order = behind.entry(*place).or_default();
            order.entry(*post).or_default();
            if let Some(before) = last.insert(*place, *post) {
                order.entry(before).or_default().insert(*post);
            }
        }
    }
    behind.iter().try_for_each(|(place, order)| has_no_circle(order).map_err(|post| format!("{place}: {post}")))
}

/// Takes away what nothing is before; what is left is a circle.
fn has_no_circle(behind: &BTreeMap<PostId, BTreeSet<PostId>>) -> Result<(), String> {
    let mut before: BTreeMap<PostId, usize> = behind.keys().map(|post| (*post, 0)).collect();
    for post in behind.values().flatten() {
        *before.entry(*post).or_default() += 1;
    }
    let mut free: Vec<PostId> = before.iter().filter(|(_, count)| **count == 0).map(|(post, _)| *post).collect();
    while let Some(post) = free.pop() {
        before.remove(&post);
        for next in behind.get(&post).into_iter().flatten() {
            let count = before.get_mut(next).expect("counted above");
            *count -= 1;
            if *count == 0 {
                free.push(*next);
            }
        }
    }
    match before.keys().next() {
        Some(post) => Err(format!("{post} was heard in two orders")),
        None => Ok(()),
    }
}

/// What a client holds by events is what it would load.
fn same(held: &State, fresh: &State) -> Result<(), String> {
    if held.watched != fresh.watched {
        return Err(format!("it takes itself to be in {:?}, it is in {:?}", held.watched, fresh.watched));
    }
    for (id, post) in &fresh.posts {
        match held.posts.get(id).map(shown) {
            None => return Err(format!("{id} {:?} is not held", post.message)),
            Some(told) if told != shown(post) => return Err(format!("{id}: held {told:?}, loaded {:?}", shown(post))),
            Some(_) => {}
        }
    }
    match held.posts.values().find(|post| !fresh.posts.contains_key(&post.id)) {
        Some(post) => Err(format!("{} {:?} is held and gone", post.id, post.message)),
        None => Ok(()),
    }
}

/// What people see of a post.
fn shown(post: &Post) -> (String, i64, PostId, BTreeSet<(String, String)>) {
    let reactions = post.metadata.iter().flat_map(|metadata| &metadata.reactions);
    let reactions = reactions.map(|one| (one.user_id.to_string(), one.emoji_name.clone())).collect();
    (post.message.clone(), post.edit_at, post.root_id, reactions)
}

/// Nothing written after a right was taken away reached the one who lost it.
fn rights(model: &Model, world: &World, seen: &[Seen]) -> Result<(), String> {
    for one in seen {
        let user = &world.people[one.who].user;
        if let Some((_, post)) = one.heard.iter().flatten().find(|(_, post)| model.is_secret(*post, user.id)) {
            return Err(format!("{} heard {post} while put out", user.username));
        }
    }
    for ended in &model.ended {
        let late = |post: &&PostId| model.posts.get(post).is_some_and(|written| written.begun > ended.since);
        if let Some(post) = ended.heard.iter().find(late) {
            return Err(format!("the socket of a session that ended heard {post}"));
        }
    }
    Ok(())
}
