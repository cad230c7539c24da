//! One session of one account: its token, its memory, and its requests. [`Actor`] is the hand that acts in it.

use std::collections::VecDeque;
use std::fmt::Display;
use std::future::Future;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use base::Id;
use http::{HeaderValue, Method};
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::lab::{ClientConfig, Lab};
use super::memory::Memory;
use super::world::No;
use crate::delivery_check::ledger::{Connected, Slot};
use crate::mix::{Action, Random};
use crate::net::{Call, Failure, Reply};
use crate::results::noticed::Noticed;

/// Injected actions that wait for a user at most; further ones are dropped, as in the reference tool.
const INJECTED_MAX: usize = 10;
/// Messages that wait for the socket at most; further ones are an error of the action that sends them.
const OUTBOX_MAX: usize = 10;

/// How an action ended, unless it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    Skipped(&'static str),
}

pub type Acted = Result<Outcome, Failure>;

/// Name and password.
#[derive(Clone, Debug)]
pub struct Account {
    pub username: Box<str>,
    pub email: Box<str>,
    pub password: Box<str>,
    pub is_admin: bool,
}

/// What a user says over its socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    Typing(Id),
    InChannel(Id),
    InTeam(Id),
    /// Of this channel; none when no thread is open.
    InThread(Pane, Id),
    Acknowledge(Id),
}

/// Where a client shows a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// The list of followed threads.
    Threads,
    /// Beside a channel.
    Side,
}

pub struct Session {
    pub lab: Arc<Lab>,
    pub slot: Slot,
    pub account: Account,
    pub memory: Mutex<Memory>,
    token: Mutex<Option<HeaderValue>>,
    pub outbox: Mutex<VecDeque<Outgoing>>,
    pub wake_socket: Notify,
    /// The socket's task, while there is one.
    pub socket: Mutex<Option<tokio::task::AbortHandle>>,
    /// Since when, in microseconds of the agent, no event can have been missed; 0 without a socket.
    pub connected_us: AtomicU64,
    /// When anything came over the socket last.
    pub heard_us: AtomicU64,
    pub requests: AtomicU32,
    /// Reactions to events that are under way.
    pub reacting: AtomicU32,
    injected: Mutex<VecDeque<Action>>,
    is_stopping: AtomicBool,
    is_held: AtomicBool,
    is_resting: AtomicBool,
    wake: Notify,
    /// Ends the pauses within the running action.
    halt: Notify,
}

impl Session {
    pub fn new(lab: Arc<Lab>, slot: Slot, account: Account) -> Arc<Session> {
        Arc::new(Session {
            lab,
            slot,
            account,
            memory: Mutex::default(),
            token: Mutex::default(),
            outbox: Mutex::default(),
            wake_socket: Notify::new(),
            socket: Mutex::default(),
            connected_us: AtomicU64::new(0),
            heard_us: AtomicU64::new(0),
            requests: AtomicU32::new(0),
            reacting: AtomicU32::new(0),
            injected: Mutex::default(),
            is_stopping: AtomicBool::new(false),
            is_held: AtomicBool::new(false),
            is_resting: AtomicBool::new(true),
            wake: Notify::new(),
            halt: Notify::new(),
        })
    }

    /// The socket, while there is one.
    pub fn connected(&self) -> Option<Connected> {
        let since_us = self.connected_us.load(Relaxed);
        (since_us != 0).then(|| Connected { since_us, heard_us: self.heard_us.load(Relaxed) })
    }

    pub fn set_token(&self, token: Option<&str>) {
        // Spelt in capitals as the reference tool spells it.
        let header = token.and_then(|token| HeaderValue::from_str(&format!("BEARER {token}")).ok());
        *self.token.lock() = header;
    }

    pub fn token(&self) -> Option<HeaderValue> {
        self.token.lock().clone()
    }

    /// The token as a socket shows it: the reference tool spells it in another way there.
    pub fn socket_token(&self) -> Option<HeaderValue> {
        let token = self.token()?;
        let spelt = token.to_str().ok()?.replacen("BEARER", "Bearer", 1);
        HeaderValue::from_str(&spelt).ok()
    }

    pub fn call(&self, call: Call) -> impl Future<Output = Result<Reply, Failure>> + Send + use<'_> {
        self.requests.fetch_add(1, Relaxed);
        let answer = self.lab.net.send(&self.lab.meter, call, self.token());
        async move {
            let answer = answer.await;
            if answer.as_ref().is_err_and(Failure::is_of_server) {
                self.note(Noticed { failed: 1, ..Noticed::default() });
            }
            answer
        }
    }

    /// Something was noticed of a fault, now.
    pub fn note(&self, noticed: Noticed) {
        self.lab.meter.noticed.note(self.lab.now_us(), noticed);
    }

    pub fn get(
        &self,
        template: &'static str,
        values: &[&(dyn Display + Sync)],
        query: &str,
    ) -> impl Future<Output = Result<Reply, Failure>> + Send + use<'_> {
        self.call(Call::plain(Method::GET, template, values, query))
    }

    pub fn delete(
        &self,
        template: &'static str,
        values: &[&(dyn Display + Sync)],
    ) -> impl Future<Output = Result<Reply, Failure>> + Send + use<'_> {
        self.call(Call::plain(Method::DELETE, template, values, ""))
    }

    pub fn post<T: serde::Serialize + ?Sized>(
        &self,
        template: &'static str,
        values: &[&(dyn Display + Sync)],
        body: &T,
    ) -> impl Future<Output = Result<Reply, Failure>> + Send + use<'_, T> {
        self.call(Call::json(Method::POST, template, values, body))
    }

    pub fn put<T: serde::Serialize + ?Sized>(
        &self,
        template: &'static str,
        values: &[&(dyn Display + Sync)],
        body: &T,
    ) -> impl Future<Output = Result<Reply, Failure>> + Send + use<'_, T> {
        self.call(Call::json(Method::PUT, template, values, body))
    }

    /// The own user.
    ///
    /// # Errors
    /// Before the sign-in.
    pub fn me(&self) -> Result<(No, Id), Failure> {
        let me = self.memory.lock().me.ok_or(Failure::Missing("not signed in"))?;
        Ok((me, self.lab.world.user_fact(me).id))
    }

    pub fn team(&self) -> Result<No, Failure> {
        self.memory.lock().team.ok_or(Failure::Missing("no current team"))
    }

    pub fn channel(&self) -> Result<No, Failure> {
        self.memory.lock().channel.ok_or(Failure::Missing("no current channel"))
    }

    pub fn client_config(&self) -> Result<Arc<ClientConfig>, Failure> {
        self.lab.client_config.read().clone().ok_or(Failure::Missing("no client configuration"))
    }

    /// Whether threads are collapsed for this user.
    pub fn crt(&self) -> bool {
        let preference = self.memory.lock().crt_preference;
        self.lab.client_config.read().as_ref().is_some_and(|config| config.threads.are_on(preference))
    }

    /// Says something over the socket.
    ///
    /// # Errors
    /// When too much waits to be said.
    pub fn say(&self, what: Outgoing) -> Result<(), Failure> {
        let mut outbox = self.outbox.lock();
        if outbox.len() >= OUTBOX_MAX {
            return Err(Failure::Missing("the socket's queue is full"));
        }
        outbox.push_back(what);
        drop(outbox);
        self.wake_socket.notify_one();
        Ok(())
    }

    /// The own membership of a channel is known from now on.
    pub fn note_member(&self, channel: No) {
        let is_new = {
            let mut memory = self.memory.lock();
            let seen = memory.see(channel);
            !std::mem::replace(&mut seen.is_member, true)
        };
        if is_new {
            self.lab.ledger.join(channel, self.slot, self.lab.now_us());
        }
    }

    pub fn stop(&self) {
        self.is_stopping.store(true, Relaxed);
        self.wake.notify_one();
        self.halt.notify_waiters();
    }

    /// Begins no further action, but stays and listens.
    pub fn hold(&self) {
        self.is_held.store(true, Relaxed);
        self.halt.notify_waiters();
    }

    pub fn is_held(&self) -> bool {
        self.is_held.load(Relaxed)
    }

    /// Between two actions.
    pub fn is_resting(&self) -> bool {
        self.is_resting.load(Relaxed)
    }

    pub fn set_resting(&self, is_resting: bool) {
        self.is_resting.store(is_resting, Relaxed);
    }

    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Relaxed)
    }

    /// Queues an action before those of the mix.
    pub fn inject(&self, action: Action) {
        let mut injected = self.injected.lock();
        if injected.len() < INJECTED_MAX {
            injected.push_back(action);
        }
        drop(injected);
        self.wake.notify_one();
    }

    pub fn injected(&self) -> Option<Action> {
        self.injected.lock().pop_front()
    }

    /// Waits until `until`, or until somebody stops the user or injects an action.
    pub async fn idle(&self, until: tokio::time::Instant) -> Woken {
        tokio::select! {
            () = tokio::time::sleep_until(until) => Woken::ByTime,
            () = self.wake.notified() => Woken::ByOrder,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    ByTime,
    ByOrder,
}

/// Acts in a session: one at a time.
pub struct Actor {
    pub session: Arc<Session>,
    /// For what happens within actions; which actions and pauses come has its own sequence.
    pub random: Random,
    /// Pauses within the running action: reading, typing.
    pub paused: Duration,
}

impl Deref for Actor {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

impl Actor {
    pub fn new(session: Arc<Session>) -> Actor {
        let random = Random::of(session.lab.seed ^ 1, u64::from(session.slot));
        Actor { session, random, paused: Duration::ZERO }
    }

    /// A pause that belongs to the action: it counts neither as latency nor as late. It ends early when the user is to
    /// stop: who scrolls through a channel would otherwise keep everybody waiting for most of a minute.
    pub async fn pause(&mut self, pause: Duration) {
        let (pause, began) = (pause.mul_f64(self.lab.pause_scale), tokio::time::Instant::now());
        {
            let halted = self.session.halt.notified();
            tokio::pin!(halted);
            halted.as_mut().enable();
            if !self.session.is_stopping() && !self.session.is_held() {
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    () = halted => {}
                }
            }
        }
        self.paused += pause.min(began.elapsed());
    }
}
