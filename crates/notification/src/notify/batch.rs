//! The batch: lines of mails that are gathered, by whom they are for, and bounded in all.

use std::collections::HashMap;

use base::Millis;
use base::ids::UserId;
use parking_lot::Mutex;

use crate::notify::mail_text::Line;

/// What is gathered on this node.
#[derive(Default)]
pub struct Batch(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    lines: HashMap<UserId, Vec<Line>>,
    len: usize,
}

impl Batch {
    /// Keeps a line for the user.
    ///
    /// # Errors
    /// The line, when as many as `len_max` are kept.
    pub fn keep(&self, user: UserId, line: Line, len_max: usize) -> Result<(), Line> {
        let mut kept = self.0.lock();
        if kept.len >= len_max {
            return Err(line);
        }
        kept.len += 1;
        kept.lines.entry(user).or_default().push(line);
        Ok(())
    }

    /// For whom lines are kept, and since when.
    pub fn since(&self) -> Vec<(UserId, Millis)> {
        let kept = self.0.lock();
        kept.lines.iter().filter_map(|(user, lines)| Some((*user, lines.first()?.at))).collect()
    }

    /// The lines of a user, which are kept no more.
    pub fn take(&self, user: UserId) -> Vec<Line> {
        let mut kept = self.0.lock();
        let lines = kept.lines.remove(&user).unwrap_or_default();
        kept.len -= lines.len();
        lines
    }

    pub fn len(&self) -> usize {
        self.0.lock().len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let (batch, ann) = (Batch::default(), UserId::default());
        let line = |at| Line { at, ..Line::default() };
        assert!(batch.keep(ann, line(1), 2).is_ok() && batch.keep(ann, line(2), 2).is_ok());
        assert_eq!(batch.keep(ann, line(3), 2), Err(line(3)));
        assert_eq!(batch.since(), [(ann, 1)]);
        assert_eq!((batch.take(ann).len(), batch.len(), batch.since()), (2, 0, Vec::new()));
        assert!(batch.keep(ann, line(4), 1).is_ok());
    }
}
