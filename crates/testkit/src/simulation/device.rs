//! A client: loads what its user may see, keeps it by events, and comes back by the protocol when its socket is lost,
//! to whichever node.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::ids::{ChannelId, PostId};
use client::state::{Need, State};
use client::{Rest, Socket};
use http::{Method, StatusCode};
use rand::Rng;
use rand::rngs::StdRng;
use serde_json::Value;
use tokio::time::timeout;
use wire::events::Event;

use super::deeds::posted;
use super::world::World;
use crate::app::Person;

/// Silence after which a client looks around.
const LISTEN: Duration = Duration::from_millis(200);
const OPEN_WAIT: Duration = Duration::from_secs(4);
/// Attempts to take a connection up again.
const RETURNS: usize = 5;
/// Time in which a client has the last words once the cluster is whole: whoever was made to begin anew is back.
const LAST_WAIT: Duration = Duration::from_secs(30);

/// What a client heard and holds in the end.
pub struct Seen {
    pub who: usize,
    /// By connection: the posts it heard of, in order.
    pub heard: Vec<Vec<(ChannelId, PostId)>>,
    pub state: State,
}

/// How a conversation goes on.
enum Next {
    Listen,
    /// What is held may be wrong.
    Anew,
    End,
}

struct Device {
    world: Arc<World>,
    /// As the story calls it.
    name: String,
    me: Person,
    rng: StdRng,
    seen: Seen,
    /// Posts that stood when the client began, and those that the socket told of since.
    told: HashSet<PostId>,
    calm_since: Option<Instant>,
}

/// Lives until everything was said and heard.
pub async fn live(world: Arc<World>, who: usize, number: usize, rng: StdRng) -> Seen {
    let me = world.people[who].clone();
    let name = format!("client {number} of {}", me.user.username);
    let seen = Seen { who, heard: Vec::new(), state: State::default() };
    let mut device = Device { world, name, me, rng, seen, told: HashSet::new(), calm_since: None };
    while !device.is_late() {
        device.told = device.world.last_for(device.me.user.id).into_iter().collect();
        let Some(mut socket) = device.open().await else { continue };
        let rest = device.somewhere();
        let Some(state) = look(&device.world, &device.me, &rest).await else { continue };
        device.tell(&format!("has loaded from {}", rest.base()));
        device.told.extend(state.posts.keys());
        device.seen.state = state;
        device.seen.heard.push(Vec::new());
        loop {
            match device.listen(&mut socket).await {
                Next::Listen => {}
                Next::Anew => break,
                Next::End => return device.seen,
            }
        }
    }
    device.seen
}

/// What a client loads: the newest posts of the channels that it belongs to. `None` when somebody does not answer.
pub async fn look(world: &World, me: &Person, rest: &Rest) -> Option<State> {
    let mut state = State { me: me.user.clone(), ..State::default() };
    for place in [&world.open, &world.closed] {
        watch(world, rest, &mut state, place.id).await?;
    }
    Some(state)
}

/// Watches a channel if one belongs to it.
async fn watch(world: &World, rest: &Rest, state: &mut State, place: ChannelId) -> Option<()> {
    let (status, _) = world.call(rest, Method::GET, &format!("/channels/{place}/members/me"), Value::Null).await?;
    match status {
        StatusCode::OK => match timeout(OPEN_WAIT, state.watch(rest, place)).await.ok()? {
            Ok(()) => {}
            // Put out in between.
            Err(error) if error.status() == 403 => forget(state, place),
            Err(_) => return None,
        },
        StatusCode::NOT_FOUND | StatusCode::FORBIDDEN => forget(state, place),
        _ => return None,
    }
    Some(())
}

/// The post or the user that an event is about, for the story.
fn subject(event: &Event) -> String {
    let quoted = |name: &str| event.data.get(name).map(ToString::to_string).unwrap_or_default();
    let told = ["channel_id", "user_id", "post", "reaction"].map(quoted).concat();
    let told: String = told.chars().take(160).collect();
    format!("in {} {told}", event.broadcast.channel_id)
}

fn forget(state: &mut State, place: ChannelId) {
    state.watched.remove(&place);
    state.posts.retain(|_, post| post.channel_id != place);
}

impl Device {
    fn somewhere(&mut self) -> Rest {
        let base = self.world.somewhere(&mut self.rng);
        self.me.rest.at(&base)
    }

    async fn pause(&mut self) {
        tokio::time::sleep(Duration::from_millis(self.rng.random_range(20..300))).await;
    }

    fn is_late(&mut self) -> bool {
        if self.world.is_calm() {
            self.calm_since.get_or_insert_with(Instant::now).elapsed() > LAST_WAIT
        } else {
            false
        }
    }

    async fn open(&mut self) -> Option<Socket> {
        let rest = self.somewhere();
        match timeout(OPEN_WAIT, Socket::open(&rest)).await {
            Ok(Ok(socket)) => {
                self.tell(&format!("begins at {}", rest.base()));
                Some(socket)
            }
            _ => {
                self.pause().await;
                None
            }
        }
    }

    async fn listen(&mut self, socket: &mut Socket) -> Next {
        // Now and then the network of the client goes away.
        if !self.world.is_over() && self.rng.random_bool(0.01) {
            return self.come_back(socket).await;
        }
        match socket.event(LISTEN).await {
            Ok(event) => self.take(&event).await,
            Err(error) if error.to_string().contains("nothing came in time") => self.look_around(),
            Err(error) if error.to_string().contains("was due") => {
                self.tell(&format!("has to begin anew: {error}"));
                Next::Anew
            }
            Err(error) => {
                self.tell(&format!("is put off: {error}"));
                self.come_back(socket).await
            }
        }
    }

    fn tell(&self, line: &str) {
        self.world.tell(&format!("  {} {line}", self.name));
    }

    /// The end comes when the socket told the last word of each channel: a client that was slow has more to hear, though
    /// it may have loaded the last word when it loaded a channel for another reason.
    fn look_around(&mut self) -> Next {
        let last = self.world.last_for(self.me.user.id);
        let is_told = last.iter().all(|post| self.told.contains(post));
        if self.world.is_calm() && (is_told || self.is_late()) { Next::End } else { Next::Listen }
    }

    async fn take(&mut self, event: &Event) -> Next {
        self.tell(&format!("hears {} {} {}", event.seq, event.event, subject(event)));
        if let Some(post) = posted(event)
            && let Some(heard) = self.seen.heard.last_mut()
        {
            heard.push((post.channel_id, post.id));
            self.told.insert(post.id);
        }
        let needs = match self.seen.state.apply(event) {
            Ok(needs) => needs,
            Err(error) => {
                self.world.breaks(format!("an event cannot be read: {error}: {event:?}"));
                return Next::Anew;
            }
        };
        for need in needs {
            if let Need::Channel(place) = need
                && (place == self.world.open.id || place == self.world.closed.id)
                && !self.reload(place).await
            {
                return Next::Anew;
            }
        }
        Next::Listen
    }

    async fn reload(&mut self, place: ChannelId) -> bool {
        for _ in 0..RETURNS {
            let rest = self.somewhere();
            if watch(&self.world, &rest, &mut self.seen.state, place).await.is_some() {
                self.tell(&format!("has loaded a channel from {}", rest.base()));
                return true;
            }
            self.pause().await;
        }
        false
    }

    async fn come_back(&mut self, socket: &mut Socket) -> Next {
        let (id, next_seq) = (socket.connection_id.clone(), socket.next_seq);
        for _ in 0..RETURNS {
            self.pause().await;
            let rest = self.somewhere();
            if let Ok(Ok(back)) = timeout(OPEN_WAIT, Socket::go_on(&rest, &id, next_seq)).await {
                self.tell(&format!("goes on at {} with {next_seq}", rest.base()));
                *socket = back;
                return Next::Listen;
            }
        }
        Next::Anew
    }
}
