//! Signing in and up, with what a client loads right after it, and sessions kept from an earlier run.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::json;

use super::lab::ClientConfig;
use super::session::{Actor, Session};
use super::world::{Kind, No};
use super::{poll, socket};
use crate::answers::{ChannelAnswer, TeamAnswer, TeamMemberAnswer, UserAnswer};
use crate::net::{Call, Failure};

/// Files a page may name: a client has about twenty.
const ASSETS_MAX: usize = 100;
const SIGN_UP_IS_CLOSED: &str = "api.user.create_user.no_open_server";

/// The account that `PercentOfUsersAreAdmin` of the users share.
#[derive(Clone, Debug)]
pub struct Admin {
    pub login: String,
    pub password: String,
}

/// Tokens of accounts that were signed in before and that nobody uses now.
#[derive(Default)]
pub struct Sessions {
    file: Option<PathBuf>,
    tokens: Mutex<HashMap<String, Vec<String>>>,
}

impl Sessions {
    /// Reads the file if there is one; a missing file means that nobody is signed in yet.
    ///
    /// # Errors
    /// When the file is there but does not read.
    pub fn open(file: Option<PathBuf>) -> Result<Sessions, String> {
        let Some(path) = &file else { return Ok(Sessions::default()) };
        let tokens = match std::fs::read(path) {
            Ok(text) => serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => HashMap::new(),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        Ok(Sessions { file, tokens: Mutex::new(tokens) })
    }

    /// A token of an account that no session of this run uses.
    fn take(&self, email: &str) -> Option<String> {
        self.tokens.lock().get_mut(email)?.pop()
    }

    /// Keeps the token of a session that has come to its end, for another one or a later run. Not before: an account has
    /// several sessions at once.
    pub fn give_back(&self, session: &Session) {
        let header = session.token();
        let token = header.as_ref().and_then(|header| header.to_str().ok()?.rsplit(' ').next());
        if let (Some(token), true) = (token, self.file.is_some()) {
            let email = session.account.email.to_string();
            self.tokens.lock().entry(email).or_default().push(token.to_owned());
        }
    }

    /// Writes what a later run may take up, readable by the owner alone: tokens are as good as passwords.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self) -> std::io::Result<()> {
        use std::io::Write;
        use std::os::unix::fs::OpenOptionsExt;
        let Some(path) = &self.file else { return Ok(()) };
        let text = serde_json::to_vec(&*self.tokens.lock())?;
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true).mode(0o600).open(path)?.write_all(&text)
    }
}

/// Signs in, or up when the account is not there yet, and loads what a client loads then.
///
/// # Errors
/// With the first request that failed.
pub async fn login_or_sign_up(actor: &mut Actor) -> Result<(), Failure> {
    match login(actor).await {
        Ok(()) => {
            static_assets(actor).await;
            Ok(())
        }
        Err(failure) if is_unknown(&failure) && !actor.account.is_admin => {
            sign_up(actor).await?;
            login(actor).await
        }
        Err(failure) => Err(failure),
    }
}

fn is_unknown(failure: &Failure) -> bool {
    match failure {
        Failure::Refused { id, .. } => id.contains("invalid_credentials"),
        _ => true,
    }
}

async fn sign_up(actor: &Actor) -> Result<(), Failure> {
    let account = &actor.account;
    let body = json!({"email": account.email, "username": account.username, "password": account.password});
    match actor.post("/users", &[], &body).await {
        Ok(_) => Ok(()),
        Err(failure) if failure.id() == SIGN_UP_IS_CLOSED => sign_up_by_admin(actor, &body).await,
        Err(failure) if failure.says_it_exists() => Ok(()),
        Err(failure) => Err(failure),
    }
}

/// Where people may not sign up, the administrator makes their accounts.
async fn sign_up_by_admin(actor: &Actor, body: &serde_json::Value) -> Result<(), Failure> {
    let token = actor.lab.admin_token.lock().clone();
    let call = Call::json(http::Method::POST, "/users", &[], body);
    match actor.lab.net.send(&actor.lab.meter, call, token).await {
        Err(failure) if !failure.says_it_exists() => Err(failure),
        _ => Ok(()),
    }
}

/// The sign-in with its loads, and the socket after it.
///
/// # Errors
/// With the first request that failed.
pub async fn login(actor: &Actor) -> Result<(), Failure> {
    let began = tokio::time::Instant::now();
    sign_in(actor).await?;
    client_config(actor).await?;
    let teams = teams(actor, "page=0&per_page=100").await?;
    actor.memory.lock().teams = teams;
    let (me, id) = actor.me()?;
    let memberships = team_members(actor).await?;
    if !actor.lab.is_2026() {
        let known: Vec<No> =
            memberships.iter().copied().filter(|team| actor.memory.lock().teams.contains(team)).collect();
        for team in known {
            channels_of_team(actor, team).await?;
        }
    } else if actor.client_config()?.has_attributes {
        let fields = actor.get("/custom_profile_attributes/fields", &[], "").await?;
        let fields: Vec<UserAnswer> = fields.json()?;
        actor.memory.lock().attributes = fields.iter().map(|field| field.id).collect();
    }
    tracing::trace!(user = %id, no = me, "signed in");
    poll::sample(actor, "TTFB", began.elapsed());
    socket::connect(&actor.session);
    Ok(())
}

async fn sign_in(actor: &Actor) -> Result<(), Failure> {
    let account = &actor.account;
    let kept = actor.lab.sessions.take(&account.email);
    if let Some(token) = &kept {
        actor.set_token(Some(token));
        if let Ok(reply) = actor.get("/users/me", &[], "").await {
            return note_me(actor, &reply.json()?);
        }
        // Revoked or run out: sign in as if it had never been.
        actor.set_token(None);
    }
    let reply =
        actor.post("/users/login", &[], &json!({"login_id": account.email, "password": account.password})).await?;
    let token = reply.header("token");
    if token.is_empty() {
        return Err(Failure::unreadable("/users/login", &"there is no Token header"));
    }
    actor.set_token(Some(token));
    note_me(actor, &reply.json()?)
}

fn note_me(session: &Session, me: &UserAnswer) -> Result<(), Failure> {
    if !me.id.is_some() {
        return Err(Failure::unreadable("/users/login", &"the user has no id"));
    }
    let no = session.lab.world.user(me.id, &me.username);
    let mut memory = session.memory.lock();
    memory.me = Some(no);
    memory.is_admin = me.roles.split(' ').any(|role| role == "system_admin");
    Ok(())
}

/// Reads the own user again.
///
/// # Errors
/// When the request fails.
pub async fn load_me(session: &Session) -> Result<(), Failure> {
    note_me(session, &session.get("/users/me", &[], "").await?.json()?)
}

/// Reads the client configuration and shares it when it changed.
///
/// # Errors
/// When the request fails. A configuration without content is not an error here: the user's life ends of it.
pub async fn client_config(session: &Session) -> Result<(), Failure> {
    let query = if session.lab.is_2026() { "" } else { "format=old" };
    let reply = session.get("/config/client", &[], query).await?;
    if let Some(config) = ClientConfig::read(reply.body()?) {
        let is_same = session.lab.client_config.read().as_deref() == Some(&config);
        if !is_same {
            *session.lab.client_config.write() = Some(Arc::new(config));
        }
    }
    Ok(())
}

/// A page of the teams that the user may see.
///
/// # Errors
/// When the request fails.
pub async fn teams(session: &Session, query: &str) -> Result<Vec<No>, Failure> {
    let teams: Vec<TeamAnswer> = session.get("/teams", &[], query).await?.json()?;
    Ok(teams.iter().map(|team| session.lab.world.team(team.id, &team.name)).collect())
}

/// The own memberships of teams; remembered and returned.
///
/// # Errors
/// When the request fails.
pub async fn team_members(session: &Session) -> Result<Vec<No>, Failure> {
    let (_, me) = session.me()?;
    let members: Vec<TeamMemberAnswer> = session.get("/users/{user}/teams/members", &[&me], "").await?.json()?;
    let live = members.iter().filter(|member| member.delete_at == 0);
    let members: Vec<No> = live.map(|member| session.lab.world.team(member.team_id, "")).collect();
    session.memory.lock().team_members.clone_from(&members);
    Ok(members)
}

/// The channels of a team that the user is in, archived ones as well.
///
/// # Errors
/// When the request fails.
pub async fn channels_of_team(session: &Session, team: No) -> Result<(), Failure> {
    let ((_, me), team) = (session.me()?, session.lab.world.team_id(team));
    let reply = session.get("/users/{user}/teams/{team}/channels", &[&me, &team], "include_deleted=true").await?;
    note_channels(session, &reply.json::<Vec<ChannelAnswer>>()?);
    Ok(())
}

/// The channels of a team that the user is in, without the archived ones: the older client then says nothing of them.
///
/// # Errors
/// When the request fails.
pub async fn live_channels_of_team(session: &Session, team: No) -> Result<(), Failure> {
    let ((_, me), team) = (session.me()?, session.lab.world.team_id(team));
    let query = if session.lab.is_2026() { "include_deleted=false" } else { "" };
    let reply = session.get("/users/{user}/teams/{team}/channels", &[&me, &team], query).await?;
    note_channels(session, &reply.json::<Vec<ChannelAnswer>>()?);
    Ok(())
}

/// Remembers channels.
pub fn note_channels(session: &Session, channels: &[ChannelAnswer]) -> Vec<No> {
    let live = channels.iter().filter(|channel| channel.delete_at == 0);
    let world = &session.lab.world;
    let numbers: Vec<No> =
        live.map(|one| world.channel(one.id, one.team_id, Kind::of(&one.r#type), &one.name)).collect();
    let mut memory = session.memory.lock();
    for no in &numbers {
        memory.see(*no);
    }
    numbers
}

/// The page of the web client and every file it names. What fails is told, and hinders nothing.
pub async fn static_assets(session: &Session) {
    let net = &session.lab.net;
    let meter = &session.lab.meter;
    let page = match net.send(meter, Call::page("/"), None).await {
        Ok(page) => page,
        // A server without a web client is as good as any for its API.
        Err(Failure::Refused { status: 404, .. }) => return,
        Err(failure) => return meter.error("static assets", &failure),
    };
    let html = match page.body() {
        Ok(body) => String::from_utf8_lossy(body),
        Err(failure) => return meter.error("static assets", &failure),
    };
    for path in assets(&html).into_iter().take(ASSETS_MAX) {
        if let Err(failure) = net.send(meter, Call::page(&path), None).await {
            meter.error("static assets", &failure);
        }
    }
}

/// Paths of this server in `link href` and `script src`.
fn assets(html: &str) -> Vec<String> {
    let tags = html.split('<').filter_map(|tag| {
        let tag = tag.split('>').next()?;
        let attribute = if tag.starts_with("link ") { "href=" } else { "src=" };
        if attribute == "src=" && !tag.starts_with("script ") {
            return None;
        }
        let value = tag.split_once(attribute)?.1;
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        value[1..].split(quote).next()
    });
    tags.filter(|path| path.starts_with('/') && !path.starts_with("//")).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Agent;
    use crate::agent::control::Create;
    use crate::config::{LabConfig, LoadTestConfig};

    #[test]
    fn a_token_is_of_one_session_at_a_time_and_kept_when_that_has_ended() {
        let folder = tempfile::tempdir().expect("a folder");
        let lab_config = LabConfig { sessions_file: Some(folder.path().join("sessions.json")), ..LabConfig::default() };
        let create =
            Create { load_test_config: LoadTestConfig::default(), lab_config: Some(lab_config), ..Create::default() };
        let session = || Agent::session_without_pauses("lt0", create.clone()).expect("it holds together");
        let (one, other) = (session(), session());
        let (sessions, email) = (&one.lab.sessions, one.account.email.to_string());
        for (session, token) in [(&one, "first"), (&other, "second")] {
            session.set_token(Some(token));
            assert_eq!(sessions.take(&email), None, "{token} is in use");
        }
        sessions.give_back(&one);
        sessions.save().expect("the folder can be written");
        assert_eq!(session().lab.sessions.take(&email).as_deref(), Some("first"), "a later run");
        assert_eq!((sessions.take(&email).as_deref(), sessions.take(&email)), (Some("first"), None));
        one.set_token(None);
        sessions.give_back(&one);
        assert_eq!(sessions.take(&email), None, "who signed out leaves nothing");
    }

    #[test]
    fn a_page_names_its_files() {
        let html = r#"<html><link rel="icon" href="/favicon.ico"><script src='/main.js'></script>
            <script>inline()</script><img src="/a.png"><link href="https://elsewhere/x.css"></html>"#;
        assert_eq!(assets(html), ["/favicon.ico", "/main.js"]);
    }
}
