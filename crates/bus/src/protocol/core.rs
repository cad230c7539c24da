//! The state of the protocol, and what this node does of its own accord. What comes in is in `incoming`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::Millis;
use bytes::Bytes;

use super::asks::Asks;
use super::interest::Interest;
use super::lease::Lease;
use super::peer::Peer;
use super::settle::Settling;
use super::speaker::{self, Speaker};
use super::{ABSENT_MS, BEAT_MS, GONE_MS, HURRY_MS, Input, LINK_DEAD_MS, Now, Output, STALL_MS, Ticket};
use crate::frame::{Address, Frame, Heartbeat};
use crate::listener::{Lost, NodeId, Why};
use crate::outcome::{AskError, NodeSeen};
use crate::subject::Subject;

/// What this node tells of itself.
pub(crate) struct Introduction {
    pub name: String,
    pub about: String,
    pub since: Millis,
}

pub(crate) struct Protocol {
    pub(super) me: NodeId,
    introduction: Introduction,
    pub(super) speaker: Speaker,
    pub(super) interest: Interest,
    pub(super) peers: BTreeMap<NodeId, Peer>,
    /// Nodes that said goodbye.
    pub(super) departed: VecDeque<NodeId>,
    pub(super) lease: Lease,
    pub(super) settling: Settling,
    pub(super) asks: Asks,
    before: Now,
    heartbeat_ms: u64,
    /// Another node waits for the next heartbeat.
    pub(super) is_nudged: bool,
    /// Whether it was ever part of the cluster.
    joined: bool,
    /// Whether every loss since it became part of the cluster is reported at once. After connecting it is not: what
    /// was missed is reported when it is part of the cluster again.
    in_step: bool,
    lease_until_ms: u64,
}

impl Protocol {
    pub fn new(me: NodeId, introduction: Introduction, now: Now) -> Self {
        Protocol {
            me,
            introduction,
            speaker: Speaker::default(),
            interest: Interest::default(),
            peers: BTreeMap::new(),
            departed: VecDeque::new(),
            lease: Lease::default(),
            settling: Settling::default(),
            asks: Asks::default(),
            before: now,
            heartbeat_ms: 0,
            is_nudged: false,
            joined: false,
            in_step: false,
            lease_until_ms: 0,
        }
    }

    /// A node that is told by the store who lives, and trusts nothing before.
    pub fn with_members(mut self) -> Self {
        self.lease.needs_members = true;
        self
    }

    /// Takes one input. The outputs are to be carried out in their order before the next step, and after them
    /// [`Protocol::lease_until_ms`] holds.
    pub fn step(&mut self, now: Now, input: Input, out: &mut Vec<Output>) {
        self.watch_clocks(now);
        match input {
            Input::Publish { to, sheddable, message } => return self.publish(now, to, sheddable, message, out),
            Input::Interest { subject, wanted } => self.change_interest(subject, wanted, out),
            Input::Wait(ticket) => self.wait(ticket, out),
            Input::Frame(bytes) => self.frame(now, bytes, out),
            Input::Up => self.up(now, out),
            Input::Down => {
                self.lease.down();
                out.extend(self.interest.stop().into_iter().map(Output::Active));
            }
            Input::Echo => self.echo(),
            Input::Dropped => self.speaker.drop_some(),
            Input::Settle(ticket) => self.settling.park(ticket, now.mono),
            Input::Ask { ticket, node, question, until_ms } => self.ask(ticket, node, question, until_ms, out),
            Input::Answer { to, id, answer } => self.send(Address::Node(to), Frame::Reply { id, answer }, out),
            Input::Members { others, read_ms } => self.set_members(now, others, read_ms, out),
            Input::Leave => {
                self.heartbeat(now, out);
                let number = self.speaker.next();
                self.send(Address::Subject(Subject::Everyone), Frame::Goodbye { number }, out);
            }
            Input::Tick => self.tick(now, out),
        }
        if self.lease.is_up() && self.interest.needs_probe() && self.interest.start_probe(now.mono) {
            out.push(Output::Probe);
        }
        self.review(now, out);
    }

    /// Until when memory may be trusted; 0 when it may not.
    pub fn lease_until_ms(&self) -> u64 {
        self.lease_until_ms
    }

    /// The other nodes, and when each was heard last.
    pub fn nodes(&self) -> Vec<(u64, NodeSeen)> {
        let seen = |(id, peer): (&NodeId, &Peer)| {
            let (name, about) = (peer.name.clone(), peer.about.clone());
            (peer.heard_ms, NodeSeen { id: *id, name, about, since: peer.since, last_heard_ms_ago: 0 })
        };
        self.peers.iter().map(seen).collect()
    }

    fn watch_clocks(&mut self, now: Now) {
        self.lease.watch_clocks(self.before, now, &mut self.peers);
        if now.mono.saturating_sub(self.before.mono) > STALL_MS {
            for peer in self.peers.values_mut() {
                peer.heard_ms = now.mono;
            }
        }
        self.before = now;
    }

    fn publish(&mut self, now: Now, to: Subject, sheddable: bool, message: Bytes, out: &mut Vec<Output>) {
        if !self.lease.is_up() {
            // When the connection is back everyone hears that something is missing.
            if !sheddable {
                self.speaker.drop_some();
            }
            return;
        }
        let frame = match (to, sheddable) {
            (_, true) => Frame::Whispered { to, message },
            (Subject::Everyone, false) => Frame::ToAll { number: self.speaker.next(), message },
            (_, false) => {
                let speaker::Place { interval, index, gap_ms } = self.speaker.say(to, now.mono);
                Frame::Said { to, interval, index, gap_ms, message }
            }
        };
        self.send(Address::Subject(to), frame, out);
        if self.speaker.is_full() {
            self.heartbeat(now, out);
        }
    }

    fn change_interest(&mut self, subject: Subject, wanted: bool, out: &mut Vec<Output>) {
        let address = Address::Subject(subject);
        if wanted {
            if self.interest.add(subject) && self.lease.is_up() {
                out.push(Output::Subscribe(address));
            }
        } else if self.interest.remove(subject) && self.lease.is_up() {
            out.push(Output::Unsubscribe(address));
        }
    }

    fn wait(&mut self, ticket: Ticket, out: &mut Vec<Output>) {
        if self.lease.is_up() {
            self.interest.wait(ticket);
        } else {
            out.push(Output::Active(ticket));
        }
    }

    fn up(&mut self, now: Now, out: &mut Vec<Output>) {
        self.in_step = false;
        self.lease.up(now.mono);
        self.speaker.lose_all();
        for peer in self.peers.values_mut() {
            peer.start_anew(now.mono);
        }
        out.push(Output::Subscribe(Address::Subject(Subject::Everyone)));
        out.push(Output::Subscribe(Address::Node(self.me)));
        out.extend(self.interest.start_anew().into_iter().map(|subject| Output::Subscribe(Address::Subject(subject))));
        self.heartbeat(now, out);
    }

    fn echo(&mut self) {
        if let Some(probe_ms) = self.interest.echo() {
            self.lease.echo(probe_ms);
        }
    }

    fn ask(&mut self, ticket: Ticket, node: NodeId, question: Bytes, until_ms: u64, out: &mut Vec<Output>) {
        if !self.peers.contains_key(&node) {
            out.push(Output::Answered(ticket, Err(AskError::Gone)));
            return;
        }
        let id = self.asks.add(ticket, node, until_ms);
        self.send(Address::Node(node), Frame::Ask { id, question }, out);
    }

    fn set_members(&mut self, now: Now, others: Vec<NodeId>, read_ms: u64, out: &mut Vec<Output>) {
        let others = others.into_iter().filter(|node| *node != self.me).collect();
        for node in self.lease.set_members(others, read_ms, now.mono) {
            // It committed things that nobody heard of, and from now on nobody waits for it.
            if !self.peers.contains_key(&node) && !self.departed.contains(&node) {
                self.lose(Lost::Everything, Why::Gone(node), out);
            }
        }
    }

    fn tick(&mut self, now: Now, out: &mut Vec<Output>) {
        if self.lease.is_up() {
            let silent = |peer: &Peer| now.mono >= peer.heard_ms + GONE_MS;
            let gone: Vec<NodeId> = self.peers.iter().filter(|(_, peer)| silent(peer)).map(|(node, _)| *node).collect();
            for node in gone {
                self.lose(Lost::Everything, Why::Gone(node), out);
                self.part(node, out);
            }
            if now.mono >= self.heartbeat_ms + BEAT_MS {
                self.heartbeat(now, out);
            }
            self.hurry(now, out);
            if self.interest.probe_ms().is_some_and(|sent_ms| now.mono >= sent_ms + LINK_DEAD_MS) {
                out.push(Output::HangUp);
            }
        }
        let late = self.asks.timed_out(now.mono);
        out.extend(late.into_iter().map(|ticket| Output::Answered(ticket, Err(AskError::TimedOut))));
    }

    pub(super) fn part(&mut self, node: NodeId, out: &mut Vec<Output>) {
        self.peers.remove(&node);
        out.push(Output::Gone(node));
        let unanswered = self.asks.gone(node);
        out.extend(unanswered.into_iter().map(|ticket| Output::Answered(ticket, Err(AskError::Gone))));
    }

    /// Sends a heartbeat when another node waits for it, but not much more often than that.
    pub(super) fn hurry(&mut self, now: Now, out: &mut Vec<Output>) {
        if self.is_nudged && now.mono >= self.heartbeat_ms + HURRY_MS {
            self.heartbeat(now, out);
        }
    }

    /// Lets those go on who waited for subscriptions that are active now, and asks the other nodes for a heartbeat for
    /// the rest.
    fn review_interest(&mut self, now: Now, out: &mut Vec<Output>) {
        let Some(awaited) = self.interest.awaited() else { return };
        let begun = begun(self.peers.values().filter(|peer| now.mono < peer.heard_ms + ABSENT_MS));
        out.extend(self.interest.begun(begun).into_iter().map(Output::Active));
        if self.interest.start_nudge() {
            for (node, _) in self.peers.iter().filter(|(_, peer)| peer.began() < awaited) {
                self.send(Address::Node(*node), Frame::Nudge, out);
            }
        }
    }

    /// Draws the consequences of a step: leases, calls that may return, joining.
    fn review(&mut self, now: Now, out: &mut Vec<Output>) {
        self.review_interest(now, out);
        let departed = |node| self.departed.contains(&node);
        // On a new connection no loss may be in doubt any more.
        let is_certain = self.in_step || begun(self.peers.values()) >= self.interest.renewed();
        self.lease_until_ms = if is_certain { self.lease.until_ms(now.mono, &self.peers, departed) } else { 0 };
        let trusts = now.mono < self.lease_until_ms;
        if trusts && !self.in_step {
            // Every node has been heard by now, so from here on its numbers tell of any loss.
            self.in_step = true;
            let why = if self.joined { Why::Reconnected } else { Why::Joined };
            out.push(Output::Lost(Lost::Everything, why));
            out.push(Output::Joined);
            self.joined = true;
        }
        self.settle(now, trusts || self.lease.is_known_by_store(now.mono), out);
    }

    /// Lets calls return, and sends the heartbeat for those that wait for one, which nobody may have to answer.
    fn settle(&mut self, now: Now, may_prove: bool, out: &mut Vec<Output>) {
        loop {
            let finished = self.settling.finished(now.mono, &self.peers);
            out.extend(finished.into_iter().map(|(ticket, settled)| Output::Settled(ticket, settled)));
            if !may_prove || !self.settling.is_due(now.mono) {
                return;
            }
            let others = self.peers.keys().copied().chain(self.lease.members());
            let need: BTreeSet<NodeId> = others.filter(|node| !self.departed.contains(node)).collect();
            let number = if self.lease.is_up() {
                self.heartbeat(now, out);
                self.speaker.number()
            } else {
                u64::MAX // What nobody hears nobody applies: silence is what is waited for.
            };
            self.settling.send(number, now.mono, need);
        }
    }

    pub(super) fn lose(&self, what: Lost, why: Why, out: &mut Vec<Output>) {
        if self.in_step {
            out.push(Output::Lost(what, why));
        }
    }

    /// Whether a loss is reported at once; otherwise it is when this node is part of the cluster.
    pub(super) fn is_in_step(&self) -> bool {
        self.in_step
    }

    pub(super) fn heartbeat(&mut self, now: Now, out: &mut Vec<Output>) {
        self.heartbeat_ms = now.mono;
        self.is_nudged = false;
        let speaker::Interval { number, ends, told } = self.speaker.heartbeat(now.mono);
        let Introduction { name, about, since } = &self.introduction;
        let (name, about) = (name.clone(), about.clone());
        let heartbeat = Heartbeat { number, ends, stamp: now.mono, since: *since, name, about, told };
        self.send(Address::Subject(Subject::Everyone), Frame::Heartbeat(heartbeat), out);
        if self.interest.start_probe(now.mono) {
            out.push(Output::Probe);
        }
    }

    pub(super) fn send(&self, to: Address, frame: Frame, out: &mut Vec<Output>) {
        if self.lease.is_up() {
            let (head, body) = frame.encode(self.me);
            out.push(Output::Send { to, head, body });
        }
    }
}

/// How many echoes there had been when the intervals began of which each of these nodes is heard now.
fn begun<'a>(peers: impl Iterator<Item = &'a Peer>) -> u64 {
    peers.map(Peer::began).min().unwrap_or(u64::MAX)
}
