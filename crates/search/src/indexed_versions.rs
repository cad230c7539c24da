//! What the indexer was given so far, as far as it says whether the index may hold an older version of what comes next:
//! a commit looks for that in every segment.

use crate::changes::{Before, Change};
use crate::cursor::Mark;

/// The furthest change since the thread began that was not as new as its call, whether it was lost or not: a page of the
/// store, which may have been read as soon as a post was durable, or a later version. Posts that are new come by the
/// dozen in a millisecond and in no order, so that none of them says anything of the others.
#[derive(Default)]
pub struct IndexedVersions(Mark);

impl IndexedVersions {
    /// Whether the index may hold an older version of what is handed to the writer now.
    pub fn may_hold(&mut self, change: &Change, before: Before) -> bool {
        let mark = change.mark().unwrap_or_default();
        match before {
            Before::Nothing => mark <= self.0,
            Before::Perhaps => {
                self.0 = self.0.max(mark);
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use base::Id;
    use base::ids::{ChannelId, PostId, UserId};

    use super::*;
    use crate::changes::PostDoc;

    fn post(at: i64) -> Change {
        let (id, channel_id, user_id) = (PostId(Id([3; 16])), ChannelId(Id([1; 16])), UserId(Id([2; 16])));
        let (message, hashtags) = ("tomato".to_owned(), String::new());
        Change::Post(PostDoc { id, channel_id, user_id, create_at: at, update_at: at, message, hashtags })
    }

    #[test]
    fn only_what_a_page_may_have_brought_is_looked_for() {
        let mut indexed = IndexedVersions::default();
        let holds: Vec<bool> = [3, 1, 2].map(|number| indexed.may_hold(&post(number), Before::Nothing)).into();
        assert_eq!(holds, [false; 3], "new ones, in no order");
        assert!(indexed.may_hold(&post(2), Before::Perhaps), "a page");
        let holds: Vec<bool> = [1, 2, 3].map(|number| indexed.may_hold(&post(number), Before::Nothing)).into();
        assert_eq!(holds, [true, true, false], "what the page may have had, and what came after it");
        assert!(indexed.may_hold(&Change::PostGone(PostId(Id([9; 16]))), Before::Perhaps));
        assert!(!indexed.may_hold(&post(3), Before::Nothing), "a removal says nothing of others");
    }
}
