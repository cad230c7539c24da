//! Whom a post calls: by name, by word, or everybody in the channel.
//!
//! Names after an `@` are looked up among all users and then among the channel's members, so that
//! nothing has to be known of the members of a large channel to post in it.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use base::ids::UserId;
use futures_util::future::BoxFuture;
use node::error::Result;
use permissions::Permission;
use serde_json::Value;
use store::notify_props::NotifyProps;
use text::mentions::{KeywordTable, Mentions, readings, scan};
use wire::channels::{Channel, NOTIFY_IGNORE_CHANNEL_MENTIONS, NOTIFY_MARK_UNREAD};
use wire::omit::StringMap;
use wire::posts::{
    HEADER_CHANGE, PROP_ATTACHMENTS, PROP_DISABLE_GROUP_HIGHLIGHT, PROP_MENTION_HIGHLIGHT_DISABLED, PURPOSE_CHANGE,
    Post,
};
use wire::users::User;

use people::groups;
use people::users::may_know;
use request::App;

/// Names that one post may look up; the text of the largest post holds some thousands.
const NAMES_MAX: usize = 200;
/// People outside the channel whom a hint names.
const OUTSIDERS_MAX: usize = 20;

/// Whom a post calls, and what its author is to be told about that.
#[derive(Default)]
pub struct Called {
    /// Members of the channel, without the author, each once.
    pub users: Vec<UserId>,
    /// Those of them whom `@here` alone calls, because they are there at the moment.
    pub by_here: Vec<UserId>,
    /// Those who want to hear of this answer whatever it says.
    pub by_comments: Vec<UserId>,
    /// Everybody in the channel was called, and is.
    pub everybody: bool,
    /// People of the team who were named but are not in the channel.
    pub outsiders: Vec<Arc<User>>,
    /// Set when everybody was called and there are more than may be.
    pub too_many: Option<i64>,
    /// The author called everybody and may not.
    pub denied: bool,
    /// The author called a group and may not; clients do not highlight it then.
    pub groups_denied: bool,
}

/// Finds whom `post` calls.
///
/// # Errors
/// When the store does not answer.
pub async fn find(app: &Arc<App>, author: &User, channel: &Channel, post: &Post) -> Result<Called> {
    let mut called = match channel.other_user(author.id) {
        // What a program says in somebody's name is news to that person, too: below, only people leave themselves out.
        Some(other) => Called { users: vec![other, author.id], ..Called::default() },
        None if channel.is_group() => {
            Called { users: app.store.channel_user_ids(channel.id).await?, ..Called::default() }
        }
        None => in_text(app, author, channel, post).await?,
    };
    if post.kind == wire::posts::ADD_TO_CHANNEL
        && let Some(added) = UserId::parse(post.prop("addedUserId"))
        && !called.users.contains(&added)
    {
        called.users.push(added);
    }
    if !post.is_from_webhook() {
        called.users.retain(|user| *user != author.id);
    }
    Ok(called)
}

/// The members whom the text of an older post calls by name or word.
pub async fn named_in(app: &Arc<App>, channel: &Channel, post: &Post) -> Result<Vec<UserId>> {
    let text = text_of(post);
    let (found, _) = scan_names(app, channel, &text).await?;
    let mut called = Called { users: found.users, ..Called::default() };
    if !post.props.contains_key(PROP_DISABLE_GROUP_HIGHLIGHT) {
        add_groups(app, channel, &found.potential, &mut called).await?;
    }
    Ok(called.users)
}

/// Adds the members of the channel who belong to a group that is named.
async fn add_groups(app: &App, channel: &Channel, names: &[String], called: &mut Called) -> Result<()> {
    let most = app.config().team.max_notifications_per_channel as usize;
    let people = groups::called(app, channel.id, names, most + 1).await?;
    if people.len() > most {
        called.too_many = i64::try_from(most).ok();
        return Ok(());
    }
    called.add(people);
    Ok(())
}

/// In a box, so that it is compiled here, and not in each crate that reads mentions.
fn in_text<'a>(
    app: &'a Arc<App>,
    author: &'a User,
    channel: &'a Channel,
    post: &'a Post,
) -> BoxFuture<'a, Result<Called>> {
    Box::pin(async move {
        let text = text_of(post);
        let (found, known) = scan_names(app, channel, &text).await?;
        let mut called = Called { users: found.users.clone(), ..Called::default() };
        let (mut outsiders, mut unknown): (Vec<Arc<User>>, Vec<String>) = (Vec::new(), Vec::new());
        for word in &found.potential {
            match readings(word).find_map(|name| known.get(name)) {
                Some(user) if outsiders.iter().any(|one| one.id == user.id) => {}
                // Of whom the author may not know, there is nobody.
                Some(user) if may_know(app, author, user.id).await? => outsiders.push(user.clone()),
                _ => unknown.push(word.clone()),
            }
        }
        if !unknown.is_empty() {
            if app.channel_rights(author, channel.id).await?.contains(Permission::UseGroupMentions) {
                add_groups(app, channel, &unknown, &mut called).await?;
            } else {
                called.groups_denied = true;
            }
        }
        for user in outsiders {
            if called.outsiders.len() < OUTSIDERS_MAX && is_outsider(app, channel, &user).await? {
                called.outsiders.push(user);
            }
        }
        if found.here || found.channel || found.all {
            everybody(app, author, channel, post, &found, &mut called).await?;
        }
        Ok(called)
    })
}

/// What of a post is read: its text, and that of its attachments.
pub(super) fn text_of(post: &Post) -> String {
    let mut text = post.message.clone();
    let Some(Value::Array(attachments)) = post.props.get(PROP_ATTACHMENTS) else { return text };
    let mut add = |value: Option<&Value>| {
        if let Some(Value::String(part)) = value {
            text.push_str("\n\n");
            text.push_str(part);
        }
    };
    for attachment in attachments {
        add(attachment.get("pretext"));
        add(attachment.get("text"));
        for field in attachment.get("fields").and_then(Value::as_array).into_iter().flatten() {
            add(field.get("value"));
        }
    }
    text
}

/// Scans a text twice: first to learn which names it holds, then with those that members have.
async fn scan_names(app: &Arc<App>, channel: &Channel, text: &str) -> Result<(Mentions, HashMap<String, Arc<User>>)> {
    app.world.refresh_keyword_index().await?;
    let index = &app.world.keyword_index;
    let named = memchr::memchr(b'@', text.as_bytes()).is_some();
    if !named && index.is_empty() {
        return Ok((Mentions::default(), HashMap::new()));
    }
    let mut known = HashMap::new();
    let mut members = HashMap::new();
    if named {
        let asked = Asked::default();
        scan(text, &asked);
        let names: Vec<String> = asked.0.into_inner().into_iter().collect();
        known = app.world.users_by_names(&names).await?;
        for (name, user) in &known {
            // Bots are called like people: that is how most of them know that they are meant.
            if user.is_active() && app.world.is_in_channel(user.id, channel.id).await? {
                members.insert(format!("@{name}"), [user.id]);
            }
        }
    }
    let mut found = index.scan(text, &members);
    keep_members(app, channel, &members, &mut found.users).await?;
    Ok((found, known))
}

/// Leaves those who belong to the channel; whose name was found is known to.
async fn keep_members(
    app: &App,
    channel: &Channel,
    members: &HashMap<String, [UserId; 1]>,
    users: &mut Vec<UserId>,
) -> Result<()> {
    let by_name: HashSet<UserId> = members.values().flatten().copied().collect();
    let by_word: Vec<UserId> = users.iter().copied().filter(|user| !by_name.contains(user)).collect();
    if by_word.is_empty() {
        return Ok(());
    }
    let inside: HashSet<UserId> = app.store.channel_members_among(channel.id, &by_word).await?.into_iter().collect();
    users.retain(|user| by_name.contains(user) || inside.contains(user));
    Ok(())
}

/// Knows nobody, and remembers which names were asked for.
#[derive(Default)]
struct Asked(RefCell<BTreeSet<String>>);

impl KeywordTable for Asked {
    fn lookup(&self, word: &str) -> Option<&[UserId]> {
        let mut names = self.0.borrow_mut();
        if let Some(name) = word.strip_prefix('@')
            && !name.is_empty()
            && name.len() <= rules::users::USERNAME_LEN_MAX
            && names.len() < NAMES_MAX
        {
            names.insert(name.to_lowercase());
        }
        None
    }

    fn multibyte(&self) -> impl Iterator<Item = (&str, &[UserId])> {
        std::iter::empty()
    }
}

async fn is_outsider(app: &App, channel: &Channel, user: &User) -> Result<bool> {
    if !user.is_active() || user.is_bot || channel.is_direct_or_group() {
        return Ok(false);
    }
    let memberships = app.world.memberships(user.id).await?;
    Ok(memberships.teams.contains_key(&channel.team_id) && !memberships.channels.contains_key(&channel.id))
}

/// Adds the members who listen to `@channel`, `@all` or, when they are there, `@here`.
async fn everybody(
    app: &Arc<App>,
    author: &User,
    channel: &Channel,
    post: &Post,
    found: &Mentions,
    called: &mut Called,
) -> Result<()> {
    if matches!(post.kind.as_str(), HEADER_CHANGE | PURPOSE_CHANGE)
        || post.props.get(PROP_MENTION_HIGHLIGHT_DISABLED).is_some_and(|value| value == true)
    {
        return Ok(());
    }
    if !app.channel_rights(author, channel.id).await?.contains(Permission::UseChannelMentions) {
        called.denied = true;
        return Ok(());
    }
    let most = i64::from(app.config().team.max_notifications_per_channel);
    let count = app.world.member_count(channel.id).await?.members;
    if count > most {
        called.too_many = Some(most);
        return Ok(());
    }
    called.everybody = true;
    let whole = found.channel || found.all;
    for NotifyProps { user, props } in app.store.channel_notify_props(channel.id, count.max(0) as usize).await? {
        if called.users.contains(&user) || ignores_calls_to_all(&props) {
            continue;
        }
        let Some(member) = app.world.user(user).await? else { continue };
        let listens = member.notify_props.get("channel").is_none_or(|value| value == "true");
        if !member.is_active() || member.is_bot || !listens {
            continue;
        }
        if whole {
            called.users.push(user);
        } else if app.world.status(user).await?.status == wire::statuses::ONLINE {
            called.users.push(user);
            called.by_here.push(user);
        }
    }
    Ok(())
}

/// Whether a member with these settings for the channel is not called with everybody: who muted it is not, unless the
/// settings say otherwise.
pub(super) fn ignores_calls_to_all(props: &StringMap) -> bool {
    match props.get(NOTIFY_IGNORE_CHANNEL_MENTIONS).map(String::as_str) {
        Some("on") => true,
        Some("off") => false,
        _ => props.get(NOTIFY_MARK_UNREAD).is_some_and(|value| value == "mention"),
    }
}

impl Called {
    /// Adds users who want to hear of an answer whatever it says.
    pub fn add_commented(&mut self, users: Vec<UserId>) {
        self.by_comments.clone_from(&users);
        self.add(users);
    }

    /// Adds users whom something else calls.
    fn add(&mut self, users: Vec<UserId>) {
        for user in users {
            if !self.users.contains(&user) {
                self.users.push(user);
            }
        }
    }

    /// Whether there is something to tell the author with a hint.
    pub fn has_hint(&self) -> bool {
        !self.outsiders.is_empty() || self.too_many.is_some() || self.denied
    }
}
