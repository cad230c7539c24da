//! Where a server is in the log: how far, and on which timeline. A promoted standby begins a timeline of its own, and
//! counts on from where it was; so a place in the log says nothing about what stands before it without the timeline.
//! Knows the two questions and what their answers mean; [`super::replicas`] asks them.

use crate::statement::Statement;
use crate::value::Value;

/// What is durable: the position that commits which were acknowledged do not go beyond.
///
/// The timeline is read from the name of the file that is written. `pg_control_checkpoint` has the old one until the
/// first checkpoint after a promotion is over, which may take minutes.
pub static WRITTEN: Statement = Statement::new(
    "Written",
    "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') AS BIGINT), \
     CAST(CAST('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) AS BIT(32)) AS BIGINT)",
);

/// Nothing on a server that does not follow: one that was made the writer has a log of its own.
///
/// The timeline that is received is the right one: a standby asks for a newer one only if it has not gone beyond the
/// place where that began. It is shown to members of `pg_read_all_stats`, while something is received. Otherwise the
/// control file tells, which is late and never early: it has a new timeline once a page of it was written.
pub static REPLAYED: Statement = Statement::new(
    "Replayed",
    "SELECT CAST(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS BIGINT), \
     CAST(COALESCE((SELECT received_tli FROM pg_stat_wal_receiver), \
     (SELECT min_recovery_end_timeline FROM pg_control_recovery())) AS BIGINT) \
     WHERE pg_is_in_recovery()",
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub timeline: u32,
    /// Bytes of the log since it began, on whatever timelines.
    pub bytes: u64,
}

impl Position {
    /// Reads an answer to one of the questions; nothing when the server has no such position.
    pub fn of(rows: &[Vec<Value>]) -> Option<Position> {
        match rows.first().map(Vec::as_slice) {
            Some([Value::Int(bytes), Value::Int(timeline)]) => {
                Some(Position { timeline: u32::try_from(*timeline).ok()?, bytes: u64::try_from(*bytes).ok()? })
            }
            _ => None,
        }
    }

    /// Whether a server that is here has all that `written` stands for.
    ///
    /// A standby on another timeline may be beyond that place and still lack what the writer put there.
    pub fn covers(self, written: Position) -> bool {
        self.timeline == written.timeline && self.bytes >= written.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(timeline: u32, bytes: u64) -> Position {
        Position { timeline, bytes }
    }

    #[test]
    fn who_is_beyond_on_another_timeline_has_not_caught_up() {
        assert!(at(2, 500).covers(at(2, 500)) && at(2, 501).covers(at(2, 500)));
        assert!(!at(2, 499).covers(at(2, 500)));
        assert!(!at(1, 900).covers(at(2, 500)), "left behind by a failover, with what the new writer never had");
        assert!(!at(3, 900).covers(at(2, 500)), "the writer that was asked is the old one");
    }

    #[test]
    fn an_answer_that_lacks_a_part_is_no_position() {
        let row = |timeline| vec![vec![Value::Int(16), timeline]];
        assert_eq!(Position::of(&row(Value::Int(4_294_967_295))), Some(at(u32::MAX, 16)));
        assert_eq!(Position::of(&row(Value::Null)), None);
        assert_eq!(Position::of(&[]), None);
    }
}
