//! Failed attempts: counts wrong passwords and codes, and locks the next attempt.
//!
//! - Failures count by the account and the source, whichever of its names was typed. No one can lock an owner out from
//!   another address. A device that is still signed in counts by its session.
//! - Failures also count by the typed name, alike for names without an account. Only this count is shown to the caller.
//!   A lock by another name of the account refuses as a wrong password does, so it does not reveal which names belong
//!   together.
//! - Failures from all addresses count as well. After ten times as many, addresses from which the account never signed in
//!   are locked.
//!
//! The nodes of a cluster publish failures to each other, so all counts agree within moments. A node starts with none. A
//! count takes some 100 bytes; a table holds at most [`KEPT_MAX`]. Invented names have tables of their own and evict no
//! account.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};

use base::ids::{SessionId, UserId};
use base::{Id, Millis};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use wire::users::User;

/// Counts in one table. A full table evicts the half that failed longest ago.
const KEPT_MAX: usize = 50_000;
/// The first lock. Each further failure doubles it.
const WAIT_MS_MIN: Millis = 30 * 1000;
const WAIT_MS_MAX: Millis = 60 * 60 * 1000;
/// A count ends when no failure came for so long.
const FORGOTTEN_MS: Millis = 24 * 60 * 60 * 1000;
/// Failures from all sources, in multiples of those from one, after which unknown sources are locked.
const EVERYWHERE_FACTOR: u32 = 10;
/// Ids of other nodes' failures that are kept. A failure that arrives twice, by bus and log, counts once.
const HEARD_MAX: usize = 16_384;

/// A name as it was typed, hashed.
pub type Name = [u8; 16];

/// Whether an account has the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whose {
    Somebody,
    Nobody,
}

/// Where a guess comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Source {
    /// The address; of IPv6 the /64 network, which one customer has.
    Address(IpAddr),
    /// A device that is signed in to the account.
    Session(SessionId),
}

/// An attempt before it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guess {
    pub name: Name,
    pub whose: Whose,
    pub source: Source,
    /// The account that has the name; none where it counts for no account. A node of an older release leaves it out.
    #[serde(default)]
    pub account: UserId,
}

impl Guess {
    /// The same guess, counted by its name alone.
    pub fn by_name_alone(self) -> Guess {
        Guess { account: UserId::NONE, ..self }
    }
}

/// The count that decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The typed name's, which the caller may know of.
    Name,
    /// The account's, which adds up all its names.
    Account,
}

/// A failed attempt, as nodes publish it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    pub id: Id,
    pub guess: Guess,
    /// The account whose record counts it; none for names without an account.
    pub user: UserId,
    pub at: Millis,
}

/// The names by which an account is found, and the one by which its failures add up.
pub fn names_of(user: &User) -> Vec<Name> {
    vec![hash(&user.username), hash(&user.email), hash(&user.id.to_string()), sum_of(user.id)]
}

/// What adds up the failures of an account. Nobody can type it: names have no blanks.
fn sum_of(account: UserId) -> Name {
    hash(&format!("account {account}"))
}

/// The hash of a name.
pub fn hash(name: &str) -> Name {
    let hash: [u8; 32] = Sha256::digest(name.as_bytes()).into();
    let (half, _) = hash.split_first_chunk().expect("a hash is longer");
    *half
}

/// The network that counts for an address: of IPv6 its /64.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => IpAddr::V6(Ipv6Addr::from(u128::from(long) >> 64 << 64)),
        short @ IpAddr::V4(_) => short,
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Failures {
    count: u32,
    last_at: Millis,
}

impl Failures {
    fn live(self, now: Millis) -> Failures {
        if now - self.last_at < FORGOTTEN_MS { self } else { Failures::default() }
    }

    /// The end of the lock.
    fn locked_until(self, max: u32) -> Option<Millis> {
        let beyond = self.count.checked_sub(max)?;
        Some(self.last_at + WAIT_MS_MIN.saturating_mul(1 << beyond.min(20)).min(WAIT_MS_MAX))
    }
}

/// The effect of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    Open,
    /// It locked, until this time.
    Locked(Millis),
}

/// Whether an attempt may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    Open,
    /// Open only for sources from which the account signed in before.
    OpenToKnown,
    Locked,
}

/// All counts of failed attempts.
#[derive(Default)]
pub struct Tries {
    accounts: Names,
    somebody: Names,
    nobody: Names,
    heard: Mutex<Heard>,
}

/// Ids of failures that other nodes published lately.
#[derive(Default)]
struct Heard {
    known: HashSet<Id>,
    order: VecDeque<Id>,
}

impl Heard {
    fn is_new(&mut self, id: Id) -> bool {
        let is_new = self.known.insert(id);
        if is_new {
            self.order.push_back(id);
        }
        while self.order.len() > HEARD_MAX {
            self.order.pop_front().map(|oldest| self.known.remove(&oldest));
        }
        is_new
    }
}

#[derive(Default)]
struct Names {
    from: Table<(Name, Source)>,
    everywhere: Table<Name>,
}

impl Tries {
    fn names(&self, whose: Whose) -> &Names {
        match whose {
            Whose::Somebody => &self.somebody,
            Whose::Nobody => &self.nobody,
        }
    }

    /// Where a guess counts, and by which key; nowhere by its account where it has none.
    fn counted(&self, guess: Guess, by: By) -> Option<(&Names, Name)> {
        match by {
            By::Name => Some((self.names(guess.whose), guess.name)),
            By::Account if guess.account.is_none() => None,
            By::Account => Some((&self.accounts, sum_of(guess.account))),
        }
    }

    /// Whether an attempt may be made by one of the two counts; `max` failures lock.
    pub fn door(&self, guess: Guess, by: By, max: u32, now: Millis) -> Door {
        let Some((names, key)) = self.counted(guess, by) else { return Door::Open };
        let is_locked = |failures: Failures, max| failures.locked_until(max).is_some_and(|until| now < until);
        if is_locked(names.from.of(&(key, guess.source), now), max) {
            return Door::Locked;
        }
        let is_address = matches!(guess.source, Source::Address(_));
        let all = is_locked(names.everywhere.of(&key, now), max.saturating_mul(EVERYWHERE_FACTOR));
        if is_address && all { Door::OpenToKnown } else { Door::Open }
    }

    /// Counts a failed attempt. The account's count tells whether it locked, or the name's without an account.
    pub fn failed(&self, guess: Guess, max: u32, now: Millis) -> Counted {
        let counts = [By::Name, By::Account].into_iter().filter_map(|by| self.count(guess, by, now));
        counts.last().and_then(|here| here.locked_until(max)).map_or(Counted::Open, Counted::Locked)
    }

    fn count(&self, guess: Guess, by: By, at: Millis) -> Option<Failures> {
        let (names, key) = self.counted(guess, by)?;
        names.everywhere.count(key, at);
        Some(names.from.count((key, guess.source), at))
    }

    /// Counts a failed attempt at another node, once for its id.
    pub fn heard(&self, failure: &Failure, now: Millis) {
        if self.heard.lock().is_new(failure.id) {
            let guess = Guess { account: failure.user, ..failure.guess };
            for by in [By::Name, By::Account] {
                self.count(guess, by, failure.at.min(now));
            }
        }
    }

    /// Resets the counts of a name and its account from a source after a success, if there are any. Counts of other sources
    /// stay.
    pub fn succeeded(&self, guess: Guess) -> bool {
        let name = self.somebody.from.0.lock().remove(&(guess.name, guess.source));
        let sum = self.accounts.from.0.lock().remove(&(sum_of(guess.account), guess.source));
        name.is_some() || sum.is_some()
    }

    /// Resets all counts of an account, after a new password or by an administrator.
    pub fn forget(&self, names: &[Name]) {
        self.forget_until(names, Millis::MAX);
    }

    /// Resets the counts of an account up to a time.
    pub fn forget_until(&self, names: &[Name], at: Millis) {
        let is_kept = |name: &Name, failures: &Failures| failures.last_at > at || !names.contains(name);
        for counts in [&self.somebody, &self.accounts] {
            counts.from.0.lock().retain(|(name, _), failures| is_kept(name, failures));
            counts.everywhere.0.lock().retain(|name, failures| is_kept(name, failures));
        }
    }
}

struct Table<K>(Mutex<HashMap<K, Failures>>);

impl<K> Default for Table<K> {
    fn default() -> Self {
        Table(Mutex::default())
    }
}

impl<K: Eq + Hash> Table<K> {
    fn of(&self, key: &K, now: Millis) -> Failures {
        self.0.lock().get(key).copied().unwrap_or_default().live(now)
    }

    fn count(&self, key: K, now: Millis) -> Failures {
        let mut table = self.0.lock();
        if table.len() >= KEPT_MAX && !table.contains_key(&key) {
            make_room(&mut table);
        }
        let failures = table.entry(key).or_default();
        *failures = Failures { count: failures.live(now).count.saturating_add(1), last_at: now.max(failures.last_at) };
        *failures
    }
}

fn make_room<K: Eq + Hash>(table: &mut HashMap<K, Failures>) {
    let mut times: Vec<Millis> = table.values().map(|failures| failures.last_at).collect();
    let middle = times.len() / 2;
    let middle = *times.select_nth_unstable(middle).1;
    table.retain(|_, failures| failures.last_at > middle);
}

#[cfg(test)]
mod tests;
