//! Who is in which team, and how many of each kind there are.

use super::*;
use crate::config::Instance;

const SHARES: Shares = Shares { replies: 0.5, in_long_threads: 0.05, urgent: 0.001 };

fn size() -> Size {
    Size::published(10, 2, 6, 100, SHARES)
}

fn even(users: u64) -> Size {
    Size::even(users, SHARES, 1, "lt0")
}

#[test]
fn each_user_is_a_member_of_as_many_teams_as_was_said() {
    for (each, of_user) in [(None, 4), (Some(1), 1), (Some(3), 3), (Some(9), 4)] {
        let size = Size { teams: 4, teams_per_user: each, ..size() };
        for user in 0..10 {
            assert_eq!((0..4).filter(|team| size.has(*team, user)).count(), of_user, "{each:?}");
        }
    }
}

#[test]
fn the_fingerprint_is_that_of_the_numbers() {
    assert_eq!(fingerprint(&size()), fingerprint(&size()));
    assert_ne!(fingerprint(&size()), fingerprint(&Size { seed: 2, ..size() }));
}

#[test]
fn channels_are_in_the_published_proportions() {
    assert_eq!(Kinds::published(100), Kinds { public: 20, private: 10, direct: 60, groups: 10 });
    assert_eq!(Kinds::published(720_000), Kinds { public: 144_000, private: 72_000, direct: 432_000, groups: 72_000 });
    assert_eq!(Kinds::published(7).all(), 7);
    assert_eq!(Kinds::published(1), Kinds { public: 1, ..Kinds::default() });
}

#[test]
fn the_settings_of_the_reference_tool_are_kept() {
    let instance = Instance { num_posts: 40, num_reactions: 9, percent_urgent_posts: 0.5, ..Instance::default() };
    let size = Size::init(&instance, None, 1, "lt0");
    assert_eq!(size.channels, Kinds { public: 2, private: 1, direct: 6, groups: 1 });
    assert_eq!((size.users, size.teams, size.posts, size.reactions), (50, 2, 40, 9));
    assert_eq!(Size::init(&instance, Some(12), 1, "lt0").users, 12);
    assert_eq!(size.shares, Shares { urgent: 0.5, ..SHARES });
}

/// Who hears a user when so many are at work, of a world with so many accounts: the people of its teams.
fn heard(size: &Size, at_work: u64, user: u64) -> u64 {
    let shares = |other: u64| (0..size.teams).any(|team| size.has(team, user) && size.has(team, other));
    (0..at_work).filter(|other| shares(*other)).count() as u64
}

#[test]
fn in_the_even_world_everybody_hears_as_many_however_large_it_is_and_however_many_are_at_work() {
    for (accounts, at_work) in [(500, 500), (5_000, 500), (5_000, 5_000), (20_000, 1_500), (20_000, 20_000)] {
        let size = even(accounts);
        assert_eq!((size.channels.of_team() / size.teams, size.posts / size.teams), (125, 1_000), "{accounts}");
        assert_eq!((size.channels.direct / size.teams, size.reactions / size.teams), (250, 200), "{accounts}");
        for user in [0, 1, 249, 250, 499] {
            assert_eq!((0..size.teams).filter(|team| size.has(*team, user)).count(), 1);
            assert_eq!(heard(&size, at_work, user), TEAM_PEOPLE, "{user} of {at_work} of {accounts}");
        }
    }
    // A world of twenty teams is another one for every number of users.
    let twenty = |users| Size { users, teams: 20, teams_per_user: Some(1), ..size() };
    assert_eq!([heard(&twenty(20_000), 2_000, 7), heard(&twenty(20_000), 10_000, 7)], [100, 500]);
}

#[test]
fn every_user_of_the_even_world_has_a_team_and_no_team_is_tiny() {
    for (users, teams) in [(1, 1), (249, 1), (250, 1), (251, 1), (269, 1), (270, 2), (10_954, 44)] {
        let size = even(users);
        assert_eq!(size.teams, teams, "{users}");
        assert!(size.has(teams - 1, users - 1), "{users}");
    }
}
