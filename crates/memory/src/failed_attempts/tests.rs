//! Counts and locks of failed attempts.

use super::*;

const MAX: u32 = 3;

const ANN: UserId = UserId(Id([7; 16]));

fn at(name: &str, whose: Whose, address: &str) -> Guess {
    let source = Source::Address(network(address.parse().expect("an address")));
    Guess { name: hash(name), whose, source, account: if whose == Whose::Somebody { ANN } else { UserId::NONE } }
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
    assert_eq!(
        (tries.door(here, By::Name, MAX, 29_999), tries.door(there, By::Name, MAX, 0)),
        (Door::Locked, Door::Open)
    );
    assert_eq!(tries.door(here, By::Name, MAX, 30_000), Door::Open);
    assert_eq!(fail(&tries, here, 1, 30_000), Counted::Locked(90_000));
    assert_eq!(fail(&tries, here, 20, 90_000), Counted::Locked(90_000 + WAIT_MS_MAX));
    tries.succeeded(here);
    assert_eq!(tries.door(here, By::Name, MAX, 90_000), Door::Open);
}

#[test]
fn names_that_nobody_has_are_locked_alike_and_push_out_no_account() {
    let tries = Tries::default();
    let nobody = |name: &str| at(name, Whose::Nobody, "192.0.2.1");
    fail(&tries, guess("192.0.2.1"), MAX, 0);
    fail(&tries, nobody("ann"), MAX, 0);
    assert_eq!(tries.door(nobody("ann"), By::Name, MAX, 0), Door::Locked);
    for number in 0..KEPT_MAX + 10 {
        tries.failed(nobody(&number.to_string()), MAX, 1 + number as Millis);
    }
    assert!(tries.nobody.from.0.lock().len() <= KEPT_MAX);
    assert_eq!(tries.door(guess("192.0.2.1"), By::Name, MAX, 0), Door::Locked);
}

#[test]
fn guesses_from_everywhere_leave_the_door_open_to_known_places_and_signed_in_devices() {
    let tries = Tries::default();
    for number in 0..MAX * EVERYWHERE_FACTOR {
        tries.failed(guess(&format!("192.0.2.{number}")), MAX, 0);
    }
    assert_eq!(tries.door(guess("198.51.100.1"), By::Name, MAX, 0), Door::OpenToKnown);
    let device = Guess { source: Source::Session(SessionId::default()), ..guess("192.0.2.1") };
    assert_eq!(tries.door(device, By::Name, MAX, 0), Door::Open);
    tries.forget(&[hash("ann")]);
    assert_eq!(tries.door(guess("198.51.100.1"), By::Name, MAX, 0), Door::Open);
}

#[test]
fn what_other_nodes_tell_counts_once_and_at_its_time() {
    let (tries, here) = (Tries::default(), guess("192.0.2.1"));
    let failure = |number: u8, at| Failure { id: Id([number; 16]), guess: here, user: ANN, at };
    fail(&tries, here, 1, 5);
    for _ in 0..MAX {
        tries.heard(&failure(1, 6), 7);
    }
    assert_eq!(tries.door(here, By::Name, MAX, 7), Door::Open);
    // A clock that goes ahead locks no longer.
    tries.heard(&failure(2, 90_000), 7);
    assert_eq!(
        (tries.door(here, By::Name, MAX, 30_006), tries.door(here, By::Name, MAX, 30_007)),
        (Door::Locked, Door::Open)
    );
    assert!(tries.succeeded(here) && !tries.succeeded(here));
    let bound = |number: usize| Failure { id: Id((number as u128).to_be_bytes()), ..failure(0, 8) };
    (0..HEARD_MAX + 10).for_each(|number| tries.heard(&bound(number), 8));
    assert!(tries.heard.lock().known.len() <= HEARD_MAX);
}

#[test]
fn the_names_of_an_account_add_up_and_only_the_typed_one_tells() {
    let tries = Tries::default();
    let (name, address) = (guess("192.0.2.1"), at("ann@example.test", Whose::Somebody, "192.0.2.1"));
    fail(&tries, name, 2, 0);
    assert_eq!(fail(&tries, address, 1, 0), Counted::Locked(30_000));
    for one in [name, address] {
        assert_eq!(
            (tries.door(one, By::Account, MAX, 0), tries.door(one, By::Name, MAX, 0)),
            (Door::Locked, Door::Open)
        );
    }
    assert_eq!(tries.door(guess("192.0.2.2"), By::Account, MAX, 0), Door::Open);
    // What is refused by the account counts for the name alone, until that is locked as a name of nobody's would be.
    assert_eq!(fail(&tries, address.by_name_alone(), 2, 1), Counted::Locked(30_001));
    assert_eq!(tries.door(address, By::Account, MAX, 30_000), Door::Open);
    assert!(tries.succeeded(name));
    assert_eq!(tries.door(name, By::Account, MAX, 0), Door::Open);
    fail(&tries, address, MAX, 0);
    tries.forget(&[sum_of(ANN)]);
    assert_eq!(
        (tries.door(name, By::Account, MAX, 0), tries.door(address, By::Name, MAX, 0)),
        (Door::Open, Door::Locked)
    );
}

#[test]
fn a_guess_of_an_older_release_counts_for_the_account_of_its_failure() {
    let text = serde_json::to_value(Failure { id: Id([1; 16]), guess: guess("192.0.2.1"), user: ANN, at: 5 });
    let mut text = text.expect("plain values");
    text["guess"].as_object_mut().expect("fields").remove("account");
    let (tries, failure) = (Tries::default(), serde_json::from_value(text).expect("a failure"));
    tries.heard(&failure, 5);
    fail(&tries, guess("192.0.2.1"), 2, 5);
    assert_eq!(tries.door(guess("192.0.2.1"), By::Account, MAX, 5), Door::Locked);
}

#[test]
fn one_network_of_ipv6_is_one_place() {
    assert_eq!(guess("2001:db8::1"), guess("2001:db8::ffff:2"));
    assert_ne!(guess("2001:db8::1"), guess("2001:db8:0:1::1"));
    assert_eq!(guess("::ffff:192.0.2.1"), guess("192.0.2.1"));
}
