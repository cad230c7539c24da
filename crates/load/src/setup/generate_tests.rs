//! Who is in which team, and what is gone on with.

use super::*;

fn size() -> Size {
    let (seed, prefix) = (1, "lt".into());
    Size {
        users: 10,
        teams: 2,
        teams_per_user: None,
        people_per_team: None,
        channels: 6,
        posts: 100,
        replies: 0.5,
        seed,
        prefix,
    }
}

#[test]
fn each_user_is_a_member_of_as_many_teams_as_was_said() {
    let users: Vec<String> = (0..10).map(|user| user.to_string()).collect();
    for (each, of_user) in [(None, 4), (Some(1), 1), (Some(3), 3), (Some(9), 4)] {
        let size = Size { teams: 4, teams_per_user: each, ..size() };
        let all: Vec<&String> = (0..4).flat_map(|team| members(&size, team, &users)).collect();
        for user in &users {
            assert_eq!(all.iter().filter(|one| **one == user).count(), of_user, "{each:?}");
        }
    }
}

#[test]
fn the_fingerprint_is_that_of_the_numbers() {
    assert_eq!(fingerprint(&size()), fingerprint(&size()));
    assert_ne!(fingerprint(&size()), fingerprint(&Size { seed: 2, ..size() }));
}

#[test]
fn a_state_of_another_world_is_refused() {
    let path = std::env::temp_dir().join(format!("muster-load-state-{}.json", std::process::id()));
    let state = State { size: Some(size()), posts: 7, ..State::default() };
    std::fs::write(&path, serde_json::to_vec(&state).expect("a state is JSON")).expect("the folder can be written");
    assert_eq!(open(&path, &size()).expect("it is the same world").posts, 7);
    assert!(open(&path, &Size { users: 11, ..size() }).is_err());
    std::fs::remove_file(&path).expect("the file is there");
}

#[test]
fn busy_channels_come_first() {
    let mut dice = Dice::new(2);
    let first = (0..10_000).filter(|_| busy(&mut dice, 100) < 25).count();
    assert!((4_700..5_300).contains(&first), "half of the posts go to a quarter of the channels, {first}");
}

/// Who hears a user when so many are at work, of a world with so many accounts: the people of its teams.
fn heard(size: &Size, at_work: u64, user: u64) -> u64 {
    let shares = |other: u64| (0..size.teams).any(|team| size.has(team, user) && size.has(team, other));
    (0..at_work).filter(|other| shares(*other)).count() as u64
}

#[test]
fn in_the_even_world_everybody_hears_as_many_however_large_it_is_and_however_many_are_at_work() {
    for (accounts, at_work) in [(500, 500), (5_000, 500), (5_000, 5_000), (20_000, 1_500), (20_000, 20_000)] {
        let size = Size::even(accounts, 0.5, 1, "lt0");
        assert_eq!((size.channels / size.teams, size.posts / size.teams), (20, 100), "{accounts}");
        for user in [0, 1, 249, 250, 499] {
            assert_eq!((0..size.teams).filter(|team| size.has(*team, user)).count(), 1);
            assert_eq!(heard(&size, at_work, user), TEAM_PEOPLE, "{user} of {at_work} of {accounts}");
        }
    }
    // A world of twenty teams is another one for every number of users.
    let twenty = |users| Size { users, teams: 20, teams_per_user: Some(1), people_per_team: None, ..size() };
    assert_eq!([heard(&twenty(20_000), 2_000, 7), heard(&twenty(20_000), 10_000, 7)], [100, 500]);
}

#[test]
fn every_user_of_the_even_world_has_a_team() {
    for users in [1, 249, 250, 251, 10_954] {
        let size = Size::even(users, 0.5, 1, "lt0");
        assert!(size.has(size.teams - 1, users - 1), "{users}");
    }
}
