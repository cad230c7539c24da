//! What people do: write, edit, delete, react, come and go; and what is done to them: let in, put out, made and unmade
//! administrators, signed out. What is acknowledged goes into the model; what has no answer may have happened.

use std::sync::Arc;
use std::time::{Duration, Instant};

use base::ids::PostId;
use client::Socket;
use http::{Method, StatusCode};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use wire::channels::Channel;
use wire::events::EventName;
use wire::posts::Post;

use super::model::{Ended, Exile, Life, Written};
use super::world::World;
use crate::app::Person;

const EMOJI: [&str; 3] = ["tada", "smile", "heart"];
/// How long the socket of an ended session is listened to.
const AFTERMATH: Duration = Duration::from_millis(300);

/// One person's day.
pub async fn live(world: Arc<World>, who: usize, mut rng: StdRng) {
    let me = world.people[who].clone();
    let comes_and_goes = who >= 2;
    let mut said = 0;
    while !world.is_over() {
        tokio::time::sleep(Duration::from_millis(rng.random_range(20..160))).await;
        let place = if rng.random_bool(0.5) { &world.open } else { &world.closed };
        match rng.random_range(0..100) {
            0..50 => {
                said += 1;
                write(&world, &me, place, None, &format!("{} {said}", me.user.username), &mut rng).await;
            }
            50..58 => {
                said += 1;
                let root = any_post(&world, place, None, &mut rng);
                write(&world, &me, place, root, &format!("{} {said} replies", me.user.username), &mut rng).await;
            }
            58..70 => {
                said += 1;
                edit(&world, &me, &format!("{} {said} edited", me.user.username), &mut rng).await;
            }
            70..78 => delete(&world, &me, &mut rng).await,
            78..92 => react(&world, &me, place, &mut rng).await,
            92..96 if comes_and_goes => leave(&world, &me, &mut rng).await,
            96..100 if comes_and_goes => let_in(&world, &me, &me, &world.open, &mut rng).await,
            _ => {}
        }
    }
}

/// What an administrator does to people.
pub async fn govern(world: Arc<World>, mut rng: StdRng) {
    while !world.is_over() {
        tokio::time::sleep(Duration::from_millis(rng.random_range(50..300))).await;
        let wanderer = world.people[rng.random_range(2..world.people.len())].clone();
        match rng.random_range(0..10) {
            0..4 => put_out(&world, &wanderer, &mut rng).await,
            4..7 => let_in(&world, &world.admin, &wanderer, &world.closed, &mut rng).await,
            7 | 8 => sign_out(&world, &wanderer, &mut rng).await,
            _ => promote_and_demote(&world, &mut rng).await,
        }
    }
}

/// A post that lives; of one author, if that is asked for.
fn any_post(world: &World, place: &Channel, author: Option<&Person>, rng: &mut StdRng) -> Option<PostId> {
    let model = world.model.lock();
    let wanted = |written: &Written| {
        let by = author.is_none_or(|author| written.text.starts_with(&format!("{} ", author.user.username)));
        written.place == place.id && written.life == Life::Lives && by
    };
    let mut posts: Vec<PostId> =
        model.posts.iter().filter(|(_, written)| wanted(written)).map(|(post, _)| *post).collect();
    posts.sort_unstable();
    posts.choose(rng).copied()
}

/// Changes what is known of a post.
fn known(world: &World, post: PostId, act: impl FnOnce(&mut Written)) {
    if let Some(written) = world.model.lock().posts.get_mut(&post) {
        act(written);
    }
}

async fn write(world: &World, me: &Person, place: &Channel, root: Option<PostId>, text: &str, rng: &mut StdRng) {
    let rest = me.rest.at(&world.somewhere(rng));
    let mut form = json!({"channel_id": place.id, "message": text});
    if let Some(root) = root {
        form["root_id"] = json!(root);
    }
    let begun = Instant::now();
    let Some((StatusCode::CREATED, post)) = world.call(&rest, Method::POST, "/posts", form).await else { return };
    let Ok(post) = serde_json::from_value::<Post>(post) else { return };
    let (text, maybe, ended) = (text.to_owned(), Vec::new(), Instant::now());
    world.tell(&format!("{text:?} stands in {} as {}, by {}", place.name, post.id, rest.base()));
    let written = Written { place: place.id, root, begun, ended, text, maybe, life: Life::Lives };
    world.model.lock().posts.insert(post.id, written);
}

async fn edit(world: &World, me: &Person, text: &str, rng: &mut StdRng) {
    let place = if rng.random_bool(0.5) { &world.open } else { &world.closed };
    let Some(post) = any_post(world, place, Some(me), rng) else { return };
    known(world, post, |written| written.maybe.push(text.to_owned()));
    let rest = me.rest.at(&world.somewhere(rng));
    let answer = world.call(&rest, Method::PUT, &format!("/posts/{post}/patch"), json!({"message": text})).await;
    match answer {
        Some((StatusCode::OK, _)) => {
            world.tell(&format!("{post} is {text:?}, by {}", rest.base()));
            known(world, post, |written| {
                written.maybe.pop();
                written.text = text.to_owned();
            });
        }
        Some((status, _)) if status.is_client_error() => {
            known(world, post, |written| written.maybe.truncate(written.maybe.len() - 1))
        }
        _ => {}
    }
}

async fn delete(world: &World, me: &Person, rng: &mut StdRng) {
    let place = if rng.random_bool(0.5) { &world.open } else { &world.closed };
    let Some(post) = any_post(world, place, Some(me), rng) else { return };
    known(world, post, |written| written.life = Life::MayBeGone);
    let rest = me.rest.at(&world.somewhere(rng));
    match world.call(&rest, Method::DELETE, &format!("/posts/{post}"), Value::Null).await {
        Some((StatusCode::OK, _)) => {
            world.tell(&format!("{post} is deleted, by {}", rest.base()));
            known(world, post, |written| written.life = Life::Gone);
        }
        Some((status, _)) if status.is_client_error() => known(world, post, |written| written.life = Life::Lives),
        _ => {}
    }
}

async fn react(world: &World, me: &Person, place: &Channel, rng: &mut StdRng) {
    let Some(post) = any_post(world, place, None, rng) else { return };
    let emoji = EMOJI.choose(rng).expect("some");
    let rest = me.rest.at(&world.somewhere(rng));
    if rng.random_bool(0.7) {
        let form = json!({"user_id": me.user.id, "post_id": post, "emoji_name": emoji});
        world.call(&rest, Method::POST, "/reactions", form).await;
    } else {
        let path = format!("/users/{}/posts/{post}/reactions/{emoji}", me.user.id);
        world.call(&rest, Method::DELETE, &path, Value::Null).await;
    }
}

async fn leave(world: &World, me: &Person, rng: &mut StdRng) {
    let rest = me.rest.at(&world.somewhere(rng));
    let path = format!("/channels/{}/members/{}", world.open.id, me.user.id);
    if let Some((StatusCode::OK, _)) = world.call(&rest, Method::DELETE, &path, Value::Null).await {
        world.tell(&format!("{} leaves, by {}", me.user.username, rest.base()));
        let exile = Exile { user: me.user.id, place: world.open.id, since: Instant::now(), until: None };
        world.model.lock().exiles.push(exile);
    }
}

async fn let_in(world: &World, by: &Person, whom: &Person, place: &Channel, rng: &mut StdRng) {
    world.model.lock().recall(whom.user.id, place.id);
    let rest = by.rest.at(&world.somewhere(rng));
    let form = json!({"user_id": whom.user.id});
    let answer = world.call(&rest, Method::POST, &format!("/channels/{}/members", place.id), form).await;
    let status = answer.map(|(status, _)| status);
    world.tell(&format!("{} into {}: {status:?}, by {}", whom.user.username, place.name, rest.base()));
}

/// Who is put out can read the channel nowhere from the moment of the answer.
async fn put_out(world: &World, whom: &Person, rng: &mut StdRng) {
    let rest = world.admin.rest.at(&world.somewhere(rng));
    let path = format!("/channels/{}/members/{}", world.closed.id, whom.user.id);
    let Some((StatusCode::OK, _)) = world.call(&rest, Method::DELETE, &path, Value::Null).await else { return };
    world.tell(&format!("{} is put out, by {}", whom.user.username, rest.base()));
    let exile = Exile { user: whom.user.id, place: world.closed.id, since: Instant::now(), until: None };
    world.model.lock().exiles.push(exile);
    must_be_refused(world, whom, &format!("/channels/{}/posts", world.closed.id)).await;
}

async fn promote_and_demote(world: &World, rng: &mut StdRng) {
    let whom = &world.people[0];
    let path = format!("/users/{}/roles", whom.user.id);
    let rest = world.admin.rest.at(&world.somewhere(rng));
    world.call(&rest, Method::PUT, &path, json!({"roles": "system_user system_admin"})).await;
    tokio::time::sleep(Duration::from_millis(rng.random_range(0..100))).await;
    let rest = world.admin.rest.at(&world.somewhere(rng));
    let form = json!({"roles": "system_user"});
    let Some((StatusCode::OK, _)) = world.call(&rest, Method::PUT, &path, form).await else { return };
    world.tell(&format!("{} administers no more, by {}", whom.user.username, rest.base()));
    must_be_refused(world, whom, "/config").await;
}

/// A session that ended is known nowhere, and its socket hears nothing that is written from then on.
async fn sign_out(world: &World, whom: &Person, rng: &mut StdRng) {
    let base = world.somewhere(rng);
    let signed_in = tokio::time::timeout(Duration::from_secs(3), whom.sign_in_at(&base)).await;
    let Ok(Ok(guest)) = signed_in else { return };
    let rest = guest.rest.at(&world.somewhere(rng));
    let socket = tokio::time::timeout(Duration::from_secs(3), Socket::open(&rest)).await;
    let rest = guest.rest.at(&world.somewhere(rng));
    let Some((StatusCode::OK, _)) = world.call(&rest, Method::POST, "/users/logout", Value::Null).await else { return };
    let since = Instant::now();
    world.tell(&format!("a session of {} ends, by {}", whom.user.username, rest.base()));
    must_be_refused(world, &guest, "/users/me").await;
    let Ok(Ok(mut socket)) = socket else { return };
    let mut heard = Vec::new();
    while let Ok(event) = socket.event(AFTERMATH).await {
        heard.extend(posted(&event).map(|post| post.id));
    }
    world.model.lock().ended.push(Ended { since, heard });
}

async fn must_be_refused(world: &World, whom: &Person, path: &str) {
    let name = &whom.user.username;
    for place in world.places() {
        let answer = world.call(&whom.rest.at(&place.base), Method::GET, path, Value::Null).await;
        if let Some((status, _)) = answer
            && status.is_success()
        {
            world.breaks(format!("{name} may still ask {path} at {}", place.base));
        }
    }
}

/// The post that an event tells of.
pub fn posted(event: &wire::events::Event) -> Option<Post> {
    if event.name() != Some(EventName::Posted) {
        return None;
    }
    event.read::<wire::events::Posted>().ok()?.post.parse().ok()
}
