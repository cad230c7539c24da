//! Writing a message: mentions with their autocompletion, links, permalinks, words, attachments, and the typing event.

use base::Id;
use http::{HeaderValue, Method};

use super::session::{Actor, Outgoing};
use super::view::{image, note_users};
use super::world::No;
use crate::answers::{AutocompleteAnswer, UploadAnswer};
use crate::delivery_check::tag;
use crate::mix::{wait, words};
use crate::net::{Call, Failure, encoded};

const MENTIONS: f64 = 0.10;
const LINKS: f64 = 0.10;
const PERMALINKS: f64 = 0.01;
const ATTACHES: f64 = 0.02;

/// Words of a message, both ends included.
const ROOT_WORDS: (u64, u64) = (1, 68);
const REPLY_WORDS: (u64, u64) = (1, 46);

const ADDRESSES: [&str; 7] = [
    "https://github.com/mattermost/mattermost",
    "https://www.youtube.com/watch?v=-5jompL6G-k",
    "https://www.youtube.com/watch?v=GKLyAVHgNzY",
    "https://mattermost.com",
    "https://developers.mattermost.com",
    "https://golang.org",
    "https://reactjs.org",
];

/// Attachments: name and size. What is in them is made when they are sent.
const FILES: [(&str, usize); 4] =
    [("sketch.png", 450_502), ("photo.jpg", 83_555), ("clip.mp4", 432_305), ("notes.txt", 11_390)];

/// Bytes of the file of the recipe for small servers.
const SMALL_FILE: usize = 100;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Root,
    Reply,
}

/// Writes a message for a channel as a person would, keystrokes of mentions included.
///
/// # Errors
/// With the first request that failed.
pub async fn write(actor: &mut Actor, channel: No, place: Place) -> Result<String, Failure> {
    let mut text = String::new();
    if actor.random.chance(MENTIONS) {
        mention(actor, channel, &mut text).await?;
    }
    if actor.random.chance(LINKS) {
        let address = actor.random.one_of(&ADDRESSES).copied().unwrap_or_default();
        text.push_str(&format!(" {address} "));
    }
    if actor.random.chance(PERMALINKS) {
        permalink(actor, &mut text)?;
    }
    let (least, most) = if place == Place::Root { ROOT_WORDS } else { REPLY_WORDS };
    let count = actor.random.within(least, most);
    words::sentence(&mut actor.random, count, &mut text);
    Ok(text)
}

/// Puts a mark at the end of a message.
pub fn marked(text: &str, mark: u64) -> String {
    format!("{} {}.", text.trim_end_matches('.'), tag::word(mark))
}

async fn mention(actor: &mut Actor, channel: No, text: &mut String) -> Result<(), Failure> {
    let (me, _) = actor.me()?;
    let others: Vec<No> = actor.memory.lock().users.items().iter().copied().filter(|no| *no != me).collect();
    let Some(user) = actor.random.one_of(&others).copied() else {
        return Err(Failure::Missing("no other user is known"));
    };
    let name = actor.lab.world.user_fact(user).name;
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (prefix, digits) = name.split_at(name.len() - digits);
    let cutoff = prefix.len() + 2 + actor.random.below(digits.len() as u64 / 2) as usize;
    let (fact, team) = (actor.lab.world.channel_fact(channel), actor.memory.lock().team);
    let team = fact.team.or(team).map_or(Id::NONE, |team| actor.lab.world.team_id(team));
    let mut typing = Typing::new(actor, digits);
    while let Some(typed) = typing.next(actor).await {
        let term = format!("{prefix}{typed}");
        let query = format!("in_team={team}&in_channel={}&name={}&limit=100", fact.id, encoded(&term));
        let found = autocomplete(actor, &query).await?;
        if found == 1 || term.len() == cutoff {
            break;
        }
    }
    text.push_str(&format!("@{name} "));
    Ok(())
}

/// Asks for users and looks at their faces; returns how many there are.
///
/// # Errors
/// With the first request that failed.
pub async fn autocomplete(actor: &Actor, query: &str) -> Result<usize, Failure> {
    let answer: AutocompleteAnswer = actor.get("/users/autocomplete", &[], query).await?.json()?;
    let mut found = note_users(actor, &answer.users);
    found.extend(note_users(actor, &answer.out_of_channel));
    for user in &found {
        image(actor, *user).await?;
    }
    Ok(found.len())
}

fn permalink(actor: &mut Actor, text: &mut String) -> Result<(), Failure> {
    let Some(team) = actor.memory.lock().team else { return Ok(()) };
    let posts: Vec<Id> = {
        let memory = actor.session.memory.lock();
        memory.posts.items().iter().filter(|post| !post.is_system).map(|post| post.id).collect()
    };
    let Some(post) = actor.random.one_of(&posts) else { return Ok(()) };
    let (site, team) = (&actor.client_config()?.site_url, actor.lab.world.teams.read().row(team).name.clone());
    text.push_str(&format!(" {site}/{team}/pl/{post} "));
    Ok(())
}

/// A term that is typed key by key, with the wrong key now and then.
pub struct Typing {
    term: Vec<char>,
    typed: usize,
    key: std::time::Duration,
    has_typo: bool,
}

impl Typing {
    pub fn new(actor: &mut Actor, term: &str) -> Typing {
        let key = wait::keystroke(&mut actor.random);
        Typing { term: term.chars().collect(), typed: 0, key, has_typo: false }
    }

    /// Waits for the next key and returns what stands then; `None` at the end.
    pub async fn next(&mut self, actor: &mut Actor) -> Option<String> {
        if self.typed >= self.term.len() {
            return None;
        }
        actor.pause(self.key).await;
        if self.has_typo {
            self.has_typo = false;
            let mut text: String = self.term[..self.typed].iter().collect();
            text.push('a');
            return Some(text);
        }
        self.typed += 1;
        self.has_typo = self.typed < self.term.len() && actor.random.chance(wait::TYPO);
        Some(self.term[..self.typed].iter().collect())
    }
}

/// Uploads files two times in a hundred; returns their ids.
///
/// # Errors
/// With the first upload that failed.
pub async fn attachments(actor: &mut Actor, channel: No) -> Result<Vec<Id>, Failure> {
    if !actor.random.chance(ATTACHES) {
        return Ok(Vec::new());
    }
    let mut chosen: Vec<(&str, usize)> = FILES.into_iter().filter(|_| actor.random.chance(0.5)).collect();
    if chosen.is_empty() {
        chosen.push(FILES[actor.random.below(FILES.len() as u64) as usize]);
    }
    if actor.lab.is_2026() {
        let target = actor.random.within(0, 3).max(1) as usize;
        chosen.truncate(target);
    }
    let channel = actor.lab.world.channel_id(channel);
    let bodies: Vec<Call> =
        chosen.into_iter().map(|(name, size)| upload(channel, name, size, actor.random.next())).collect();
    let uploads = bodies.into_iter().map(|call| actor.call(call));
    let mut files = Vec::new();
    for reply in futures_util::future::join_all(uploads).await {
        files.extend(reply?.json::<UploadAnswer>()?.file_infos.iter().map(|file| file.id));
    }
    Ok(files)
}

/// Uploads a text of [`SMALL_FILE`] bytes; returns its id.
///
/// # Errors
/// When the upload failed.
pub async fn small_file(actor: &Actor, channel: No) -> Result<Vec<Id>, Failure> {
    let call = upload(actor.lab.world.channel_id(channel), "note.txt", SMALL_FILE, 0);
    Ok(actor.call(call).await?.json::<UploadAnswer>()?.file_infos.iter().map(|file| file.id).collect())
}

fn upload(channel: Id, name: &str, size: usize, seed: u64) -> Call {
    let fields = [("channel_id", channel.to_string())];
    let (body, kind) = form(&fields, "files", name, &content(name, size, seed));
    Call { body: body.into(), kind: Some(kind), ..Call::plain(Method::POST, "/files", &[], "") }
}

/// A form with texts and one file.
pub fn form(fields: &[(&str, String)], field: &str, name: &str, content: &[u8]) -> (Vec<u8>, HeaderValue) {
    const BOUNDARY: &str = "musterloadmusterloadmusterload";
    let mut body = Vec::with_capacity(content.len() + 512);
    for (name, value) in fields {
        let part = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    );
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(content);
    body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    let kind = HeaderValue::from_static("multipart/form-data; boundary=musterloadmusterloadmusterload");
    (body, kind)
}

/// Content of the right kind and size: pictures are real ones, so that the server has its work with them.
fn content(name: &str, size: usize, seed: u64) -> Vec<u8> {
    use crate::setup::pictures;
    match name.rsplit('.').next() {
        Some("png") => pictures::png(size),
        Some("jpg") => pictures::jpeg(size),
        Some("txt") => b"A line of plain words that says little.\n".iter().copied().cycle().take(size).collect(),
        _ => {
            let mut random = crate::mix::Random::new(seed);
            std::iter::repeat_with(|| random.next().to_le_bytes()).flatten().take(size).collect()
        }
    }
}

/// Says that the user types, where the server wants to know.
///
/// # Errors
/// When the server's configuration or the channel's numbers are not known.
pub fn typing(actor: &Actor, channel: No) -> Result<(), Failure> {
    let config = actor.client_config()?;
    let most = config.typing_members_max.ok_or(Failure::Missing("MaxNotificationsPerChannel is not known"))?;
    let count = actor.memory.lock().seen(channel).and_then(|seen| seen.count);
    let count = count.ok_or(Failure::Missing("the channel's members are not counted"))?;
    if count < most && config.has_typing {
        actor.say(Outgoing::Typing(actor.lab.world.channel_id(channel)))?;
    }
    Ok(())
}
