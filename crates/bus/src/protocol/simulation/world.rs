//! A world of nodes: what they do, what happens to them, and what is checked meanwhile.

use std::collections::BTreeMap;

use base::Id;
use bytes::Bytes;
use rand::{Rng, SeedableRng, rngs::StdRng};

use super::checks::{Memory, Published};
use super::network::{Due, Event, Network, True, Weather, Who};
use crate::frame::Address;
use crate::listener::NodeId;
use crate::protocol::{Input, Introduction, Now, Output, Protocol};
use crate::subject::Subject;

mod members;
mod verdict;

use self::members::Entry;

const MS: True = 1_000;
const SECOND: True = 1_000 * MS;
const TICK: True = 100 * MS;
/// Trouble until here, then quiet: long enough for leases, for settling and for the store to forget a dead node.
const TROUBLE_END: True = 10 * SECOND;
const ACTS_END: True = 12 * SECOND;
const END: True = 32 * SECOND;
const NODES_MAX: usize = 6;
/// How long a node waits at most for a connection that it lost, and how long for a bus that restarts.
const CUT_MAX: True = 4 * SECOND;
const RESTART_MAX: True = 9 * SECOND;
/// Lines of the story that are shown with a broken promise.
const STORY_MAX: usize = 60;

pub(super) struct World {
    rng: StdRng,
    now: True,
    network: Network,
    weather: Weather,
    /// Whether the store tells who lives. Without it a split of the bus itself is more than nodes can see.
    has_members: bool,
    nodes: Vec<Node>,
    published: Vec<Published>,
    /// What the store knows of each node.
    members: BTreeMap<Who, Entry>,
    connections: u64,
    tickets: u64,
    story: Vec<String>,
    broken: Option<String>,
}

struct Node {
    protocol: Option<Protocol>,
    memory: Memory,
    clock: LocalClock,
    /// The current connection, if any.
    connection: Option<u64>,
    /// What the bus carries to this node, and since when each other node's server knows.
    wants: BTreeMap<Address, True>,
    stalled_until: True,
    store_cut_until: True,
}

/// A clock that runs a little fast or slow, beside a wall's clock that jumps.
struct LocalClock {
    born: True,
    /// Parts of a thousand.
    rate: i64,
    wall_ahead_ms: i64,
}

impl LocalClock {
    fn at(&self, now: True) -> Now {
        let passed = now.saturating_sub(self.born);
        let mono = (passed as i64 + passed as i64 * self.rate / 1_000) / MS as i64;
        Now { mono: mono as u64, wall: (now / MS) as i64 + self.wall_ahead_ms }
    }
}

fn node_id(who: Who) -> NodeId {
    NodeId(Id([who as u8 + 1; 16]))
}

impl World {
    pub fn new(seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let has_members = rng.random_bool(0.6);
        let rough = if has_members { 1.0 } else { 0.2 };
        let weather = Weather {
            loss: rough * [0.0, 0.01, 0.05, 0.2][rng.random_range(0..4)],
            doubled: [0.0, 0.02][rng.random_range(0..2)],
            slow: [0.0, 0.01, 0.05][rng.random_range(0..3)],
            slow_ms: if has_members { 3_000 } else { 300 },
        };
        let mut world = World {
            network: Network::default(),
            now: 0,
            weather,
            has_members,
            nodes: Vec::new(),
            published: Vec::new(),
            members: BTreeMap::new(),
            connections: 0,
            tickets: 0,
            story: Vec::new(),
            broken: None,
            rng,
        };
        for _ in 0..world.rng.random_range(2..=4) {
            world.give_birth();
        }
        world
    }

    pub fn run(&mut self) {
        while let Some(due) = self.network.next() {
            if due.at > END || self.broken.is_some() {
                return;
            }
            self.now = self.now.max(due.at);
            if self.now >= TROUBLE_END {
                self.weather = Weather { loss: 0.0, doubled: 0.0, slow: 0.0, slow_ms: 4 };
                self.network.blocked.clear();
            } else if matches!(due.event, Event::Tick) && self.rng.random_bool(0.02) {
                self.make_trouble(due.to);
            }
            self.happen(due);
        }
    }

    /// The last lines of what happened.
    pub fn story(&self) -> String {
        let skipped = self.story.len().saturating_sub(STORY_MAX);
        self.story[skipped..].join("\n")
    }

    fn tell(&mut self, line: &str) {
        self.story.push(format!("{:>8.3} {line}", self.now as f64 / SECOND as f64));
    }

    fn give_birth(&mut self) {
        let who = self.nodes.len();
        let clock = LocalClock {
            born: self.now,
            rate: self.rng.random_range(-2..=2),
            wall_ahead_ms: self.rng.random_range(-100_000..100_000),
        };
        let introduction = Introduction { name: format!("node {who}"), about: String::new(), since: 0 };
        let new = Protocol::new(node_id(who), introduction, clock.at(self.now));
        let protocol = if self.has_members { new.with_members() } else { new };
        self.nodes.push(Node {
            protocol: Some(protocol),
            memory: Memory::default(),
            clock,
            connection: None,
            wants: BTreeMap::new(),
            stalled_until: 0,
            store_cut_until: 0,
        });
        self.tell(&format!("node {who} is born"));
        let up_at = self.now + self.rng.random_range(0..300) * MS;
        self.network.at(up_at, who, None, Event::Up);
        self.network.at(self.now + self.rng.random_range(1..TICK), who, None, Event::Tick);
        self.network.at(self.now + 50 * MS, who, None, Event::Act);
        if self.has_members {
            self.network.at(self.now + 1, who, None, Event::AskMembers);
        }
    }

    fn make_trouble(&mut self, who: Who) {
        let far = self.now + self.rng.random_range(1..6_000) * MS;
        match self.rng.random_range(0..11) {
            0 | 1 => self.nodes[who].stalled_until = far,
            2 | 3 => self.cut(who, self.now + CUT_MAX),
            4 => self.end(who),
            5 if self.nodes.len() < NODES_MAX => self.give_birth(),
            6 => self.nodes[who].clock.wall_ahead_ms += self.rng.random_range(-20_000..20_000),
            7 if self.has_members => self.nodes[who].store_cut_until = far,
            8 | 9 if self.has_members => {
                // One direction only, now and then.
                let other = self.rng.random_range(0..self.nodes.len());
                self.network.blocked.insert((who, other));
                if self.rng.random_bool(0.5) {
                    self.network.blocked.insert((other, who));
                }
            }
            10 => self.bus_restarts(),
            _ => self.network.blocked.clear(),
        }
        self.tell(&format!("trouble for node {who}"));
    }

    /// All nodes lose their connections. Each finds back in its own time.
    fn bus_restarts(&mut self) {
        let back = self.now + self.rng.random_range(SECOND..RESTART_MAX);
        for who in 0..self.nodes.len() {
            self.cut(who, back);
        }
    }

    /// A node loses its connection and has another one by then.
    fn cut(&mut self, who: Who, back: True) {
        let Some(connection) = self.nodes[who].connection.take() else { return };
        let unwritten = self.now.saturating_sub(self.rng.random_range(0..50 * MS));
        self.network.unwritten.insert(connection, unwritten);
        self.nodes[who].wants.clear();
        self.step(who, Input::Down);
        let back = self.rng.random_range(self.now + MS..back);
        self.network.at(back, who, None, Event::Up);
    }

    /// A node dies, or leaves as it should.
    fn end(&mut self, who: Who) {
        if self.rng.random_bool(0.5) {
            self.step(who, Input::Leave);
        } else if let Some(connection) = self.nodes[who].connection {
            self.network.unwritten.insert(connection, self.now.saturating_sub(self.rng.random_range(0..50 * MS)));
        }
        self.nodes[who].protocol = None;
        self.nodes[who].connection = None;
        self.nodes[who].wants.clear();
        self.tell(&format!("node {who} ends"));
    }

    fn happen(&mut self, due: Due) {
        let who = due.to;
        let node = &self.nodes[who];
        if node.protocol.is_none() || due.connection.is_some_and(|one| node.connection != Some(one)) {
            return;
        }
        if node.stalled_until > self.now {
            let until = node.stalled_until;
            self.network.postpone(due, until);
            return;
        }
        self.look_at(who);
        match due.event {
            Event::Frame { from, sent, from_connection, bytes } => {
                if self.network.was_written(from_connection, sent) && !self.network.blocked.contains(&(from, who)) {
                    self.step(who, Input::Frame(bytes));
                }
            }
            Event::Echo => self.step(who, Input::Echo),
            Event::Up => {
                self.connections += 1;
                self.nodes[who].connection = Some(self.connections);
                self.nodes[who].memory.in_step = false;
                self.step(who, Input::Up);
            }
            Event::Tick => {
                self.network.at(self.now + TICK, who, None, Event::Tick);
                self.step(who, Input::Tick);
            }
            Event::Act => self.act(who),
            Event::AskMembers => self.ask_members(who),
            Event::Members { read_ms, is_cut_off } => self.tell_members(who, read_ms, is_cut_off),
        }
    }

    fn act(&mut self, who: Who) {
        if self.now > ACTS_END {
            return;
        }
        let pause = self.rng.random_range(5..200) * MS;
        self.network.at(self.now + pause, who, None, Event::Act);
        let subject = match self.rng.random_range(0..6u8) {
            0 => Subject::Everyone,
            1 => Subject::User(Id([1; 16]).into()),
            other => Subject::Channel(Id([other; 16]).into()),
        };
        match self.rng.random_range(0..10) {
            0..6 => _ = self.publish(who, subject),
            6 if subject != Subject::Everyone => self.subscribe(who, subject),
            7 if subject != Subject::Everyone => {
                self.nodes[who].memory.active.remove(&subject);
                self.nodes[who].memory.waits.retain(|_, one| *one != subject);
                self.step(who, Input::Interest { subject, wanted: false });
            }
            8 if self.nodes[who].store_cut_until <= self.now => {
                let number = self.publish(who, Subject::Everyone);
                let ticket = self.ticket();
                self.nodes[who].memory.settles.insert(ticket, (number, self.now));
                self.step(who, Input::Settle(ticket));
            }
            9 => {
                let ticket = self.ticket();
                self.nodes[who].memory.asks.insert(ticket, self.now);
                let node = node_id(self.rng.random_range(0..self.nodes.len()));
                let until_ms = self.nodes[who].clock.at(self.now).mono + 1_000;
                self.step(who, Input::Ask { ticket, node, question: Bytes::from_static(b"?"), until_ms });
            }
            _ => self.step(who, Input::Publish { to: subject, sheddable: true, message: Bytes::new() }),
        }
    }

    fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    fn publish(&mut self, who: Who, to: Subject) -> usize {
        let number = self.published.len();
        self.published.push(Published { by: who, to, at: self.now, is_settled: false });
        if to == Subject::Everyone {
            for (_, node) in self.nodes.iter_mut().enumerate().filter(|(other, _)| *other != who) {
                node.memory.unknown.insert(number);
            }
        }
        self.tell(&format!("node {who} publishes {number} to {}", to.kind()));
        let message = Bytes::copy_from_slice(&(number as u64).to_be_bytes());
        self.step(who, Input::Publish { to, sheddable: false, message });
        number
    }

    fn subscribe(&mut self, who: Who, subject: Subject) {
        let ticket = self.ticket();
        let memory = &mut self.nodes[who].memory;
        if memory.active.contains_key(&subject) || memory.waits.values().any(|one| *one == subject) {
            return;
        }
        memory.waits.insert(ticket, subject);
        self.step(who, Input::Interest { subject, wanted: true });
        self.step(who, Input::Wait(ticket));
    }

    fn step(&mut self, who: Who, input: Input) {
        let now = self.nodes[who].clock.at(self.now);
        let mut out = Vec::new();
        let Some(protocol) = &mut self.nodes[who].protocol else { return };
        protocol.step(now, input, &mut out);
        let mut asked = Vec::new();
        for output in out {
            match output {
                Output::Asked { from, id, .. } => asked.push((from, id)),
                output => self.carry_out(who, output),
            }
        }
        self.check_trust(who);
        for (to, id) in asked {
            self.step(who, Input::Answer { to, id, answer: Some(Bytes::from_static(b"!")) });
        }
    }

    fn carry_out(&mut self, who: Who, output: Output) {
        let now = self.now;
        let memory = &mut self.nodes[who].memory;
        match output {
            Output::Send { to, head, body } => self.send(who, to, &head, &body),
            Output::Subscribe(to) => {
                // Another node's server may learn of it late, even after the probe came back.
                let known = now + self.rng.random_range(0..5 * MS);
                self.nodes[who].wants.insert(to, known);
            }
            Output::Unsubscribe(to) => _ = self.nodes[who].wants.remove(&to),
            Output::Probe => {
                let back = now + self.rng.random_range(100..4 * MS);
                let connection = self.nodes[who].connection;
                self.network.at(back, who, connection, Event::Echo);
            }
            Output::HangUp => self.cut(who, now + CUT_MAX),
            Output::Heard { message, .. } => {
                if let Ok(number) = message.as_ref().try_into().map(u64::from_be_bytes) {
                    memory.hear(number as usize, self.published[number as usize].by);
                }
            }
            Output::Lost(what, why) => {
                memory.lose(now, what);
                self.tell(&format!("node {who} lost {what:?}: {why:?}"));
            }
            Output::Joined => {
                memory.in_step = true;
                memory.active.insert(Subject::Everyone, now);
            }
            Output::Active(ticket) => {
                if let Some(subject) = memory.waits.remove(&ticket) {
                    memory.active.insert(subject, now);
                }
            }
            Output::Settled(ticket, settled) => self.settled(who, ticket, settled == crate::Settled::Everywhere),
            Output::Answered(ticket, _) => _ = memory.asks.remove(&ticket),
            Output::Met(node) => self.tell(&format!("node {who} meets {:?}", node.0.0[0] - 1)),
            Output::Gone(node) => self.tell(&format!("node {who} parts from {:?}", node.0.0[0] - 1)),
            Output::Asked { .. } => {}
            Output::Unreadable => self.broken = Some("a frame cannot be read".to_owned()),
        }
    }

    fn send(&mut self, who: Who, to: Address, head: &[u8], body: &[u8]) {
        let Some(from_connection) = self.nodes[who].connection else { return };
        let bytes = Bytes::from([head, body].concat());
        for (other, node) in self.nodes.iter().enumerate() {
            let (Some(connection), Some(known)) = (node.connection, node.wants.get(&to)) else { continue };
            if other != who && *known <= self.now {
                let (from, to) = ((who, from_connection), (other, connection));
                self.network.carry(self.now, from, to, &bytes, self.weather, &mut self.rng);
            }
        }
    }
}
