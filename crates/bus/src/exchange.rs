//! Links within one process: for tests with several nodes, which can cut nodes off, drop their frames, or kill them.
//!
//! Carries frames as NATS does: each to whoever subscribed, in the order of its sender, never back to it. A node that
//! does not keep up is disconnected.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use bytes::{BufMut, Bytes, BytesMut};
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::link::{Event, Link};
use crate::listener::NodeId;
use crate::protocol::Address;

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
    /// Frames to this node that are still to be lost.
    to_lose: u32,
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

    pub(crate) fn port(&self, node: NodeId) -> Port {
        let wake = Arc::new(Notify::new());
        let mut seat =
            Seat { wants: HashSet::new(), waiting: VecDeque::new(), wake: wake.clone(), is_cut: false, to_lose: 0 };
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
        self.tell(Event::Down);
    }

    fn take_frame(&mut self, frame: Bytes) {
        if self.to_lose > 0 {
            self.to_lose -= 1;
        } else if self.waiting.len() >= WAITING_MAX {
            self.disconnect();
            self.tell(Event::Up);
        } else {
            self.tell(Event::Frame(frame));
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
            let waiting = self.exchange.state.lock().get_mut(&self.node).and_then(|seat| seat.waiting.pop_front());
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
        if state.get(&self.node).is_none_or(|seat| seat.is_cut) {
            return;
        }
        for (node, seat) in state.iter_mut() {
            if *node != self.node && seat.wants.contains(&to) {
                seat.take_frame(frame.clone());
            }
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
        true
    }

    async fn finish(&mut self) {}
}

impl Drop for Port {
    fn drop(&mut self) {
        self.exchange.state.lock().remove(&self.node);
    }
}
