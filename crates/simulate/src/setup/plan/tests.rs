//! The plan is asked for everything it says, and what it says is counted.

use std::collections::{BTreeMap, BTreeSet};

use super::threads::busy;
use super::*;
use crate::setup::size::Shares;

const SHARES: Shares = Shares { replies: 0.5, in_long_threads: 0.05, urgent: 0.001 };

fn even(users: u64) -> Size {
    Size::even(users, SHARES, 1, "lt0")
}

/// Worlds of all shapes: one circle and one for each team, few who write and all.
fn shapes() -> Vec<Size> {
    let published = |users, teams| Size::published(users, teams, 200, 2_000, SHARES);
    vec![
        even(20),
        even(269),
        even(1_170),
        published(60, 3),
        published(60, 3).through_api(),
        Size { teams_per_user: Some(2), ..published(101, 4) }.through_api(),
    ]
}

fn plan(size: &Size) -> Plan<'_> {
    Plan::new(size).expect("the numbers hold together")
}

fn threads(plan: &Plan<'_>) -> Vec<Thread> {
    let (mut all, mut number, mut done) = (Vec::new(), 0, 0);
    while done < plan.posts {
        all.push(plan.thread(number, done, plan.posts - done));
        (number, done) = (number + 1, done + all[all.len() - 1].posts());
    }
    (number, done) = (0, 0);
    while done < plan.direct_posts {
        all.push(plan.direct_thread(number, plan.posts + done, plan.direct_posts - done));
        (number, done) = (number + 1, done + all[all.len() - 1].posts());
    }
    all
}

#[test]
fn members_of_a_channel_are_people_of_its_team_and_one_of_them_writes() {
    for size in shapes() {
        let plan = plan(&size);
        for channel in 0..size.channels.of_team() {
            let members = plan.members(channel);
            let distinct: BTreeSet<u64> = members.all().collect();
            assert_eq!(distinct.len(), members.all().count());
            assert!(!members.writers.is_empty() && distinct.iter().all(|user| *user < size.users));
            assert!(distinct.iter().all(|user| size.has(plan.team_of(channel), *user)), "{size:?} {channel}");
        }
    }
}

#[test]
fn no_two_direct_or_group_channels_have_the_same_people() {
    for size in shapes() {
        let plan = plan(&size);
        let mut known = BTreeSet::new();
        for number in 0..size.channels.direct + size.channels.groups {
            let people: BTreeSet<u64> = plan.people(number).all().collect();
            let expected = if number < size.channels.direct { 2..=2 } else { 3..=8 };
            assert!(expected.contains(&people.len()), "{people:?}");
            let shares_team = |team| people.iter().all(|user| size.has(team, *user));
            assert!(size.teams_per_user.is_some() || (0..size.teams).any(shares_team), "{people:?}");
            assert!(known.insert(people), "{size:?} {number}");
        }
    }
}

#[test]
fn in_the_even_world_everybody_has_a_direct_channel_and_nearly_everybody_is_named_in_a_thread() {
    let size = even(1_000);
    let plan = plan(&size);
    let direct: BTreeSet<u64> =
        (0..size.channels.direct).flat_map(|number| plan.people(number).all().collect::<Vec<_>>()).collect();
    assert_eq!(direct.len(), 1_000);
    let mut follows: BTreeSet<String> = BTreeSet::new();
    for thread in threads(&plan).iter().filter(|thread| !thread.replies.is_empty()) {
        follows.insert(plan.user_name(thread.author));
        follows.extend(thread.text.split(' ').map_while(|word| word.strip_prefix('@')).map(str::to_owned));
    }
    assert!(follows.len() > 900, "{}", follows.len());
}

#[test]
fn posts_reactions_and_shares_come_out_as_asked() {
    for size in shapes() {
        let size = Size { shares: Shares { urgent: 0.1, ..SHARES }, posts: 4_000, reactions: 801, ..size };
        let plan = plan(&size);
        let threads = threads(&plan);
        let replies: u64 = threads.iter().map(|thread| thread.posts() - 1).sum();
        assert_eq!(threads.len() as u64 + replies, 4_000);
        assert!((1_700..2_300).contains(&replies), "half of them are replies, {replies}");
        let urgent = threads.iter().filter(|thread| thread.urgent).count();
        assert!((120..300).contains(&urgent), "a tenth of the rest is urgent, {urgent}");
        let mut reactions = 0;
        for thread in &threads {
            let distinct: BTreeSet<_> = thread.reactions.iter().collect();
            assert_eq!(distinct.len(), thread.reactions.len());
            reactions += distinct.len();
        }
        assert_eq!(reactions, 801);
    }
}

#[test]
fn a_twentieth_of_the_replies_is_in_long_threads() {
    let size = Size { posts: 400_000, ..even(2_000) };
    let plan = plan(&size);
    let threads = threads(&plan);
    let replies: u64 = threads.iter().map(|thread| thread.posts() - 1).sum();
    let long: u64 = threads.iter().map(|thread| thread.posts() - 1).filter(|replies| *replies > 25).sum();
    let share = long as f64 / replies as f64;
    assert!((0.02..0.08).contains(&share), "{share}");
}

#[test]
fn no_team_of_the_even_world_is_busier_than_another() {
    let size = even(2_000);
    let plan = plan(&size);
    let mut posts: BTreeMap<u64, u64> = BTreeMap::new();
    for thread in threads(&plan) {
        let team = match thread.place {
            Place::Common(team) => team,
            Place::Channel(channel) => plan.team_of(channel),
            Place::Direct(_) => thread.author / 250,
        };
        *posts.entry(team).or_default() += thread.posts();
    }
    assert_eq!(posts.len(), 8);
    assert!(posts.values().all(|posts| (750..1_300).contains(posts)), "{posts:?}");
}

#[test]
fn busy_channels_come_first() {
    let mut random = Random::new(2);
    let first = (0..10_000).filter(|_| busy(&mut random, 100) < 25).count();
    assert!((4_700..5_300).contains(&first), "half of the posts go to a quarter of the channels, {first}");
}

#[test]
fn numbers_that_do_not_hold_together_are_refused() {
    for size in [
        Size::published(9, 3, 200, 10, SHARES),
        Size::published(50, 0, 10, 0, SHARES),
        Size::published(50, 0, 0, 10, SHARES),
        Size::published(0, 1, 10, 0, SHARES),
    ] {
        assert!(Plan::new(&size).is_err(), "{size:?}");
    }
    assert!(Plan::new(&even(1)).is_ok());
}
