//! What the server acknowledged, and what it was sent.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

/// A post that was answered with 201.
pub struct WrittenPost {
    pub id: String,
    pub channel: String,
    /// The whole message: a word that stands in no other post.
    pub word: String,
    pub root: Option<String>,
    pub acknowledged: Instant,
    /// Text file that it carries.
    pub file: Option<WrittenFile>,
}

/// An upload that was answered with 201.
#[derive(Clone)]
pub struct WrittenFile {
    pub id: String,
    pub name: String,
    pub content: String,
}

/// A reaction that was answered with 201.
pub struct WrittenReaction {
    pub post: String,
    pub user: String,
    pub emoji: &'static str,
}

#[derive(Default)]
pub struct Ledger {
    pub posts: Vec<WrittenPost>,
    pub reactions: Vec<WrittenReaction>,
    /// The latest acknowledged view: (person, channel) → time.
    pub views: HashMap<(usize, String), i64>,
    /// Words that were sent, acknowledged or not: what else is in a channel was never written.
    pub sent: HashSet<String>,
    /// Answers that a living server must not give.
    pub refusals: Vec<String>,
}

impl Ledger {
    pub fn merge(&mut self, other: Ledger) {
        self.posts.extend(other.posts);
        self.reactions.extend(other.reactions);
        self.sent.extend(other.sent);
        self.refusals.extend(other.refusals);
        for (place, at) in other.views {
            let latest = self.views.entry(place).or_default();
            *latest = at.max(*latest);
        }
    }

    pub fn files(&self) -> impl Iterator<Item = &WrittenFile> {
        self.posts.iter().filter_map(|post| post.file.as_ref())
    }

    pub fn summary(&self) -> String {
        format!(
            "{} posts ({} replies), {} reactions, {} files, {} read states",
            self.posts.len(),
            self.posts.iter().filter(|post| post.root.is_some()).count(),
            self.reactions.len(),
            self.files().count(),
            self.views.len(),
        )
    }
}
