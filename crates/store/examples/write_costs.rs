//! What the writes of a post cost on SQLite: `cargo run --release -p muster-store --example write_costs`.
//!
//! Each line is one kind of change, many of them waiting at once as under load, and how many a second the
//! one writer makes durable. The file lies in the folder of temporary files: `TMPDIR` says on which disk.

use std::time::Instant;

use base::ids::{ChannelId, TeamId, UserId};
use base::{Clock, IdMaker, Millis};
use futures_util::future::try_join_all;
use metrics::Metrics;
use muster_store::channels::Root;
use muster_store::threads::{self, Follow};
use muster_store::{Options, Store, Write, channel_members, channel_views, channels, posts, users};
use wire::channels::{Channel, ChannelMember};
use wire::posts::Post;
use wire::users::User;

const CHANNELS: usize = 100;
const USERS: usize = 20;
const CHANGES: usize = 30_000;
/// Changes that wait at once: as many requests as a busy server works on.
const WAITING: usize = 500;
const MESSAGE: &str = "the quick brown fox jumps over the lazy dog, and then says a little more about it";

struct World {
    clock: Clock,
    ids: IdMaker,
    team: TeamId,
    channels: Vec<ChannelId>,
    users: Vec<UserId>,
}

type Kind = fn(&World, &Post, &Post) -> Vec<Write>;

/// Name, and the writes for a post and the root it may answer.
const KINDS: &[(&str, Kind)] = &[
    ("post", |_, post, _| vec![posts::insert(post, post.create_at)]),
    ("post, counted", |_, post, _| counted(post)),
    ("post, counted, viewed", |_, post, _| {
        let viewed = channel_views::viewed(post.user_id, &[post.channel_id]);
        counted(post).into_iter().chain([viewed]).collect()
    }),
    ("reply with its thread", |world, post, root| {
        let reply = Post { root_id: root.id, channel_id: root.channel_id, ..post.clone() };
        let mut writes = counted(&reply);
        writes.push(posts::touch(root.id, reply.create_at));
        writes.push(threads::reply(&reply, world.team));
        let at = reply.create_at;
        writes.push(threads::follow(root.id, &[reply.user_id], Follow::Wrote, at, at));
        writes.push(threads::advance(root.id, at));
        writes
    }),
];

fn counted(post: &Post) -> Vec<Write> {
    let count = channels::count_post(post.channel_id, post.create_at, Root::from(post.is_root()));
    vec![posts::insert(post, post.create_at), count]
}

impl World {
    fn post(&self, at: usize) -> Post {
        self.clock.advance(1);
        let now: Millis = self.clock.now();
        Post {
            id: self.ids.next(),
            create_at: now,
            update_at: now,
            channel_id: self.channels[at * 7_919 % CHANNELS],
            user_id: self.users[at % USERS],
            message: MESSAGE.to_owned(),
            ..Post::default()
        }
    }
}

#[tokio::main]
async fn main() -> muster_store::Result<()> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let clock = Clock::fixed(1_700_000_000_000);
    let options = Options::Sqlite { path: folder.path().join("muster.db"), readers: 1 };
    let store = Store::open(&options, &clock, Metrics::new()).await?;
    let world = world(&store, clock).await?;
    let roots: Vec<Post> = (0..1_000).map(|at| world.post(at)).collect();
    store.commit(roots.iter().map(|root| posts::insert(root, root.create_at)).collect(), None).await?;
    for (name, kind) in KINDS {
        let began = Instant::now();
        for group in 0..CHANGES / WAITING {
            let changes = (0..WAITING).map(|at| {
                let at = group * WAITING + at;
                store.commit(kind(&world, &world.post(at), &roots[at % roots.len()]), None)
            });
            try_join_all(changes).await?;
        }
        println!("{name:24} {:>8.0} a second", CHANGES as f64 / began.elapsed().as_secs_f64());
    }
    store.close().await;
    Ok(())
}

async fn world(store: &Store, clock: Clock) -> muster_store::Result<World> {
    let ids = IdMaker::new(clock.clone());
    let team = ids.next();
    let mut writes = Vec::new();
    let users: Vec<UserId> = (0..USERS).map(|_| ids.next()).collect();
    for id in &users {
        let name = id.to_string();
        writes.push(users::insert(&User { id: *id, username: name.clone(), email: name, ..User::default() }));
    }
    let channels: Vec<ChannelId> = (0..CHANNELS).map(|_| ids.next()).collect();
    for id in &channels {
        let channel = Channel { id: *id, team_id: team, name: id.to_string(), ..Channel::default() };
        writes.push(channels::insert(&channel));
        for user in &users {
            let notify_props = ChannelMember::default_notify_props();
            let member = ChannelMember { channel_id: *id, user_id: *user, notify_props, ..ChannelMember::default() };
            writes.push(channel_members::join(&member));
        }
    }
    store.commit(writes, None).await?;
    Ok(World { clock, ids, team, channels, users })
}
