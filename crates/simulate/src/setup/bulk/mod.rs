//! `generate --to FILE`: a large world as a file of the documented bulk-import form, one JSON object a line.
//!
//! Written as a stream: memory is a few megabytes however many posts. Every so many lines the file is synced and the
//! state beside it says how far it is; after a break the file is cut back to that point and goes on, and is in the end
//! the same to the byte. `line` knows what stands in each.

mod line;
#[cfg(test)]
mod tests;

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use base::Clock;
use serde::{Deserialize, Serialize};
use serde_json::json;

use line::Line;

use super::plan::Plan;
use super::size::{Size, fingerprint};
use super::{Problem, Progress};

/// Lines between two saves of the state: a few seconds of work.
const SAVE_EVERY: u64 = 100_000;
const BUFFER_BYTES: usize = 1 << 20;

/// Sections in the order that an import asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    #[default]
    Teams,
    Channels,
    Users,
    Posts,
    DirectChannels,
    DirectPosts,
    Complete,
}

/// How far the file is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct State {
    size: Option<Size>,
    phase: Phase,
    /// Next number of the phase.
    next: u64,
    /// Posts of the phase so far.
    posts: u64,
    bytes: u64,
    sum: u64,
}

/// A file that is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub bytes: u64,
    /// Of the plan and of every byte behind the first line.
    pub fingerprint: String,
}

/// Where the state of a file is kept.
pub fn state_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".state");
    name.into()
}

/// Writes the file, or the rest of it.
///
/// # Errors
/// When the numbers do not hold together, the file or its state cannot be written, or the state is of another file.
pub fn write(size: &Size, file: &Path, clock: &Clock, tell: &dyn Fn(Progress)) -> Result<Written, Problem> {
    let mut writer = Writer::open(size, file, clock, SAVE_EVERY)?;
    while writer.step(tell)? {}
    Ok(Written { bytes: writer.state.bytes, fingerprint: format!("{}-{:016x}", fingerprint(size), writer.state.sum) })
}

struct Writer<'a> {
    plan: Plan<'a>,
    path: PathBuf,
    out: BufWriter<File>,
    state: State,
    memberships: Vec<Vec<u32>>,
    line: Vec<u8>,
    save_every: u64,
    lines: u64,
}

impl<'a> Writer<'a> {
    fn open(size: &'a Size, path: &Path, clock: &Clock, save_every: u64) -> Result<Writer<'a>, Problem> {
        let problem = |error: String| Problem::State { path: path.to_owned(), error };
        let plan = Plan::new(size).map_err(problem)?;
        let state = read_state(path)?;
        if state.size.as_ref().is_some_and(|other| other != size) {
            return Err(problem("is of another world: give another file or the same numbers".into()));
        }
        let begun = state.size.is_some();
        let file = OpenOptions::new().write(true).create(true).truncate(!begun).open(path);
        let mut file = file.map_err(|error| problem(error.to_string()))?;
        let length = file.metadata().map_err(|error| problem(error.to_string()))?.len();
        if length < state.bytes {
            return Err(problem("is shorter than its state says: remove the state to begin anew".into()));
        }
        let at_end = file.set_len(state.bytes).and_then(|()| file.seek(SeekFrom::End(0)));
        at_end.map_err(|error| problem(error.to_string()))?;
        let (memberships, line) = (line::memberships(&plan), Vec::with_capacity(4_096));
        let out = BufWriter::with_capacity(BUFFER_BYTES, file);
        let mut writer = Writer { plan, path: path.to_owned(), out, state, memberships, line, save_every, lines: 0 };
        if !begun {
            writer.head(clock)?;
        }
        Ok(writer)
    }

    fn failed(&self, error: &dyn std::fmt::Display) -> Problem {
        Problem::State { path: self.path.clone(), error: error.to_string() }
    }

    /// The first line, which tells the version, who wrote the file, and when.
    fn head(&mut self, clock: &Clock) -> Result<(), Problem> {
        let created = jiff::Timestamp::from_millisecond(clock.now()).unwrap_or_default().to_string();
        let additional = json!({"fingerprint": fingerprint(self.plan.size), "seed": self.plan.size.seed});
        let version = env!("CARGO_PKG_VERSION");
        let about =
            json!({"generator": "muster-load", "version": version, "created": created, "additional": additional});
        let line = format!("{}\n", json!({"type": "version", "version": 1, "info": about}));
        self.out.write_all(line.as_bytes()).map_err(|error| self.failed(&error))?;
        self.state.bytes = line.len() as u64;
        self.state.size = Some(self.plan.size.clone());
        Ok(())
    }

    /// Writes one line. False when there is none left.
    fn step(&mut self, tell: &dyn Fn(Progress)) -> Result<bool, Problem> {
        let (number, posts) = (self.state.next, self.state.posts);
        let (plan, kinds) = (&self.plan, self.plan.size.channels);
        let (of, done) = match self.state.phase {
            Phase::Teams => (plan.size.teams, number),
            Phase::Channels => (plan.size.channels.of_team(), number),
            Phase::Users => (plan.size.users, number),
            Phase::Posts => (plan.posts, posts),
            Phase::DirectChannels => (kinds.direct + kinds.groups, number),
            Phase::DirectPosts => (plan.direct_posts, posts),
            Phase::Complete => return Ok(false),
        };
        if done >= of {
            self.turn()?;
            return Ok(true);
        }
        let (line, made) = match self.state.phase {
            Phase::Teams => (line::team(plan, number), 0),
            Phase::Channels => (line::channel(plan, number), 0),
            Phase::Users => (line::user(plan, number, &self.memberships[number as usize]), 0),
            Phase::DirectChannels => (line::direct_channel(plan, number), 0),
            Phase::Posts => {
                let thread = plan.thread(number, done, of - done);
                (line::thread(plan, number, &thread), thread.posts())
            }
            Phase::DirectPosts | Phase::Complete => {
                let thread = plan.direct_thread(number, plan.posts + done, of - done);
                (line::thread(plan, number, &thread), thread.posts())
            }
        };
        self.put(&line)?;
        self.state.next += 1;
        self.state.posts += made;
        self.lines += 1;
        let done = done + made.max(1);
        tell(Progress { phase: line.r#type, done, of });
        if self.lines.is_multiple_of(self.save_every) {
            self.save()?;
        }
        Ok(true)
    }

    fn put(&mut self, line: &Line) -> Result<(), Problem> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, line).expect("a line is JSON");
        self.line.push(b'\n');
        self.out.write_all(&self.line).map_err(|error| self.failed(&error))?;
        self.state.bytes += self.line.len() as u64;
        // FNV-1a: it has to tell files apart, and nobody forges one.
        let add = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        self.state.sum = self.line.iter().fold(self.state.sum, add);
        Ok(())
    }

    fn turn(&mut self) -> Result<(), Problem> {
        self.state.phase = match self.state.phase {
            Phase::Teams => Phase::Channels,
            Phase::Channels => Phase::Users,
            Phase::Users => Phase::Posts,
            Phase::Posts => Phase::DirectChannels,
            Phase::DirectChannels => Phase::DirectPosts,
            Phase::DirectPosts | Phase::Complete => Phase::Complete,
        };
        (self.state.next, self.state.posts) = (0, 0);
        self.save()
    }

    /// The file first, then the state that speaks of it.
    fn save(&mut self) -> Result<(), Problem> {
        let saved = self.out.flush().and_then(|()| self.out.get_ref().sync_data());
        saved.map_err(|error| self.failed(&error))?;
        let path = state_of(&self.path);
        let text = serde_json::to_vec(&self.state).expect("a state is JSON");
        let beside = path.with_extension("part");
        let saved = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, &path));
        saved.map_err(|error| Problem::State { path, error: error.to_string() })
    }
}

fn read_state(file: &Path) -> Result<State, Problem> {
    let path = state_of(file);
    let problem = |error: String| Problem::State { path: path.clone(), error };
    match std::fs::read(&path) {
        Ok(text) => serde_json::from_slice(&text).map_err(|error| problem(error.to_string())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(State::default()),
        Err(error) => Err(problem(error.to_string())),
    }
}
