//! Which agent gets how many users: always the one with the fewest, and the one with the most gives.
//!
//! Pure: it knows numbers of users, no agents. [`super::run`] makes one call per agent from the answer.

/// An agent's users and how many it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub users: u32,
    pub users_max: u32,
}

/// How many of `amount` new users each agent gets. Fewer than `amount` in all when every agent is full.
pub fn add(agents: &[Load], amount: u32) -> Vec<u32> {
    let mut given = vec![0; agents.len()];
    for _ in 0..amount {
        let fewest = (0..agents.len())
            .filter(|&at| agents[at].users + given[at] < agents[at].users_max)
            .min_by_key(|&at| agents[at].users + given[at]);
        match fewest {
            Some(at) => given[at] += 1,
            None => break,
        }
    }
    given
}

/// How many of `amount` users each agent loses. Fewer than `amount` in all when nobody is left.
pub fn remove(agents: &[Load], amount: u32) -> Vec<u32> {
    let mut taken = vec![0; agents.len()];
    for _ in 0..amount {
        // Of equals the first gives, so that the order of agents alone decides.
        let most = (0..agents.len())
            .filter(|&at| agents[at].users > taken[at])
            .max_by_key(|&at| (agents[at].users - taken[at], std::cmp::Reverse(at)));
        match most {
            Some(at) => taken[at] += 1,
            None => break,
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loads(users: &[u32]) -> Vec<Load> {
        users.iter().map(|&users| Load { users, users_max: 100 }).collect()
    }

    #[test]
    fn new_users_level_the_agents() {
        assert_eq!(add(&loads(&[5, 0, 2]), 8), [0, 5, 3]);
        assert_eq!(add(&loads(&[0, 0, 0]), 8), [3, 3, 2]);
    }

    #[test]
    fn a_full_agent_gets_none() {
        assert_eq!(add(&loads(&[100, 99, 98]), 8), [0, 1, 2]);
    }

    #[test]
    fn the_fullest_agents_give() {
        assert_eq!(remove(&loads(&[9, 4, 5]), 6), [5, 0, 1]);
        assert_eq!(remove(&loads(&[4, 4, 4]), 1), [1, 0, 0]);
    }

    #[test]
    fn nobody_is_taken_where_nobody_is() {
        assert_eq!(remove(&loads(&[1, 0, 2]), 8), [1, 0, 2]);
        assert_eq!(remove(&[], 8), Vec::<u32>::new());
        assert_eq!(add(&[], 8), Vec::<u32>::new());
    }

    #[test]
    fn a_lost_agents_users_go_to_the_others() {
        let left = loads(&[40, 35]);
        assert_eq!(add(&left, 25), [10, 15]);
    }
}
