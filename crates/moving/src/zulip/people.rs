//! People of an organisation, and programs.

use std::collections::HashMap;

use base::Millis;
use transfer::bulk::left_out::LeftOut;

use super::tables::{User, millis};
use super::{NOWHERE, REALM};
use crate::accounts::{Addresses, Called};
use crate::ids;
use crate::names::{Names, cut};

const NAME_LEN_MAX: usize = 64;

/// Somebody of the organisation, or a program.
pub struct Person {
    pub called: Called,
    pub name: Box<str>,
    pub is_bot: bool,
    pub is_guest: bool,
    pub is_admin: bool,
    pub is_active: bool,
    pub joined: Option<Millis>,
}

/// Puts users together, with their numbers by id.
pub fn people(users: Vec<(User, bool)>, scope: &str, left_out: &mut LeftOut) -> (Vec<Person>, HashMap<u64, u32>) {
    let (mut people, mut by_id, mut names) = (Vec::new(), HashMap::new(), Names::default());
    let mut addresses = Addresses::default();
    for (user, is_system) in users {
        if user.id == 0 || by_id.contains_key(&user.id) {
            let reason = "A user without an id, or with that of another. It is left out.";
            left_out.add(reason, format_args!("{REALM} {:?}", user.full_name));
            continue;
        }
        let (own, is_bot) = (format!("user{}", user.id), user.is_bot || is_system);
        let username = names.give(&user.full_name.replace(' ', "."), &own, rules::users::is_username);
        // The one that others see may be none at which mail arrives.
        let wanted = if user.delivery_email.is_empty() { &user.email } else { &user.delivery_email };
        let email = addresses.give(if is_bot { "" } else { wanted }, &own, NOWHERE);
        if email.ends_with(NOWHERE) && !is_bot {
            let reason =
                "A user without an address, or with that of another: he or she gets one where no mail arrives.";
            left_out.add(reason, &own);
        }
        by_id.insert(user.id, u32::try_from(people.len()).unwrap_or(u32::MAX));
        people.push(Person {
            called: Called::new(&own, ids::named("user", scope, &own), username, email),
            name: cut(&user.full_name, NAME_LEN_MAX).into(),
            is_bot,
            is_guest: user.role == 600 || user.is_guest,
            is_admin: matches!(user.role, 100 | 200) || user.is_realm_admin,
            is_active: user.is_active != Some(false) && !user.is_mirror_dummy,
            joined: millis(user.date_joined),
        });
    }
    (people, by_id)
}
