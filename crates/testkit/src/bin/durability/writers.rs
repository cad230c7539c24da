//! People who write as fast as the server answers, each noting what was acknowledged.

use std::time::Instant;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use tokio::task::JoinSet;

use crate::api::{Api, Failure};
use crate::ledger::{Ledger, WrittenFile, WrittenPost, WrittenReaction};
use crate::world::World;

const EMOJI: [&str; 4] = ["tada", "heart", "rocket", "eyes"];

/// Of a hundred actions; the rest are root posts.
const REPLIES: u32 = 15;
const REACTIONS: u32 = 10;
const VIEWS: u32 = 8;
const FILES: u32 = 4;

/// A file of this many words is written in several blocks.
const FILE_WORDS: usize = 600;

pub struct Writing {
    tasks: JoinSet<Ledger>,
}

/// Starts all writers of a round.
pub fn begin(world: &World, seed: u64, round: u32) -> Writing {
    let mut tasks = JoinSet::new();
    for (at, person) in world.people.iter().enumerate() {
        let writer = Writer {
            api: person.api.clone(),
            person: at,
            user: person.id.clone(),
            channels: world.channels.clone(),
            random: StdRng::seed_from_u64(seed ^ at as u64),
            round,
            count: 0,
            ledger: Ledger::default(),
        };
        tasks.spawn(writer.write());
    }
    Writing { tasks }
}

impl Writing {
    /// Waits until every writer has noticed that the server is gone.
    pub async fn end(self) -> Ledger {
        let mut all = Ledger::default();
        for ledger in self.tasks.join_all().await {
            all.merge(ledger);
        }
        all
    }
}

struct Writer {
    api: Api,
    person: usize,
    user: String,
    channels: Vec<String>,
    random: StdRng,
    round: u32,
    count: u32,
    ledger: Ledger,
}

impl Writer {
    async fn write(mut self) -> Ledger {
        loop {
            let channel = self.channels[self.random.random_range(0..self.channels.len())].clone();
            let die = self.random.random_range(0..100);
            let outcome = match die {
                _ if die < REPLIES => self.reply(channel).await,
                _ if die < REPLIES + REACTIONS => self.react().await,
                _ if die < REPLIES + REACTIONS + VIEWS => self.view(channel).await,
                _ if die < REPLIES + REACTIONS + VIEWS + FILES => self.post_file(channel).await,
                _ => self.post(channel, None, None).await,
            };
            match outcome {
                Ok(()) => {}
                Err(Failure::Gone(_)) => return self.ledger,
                Err(Failure::Refused(why)) => {
                    self.ledger.refusals.push(why);
                    return self.ledger;
                }
            }
        }
    }

    async fn post(&mut self, channel: String, root: Option<String>, file: Option<WrittenFile>) -> Result<(), Failure> {
        let word = self.word();
        let body = json!({
            "channel_id": channel,
            "message": word,
            "root_id": root.clone().unwrap_or_default(),
            "file_ids": file.iter().map(|file| &file.id).collect::<Vec<_>>(),
        });
        let answer = self.api.post("/posts", &body).await?;
        let id = answer["id"].as_str().unwrap_or_default().to_owned();
        self.ledger.posts.push(WrittenPost { id, channel, word, root, acknowledged: Instant::now(), file });
        Ok(())
    }

    async fn reply(&mut self, channel: String) -> Result<(), Failure> {
        let own = self.any_post(|post| post.root.is_none());
        match own {
            Some((id, channel)) => self.post(channel, Some(id), None).await,
            None => self.post(channel, None, None).await,
        }
    }

    async fn react(&mut self) -> Result<(), Failure> {
        let Some((post, _)) = self.any_post(|_| true) else { return Ok(()) };
        let emoji = EMOJI[self.random.random_range(0..EMOJI.len())];
        let body = json!({"user_id": self.user, "post_id": post, "emoji_name": emoji});
        self.api.post("/reactions", &body).await?;
        self.ledger.reactions.push(WrittenReaction { post, user: self.user.clone(), emoji });
        Ok(())
    }

    async fn view(&mut self, channel: String) -> Result<(), Failure> {
        let answer = self.api.post("/channels/members/me/view", &json!({"channel_id": channel})).await?;
        let at = answer["last_viewed_at_times"][&channel].as_i64().unwrap_or_default();
        self.ledger.views.insert((self.person, channel), at);
        Ok(())
    }

    async fn post_file(&mut self, channel: String) -> Result<(), Failure> {
        let word = self.word();
        let name = format!("{word}.txt");
        let content = vec![word.as_str(); FILE_WORDS].join(" ");
        let id = self.api.upload(&channel, &name, &content).await?;
        self.post(channel, None, Some(WrittenFile { id, name, content })).await
    }

    /// A word that is written nowhere else.
    fn word(&mut self) -> String {
        self.count += 1;
        let word = format!("r{}w{}n{}", self.round, self.person, self.count);
        self.ledger.sent.insert(word.clone());
        word
    }

    /// One of the writer's own posts of this round: its id and channel.
    fn any_post(&mut self, fits: impl Fn(&WrittenPost) -> bool) -> Option<(String, String)> {
        let posts = &self.ledger.posts;
        let from = if posts.is_empty() { return None } else { self.random.random_range(0..posts.len()) };
        let found = posts[from..].iter().chain(&posts[..from]).find(|post| fits(post))?;
        Some((found.id.clone(), found.channel.clone()))
    }
}
