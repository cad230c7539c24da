//! The handle that the server holds: publish, subscribe, settle, ask. Nothing here waits for the network but what says
//! so. Calls leave their wish in bounded places that the [runner](crate::runner) empties.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use base::{Clock, Id, IdMaker};
use bytes::Bytes;
use metrics::Metrics;
use parking_lot::Mutex;
use tls::{Authorities, Names, Own, verifying_as};
use tokio::sync::{Notify, oneshot, watch};

use crate::exchange::Exchange;
use crate::listener::{Listener, NodeId};
use crate::nats::{AddressError, Addresses, Nats};
use crate::outbox::{Item, Outbox, Pushed, Sheddable};
use crate::outcome::{AskError, MESSAGE_BYTES_MAX, NodeSeen, Settled};
use crate::runner::{Runner, Running};
use crate::shared::{Lease, Shared, Time};
use crate::subject::Subject;

/// Questions that wait for an answer. Clients that come back ask one each, over a few milliseconds.
const ASKS_MAX: usize = 4_096;

/// Longest text of [`Options::about`] and of a name; both travel with every heartbeat.
const ABOUT_BYTES_MAX: usize = 512;

/// What a node needs to take part.
#[derive(Clone, Debug)]
pub struct Options {
    /// Nodes of one cluster share it.
    pub cluster: String,
    pub node_name: String,
    /// Shown by [`Bus::nodes`] on the others; cut after 512 bytes.
    pub about: String,
    /// `nats://host:port` or `tls://host:port`, several of them with commas between.
    pub address: String,
    /// Whose certificates the servers may show.
    pub authorities: Authorities,
    /// The certificate that this node shows to servers that ask for one.
    pub own: Option<Own>,
    pub token: String,
    /// Messages that wait at most.
    pub queue_max: usize,
    /// The name of this run of the node; one is made without.
    pub node: Option<Id>,
    /// A store tells who lives: nothing is trusted before [`Bus::members`] is called.
    pub has_members: bool,
}

/// This node's part in the cluster. Clones are the same.
#[derive(Clone)]
pub struct Bus {
    shared: Arc<Shared>,
}

impl Bus {
    /// Takes part over NATS. The second value is the work, which runs until [`Bus::leave`]: NATS may come later, and
    /// whenever it goes it is looked for again.
    ///
    /// # Errors
    /// When the address is none, or a file of certificates or keys cannot be read.
    pub fn start(
        options: &Options,
        listener: Arc<dyn Listener>,
        clock: Clock,
        metrics: Arc<Metrics>,
    ) -> Result<(Bus, Running), AddressError> {
        let addresses = Addresses::parse(&options.address, &options.token)?;
        let bus = Bus::new(options, clock, metrics);
        let tls = verifying_as(&options.authorities, Names::Checked, options.own.as_ref())?;
        let link = Nats::new(addresses, tls, &options.cluster, &options.node_name);
        let runner = Runner::new(bus.shared.clone(), listener, link);
        Ok((bus, Running::of(runner)))
    }

    /// Takes part within this process.
    pub fn join(
        exchange: &Exchange,
        options: &Options,
        listener: Arc<dyn Listener>,
        clock: Clock,
        metrics: Arc<Metrics>,
    ) -> (Bus, Running) {
        let bus = Bus::new(options, clock, metrics);
        let link = exchange.port(bus.node());
        let runner = Runner::new(bus.shared.clone(), listener, link);
        (bus, Running::of(runner))
    }

    fn new(options: &Options, clock: Clock, metrics: Arc<Metrics>) -> Bus {
        let node = NodeId(options.node.unwrap_or_else(|| IdMaker::new(clock.clone()).next::<Id>()));
        Bus {
            shared: Arc::new(Shared {
                node,
                name: cut(&options.node_name),
                about: cut(&options.about),
                has_members: options.has_members,
                time: Time { began: Instant::now(), clock },
                metrics,
                wake: Notify::new(),
                outbox: Mutex::new(Outbox::new(options.queue_max)),
                interest: Mutex::default(),
                asks: AtomicUsize::new(0),
                lease: Lease::default(),
                connected: AtomicBool::new(false),
                joined: watch::Sender::new(false),
                nodes: Mutex::default(),
            }),
        }
    }

    pub fn node(&self) -> NodeId {
        self.shared.node
    }

    /// Sends a message to the nodes that take an interest; not to this one, which knows it. Never waits. What is not
    /// sheddable is heard by each of them, or they are told that they may have missed it.
    pub fn publish(&self, to: Subject, shed: Option<Sheddable>, message: Bytes) {
        let mut outbox = self.shared.outbox.lock();
        let pushed = if message.len() > MESSAGE_BYTES_MAX {
            tracing::error!(bytes = message.len(), "a message is too large for the bus: other nodes treat it as lost");
            outbox.drop_one();
            Pushed::Dropped
        } else {
            outbox.push_message(to, shed, message)
        };
        self.shared.metrics.bus.queue.set(outbox.len() as i64);
        drop(outbox);
        match pushed {
            Pushed::Taken => {}
            Pushed::Shed(kind) => self.shared.metrics.bus.shed.inc((kind.name(),)),
            Pushed::Dropped => self.shared.metrics.bus.shed.inc(("other",)),
        }
        self.shared.wake.notify_one();
    }

    /// Takes an interest. Calls are counted, and each needs its [`Bus::unsubscribe`]. Never waits; [`Bus::subscribed`]
    /// does.
    pub fn subscribe(&self, to: Subject) {
        self.shared.change_interest(to, |count| *count += 1);
    }

    /// Gives one interest up.
    pub fn unsubscribe(&self, to: Subject) {
        self.shared.change_interest(to, |count| {
            debug_assert!(*count > 0, "each unsubscribe has its subscribe");
            *count = count.saturating_sub(1);
        });
    }

    /// Returns when every subscription that was asked for before is active, so that what is published from now on is
    /// heard. Without a connection it returns at once: then everything is reported lost when there is one.
    pub async fn subscribed(&self) {
        let (done, active) = oneshot::channel();
        {
            let mut interest = self.shared.interest.lock();
            if interest.closed {
                return;
            }
            interest.waiting.push(done);
        }
        self.shared.wake.notify_one();
        // An error means that the runner has ended: nothing is heard any more, and nobody waits for it.
        _ = active.await;
    }

    /// Returns when this node is part of the cluster for the first time; false when it is not `within` that time.
    pub async fn joined(&self, within: Duration) -> bool {
        let mut joined = self.shared.joined.subscribe();
        tokio::time::timeout(within, joined.wait_for(|joined| *joined)).await.is_ok_and(|waited| waited.is_ok())
    }

    /// Returns when every node has applied all that this node published before to [`Subject::Everyone`], or does not
    /// trust its memory. Takes a round trip; when a node is silent, [`SILENCE_MS`](crate::SILENCE_MS).
    pub async fn settle(&self) -> Settled {
        let began = Instant::now();
        let (done, settled) = oneshot::channel();
        self.shared.outbox.lock().push(Item::Settle(done));
        self.shared.wake.notify_one();
        let settled = settled.await.unwrap_or(Settled::Unproven);
        self.shared.metrics.bus.settle.observe(began.elapsed().as_secs_f64());
        self.shared.metrics.cluster_request(began.elapsed().as_secs_f64());
        settled
    }

    /// Asks one node.
    ///
    /// # Errors
    /// [`AskError::Gone`] for a node that is not there or ends meanwhile, [`AskError::TimedOut`] without an answer,
    /// [`AskError::TooLarge`] for a question or an answer beyond [`MESSAGE_BYTES_MAX`], [`AskError::Busy`] when
    /// thousands wait already.
    pub async fn ask(&self, node: NodeId, question: Bytes, within: Duration) -> Result<Bytes, AskError> {
        if question.len() > MESSAGE_BYTES_MAX {
            return Err(AskError::TooLarge);
        }
        let _place = Place::take(&self.shared)?;
        let began = Instant::now();
        let (answer, answered) = oneshot::channel();
        let until_ms = self.shared.time.now().mono + within.as_millis() as u64;
        self.shared.outbox.lock().push(Item::Ask { node, question, until_ms, answer });
        self.shared.wake.notify_one();
        let answer = answered.await.unwrap_or(Err(AskError::Gone));
        self.shared.metrics.cluster_request(began.elapsed().as_secs_f64());
        answer
    }

    /// The other nodes that are there.
    pub fn nodes(&self) -> Vec<NodeSeen> {
        let now = self.shared.time.now().mono;
        let seen = self.shared.nodes.lock();
        seen.iter()
            .map(|(heard, node)| NodeSeen { last_heard_ms_ago: now.saturating_sub(*heard), ..node.clone() })
            .collect()
    }

    /// True while every change that another node has settled is applied here. Two reads of clocks.
    pub fn cache_is_valid(&self) -> bool {
        self.shared.lease.is_valid(self.shared.time.now())
    }

    pub fn is_connected(&self) -> bool {
        self.shared.connected.load(Ordering::Relaxed)
    }

    /// Tells which other nodes the store says are alive; `read` is when this node began to renew its own entry there.
    /// To be told each second while connected, or while no listed node is: it holds for [`crate::MEMBERS_FRESH_MS`].
    pub fn members(&self, others: Vec<NodeId>, read: Instant) {
        let read_ms = read.saturating_duration_since(self.shared.time.began).as_millis() as u64;
        self.shared.outbox.lock().push(Item::Members { others, read_ms });
        self.shared.wake.notify_one();
    }

    /// Says goodbye, so that no node takes this one's end for a loss, and ends the work.
    pub async fn leave(&self) {
        let (done, left) = oneshot::channel();
        self.shared.outbox.lock().push(Item::Leave(done));
        self.shared.wake.notify_one();
        // Dropped when the runner had ended already.
        _ = left.await;
    }
}

/// Cuts a text where it gets too long to travel with every heartbeat.
fn cut(text: &str) -> String {
    text[..text.floor_char_boundary(ABOUT_BYTES_MAX)].to_owned()
}

/// One of the questions that may wait, given back when its caller goes.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(shared: &'a Shared) -> Result<Self, AskError> {
        let place = Place(&shared.asks);
        if shared.asks.fetch_add(1, Ordering::Relaxed) >= ASKS_MAX { Err(AskError::Busy) } else { Ok(place) }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
