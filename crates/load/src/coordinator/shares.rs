//! What each agent of a run has for itself: its seed, and its share of the accounts.
//!
//! Agents that were told the same would act alike, the first user of each as the first of all others, and would sign in
//! to the same accounts of a users file. The agents of [`super::agents`] are made by what is shared out here.

use base::Clock;

use simulate::agent::accounts::listed;
use simulate::agent::control::Create;
use simulate::agent::users_file;
use simulate::config::{LabConfig, draw_seed, short};
use simulate::mix::Random;

/// Apart from what other sequences of a seed begin with.
const SEEDS: u64 = 7;

/// What makes each agent of a run, in their order. A users file is read here, on the coordinator's machine.
///
/// The first agent has the seed of the run; without one, a seed is drawn, so that a run is repeated by its first agent's.
///
/// # Errors
/// When the users file does not read, or has fewer accounts than there are agents.
pub fn share_out(create: &Create, agents: usize) -> Result<Vec<Create>, String> {
    let users = &create.load_test_config.users_configuration;
    let lab = create.lab_config.clone().unwrap_or_default();
    let accounts = listed(&lab.accounts, &users.users_file_path)?;
    if !accounts.is_empty() && accounts.len() < agents {
        let count = accounts.len();
        return Err(format!("the users file has {count} accounts, and there are {agents} agents: each needs its own"));
    }
    let seed = if lab.seed == 0 { draw_seed(&Clock::system()) } else { lab.seed };
    let shares = (0..agents).map(|place| {
        // In turns, since agents grow alike: the accounts are taken in the order of the file.
        let own = accounts.iter().skip(place).step_by(agents);
        let lines: String = own.map(users_file::line).collect();
        // Prefixes are the agents' ids and differ, unless one was given to all.
        let before = if lab.user_prefix.is_empty() { 0 } else { place as u64 * users.max_active_users };
        let lab = LabConfig {
            seed: seed_of(seed, place as u64),
            accounts: lines,
            user_offset: lab.user_offset + before,
            ..lab.clone()
        };
        Create { lab_config: Some(lab), ..create.clone() }
    });
    Ok(shares.collect())
}

/// The seed of an agent; the first has the run's.
fn seed_of(seed: u64, place: u64) -> u64 {
    if place == 0 { seed } else { short(Random::of(seed ^ SEEDS, place).next()) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::api::agents::{Agents, serve};
    use crate::coordinator::agents::{Agent, Fleet};
    use simulate::null::{NullServer, Size};

    fn create(seed: u64, accounts: &str) -> Create {
        let lab = LabConfig { seed, accounts: accounts.into(), comes_settled: true, ..LabConfig::default() };
        Create { lab_config: Some(lab), ..Create::default() }
    }

    fn labs(create: &Create, agents: usize) -> Vec<LabConfig> {
        let shares = share_out(create, agents).expect("there is enough for all");
        shares.into_iter().filter_map(|share| share.lab_config).collect()
    }

    #[test]
    fn one_agent_alone_has_what_it_was_told() {
        let lines = "a@b.c one\nd@e.f two\n";
        let labs = labs(&create(9, lines), 1);
        assert_eq!((labs[0].seed, labs[0].accounts.as_str(), labs[0].user_offset), (9, lines, 0));
    }

    #[test]
    fn agents_have_seeds_of_their_own_that_come_from_the_runs() {
        let seeds = |seed| labs(&create(seed, ""), 64).iter().map(|lab| lab.seed).collect::<Vec<_>>();
        let of_nine = seeds(9);
        assert_eq!(of_nine.iter().collect::<BTreeSet<_>>().len(), 64);
        assert_eq!((of_nine[0], &of_nine), (9, &seeds(9)));
        let drawn = seeds(0);
        assert_eq!(seeds(drawn[0]), drawn, "the first agent's seed repeats the run");
    }

    #[test]
    fn accounts_are_dealt_out_and_a_prefix_of_all_has_numbers_for_each() {
        let labs = labs(&create(9, "a@b.c 1\nd@e.f 2\ng@h.i 3\n"), 2);
        let dealt: Vec<&str> = labs.iter().map(|lab| lab.accounts.as_str()).collect();
        assert_eq!(dealt, ["a@b.c 1\ng@h.i 3\n", "d@e.f 2\n"]);
        let mut create = create(9, "");
        create.lab_config.get_or_insert_default().user_prefix = "all".into();
        let shares = share_out(&create, 3).expect("there is enough for all");
        let offsets: Vec<u64> =
            shares.iter().filter_map(|share| Some(share.lab_config.as_ref()?.user_offset)).collect();
        assert_eq!(offsets, [0, 2_000, 4_000]);
    }

    #[test]
    fn too_few_accounts_and_a_file_that_is_not_there_are_refused() {
        let refused = share_out(&create(9, "a@b.c one\n"), 2).expect_err("one for two");
        assert!(refused.contains("1 accounts") && refused.contains("2 agents"), "{refused}");
        let mut create = create(9, "");
        create.load_test_config.users_configuration.users_file_path = "/no/such/users.txt".into();
        assert!(share_out(&create, 1).expect_err("no file").contains("/no/such/users.txt"));
    }

    /// Two agents with two users each of a file of four: who signed in, and what every user asked.
    #[tokio::test]
    async fn users_of_two_agents_are_different_people() {
        let size = Size { users: 12, channels: 16 };
        let (server, address) = NullServer::start(([127, 0, 0, 1], 0).into(), size).await.expect("a port is free");
        let served = Arc::new(Agents::default());
        let api = serve(served.clone(), ([127, 0, 0, 1], 0).into()).await.expect("a port is free");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("users.txt");
        let line = |number| format!("user-{number}@example.com secret\n");
        std::fs::write(&file, (1..=4).map(line).collect::<String>()).expect("written");
        let mut create = create(9, "");
        create.load_test_config.connection_configuration.server_url = format!("http://{address}");
        create.load_test_config.users_configuration.users_file_path = file.display().to_string();
        let shares = share_out(&create, 2).expect("there is enough for all");
        let agents = shares.into_iter().zip(["lt0", "lt1"]);
        let url = format!("http://{api}");
        let mut fleet = Fleet::new(agents.map(|(share, id)| Agent::new(id, &url, share)).collect());
        // They need it no more.
        drop(folder);
        server.record();
        fleet.begin().await.expect("they begin");
        assert_eq!(fleet.add(4).await, 4);
        while fleet.standing(0).await.is_none_or(|standing| standing.arriving > 0) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let told = fleet.results().await;
        fleet.stop().await;
        let asked = server.recorded().requests;
        let signed_in: BTreeSet<&str> = asked
            .iter()
            .filter(|line| line.starts_with("POST /users/login "))
            .filter_map(|line| line.split('"').find(|word| word.contains("@example.com")))
            .collect();
        assert_eq!(signed_in.len(), 4, "{signed_in:?}");
        assert_ne!(told[0].seed, told[1].seed);
    }
}
