//! Failed attempts: counts wrong passwords and codes, and locks the next attempt.
//!
//! - Failures count by the typed name and the source, so no one can lock an owner out from another address. A device that
//!   is still signed in counts by its session.
//! - Names without an account count alike, and each name of an account counts separately. A lock therefore does not reveal
//!   who has which account.
//! - Failures from all addresses count by name as well. After ten times as many, addresses from which the account never
//!   signed in are locked.
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

/// The names by which an account is found.
pub fn names_of(user: &User) -> Vec<Name> {
    vec![hash(&user.username), hash(&user.email), hash(&user.id.to_string())]
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

    /// Whether an attempt may be made; `max` failures lock.
    pub fn door(&self, guess: Guess, max: u32, now: Millis) -> Door {
        let names = self.names(guess.whose);
        let is_locked = |failures: Failures, max| failures.locked_until(max).is_some_and(|until| now < until);
        if is_locked(names.from.of(&(guess.name, guess.source), now), max) {
            return Door::Locked;
        }
        let is_address = matches!(guess.source, Source::Address(_));
        let all = is_locked(names.everywhere.of(&guess.name, now), max.saturating_mul(EVERYWHERE_FACTOR));
        if is_address && all { Door::OpenToKnown } else { Door::Open }
    }

    /// Counts a failed attempt.
    pub fn failed(&self, guess: Guess, max: u32, now: Millis) -> Counted {
        let names = self.names(guess.whose);
        names.everywhere.count(guess.name, now);
        let here = names.from.count((guess.name, guess.source), now);
        here.locked_until(max).map_or(Counted::Open, Counted::Locked)
    }

    /// Counts a failed attempt at another node, once for its id.
    pub fn heard(&self, failure: &Failure, now: Millis) {
        if self.heard.lock().is_new(failure.id) {
            let (names, guess, at) = (self.names(failure.guess.whose), failure.guess, failure.at.min(now));
            names.everywhere.count(guess.name, at);
            names.from.count((guess.name, guess.source), at);
        }
    }

    /// Resets the count of a name and source after a success, if there is one. Counts of other sources stay.
    pub fn succeeded(&self, guess: Guess) -> bool {
        self.somebody.from.0.lock().remove(&(guess.name, guess.source)).is_some()
    }

    /// Resets all counts of an account, after a new password or by an administrator.
    pub fn forget(&self, names: &[Name]) {
        self.forget_until(names, Millis::MAX);
    }

    /// Resets the counts of an account up to a time.
    pub fn forget_until(&self, names: &[Name], at: Millis) {
        let is_kept = |name: &Name, failures: &Failures| failures.last_at > at || !names.contains(name);
        self.somebody.from.0.lock().retain(|(name, _), failures| is_kept(name, failures));
        self.somebody.everywhere.0.lock().retain(|name, failures| is_kept(name, failures));
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
mod tests {
    use super::*;

    const MAX: u32 = 3;

    fn at(name: &str, whose: Whose, address: &str) -> Guess {
        let source = Source::Address(network(address.parse().expect("an address")));
        Guess { name: hash(name), whose, source }
    }

    fn guess(address: &str) -> Guess {
        at("ann", Whose::Somebody, address)
    }

    fn fail(tries: &Tries, guess: Guess, times: u32, now: Millis) -> Counted {
        (0..times).map(|_| tries.failed(guess, MAX, now)).last().expect("once at least")
    }

    #[test]
    fn a_lock_is_of_one_place_and_lasts_twice_as_long_each_time() {
        let tries = Tries::default();
        let (here, there) = (guess("192.0.2.1"), guess("192.0.2.2"));
        assert_eq!(fail(&tries, here, 2, 0), Counted::Open);
        assert_eq!(fail(&tries, here, 1, 0), Counted::Locked(30_000));
        assert_eq!((tries.door(here, MAX, 29_999), tries.door(there, MAX, 0)), (Door::Locked, Door::Open));
        assert_eq!(tries.door(here, MAX, 30_000), Door::Open);
        assert_eq!(fail(&tries, here, 1, 30_000), Counted::Locked(90_000));
        assert_eq!(fail(&tries, here, 20, 90_000), Counted::Locked(90_000 + WAIT_MS_MAX));
        tries.succeeded(here);
        assert_eq!(tries.door(here, MAX, 90_000), Door::Open);
    }

    #[test]
    fn names_that_nobody_has_are_locked_alike_and_push_out_no_account() {
        let tries = Tries::default();
        let nobody = |name: &str| at(name, Whose::Nobody, "192.0.2.1");
        fail(&tries, guess("192.0.2.1"), MAX, 0);
        fail(&tries, nobody("ann"), MAX, 0);
        assert_eq!(tries.door(nobody("ann"), MAX, 0), Door::Locked);
        for number in 0..KEPT_MAX + 10 {
            tries.failed(nobody(&number.to_string()), MAX, 1 + number as Millis);
        }
        assert!(tries.nobody.from.0.lock().len() <= KEPT_MAX);
        assert_eq!(tries.door(guess("192.0.2.1"), MAX, 0), Door::Locked);
    }

    #[test]
    fn guesses_from_everywhere_leave_the_door_open_to_known_places_and_signed_in_devices() {
        let tries = Tries::default();
        for number in 0..MAX * EVERYWHERE_FACTOR {
            tries.failed(guess(&format!("192.0.2.{number}")), MAX, 0);
        }
        assert_eq!(tries.door(guess("198.51.100.1"), MAX, 0), Door::OpenToKnown);
        let device = Guess { source: Source::Session(SessionId::default()), ..guess("192.0.2.1") };
        assert_eq!(tries.door(device, MAX, 0), Door::Open);
        tries.forget(&[hash("ann")]);
        assert_eq!(tries.door(guess("198.51.100.1"), MAX, 0), Door::Open);
    }

    #[test]
    fn what_other_nodes_tell_counts_once_and_at_its_time() {
        let (tries, here) = (Tries::default(), guess("192.0.2.1"));
        let failure = |number: u8, at| Failure { id: Id([number; 16]), guess: here, user: UserId::NONE, at };
        fail(&tries, here, 1, 5);
        for _ in 0..MAX {
            tries.heard(&failure(1, 6), 7);
        }
        assert_eq!(tries.door(here, MAX, 7), Door::Open);
        // A clock that goes ahead locks no longer.
        tries.heard(&failure(2, 90_000), 7);
        assert_eq!((tries.door(here, MAX, 30_006), tries.door(here, MAX, 30_007)), (Door::Locked, Door::Open));
        assert!(tries.succeeded(here) && !tries.succeeded(here));
        let bound = |number: usize| Failure { id: Id((number as u128).to_be_bytes()), ..failure(0, 8) };
        (0..HEARD_MAX + 10).for_each(|number| tries.heard(&bound(number), 8));
        assert!(tries.heard.lock().known.len() <= HEARD_MAX);
    }

    #[test]
    fn one_network_of_ipv6_is_one_place() {
        assert_eq!(guess("2001:db8::1"), guess("2001:db8::ffff:2"));
        assert_ne!(guess("2001:db8::1"), guess("2001:db8:0:1::1"));
        assert_eq!(guess("::ffff:192.0.2.1"), guess("192.0.2.1"));
    }
}
