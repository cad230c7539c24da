//! Groups of the directory: which there are, and who is in one, groups in groups included.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base::ids::UserId;
use config::Ldap;
use people::groups::members;
use request::App;
use wire::groups::Group;

use crate::ldap::connection::Connection;
use crate::ldap::entry::{Entry, Member, same_dn};
use crate::ldap::fault::Fault;
use crate::ldap::filter;

/// Attributes of who is in a group.
const MEMBERS: &[&str] = &["member", "uniqueMember", "memberUid"];
/// Groups in groups, one below the other. Circles end before.
const DEPTH_MAX: usize = 16;
/// Members whose change goes into one write.
const BATCH_LEN: usize = 200;
/// Parts of one group's list of members; each has 1,500 in Active Directory.
const PARTS_MAX: usize = 1_000;

/// A group, as the directory says it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub id: String,
    pub name: String,
}

fn found(settings: &Ldap, entry: &Entry) -> Option<Found> {
    let id = entry.id(&settings.group_id_attribute)?;
    let name = entry.text(filter::group_name(settings));
    let name = if name.is_empty() { entry.dn.as_str() } else { name };
    Some(Found { id, name: name.chars().take(rules::groups::DISPLAY_NAME_LEN_MAX).collect() })
}

/// # Errors
/// [`Fault::Search`] where the configuration does not say what groups are known by.
pub fn must_know_groups(settings: &Ldap) -> Result<(), Fault> {
    if settings.group_id_attribute.is_empty() {
        return Err(Fault::Search("ldap.group_id_attribute is not set".into()));
    }
    Ok(())
}

/// The groups with a part in their names, by their names.
///
/// # Errors
/// As [`Fault`] says.
pub async fn called(connection: &mut Connection, settings: &Ldap, part: &str) -> Result<Vec<Found>, Fault> {
    must_know_groups(settings)?;
    let attributes = [settings.group_id_attribute.as_str(), filter::group_name(settings)];
    let mut pages = connection.pages(filter::groups_called(settings, part), &attributes);
    let mut groups = Vec::new();
    while let Some(page) = pages.next().await? {
        groups.extend(page.iter().filter_map(|entry| found(settings, entry)));
    }
    groups.sort_by(|a, b| (a.name.to_lowercase(), &a.id).cmp(&(b.name.to_lowercase(), &b.id)));
    Ok(groups)
}

/// The group of an id.
///
/// # Errors
/// As [`Fault`] says.
pub async fn of_id(connection: &mut Connection, settings: &Ldap, id: &str) -> Result<Option<(Found, Entry)>, Fault> {
    must_know_groups(settings)?;
    let mut attributes = vec![settings.group_id_attribute.as_str(), filter::group_name(settings)];
    attributes.extend(MEMBERS);
    let mut entries = connection.find(&filter::group_of_id(settings, id), &attributes, 2).await?;
    let Some(entry) = entries.pop().filter(|_| entries.is_empty()) else { return Ok(None) };
    Ok(found(settings, &entry).map(|found| (found, entry)))
}

/// Everybody whom the directory has, by the name of the entry and by what people sign in with. Whoever has no account yet
/// stands for nobody.
#[derive(Debug, Default)]
pub struct Everybody {
    by_dn: HashMap<String, UserId>,
    by_login: HashMap<String, String>,
}

impl Everybody {
    pub fn note(&mut self, dn: &str, login: &str, user: UserId) {
        let dn = same_dn(dn);
        self.by_login.insert(login.to_lowercase(), dn.clone());
        self.by_dn.insert(dn, user);
    }

    pub fn len(&self) -> usize {
        self.by_dn.len()
    }

    pub fn is_empty(&self) -> bool {
        self.by_dn.is_empty()
    }

    fn dn_of<'a>(&'a self, member: &'a Member) -> Option<&'a str> {
        match member {
            Member::Entry(dn) => Some(dn),
            Member::Login(login) => self.by_login.get(&login.to_lowercase()).map(String::as_str),
        }
    }

    /// Whose account an entry is; [`UserId::NONE`] while somebody has none.
    pub fn user(&self, dn: &str) -> Option<UserId> {
        self.by_dn.get(dn).copied()
    }
}

/// The entries of the people in a group and in the groups in it, by their names. `are_groups` are the names of all groups:
/// what is neither somebody nor one of these is something else, and is not asked about.
///
/// # Errors
/// As [`Fault`] says.
pub async fn people_in(
    connection: &mut Connection,
    settings: &Ldap,
    top: Entry,
    everybody: &Everybody,
    are_groups: &HashSet<String>,
) -> Result<HashSet<String>, Fault> {
    let mut people = HashSet::new();
    let mut seen = HashSet::from([same_dn(&top.dn)]);
    let mut level = vec![top];
    for _ in 0..DEPTH_MAX {
        let mut below = HashSet::new();
        for group in level {
            for member in all_members(connection, settings, group).await? {
                let Some(dn) = everybody.dn_of(&member) else { continue };
                if everybody.user(dn).is_some() {
                    people.insert(dn.to_owned());
                } else if are_groups.contains(dn) && seen.insert(dn.to_owned()) {
                    below.insert(dn.to_owned());
                }
            }
        }
        if below.is_empty() {
            return Ok(people);
        }
        level = Vec::with_capacity(below.len());
        for dn in below {
            level.extend(connection.at(&dn, &filter::groups(settings), MEMBERS).await?);
        }
    }
    Err(Fault::Search(format!("groups in groups, more than {DEPTH_MAX} deep")))
}

/// All members of a group, also where the directory lists them in parts.
async fn all_members(connection: &mut Connection, settings: &Ldap, group: Entry) -> Result<Vec<Member>, Fault> {
    let mut members: Vec<Member> = group.members().collect();
    let mut left = group.members_left();
    for _ in 0..PARTS_MAX {
        let Some(range) = left else { return Ok(members) };
        let part = connection.at(&group.dn, &filter::groups(settings), &[range.as_str()]).await?;
        let Some(part) = part else { return Ok(members) };
        members.extend(part.members());
        left = part.members_left();
    }
    Err(Fault::Search(format!("the group {:?} has too many members", group.dn)))
}

/// The names of all groups' entries.
///
/// # Errors
/// As [`Fault`] says.
pub async fn names(connection: &mut Connection, settings: &Ldap) -> Result<HashSet<String>, Fault> {
    must_know_groups(settings)?;
    let attributes = [settings.group_id_attribute.as_str()];
    let mut pages = connection.pages(filter::groups(settings), &attributes);
    let mut names = HashSet::new();
    while let Some(page) = pages.next().await? {
        names.extend(page.iter().map(|entry| same_dn(&entry.dn)));
    }
    Ok(names)
}

/// Who comes into a group and who goes, when it has these people by now.
pub fn difference(now: &HashSet<UserId>, before: &[UserId]) -> (Vec<UserId>, Vec<UserId>) {
    let were: HashSet<UserId> = before.iter().copied().collect();
    let mut joined: Vec<UserId> = now.difference(&were).copied().collect();
    let mut left: Vec<UserId> = were.difference(now).copied().collect();
    joined.sort_unstable();
    left.sort_unstable();
    (joined, left)
}

/// Puts people into a group here and takes others out.
///
/// # Errors
/// When the store does not answer.
pub async fn follow(app: &Arc<App>, group: &Group, joined: &[UserId], left: &[UserId]) -> Result<(), Fault> {
    for joined in joined.chunks(BATCH_LEN) {
        let mut change = app.change();
        members::follow(&mut change, group.id, joined, &[]);
        change.commit().await?;
    }
    for left in left.chunks(BATCH_LEN) {
        let mut change = app.change();
        members::follow(&mut change, group.id, &[], left);
        match change.commit().await {
            // Somebody's account was removed at the same moment: the next time finds who is left.
            Ok(_) | Err(store::Error::Unmet { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    if !(joined.is_empty() && left.is_empty()) {
        members::told_count(app, &mut group.clone()).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    #[test]
    fn who_comes_and_who_goes() {
        let id = |byte: u8| UserId(Id([byte; 16]));
        let (joined, left) = difference(&HashSet::from([id(1), id(3), id(2)]), &[id(2), id(9)]);
        assert_eq!((joined, left), (vec![id(1), id(3)], vec![id(9)]));
    }

    #[test]
    fn somebody_is_found_by_entry_and_by_login() {
        let mut everybody = Everybody::default();
        everybody.note("uid=Ann, dc=x", "Ann", UserId::NONE);
        let of = |member: Member| everybody.dn_of(&member).and_then(|dn| everybody.user(dn));
        assert_eq!(of(Member::Login("ANN".into())), Some(UserId::NONE));
        assert_eq!(of(Member::Entry("uid=ann,dc=x".into())), Some(UserId::NONE));
        assert_eq!((of(Member::Login("bob".into())), everybody.len()), (None, 1));
    }
}
