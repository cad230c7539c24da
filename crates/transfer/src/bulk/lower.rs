//! Names are in small letters here, and programs that write files do not always know: made so in all that a line names.

use crate::bulk::line::{Line, Post, Thread};

/// Makes all names of a line small, wherever they stand. Whether one of them was not.
pub fn names_of(line: &mut Line) -> bool {
    let mut lower = Lower { changed: false };
    if let Some(team) = &mut line.team {
        lower.name(&mut team.name);
    }
    if let Some(channel) = &mut line.channel {
        lower.names([&mut channel.team, &mut channel.name]);
    }
    if let Some(user) = &mut line.user {
        lower.names([&mut user.username, &mut user.email]);
        for team in &mut user.teams {
            lower.name(&mut team.name);
            lower.names(team.channels.iter_mut().map(|channel| &mut channel.name));
        }
    }
    if let Some(bot) = &mut line.bot {
        lower.names([&mut bot.username, &mut bot.owner]);
    }
    if let Some(emoji) = &mut line.emoji {
        lower.name(&mut emoji.name);
    }
    for thread in line.post.iter_mut().chain(&mut line.direct_post) {
        lower.thread(thread);
    }
    if let Some(conversation) = &mut line.direct_channel {
        let named = conversation.participants.iter_mut().map(|one| &mut one.username);
        let shown = conversation.shown_by.iter_mut().flatten();
        lower.names(conversation.members.iter_mut().chain(named).chain(&mut conversation.favorited_by).chain(shown));
    }
    lower.changed
}

struct Lower {
    changed: bool,
}

impl Lower {
    fn name(&mut self, name: &mut String) {
        let small =
            name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase() && !byte.is_ascii_whitespace());
        if small {
            return;
        }
        let lower = name.trim().to_lowercase();
        if lower != *name {
            self.changed = true;
            *name = lower;
        }
    }

    fn names<'a>(&mut self, names: impl IntoIterator<Item = &'a mut String>) {
        names.into_iter().for_each(|name| self.name(name));
    }

    fn thread(&mut self, thread: &mut Thread) {
        self.names([&mut thread.team, &mut thread.channel]);
        self.names(&mut thread.channel_members);
        self.names(thread.thread_followers.iter_mut().flatten().map(|follower| &mut follower.user));
        self.post(&mut thread.post);
        thread.replies.iter_mut().for_each(|reply| self.post(reply));
    }

    fn post(&mut self, post: &mut Post) {
        self.name(&mut post.user);
        self.names(&mut post.flagged_by);
        for reaction in &mut post.reactions {
            self.names([&mut reaction.user, &mut reaction.emoji_name]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of each kind in which every name is `Ann`.
    const LINES: [&str; 7] = [
        r#"{"type":"team","team":{"name":"Ann"}}"#,
        r#"{"type":"channel","channel":{"team":"Ann","name":" Ann "}}"#,
        r#"{"type":"user","user":{"username":"Ann","email":"Ann","teams":[{"name":"Ann","channels":[{"name":"Ann"}]}]}}"#,
        r#"{"type":"bot","bot":{"username":"Ann","owner":"Ann"}}"#,
        r#"{"type":"emoji","emoji":{"name":"Ann"}}"#,
        r#"{"type":"post","post":{"team":"Ann","channel":"Ann","channel_members":["Ann"],"user":"Ann","flagged_by":["Ann"],
            "reactions":[{"user":"Ann","emoji_name":"Ann"}],"thread_followers":[{"user":"Ann"}],
            "replies":[{"user":"Ann","flagged_by":["Ann"],"reactions":[{"user":"Ann","emoji_name":"Ann"}]}]}}"#,
        r#"{"type":"direct_channel","direct_channel":{"members":["Ann"],"participants":[{"username":"Ann"}],
            "favorited_by":["Ann"],"shown_by":["Ann"]}}"#,
    ];

    #[test]
    fn every_name_of_every_kind_becomes_small() {
        for text in LINES {
            let mut line: Line = serde_json::from_str(text).expect("a line");
            assert!(names_of(&mut line), "{text}");
            let lower = serde_json::to_string(&line).expect("JSON");
            assert!(!lower.contains("Ann") && lower.contains("ann"), "{lower}");
            assert!(!names_of(&mut line), "small already");
        }
    }
}
