//! The agent: runs simulated users, obeys the control API, and tells what its users met.
//!
//! `serve` is the HTTP of it; here users come and go. An agent is made stopped; [`Agent::run`] makes it ready and adds
//! its first users.

pub mod accounts;
pub mod control;
pub mod health;
mod make;
mod preparation;
pub mod storm;
pub mod users_file;
mod world;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use jiff::Timestamp;
use parking_lot::Mutex;

use accounts::Accounts;
use control::{Create, State, Status};
use health::Health;

use crate::delivery_check::between::Sent;
use crate::delivery_check::ledger::{Connected, SETTLE_US, Slot};
use crate::life;
use crate::meter::Meter;
use crate::mix::rates::Rates;
use crate::mix::{Action, Random};
use crate::results::storm::Storm;
use crate::results::{self, Judged, Results, noticed};
use crate::tasks;
use crate::users::{Lab, Session};

/// How often the ledger closes what is due.
const SETTLE_PERIOD: Duration = Duration::from_secs(1);
/// How long a stop waits for events that are under way.
const LAST_EVENTS: Duration = Duration::from_secs(5);

/// A number of simulated users that share one view of one server.
pub struct Agent {
    id: String,
    create: Create,
    lab: Arc<Lab>,
    accounts: Accounts,
    rates: Rates,
    initial_users: u64,
    users_max: u64,
    sessions_per_user: u64,
    health: Arc<Health>,
    inner: Mutex<Inner>,
    /// One start or stop at a time.
    turning: tokio::sync::Mutex<()>,
    removed: AtomicU64,
    storm: Mutex<Option<Storm>>,
}

#[derive(Default)]
struct Inner {
    state: State,
    started_at: i64,
    /// By slot; a removed user's place is given to the next one, with its account.
    users: BTreeMap<Slot, User>,
    /// Account numbers of slots that are free, so that their users come back as who they were.
    idle: Vec<(Slot, u64)>,
    next: Slot,
    added: u64,
    stopped: u64,
    /// Draws whose account a further session takes.
    random: Option<Random>,
    /// As the server told it at the start.
    world: results::World,
}

struct User {
    number: u64,
    session: Arc<Session>,
    life: tokio::task::JoinHandle<()>,
}

impl Agent {
    /// # Errors
    /// With a sentence, when the configuration does not hold together.
    pub fn new(id: &str, create: Create) -> Result<Arc<Agent>, String> {
        make::agent(id, &create)
    }

    /// A session that is no user of an agent and never pauses: for tests of what actions ask.
    ///
    /// # Errors
    /// When the configuration does not hold together.
    pub fn session_without_pauses(id: &str, create: Create) -> Result<Arc<Session>, String> {
        let (lab, accounts) = make::lab(id, &create, 0.0)?;
        Ok(Session::new(Arc::new(lab), 0, accounts.of(1)))
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn meter(&self) -> &Meter {
        &self.lab.meter
    }

    pub fn health(&self) -> &Health {
        &self.health
    }

    pub fn status(&self) -> Status {
        let inner = self.inner.lock();
        let start = Timestamp::from_millisecond(inner.started_at).unwrap_or_default();
        let arrived = self.lab.ready.load(Relaxed) + self.lab.failed.load(Relaxed);
        Status {
            state: inner.state,
            num_users: inner.users.len() as u64,
            num_users_added: inner.added,
            num_users_removed: self.removed.load(Relaxed),
            num_users_stopped: inner.stopped,
            num_errors: self.lab.meter.errors(),
            start_time: if inner.started_at == 0 { "0001-01-01T00:00:00Z".into() } else { start.to_string() },
            num_users_arriving: Some((inner.users.len() as u64).saturating_sub(arrived)),
        }
    }

    /// Makes the server ready and adds the first users.
    ///
    /// # Errors
    /// When the agent runs already, or the server cannot be used; the sentence says why.
    pub async fn run(self: &Arc<Self>) -> Result<(), String> {
        let _turn = self.turning.lock().await;
        if self.inner.lock().state != State::Stopped {
            return Err("agent is not stopped".into());
        }
        self.inner.lock().state = State::Starting;
        if let Err(error) = preparation::prepare(&self.lab).await {
            self.inner.lock().state = State::Stopped;
            return Err(error);
        }
        let world = world::ask(&self.lab).await;
        {
            let mut inner = self.inner.lock();
            inner.world = world;
            inner.state = State::Running;
            inner.started_at = self.lab.clock.now();
        }
        self.keep_settling();
        self.add_users(self.initial_users).map(drop)
    }

    fn keep_settling(self: &Arc<Self>) {
        let agent = Arc::downgrade(self);
        tasks::spawn("ledger", async move {
            loop {
                tokio::time::sleep(SETTLE_PERIOD).await;
                let Some(agent) = agent.upgrade() else { return };
                if agent.inner.lock().state == State::Stopped {
                    return;
                }
                agent.settle(SETTLE_US);
            }
        });
    }

    fn settle(&self, after_us: u64) {
        let sessions = self.connections();
        self.lab.ledger.settle(self.lab.now_us(), after_us, &|slot| sessions.get(&slot).copied());
    }

    /// The socket of each session; those without one are left out.
    fn connections(&self) -> std::collections::HashMap<Slot, Connected> {
        let inner = self.inner.lock();
        inner.users.iter().filter_map(|(slot, user)| Some((*slot, user.session.connected()?))).collect()
    }

    /// Adds users and returns how many there was room for.
    ///
    /// # Errors
    /// When the agent does not run, or not all had room.
    pub fn add_users(&self, amount: u64) -> Result<u64, String> {
        let mut inner = self.inner.lock();
        if inner.state != State::Running {
            return Err("agent is not running".into());
        }
        let room = self.users_max.saturating_sub(inner.users.len() as u64);
        for _ in 0..amount.min(room) {
            let (slot, number) = inner.idle.pop().unwrap_or_else(|| {
                let slot = inner.next;
                inner.next += 1;
                (slot, self.number_of(&mut inner, slot))
            });
            let session = Session::new(self.lab.clone(), slot, self.accounts.of(number));
            let life = tasks::spawn("user", life::live(session.clone(), self.rates.clone()));
            inner.users.insert(slot, User { number, session, life });
            inner.added += 1;
        }
        if amount > room {
            Err(format!("max active users limit reached: {room} of {amount} added"))
        } else {
            Ok(amount)
        }
    }

    /// The account of a new user: the next one, or, with several sessions an account, one that is there.
    fn number_of(&self, inner: &mut Inner, slot: Slot) -> u64 {
        let seed = self.lab.seed;
        let random = inner.random.get_or_insert_with(|| Random::of(seed ^ 2, 0));
        if slot > 0 && random.below(self.sessions_per_user) != 0 {
            return 1 + random.below(u64::from(slot));
        }
        u64::from(slot) + 1
    }

    /// Stops the users that came last and waits until each has finished what it does.
    ///
    /// # Errors
    /// When there are fewer; then all are removed.
    pub async fn remove_users(&self, amount: u64) -> Result<u64, String> {
        let leaving: Vec<User> = {
            let mut inner = self.inner.lock();
            let count = (amount as usize).min(inner.users.len());
            let leaving: Vec<User> = (0..count).filter_map(|_| inner.users.pop_last()).map(|(_, user)| user).collect();
            inner.idle.extend(leaving.iter().map(|user| (user.session.slot, user.number)));
            leaving
        };
        let count = leaving.len() as u64;
        leaving.iter().for_each(|user| user.session.stop());
        for user in leaving {
            // A panic was told by the task itself.
            drop(user.life.await);
        }
        self.removed.fetch_add(count, Relaxed);
        self.inner.lock().stopped += count;
        if count < amount { Err(format!("there were {count} users, not {amount}")) } else { Ok(count) }
    }

    /// Queues an action for every user.
    pub fn inject(&self, action: Action) {
        self.inner.lock().users.values().for_each(|user| user.session.inject(action));
    }

    /// Lets users finish, waits for the last events, asks the store, and stops everybody.
    ///
    /// # Errors
    /// When the agent does not run.
    pub async fn stop(&self) -> Result<(), String> {
        let _turn = self.turning.lock().await;
        if self.inner.lock().state != State::Running {
            return Err("agent is not running".into());
        }
        self.inner.lock().state = State::Stopping;
        self.quiet().await;
        let since = self.connections().into_iter().map(|(slot, socket)| (slot, socket.since_us)).collect();
        self.lab.ledger.keep_present(self.lab.now_us(), since);
        let everybody = self.inner.lock().users.len() as u64;
        let removed = self.remove_users(everybody).await;
        preparation::audit(&self.lab).await;
        if let Err(error) = self.lab.sessions.save() {
            self.lab.meter.error("sessions file", &error);
        }
        self.inner.lock().state = State::Stopped;
        removed.map(drop)
    }

    /// Ends all acting, but leaves the sockets open until what was sent has arrived or does not come any more.
    async fn quiet(&self) {
        let sessions: Vec<Arc<Session>> = self.inner.lock().users.values().map(|user| user.session.clone()).collect();
        sessions.iter().for_each(|session| session.hold());
        let deadline = tokio::time::Instant::now() + LAST_EVENTS;
        loop {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let connections = self.connections();
            let is_complete = self.lab.ledger.is_complete(&|slot| connections.get(&slot).copied());
            let are_resting = sessions.iter().all(|session| session.is_resting());
            if (is_complete && are_resting) || tokio::time::Instant::now() >= deadline {
                break;
            }
        }
        self.settle(0);
    }

    /// What its users sent, for other agents to judge theirs by.
    pub fn sent(&self) -> Sent {
        let lab = &self.lab;
        lab.ledger.between(|between, agent| between.sent(agent, lab.began_at(), |no| lab.world.channel_id(no)))
    }

    /// Whether its users received what those of another agent sent; told after [`Agent::stop`].
    pub fn judge(&self, sent: &Sent) -> Judged {
        let lab = &self.lab;
        lab.ledger.between(|between, agent| match sent.agent == agent {
            true => Judged::default(),
            false => between.judge(sent, lab.began_at(), |id| lab.world.channel_no(id)),
        })
    }

    fn world(&self) -> results::World {
        let inner = self.inner.lock();
        let mut world = inner.world;
        inner.users.values().for_each(|user| world::note(&mut world.met, &user.session));
        world
    }

    /// Everything that was measured so far.
    pub fn results(&self) -> Results {
        let status = self.status();
        let (started_at, ready, failed) =
            (self.inner.lock().started_at, self.lab.ready.load(Relaxed), self.lab.failed.load(Relaxed));
        let mut results = Results {
            agent: self.id.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            server_version: self.lab.version.read().0.clone(),
            mix: self.lab.mix.name().into(),
            seed: self.lab.seed,
            started_at,
            taken_at: self.lab.clock.now(),
            users: results::Users {
                active: status.num_users,
                ready,
                added: status.num_users_added,
                removed: status.num_users_removed,
                stopped: status.num_users_stopped,
                failed,
            },
            delivery: self.lab.ledger.totals(),
            storm: self.storm.lock().clone(),
            world: self.world(),
            ..Results::default()
        };
        self.lab.meter.fill(&mut results);
        results.noticed = self.lab.meter.noticed.by_second();
        noticed::add(&mut results.noticed, &self.lab.ledger.noticed());
        self.health.fill(&mut results.generator);
        results
    }
}
