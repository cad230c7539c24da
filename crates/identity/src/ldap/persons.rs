//! The people of the directory and their accounts: all that the job does with them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base::ids::UserId;
use config::Ldap;
use futures_util::{StreamExt, stream};
use request::App;
use wire::users::User;

use crate::accounts::{Names, followed};
use crate::claims::Person;
use crate::gone::Keeper;
use crate::ldap::SERVICE;
use crate::ldap::accounts::{Standing, activate, deactivate, follow, newcomer, other_roles};
use crate::ldap::connection::Connection;
use crate::ldap::entry::{Entry, asked, person};
use crate::ldap::fault::Fault;
use crate::ldap::filter;
use crate::ldap::groups::Everybody;
use crate::ldap::report::{Count, How, Stage};

/// Accounts that are written at a time: their writes share a transaction.
const AT_A_TIME: usize = 16;
/// Accounts that are read at a time.
const PAGE_LEN: usize = 500;
/// So few accounts may go at once, however large a part of all they are.
const GONE_FREELY: usize = 10;

/// Whether many accounts may go at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Many {
    /// The half of all at most: a filter that was changed by mistake should not lock people out.
    Refused,
    /// An administrator insists.
    Allowed,
}

/// What the filters make of whom, by what accounts are known by.
#[derive(Default)]
pub struct Standings {
    guests: HashSet<String>,
    administrators: HashSet<String>,
}

impl Standings {
    /// # Errors
    /// As [`Fault`] says.
    pub async fn read(connection: &mut Connection, settings: &Ldap) -> Result<Standings, Fault> {
        let mut standings = Standings::default();
        let kinds = [
            (filter::guests(settings), &mut standings.guests),
            (filter::administrators(settings), &mut standings.administrators),
        ];
        for (filter, ids) in kinds {
            let Some(filter) = filter else { continue };
            let attributes = [settings.id_attribute.as_str()];
            let mut pages = connection.pages(filter, &attributes);
            while let Some(page) = pages.next().await? {
                ids.extend(page.iter().filter_map(|entry| entry.id(&settings.id_attribute)));
            }
        }
        Ok(standings)
    }

    pub fn of(&self, subject: &str) -> Standing {
        Standing { is_guest: self.guests.contains(subject), is_admin: self.administrators.contains(subject) }
    }
}

/// What the job knows while it runs.
pub struct Known {
    pub everybody: Everybody,
    pub standings: Standings,
    /// What those are known by whom the directory has.
    pub subjects: HashSet<String>,
}

/// Reads everybody, and brings the accounts of those who have one up to date.
///
/// # Errors
/// As [`Fault`] says; what was done until then is done.
pub async fn follow_all(
    app: &Arc<App>,
    connection: &mut Connection,
    settings: &Ldap,
    stage: &mut Stage<'_>,
) -> Result<Known, Fault> {
    let standings = Standings::read(connection, settings).await?;
    let mut known = Known { everybody: Everybody::default(), standings, subjects: HashSet::new() };
    let attributes = asked(settings);
    let mut pages = connection.pages(filter::people(settings), &attributes);
    let mut pages_read = 0;
    while let Some(page) = pages.next().await? {
        follow_page(app, settings, &page, &mut known, stage).await?;
        pages_read += 1;
        // How many there are nobody knows before: each page is a part of what is left.
        stage.reached(100 - 100 / (pages_read + 1)).await?;
    }
    Ok(known)
}

async fn follow_page(
    app: &Arc<App>,
    settings: &Ldap,
    page: &[Entry],
    known: &mut Known,
    stage: &mut Stage<'_>,
) -> Result<(), Fault> {
    let mut persons = Vec::with_capacity(page.len());
    for entry in page {
        match person(settings, entry) {
            Some(person) if known.subjects.insert(person.subject.clone()) => persons.push((entry, person)),
            Some(person) => stage.report.passed_over(&entry.dn, &format!("{} is another one's", person.subject)),
            None => stage.report.passed_over(&entry.dn, &format!("{} cannot be used", settings.id_attribute)),
        }
    }
    stage.report.count(Count::Found, persons.len() as u64);
    let subjects: Vec<String> = persons.iter().map(|(_, person)| person.subject.clone()).collect();
    let accounts = app.store.users_by_auths(&subjects, SERVICE).await?.into_iter();
    let accounts: HashMap<String, User> = accounts.filter_map(|user| Some((user.auth_data.clone()?, user))).collect();
    let mut work = Vec::new();
    for (entry, person) in persons {
        let user = accounts.get(&person.subject);
        let login = entry.text(&settings.login_id_attribute);
        known.everybody.note(&entry.dn, login, user.map_or(UserId::NONE, |user| user.id));
        if let Some(user) = user {
            let standing = known.standings.of(&person.subject);
            work.push((user.clone(), person, standing));
        }
    }
    let how = stage.report.how;
    let mut done = stream::iter(work)
        .map(|(user, person, standing)| async move {
            let name = user.username.clone();
            (name, bring_up(app, settings, how, user, &person, standing).await)
        })
        .buffer_unordered(AT_A_TIME);
    while let Some((name, outcome)) = done.next().await {
        match outcome {
            Ok(Brought { changes, kept }) => {
                for (count, line) in changes {
                    stage.report.would(count, || line);
                }
                kept.iter().for_each(|why| stage.report.passed_over(&name, why));
            }
            Err(fault) if fault.is_of_one() => stage.report.passed_over(&name, &fault.to_string()),
            Err(fault) => return Err(fault),
        }
    }
    Ok(())
}

/// What became of an account.
#[derive(Default)]
struct Brought {
    changes: Vec<(Count, String)>,
    /// What stays as it was, although the directory says otherwise, and why.
    kept: Vec<String>,
}

/// Makes an account what the directory says of it, or only says what would be other.
async fn bring_up(
    app: &Arc<App>,
    settings: &Ldap,
    how: How,
    mut user: User,
    person: &Person,
    standing: Standing,
) -> Result<Brought, Fault> {
    let mut brought = Brought::default();
    let changes = &mut brought.changes;
    if !user.is_active() {
        if !Keeper::Directory.may_bring_back(app, &user).await? {
            // An administrator put it out of use.
            return Ok(brought);
        }
        changes.push((Count::Activated, format!("activate {}", user.username)));
        if how == How::Do {
            user = activate(app, user).await?;
        }
    }
    let new = followed(app, &user, person, Names::Followed).await?;
    if person.is_vouched && new.email != person.email {
        let why = "another account has it, or its domain is not let in";
        brought.kept.push(format!("the address {} is not taken over: {why}", person.email));
    }
    let roles = other_roles(app, settings, &user, standing);
    if new == user && roles.is_none() {
        return Ok(brought);
    }
    changes.push((Count::Changed, format!("change {}: {}", user.username, differences(&user, &new, roles.as_deref()))));
    if how == How::Do {
        follow(app, settings, user, person, standing).await?;
    }
    Ok(brought)
}

/// What is other, for people to read.
fn differences(old: &User, new: &User, roles: Option<&str>) -> String {
    let fields = [
        ("username", &old.username, &new.username),
        ("email", &old.email, &new.email),
        ("first_name", &old.first_name, &new.first_name),
        ("last_name", &old.last_name, &new.last_name),
        ("nickname", &old.nickname, &new.nickname),
        ("position", &old.position, &new.position),
    ];
    let told = fields.iter().filter(|(_, old, new)| old != new);
    let mut told: Vec<String> = told.map(|(name, old, new)| format!("{name} {old:?} to {new:?}")).collect();
    told.extend(roles.map(|roles| format!("roles {:?} to {roles:?}", old.roles)));
    told.join(", ")
}

/// Puts the accounts of those out of use whom the directory does not have any more.
///
/// # Errors
/// When the directory has nobody at all, or more would go than may; nothing is done then.
pub async fn leave(app: &Arc<App>, known: &Known, many: Many, stage: &mut Stage<'_>) -> Result<(), Fault> {
    let (mut gone, mut active, mut after) = (Vec::new(), 0, UserId::NONE);
    loop {
        let page = app.store.users_of_service(SERVICE, after, PAGE_LEN).await?;
        let Some(last) = page.last() else { break };
        after = last.id;
        for user in page.into_iter().filter(|user| user.is_active() && !user.is_bot) {
            active += 1;
            if user.auth_data.as_ref().is_none_or(|subject| !known.subjects.contains(subject)) {
                gone.push(user);
            }
        }
        stage.beat().await?;
    }
    if known.subjects.is_empty() && active > 0 {
        return Err(Fault::Search("user_filter finds nobody: no account is deactivated".into()));
    }
    if many == Many::Refused && gone.len() > GONE_FREELY && gone.len() * 2 > active {
        let text = format!("{} of {active} accounts are not in the directory any more: say allow_many", gone.len());
        return Err(Fault::Search(text));
    }
    for user in gone {
        if stage.report.would(Count::Deactivated, || format!("deactivate {}", user.username))
            && !deactivate(app, &user).await?
        {
            stage.report.passed_over(&user.username, "the last administrator stays");
        }
    }
    Ok(())
}

/// Makes accounts for people of linked groups who have none. In a dry run nobody gets one.
///
/// # Errors
/// As [`Fault`] says.
pub async fn welcome(
    app: &Arc<App>,
    connection: &mut Connection,
    settings: &Ldap,
    names: &HashSet<String>,
    known: &mut Known,
    stage: &mut Stage<'_>,
) -> Result<(), Fault> {
    let strangers = names.iter().filter(|dn| known.everybody.user(dn).is_some_and(UserId::is_none));
    let strangers: Vec<String> = strangers.cloned().collect();
    if !settings.create_accounts {
        return Ok(());
    }
    let attributes = asked(settings);
    for part in strangers.chunks(PAGE_LEN) {
        let mut work = Vec::with_capacity(part.len());
        for dn in part {
            let entry = connection.at(dn, &filter::people(settings), &attributes).await?;
            let Some(entry) = entry else { continue };
            let Some(person) = person(settings, &entry) else { continue };
            if stage.report.would(Count::Made, || format!("make an account for {}", person.username)) {
                work.push((entry, person));
            }
        }
        let standings = &known.standings;
        let mut done = stream::iter(work)
            .map(|(entry, person)| async move {
                let standing = standings.of(&person.subject);
                (entry, newcomer(app, settings, &person, standing).await)
            })
            .buffer_unordered(AT_A_TIME);
        let mut made = Vec::new();
        while let Some((entry, outcome)) = done.next().await {
            match outcome.map_err(Fault::from) {
                Ok(user) => made.push((entry, user.id)),
                Err(fault) if fault.is_of_one() => stage.report.passed_over(&entry.dn, &fault.to_string()),
                Err(fault) => return Err(fault),
            }
        }
        drop(done);
        for (entry, user) in made {
            known.everybody.note(&entry.dn, entry.text(&settings.login_id_attribute), user);
        }
        stage.beat().await?;
    }
    Ok(())
}
