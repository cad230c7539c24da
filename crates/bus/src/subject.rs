//! Whom a message between nodes is for, and how that is written in a frame and as a subject of NATS.
//!
//! Says nothing of what the message means: that is the server's.

use base::Id;
use base::ids::{ChannelId, TeamId, UserId};

/// Bytes of a subject in a frame: its kind and its id.
pub(crate) const SUBJECT_LEN: usize = 17;

/// Whom a message is for. Nodes hear [`Subject::Everyone`] always and the others by interest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subject {
    Everyone,
    Team(TeamId),
    Channel(ChannelId),
    User(UserId),
}

impl Subject {
    /// The name of the kind, as it stands in NATS' subjects and in metrics.
    pub fn kind(self) -> &'static str {
        match self {
            Subject::Everyone => "all",
            Subject::Team(_) => "team",
            Subject::Channel(_) => "channel",
            Subject::User(_) => "user",
        }
    }

    pub(crate) fn id(self) -> Id {
        match self {
            Subject::Everyone => Id::NONE,
            Subject::Team(TeamId(id)) | Subject::Channel(ChannelId(id)) | Subject::User(UserId(id)) => id,
        }
    }

    pub(crate) fn to_bytes(self) -> [u8; SUBJECT_LEN] {
        let mut bytes = [0; SUBJECT_LEN];
        bytes[0] = match self {
            Subject::Everyone => 0,
            Subject::Team(_) => 1,
            Subject::Channel(_) => 2,
            Subject::User(_) => 3,
        };
        bytes[1..].copy_from_slice(&self.id().0);
        bytes
    }

    /// `None` for a kind that this version does not know.
    pub(crate) fn from_bytes(bytes: [u8; SUBJECT_LEN]) -> Option<Subject> {
        let [kind, id @ ..] = bytes;
        Some(match kind {
            0 => Subject::Everyone,
            1 => Subject::Team(TeamId(Id(id))),
            2 => Subject::Channel(ChannelId(Id(id))),
            3 => Subject::User(UserId(Id(id))),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_survive_their_bytes() {
        let id = Id([7; 16]);
        for subject in
            [Subject::Everyone, Subject::Team(id.into()), Subject::Channel(id.into()), Subject::User(id.into())]
        {
            assert_eq!(Subject::from_bytes(subject.to_bytes()), Some(subject));
        }
        assert_eq!(Subject::from_bytes([9; SUBJECT_LEN]), None);
    }
}
