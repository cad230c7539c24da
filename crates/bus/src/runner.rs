//! The one task of the bus: drives the [protocol](crate::protocol) with what the link tells, what the server wishes and
//! the time, and carries its outputs out.
//!
//! A message costs one lock of the outbox, one encoding into the link's buffer and no task of its own; the listener is
//! called from here, so that nothing waits between the network and the server but the operating system's buffers.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesUnordered, StreamExt};
use tokio::sync::oneshot;
use tokio::time::MissedTickBehavior;

use crate::frame::Address;
use crate::link::{Event, Link};
use crate::listener::{Listener, Lost, NodeId, Why};
use crate::outbox::Item;
use crate::outcome::{AskError, MESSAGE_BYTES_MAX, Settled};
use crate::protocol::{Input, Introduction, Output, Protocol, Ticket};
use crate::shared::Shared;

/// How often the protocol looks at the time: several times within a heartbeat.
pub(crate) const TICK_MS: u64 = 100;

/// Wishes taken from the outbox before the link is listened to again.
const TURN_MAX: usize = 256;

/// Questions of other nodes that are being answered. Beyond them the asker's time runs out.
const ANSWERING_MAX: usize = 1_024;

/// The work of a bus, to be run as a task.
pub struct Running(BoxFuture<'static, ()>);

impl Running {
    pub(crate) fn of<L: Link>(runner: Runner<L>) -> Self {
        Running(Box::pin(runner.run()))
    }

    /// Runs until [`Bus::leave`](crate::Bus::leave).
    pub async fn run(self) {
        self.0.await;
    }
}

/// A question's asker, its number, and the answer.
type Answering = BoxFuture<'static, (NodeId, u64, Bytes)>;

pub(crate) struct Runner<L> {
    shared: Arc<Shared>,
    listener: Arc<dyn Listener>,
    link: L,
    protocol: Protocol,
    outputs: Vec<Output>,
    answering: FuturesUnordered<Answering>,
    waiting: Waiting,
    left: Option<oneshot::Sender<()>>,
}

/// Calls that wait, by their tickets.
#[derive(Default)]
struct Waiting {
    last: Ticket,
    active: HashMap<Ticket, oneshot::Sender<()>>,
    settling: HashMap<Ticket, oneshot::Sender<Settled>>,
    asking: HashMap<Ticket, oneshot::Sender<Result<Bytes, AskError>>>,
}

impl Waiting {
    fn ticket(&mut self) -> Ticket {
        self.last += 1;
        self.last
    }
}

impl<L: Link> Runner<L> {
    pub fn new(shared: Arc<Shared>, listener: Arc<dyn Listener>, link: L) -> Self {
        let now = shared.time.now();
        let introduction = Introduction { name: shared.name.clone(), about: shared.about.clone(), since: now.wall };
        let protocol = Protocol::new(shared.node, introduction, now);
        Runner {
            protocol: if shared.has_members { protocol.with_members() } else { protocol },
            shared,
            listener,
            link,
            outputs: Vec::new(),
            answering: FuturesUnordered::new(),
            waiting: Waiting::default(),
            left: None,
        }
    }

    async fn run(mut self) {
        let shared = self.shared.clone();
        let mut ticks = tokio::time::interval(Duration::from_millis(TICK_MS));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while self.left.is_none() {
            tokio::select! {
                event = self.link.next() => self.take_event(event),
                () = shared.wake.notified() => {}
                Some((to, id, answer)) = self.answering.next() => {
                    let answer = (answer.len() <= MESSAGE_BYTES_MAX).then_some(answer);
                    self.step(Input::Answer { to, id, answer });
                }
                _ = ticks.tick() => {
                    self.step(Input::Tick);
                    self.show_nodes();
                }
            }
            self.take_interest();
            self.take_wishes();
        }
        self.link.finish().await;
        if let Some(left) = self.left.take() {
            // Whoever called may have gone; the node has left all the same.
            _ = left.send(());
        }
    }

    fn take_event(&mut self, event: Event) {
        let input = match event {
            Event::Up => {
                self.shared.connected.store(true, Ordering::Relaxed);
                self.shared.metrics.bus.connections.inc();
                Input::Up
            }
            Event::Down => {
                self.shared.connected.store(false, Ordering::Relaxed);
                Input::Down
            }
            Event::Frame(bytes) => {
                self.shared.metrics.bus.bytes_in.add(bytes.len() as u64);
                Input::Frame(bytes)
            }
            Event::Echo => Input::Echo,
            Event::Room => return,
        };
        self.step(input);
    }

    /// Interests that came or went.
    fn take_interest(&mut self) {
        let (changes, waiting) = {
            let mut interest = self.shared.interest.lock();
            if interest.changed.is_empty() && interest.waiting.is_empty() {
                return;
            }
            let changed = std::mem::take(&mut interest.changed);
            let changes: Vec<_> =
                changed.into_iter().map(|subject| (subject, interest.counts.contains_key(&subject))).collect();
            (changes, std::mem::take(&mut interest.waiting))
        };
        for (subject, wanted) in changes {
            self.step(Input::Interest { subject, wanted });
        }
        for done in waiting {
            let ticket = self.waiting.ticket();
            self.waiting.active.insert(ticket, done);
            self.step(Input::Wait(ticket));
        }
    }

    /// What the server wants to be done, as far as the link has room for it.
    fn take_wishes(&mut self) {
        for _ in 0..TURN_MAX {
            if !self.link.has_room() {
                // It says when it has.
                return;
            }
            let (dropped, item) = {
                let mut outbox = self.shared.outbox.lock();
                let taken = (outbox.take_dropped(), outbox.pop());
                self.shared.metrics.bus.queue.set(outbox.len() as i64);
                taken
            };
            if dropped {
                tracing::error!(
                    "the queue of the bus exceeds cluster.bus_queue_max: other nodes treat what it dropped as lost"
                );
                self.step(Input::Dropped);
            }
            let Some(item) = item else { return };
            self.take_wish(item);
        }
        self.shared.wake.notify_one();
    }

    fn take_wish(&mut self, item: Item) {
        let ticket = self.waiting.ticket();
        let input = match item {
            Item::Message { to, shed, message } => Input::Publish { to, sheddable: shed.is_some(), message },
            Item::Settle(done) => {
                self.waiting.settling.insert(ticket, done);
                Input::Settle(ticket)
            }
            Item::Ask { node, question, until_ms, answer } => {
                self.waiting.asking.insert(ticket, answer);
                Input::Ask { ticket, node, question, until_ms }
            }
            Item::Members { others, read_ms } => Input::Members { others, read_ms },
            Item::Leave(done) => {
                self.left = Some(done);
                Input::Leave
            }
        };
        self.step(input);
    }

    fn step(&mut self, input: Input) {
        let now = self.shared.time.now();
        self.protocol.step(now, input, &mut self.outputs);
        let mut outputs = std::mem::take(&mut self.outputs);
        for output in outputs.drain(..) {
            self.carry_out(output);
        }
        self.outputs = outputs;
        self.shared.lease.set(self.protocol.lease_until_ms(), now);
    }

    fn carry_out(&mut self, output: Output) {
        let counts = &self.shared.metrics.bus;
        match output {
            Output::Send { to, head, body } => {
                counts.messages.inc(("out", kind(to)));
                counts.bytes_out.add((head.len() + body.len()) as u64);
                self.link.send(to, &head, &body);
            }
            Output::Subscribe(to) => self.link.subscribe(to),
            Output::Unsubscribe(to) => self.link.unsubscribe(to),
            Output::Probe => self.link.probe(),
            Output::HangUp => self.link.hang_up(),
            Output::Heard { from, to, message } => {
                counts.messages.inc(("in", to.kind()));
                self.listener.heard(from, to, message);
            }
            Output::Asked { from, id, question } => self.answer(from, id, question),
            Output::Lost(what, why) => self.lose(what, why),
            Output::Met(node) => {
                tracing::info!(node = %node, "another node is there");
                self.listener.node_met(node);
                self.show_nodes();
            }
            Output::Gone(node) => {
                tracing::info!(node = %node, "a node is gone");
                self.listener.node_gone(node);
                self.show_nodes();
            }
            Output::Joined => {
                tracing::info!("part of the cluster");
                self.shared.joined.send_replace(true);
            }
            // Whoever waited for one of these may have gone, which is fine.
            Output::Active(ticket) => _ = self.waiting.active.remove(&ticket).map(|done| done.send(())),
            Output::Settled(ticket, settled) => {
                _ = self.waiting.settling.remove(&ticket).map(|done| done.send(settled));
            }
            Output::Answered(ticket, answer) => {
                _ = self.waiting.asking.remove(&ticket).map(|asker| asker.send(answer));
            }
            Output::Unreadable => counts.unreadable.inc(),
        }
    }

    fn answer(&mut self, from: NodeId, id: u64, question: Bytes) {
        if self.answering.len() >= ANSWERING_MAX {
            tracing::warn!(node = %from, "too many questions of other nodes at once");
            return;
        }
        let answer = self.listener.asked(from, question);
        self.answering.push(Box::pin(async move { (from, id, answer.await) }));
    }

    fn lose(&mut self, what: Lost, why: Why) {
        self.shared.metrics.bus.lost.inc((why.name(),));
        tracing::warn!(?what, ?why, "messages of other nodes may be missing: their event logs are read");
        self.listener.lost(what, why);
    }

    fn show_nodes(&mut self) {
        let nodes = self.protocol.nodes();
        let counts = &self.shared.metrics.bus;
        counts.nodes.set(nodes.len() as i64 + 1);
        let now = self.shared.time.now();
        counts.trusted.set(i64::from(now.mono < self.protocol.lease_until_ms()));
        *self.shared.nodes.lock() = nodes;
    }
}

impl<L> Drop for Runner<L> {
    /// Also when the task is aborted: no call may wait for what does not run any more.
    fn drop(&mut self) {
        self.shared.lease.end();
        self.shared.connected.store(false, Ordering::Relaxed);
        self.shared.outbox.lock().close();
        let mut interest = self.shared.interest.lock();
        interest.closed = true;
        interest.waiting.clear();
    }
}

fn kind(to: Address) -> &'static str {
    match to {
        Address::Subject(subject) => subject.kind(),
        Address::Node(_) => "node",
    }
}
