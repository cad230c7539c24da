//! Links within one process: for tests with several nodes, which can cut nodes off, part them, and lose, double and
//! hold up their frames.
//!
//! Carries frames as NATS does: each to whoever subscribed, in the order of its sender, never back to it. A node that
//! does not keep up is disconnected.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use bytes::{BufMut, Bytes, BytesMut};
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::frame::Address;
use crate::link::{Event, Link};
use crate::listener::NodeId;

/// Frames that wait for one node. Beyond them it is taken for a slow consumer, as NATS would.
const WAITING_MAX: usize = 65_536;

/// The place where links of one process meet. Clones are the same place.
#[derive(Clone, Default)]
pub struct Exchange {
    state: Arc<Mutex<HashMap<NodeId, Seat>>>,
}

/// What the exchange keeps of one node.
struct Seat {
    wants: HashSet<Address>,
    waiting: VecDeque<Event>,
    wake: Arc<Notify>,
    is_cut: bool,
    /// What comes waits until it is let go.
    is_held: bool,
    /// What these nodes say waits here on its way to this one.
    late: HashMap<NodeId, Vec<Bytes>>,
    /// It has no room for what the node says, which is slow to say it.
    is_mute: bool,
    /// Nodes hear those on their own side.
    side: Side,
    /// Frames to this node that are still to be lost, and to be carried twice.
    to_lose: u32,
    to_double: u32,
}

/// Where a node stands while the exchange is parted.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Side {
    #[default]
    Near,
    Far,
}

impl Exchange {
    pub fn new() -> Self {
        Exchange::default()
    }

    /// Disconnects a node, until [`Exchange::mend`].
    pub fn cut(&self, node: NodeId) {
        if let Some(seat) = self.state.lock().get_mut(&node) {
            seat.is_cut = true;
            seat.disconnect();
        }
    }

    /// Connects a node again that was cut off.
    pub fn mend(&self, node: NodeId) {
        if let Some(seat) = self.state.lock().get_mut(&node)
            && std::mem::take(&mut seat.is_cut)
        {
            seat.tell(Event::Up);
        }
    }

    /// Loses the next frames on their way to a node, without a word.
    pub fn lose_next(&self, node: NodeId, frames: u32) {
        if let Some(seat) = self.state.lock().get_mut(&node) {
            seat.to_lose += frames;
        }
    }

    /// Carries the next frames to a node twice.
    pub fn double_next(&self, node: NodeId, frames: u32) {
        if let Some(seat) = self.state.lock().get_mut(&node) {
            seat.to_double += frames;
        }
    }

    /// Lets everything on its way to a node wait, in its order, until [`Exchange::let_go`].
    pub fn hold(&self, node: NodeId) {
        if let Some(seat) = self.state.lock().get_mut(&node) {
            seat.is_held = true;
        }
    }

    /// Lets everything that a node wants to say wait, in its order, until [`Exchange::let_go`]: a node that is slow to
    /// tell what it has committed. That it lives it tells all the same.
    pub fn hold_said(&self, node: NodeId) {
        if let Some(seat) = self.state.lock().get_mut(&node) {
            seat.is_mute = true;
        }
    }

    /// Lets what one node says wait on its way to another, in its order, until [`Exchange::let_go`] of that: the way
    /// between two servers of a bus that is slower than all others.
    pub fn hold_between(&self, from: NodeId, to: NodeId) {
        if let Some(seat) = self.state.lock().get_mut(&to) {
            seat.late.entry(from).or_default();
        }
    }

    /// Ends [`Exchange::hold`], [`Exchange::hold_said`] and [`Exchange::hold_between`].
    pub fn let_go(&self, node: NodeId) {
        let mut state = self.state.lock();
        let Some(seat) = state.get_mut(&node) else { return };
        seat.is_held = false;
        for frame in std::mem::take(&mut seat.late).into_values().flatten() {
            seat.take_frame(frame);
        }
        seat.wake.notify_one();
        if std::mem::take(&mut seat.is_mute) {
            seat.tell(Event::Room);
        }
    }

    /// Parts the exchange: these nodes and the others do not hear each other, and none of them is disconnected, until
    /// [`Exchange::join`].
    pub fn part(&self, far: &[NodeId]) {
        for (node, seat) in self.state.lock().iter_mut() {
            seat.side = if far.contains(node) { Side::Far } else { Side::Near };
        }
    }

    /// Ends [`Exchange::part`].
    pub fn join(&self) {
        self.part(&[]);
    }

    pub(crate) fn port(&self, node: NodeId) -> Port {
        let wake = Arc::new(Notify::new());
        let mut seat = Seat {
            wants: HashSet::new(),
            waiting: VecDeque::new(),
            wake: wake.clone(),
            is_cut: false,
            is_held: false,
            late: HashMap::new(),
            is_mute: false,
            side: Side::default(),
            to_lose: 0,
            to_double: 0,
        };
        seat.tell(Event::Up);
        self.state.lock().insert(node, seat);
        Port { node, exchange: self.clone(), wake }
    }
}

impl Seat {
    fn tell(&mut self, event: Event) {
        self.waiting.push_back(event);
        self.wake.notify_one();
    }

    fn disconnect(&mut self) {
        self.wants.clear();
        self.waiting.clear();
        self.is_mute = false;
        self.late.clear();
        self.tell(Event::Down);
    }

    fn take_frame(&mut self, frame: Bytes) {
        if self.to_lose > 0 {
            self.to_lose -= 1;
        } else if self.waiting.len() >= WAITING_MAX {
            self.disconnect();
            self.tell(Event::Up);
        } else {
            if self.to_double > 0 {
                self.to_double -= 1;
                self.tell(Event::Frame(frame.clone()));
            }
            self.tell(Event::Frame(frame));
        }
    }
}

/// Hands a frame to all who want it on the side of its sender.
fn carry(state: &mut HashMap<NodeId, Seat>, from: NodeId, to: Address, frame: &Bytes) {
    let Some(side) = state.get(&from).map(|seat| seat.side) else { return };
    for (node, seat) in state.iter_mut() {
        if *node != from && seat.side == side && seat.wants.contains(&to) {
            match seat.late.get_mut(&from) {
                Some(late) => late.push(frame.clone()),
                None => seat.take_frame(frame.clone()),
            }
        }
    }
}

/// One node's link.
pub(crate) struct Port {
    node: NodeId,
    exchange: Exchange,
    wake: Arc<Notify>,
}

impl Port {
    fn with_seat(&self, change: impl FnOnce(&mut Seat)) {
        if let Some(seat) = self.exchange.state.lock().get_mut(&self.node)
            && !seat.is_cut
        {
            change(seat);
        }
    }
}

impl Link for Port {
    async fn next(&mut self) -> Event {
        loop {
            let next = |seat: &mut Seat| if seat.is_held { None } else { seat.waiting.pop_front() };
            let waiting = self.exchange.state.lock().get_mut(&self.node).and_then(next);
            match waiting {
                Some(event) => return event,
                None => self.wake.notified().await,
            }
        }
    }

    fn send(&mut self, to: Address, head: &[u8], body: &[u8]) {
        let mut frame = BytesMut::with_capacity(head.len() + body.len());
        frame.put_slice(head);
        frame.put_slice(body);
        let frame = frame.freeze();
        let mut state = self.exchange.state.lock();
        if state.get(&self.node).is_some_and(|seat| !seat.is_cut) {
            carry(&mut state, self.node, to, &frame);
        }
    }

    fn subscribe(&mut self, to: Address) {
        self.with_seat(|seat| _ = seat.wants.insert(to));
    }

    fn unsubscribe(&mut self, to: Address) {
        self.with_seat(|seat| _ = seat.wants.remove(&to));
    }

    fn probe(&mut self) {
        self.with_seat(|seat| seat.tell(Event::Echo));
    }

    fn hang_up(&mut self) {
        self.with_seat(|seat| {
            seat.disconnect();
            seat.tell(Event::Up);
        });
    }

    fn has_room(&self) -> bool {
        self.exchange.state.lock().get(&self.node).is_none_or(|seat| !seat.is_mute)
    }

    async fn finish(&mut self) {}
}

impl Drop for Port {
    fn drop(&mut self) {
        self.exchange.state.lock().remove(&self.node);
    }
}
