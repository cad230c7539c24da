//! Which rows a transaction will wait for, and in which order, so that nodes do not wait for each other in a circle.
//!
//! A group of changes locks rows in the order in which the changes came, and that of another node in another: a hot
//! channel and a hot thread would meet crosswise all day, and PostgreSQL takes a second to see it. So each transaction
//! first takes one advisory lock for each id that its updates name, in the order of the keys. That covers nearly all
//! rows, which are found by ids; what it does not cover, long lists above all, is left to PostgreSQL, and the
//! transaction that it picks is run again.
//!
//! An advisory lock is a place in a table of `max_locks_per_transaction` × `max_connections` places (6,400 as
//! delivered), hence the bound: 50 nodes find room, and a group of that many ids is some milliseconds of work.

use std::collections::BTreeSet;

use base::Id;

use crate::backend::Job;
use crate::value::Value;
use crate::write::Write;

/// Advisory locks of one transaction, unless a single change has more; then the first of them.
pub const LOCKS_MAX: usize = 128;
/// A list of more ids than this locks none of them: what is done to so many is named by another id, too.
const LISTED_MAX: usize = 16;

/// Changes that share a transaction, and what they lock, in order.
pub struct Batch {
    pub jobs: Vec<Job>,
    pub keys: Vec<i64>,
}

/// Cuts changes that wait into transactions, in order.
pub fn batches(jobs: impl Iterator<Item = Job>) -> Vec<Batch> {
    let mut batches = Vec::with_capacity(1);
    let (mut open, mut keys) = (Vec::new(), BTreeSet::new());
    for job in jobs {
        let own = keys_of(&job.writes);
        let more = own.difference(&keys).count();
        if !open.is_empty() && keys.len() + more > LOCKS_MAX {
            batches.push(batch(std::mem::take(&mut open), std::mem::take(&mut keys)));
        }
        keys.extend(own);
        open.push(job);
    }
    if !open.is_empty() {
        batches.push(batch(open, keys));
    }
    batches
}

fn batch(jobs: Vec<Job>, keys: BTreeSet<i64>) -> Batch {
    Batch { jobs, keys: keys.into_iter().take(LOCKS_MAX).collect() }
}

fn keys_of(writes: &[Write]) -> BTreeSet<i64> {
    let waiting = writes.iter().filter(|write| meets_rows(&write.statement.sql));
    waiting.flat_map(|write| &write.params).flat_map(ids).filter(|id| **id != Id::NONE).map(key).collect()
}

/// Whether a statement can wait for a row that is there already.
fn meets_rows(sql: &str) -> bool {
    !sql.starts_with("INSERT") || sql.contains("ON CONFLICT")
}

fn ids(value: &Value) -> &[Id] {
    match value {
        Value::Id(id) => std::slice::from_ref(id),
        Value::Ids(ids) if ids.len() <= LISTED_MAX => ids,
        _ => &[],
    }
}

/// The random half of an id.
fn key(id: &Id) -> i64 {
    let (_, half) = id.0.split_at(8);
    i64::from_be_bytes(half.try_into().expect("half of 16 bytes"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::statement::Statement;

    static UPDATE: Statement = Statement::new("Test.Update", "UPDATE t SET a = 1 WHERE id = $1");
    static INSERT: Statement = Statement::new("Test.Insert", "INSERT INTO t (id) VALUES ($1)");

    fn id(number: u8) -> Id {
        Id([number; 16])
    }

    fn job(statement: &'static Statement, numbers: &[u8]) -> Job {
        let writes = numbers.iter().map(|number| Write::new(statement, vec![Value::Id(id(*number))])).collect();
        Job::new(writes, None).0
    }

    #[test]
    fn what_is_new_waits_for_nobody() {
        assert_eq!(batches([job(&INSERT, &[1, 2])].into_iter())[0].keys, [0; 0]);
    }

    #[test]
    fn a_long_list_locks_nothing_of_itself() {
        let users = Value::Ids((0..=LISTED_MAX).map(|at| id(at as u8 + 10)).collect());
        let writes = vec![Write::new(&UPDATE, vec![Value::Id(id(1)), users])];
        assert_eq!(keys_of(&writes), BTreeSet::from([key(&id(1))]));
    }

    proptest! {
        #[test]
        fn changes_keep_their_order_and_locks_are_sorted_and_few(
            changes in proptest::collection::vec(proptest::collection::vec(1u8..255, 0..40), 1..40),
        ) {
            let jobs: Vec<Job> = changes.iter().map(|numbers| job(&UPDATE, numbers)).collect();
            let cut = batches(jobs.into_iter());
            let order: Vec<usize> = cut.iter().flat_map(|batch| &batch.jobs).map(|job| job.writes.len()).collect();
            prop_assert_eq!(order, changes.iter().map(Vec::len).collect::<Vec<_>>());
            for batch in &cut {
                prop_assert!(batch.keys.len() <= LOCKS_MAX);
                prop_assert!(batch.keys.windows(2).all(|pair| pair[0] < pair[1]));
                for job in &batch.jobs {
                    prop_assert!(keys_of(&job.writes).iter().all(|key| batch.keys.contains(key)));
                }
            }
        }
    }
}
