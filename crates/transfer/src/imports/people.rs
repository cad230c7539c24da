//! Accounts and bots that are brought along.

use std::collections::HashMap;

use base::ids::UserId;
use files::{FileError, ObjectPath};
use futures_util::future::try_join_all;
use node::change::Change;
use node::error::{ApiError, Result};
use organisation::users::operator::Secret;
use organisation::{bots as bots_of, profile_pictures, users as users_of};
use people::sessions::ending;
use request::App;
use store::memberships::As;
use store::post_pages::Page;
use store::users_list::{Activity, Filter};
use wire::bots::Bot as WireBot;
use wire::users::{PROP_CUSTOM_STATUS, SYSTEM_ADMIN, SYSTEM_USER, User as WireUser};

use crate::bulk::Failed;
use crate::bulk::line::{Bot, User};
use crate::bulk::settings::{Notices, TUTORIAL_STEP, interval_kept};
use crate::imports::members;
use crate::imports::members::{Member, preference};
use crate::imports::{Import, apart};

/// Hashes that are made at a time, and that are kept: files made by programs give many accounts the same password.
const HASHED_AT_ONCE: usize = 2;
const HASHES_MAX: usize = 64;
/// Administrators that are looked at, to find one more.
const ADMINISTRATORS_READ: usize = 1_000;
const REFUSED_PICTURE: &str = "app.import.profile_image.error";

/// Hashes of passwords that files give. A hash takes a core a fifth of a second on purpose; accounts to which the file
/// gives the same password share one, which tells whoever reads the table no more than the file did.
#[derive(Default)]
pub struct Passwords(HashMap<String, String>);

impl Passwords {
    async fn hash(&mut self, app: &App, passwords: Vec<&str>) -> Result<()> {
        let mut missing: Vec<&str> = passwords.into_iter().filter(|one| !self.0.contains_key(*one)).collect();
        missing.sort_unstable();
        missing.dedup();
        for some in missing.chunks(HASHED_AT_ONCE) {
            let hashing: Vec<_> = some.iter().map(|one| app.hashes.hash((*one).to_owned())).collect();
            let hashes = try_join_all(hashing).await?;
            self.0.extend(some.iter().map(|one| (*one).to_owned()).zip(hashes));
        }
        Ok(())
    }

    /// Between two batches: what a batch hashed stays until its end.
    fn turn(&mut self) {
        if self.0.len() > HASHES_MAX {
            self.0.clear();
        }
    }
}

pub async fn users(import: &mut Import, lines: Vec<(u64, Box<User>)>) -> Result<(), Failed> {
    import.passwords.turn();
    let given = lines.iter().filter_map(|(_, line)| line.password.as_deref()).collect();
    let app = import.app.clone();
    import.passwords.hash(&app, given).await?;
    for part in apart(lines, |line| line.username.clone()) {
        write_users(import, part).await?;
    }
    Ok(())
}

/// All accounts in one change; when one of them cannot be, each in its own, so that its line is named.
async fn write_users(import: &mut Import, lines: Vec<(u64, Box<User>)>) -> Result<(), Failed> {
    let names: Vec<String> = lines.iter().map(|(_, line)| line.username.clone()).collect();
    let there = import.app.store.users_by_usernames(&names).await?;
    let mut there: HashMap<String, WireUser> = there.into_iter().map(|user| (user.username.clone(), user)).collect();
    let mut by_id = by_ids(import, &lines).await?;
    let mut change = import.app.change();
    let (mut made, mut pictures) = (0, Vec::new());
    for (number, line) in &lines {
        let by_id = line.id.and_then(|id| by_id.remove(&UserId(id)));
        let old = by_id.or_else(|| there.remove(&line.username));
        members::load(import, *number, &line.teams).await?;
        made += u64::from(old.is_none());
        let user = write_user(import, &mut change, *number, line, old).await?;
        if let Some(picture) = &line.profile_image {
            pictures.push((*number, user.id, picture.clone()));
        }
    }
    let last = lines.last().map_or(0, |(number, _)| *number);
    match import.commit(change, last).await {
        Err(failed) if failed.error.id == "app.import.conflict.error" && lines.len() > 1 => {
            for line in lines {
                Box::pin(write_users(import, vec![line])).await?;
            }
            return Ok(());
        }
        done => done?,
    }
    import.report.users += made;
    for (number, user, picture) in pictures {
        set_picture(import, number, user, &picture).await?;
    }
    Ok(())
}

/// The stored accounts whose ids lines have.
async fn by_ids(import: &Import, lines: &[(u64, Box<User>)]) -> Result<HashMap<UserId, WireUser>, Failed> {
    let ids: Vec<UserId> = lines.iter().filter_map(|(_, line)| line.id.map(UserId)).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let users = import.app.store.users(&ids).await?;
    Ok(users.into_iter().map(|user| (user.id, user)).collect())
}

/// Adds the account, or what the line changes of it, and what it belongs to.
async fn write_user(
    import: &mut Import,
    change: &mut Change,
    number: u64,
    line: &User,
    old: Option<WireUser>,
) -> Result<WireUser, Failed> {
    let mut user = merged(import, number, line, old.as_ref());
    match &old {
        Some(old) => keep_administrator(import, number, old, &mut user).await?,
        None => give_hash(import, number, line, &mut user).await,
    }
    users_of::create::must_be_valid(&user).map_err(Failed::at(number))?;
    let is_new = old.is_none();
    match old {
        Some(old) => update(change, &old, &user),
        None => {
            change.write(store::users::insert(&user));
            for preference in users_of::create::first_preferences(&user) {
                change.write(store::preferences::save(&preference));
            }
            change.user_changed(user.id);
        }
    }
    for (category, name, value) in line.settings.given() {
        let own = user.id.to_string();
        let (name, value) = match (category, name) {
            (TUTORIAL_STEP, _) => (own.as_str(), value),
            (_, "email_interval") => (name, interval_kept(value)),
            _ => (name, value),
        };
        change.write(store::preferences::save(&preference(user.id, category, name, value)));
    }
    let mut member = Member::of(import, &user, is_new).await?;
    members::join(import, change, number, &mut member, &line.teams).await?;
    import.names.note_user(&user);
    Ok(user)
}

/// The account as the line wants it. Without a password in the file it has none, until its owner asks for a new one;
/// one that is there stays.
fn merged(import: &mut Import, number: u64, line: &User, old: Option<&WireUser>) -> WireUser {
    let app = import.app.clone();
    let now = app.clock.now();
    let mut user = old.cloned().unwrap_or_else(|| WireUser {
        id: line.id.map_or_else(|| app.ids.next(), Into::into),
        create_at: line.create_at.unwrap_or(now),
        update_at: now,
        username: line.username.clone(),
        roles: SYSTEM_USER.to_owned(),
        notify_props: users_of::create::notify_defaults(),
        timezone: Some(users_of::create::timezone_defaults()),
        last_password_update: now,
        locale: app.config().localization.client_locale.clone(),
        remote_id: Some(String::new()),
        ..WireUser::default()
    });
    // One that is found by its id may have been called otherwise.
    user.username.clone_from(&line.username);
    user.email.clone_from(&line.email);
    user.email_verified = true;
    let texts = [
        (&mut user.nickname, &line.nickname),
        (&mut user.first_name, &line.first_name),
        (&mut user.last_name, &line.last_name),
        (&mut user.position, &line.position),
        (&mut user.locale, &line.locale),
    ];
    for (text, given) in texts {
        if let Some(given) = given {
            text.clone_from(given);
        }
    }
    if let Some(service) = line.auth_service.as_ref().filter(|service| !service.is_empty()) {
        user.auth_service.clone_from(service);
        user.auth_data = line.auth_data.clone().filter(|name| !name.is_empty());
        user.password_hash.clear();
    }
    if let Some(notices) = &line.notify_props {
        Notices::over(notices, &mut user.notify_props);
    }
    if let Some(status) = line.custom_status.as_ref().filter(|status| status.is_object()) {
        user.props.insert(PROP_CUSTOM_STATUS.to_owned(), status.to_string());
    }
    if let Some(hash) = line.password.as_ref().and_then(|password| import.passwords.0.get(password)) {
        user.password_hash.clone_from(hash);
    }
    user.delete_at = line.delete_at.unwrap_or(user.delete_at);
    if let Some(roles) = &line.roles {
        user.roles = known_roles(import, number, roles);
    }
    user
}

/// Gives a new account the hash of its password, if the line has one of a form that sign-ins verify.
async fn give_hash(import: &mut Import, number: u64, line: &User, user: &mut WireUser) {
    let Some(hash) = line.password_hash.clone().filter(|_| user.password_hash.is_empty()) else { return };
    match Secret::Hashed(hash).hash(&import.app).await {
        Ok(hash) => user.password_hash = hash,
        Err(_) => {
            let name = &line.username;
            import.warn(number, format_args!("{name} has a password of another form: he or she asks for a new one"));
        }
    }
}

/// Leaves the last administrator as he or she is: a file of another server has an account of the same name, say, which is
/// nobody there.
async fn keep_administrator(
    import: &mut Import,
    number: u64,
    old: &WireUser,
    user: &mut WireUser,
) -> Result<(), Failed> {
    let administers = |user: &WireUser| user.is_system_admin() && user.is_active() && !user.is_bot;
    if !administers(old) || administers(user) {
        return Ok(());
    }
    let roles = vec![SYSTEM_ADMIN.to_owned()];
    let filter = Filter { roles, activity: Activity::Active, exclude_bots: true, ..Filter::default() };
    let administrators = import.app.store.users_list(&filter, Page::first(ADMINISTRATORS_READ)).await?;
    // Those that this file has taken away may not be written yet.
    let mut others = administrators.iter().filter(|other| other.id != old.id && !import.demoted.contains(&other.id));
    if others.next().is_some() {
        import.demoted.insert(old.id);
        return Ok(());
    }
    user.roles.clone_from(&old.roles);
    user.delete_at = 0;
    import.warn(number, format_args!("{} stays the administrator: the server has no other", old.username));
    Ok(())
}

/// Those of some roles that this server knows; a plain account without any.
fn known_roles(import: &mut Import, number: u64, roles: &str) -> String {
    let table = import.app.roles.load_full();
    let (known, unknown): (Vec<&str>, Vec<&str>) =
        roles.split_ascii_whitespace().partition(|name| table.get(name).is_some());
    for name in unknown {
        import.warn(number, format_args!("there is no role {name:?}"));
    }
    if known.is_empty() { SYSTEM_USER.to_owned() } else { known.join(" ") }
}

/// Adds what differs from what is there.
fn update(change: &mut Change, old: &WireUser, user: &WireUser) {
    if old == user {
        return;
    }
    let now = change.node().clock.now().max(old.update_at + 1);
    change.write(store::users::update(&WireUser { update_at: now, ..user.clone() }, old.update_at));
    if old.password_hash != user.password_hash && !user.password_hash.is_empty() {
        change.write(store::users::set_password(user.id, &user.password_hash, now));
        // Whoever knew the old one may be signed in by it.
        ending::end_all(change, user.id);
    }
    if old.roles != user.roles {
        change.write(store::users::set_roles(user.id, &user.roles, now));
    }
    if old.is_guest() != user.is_guest() {
        let standing = if user.is_guest() { As::Guest } else { As::User };
        for write in store::memberships::set_all(user.id, standing, now) {
            change.write(write);
        }
        change.team_member_changed(user.id);
    }
    if old.delete_at != user.delete_at {
        change.write(store::users::set_deleted(user.id, user.delete_at, now));
        if user.delete_at > 0 {
            ending::end_all(change, user.id);
        }
    }
    if old.roles != user.roles || old.delete_at != user.delete_at {
        change.rank_changed(user.id, &user.roles);
    }
    change.user_changed(user.id);
}

/// Gives an account its picture, unless it has the same.
async fn set_picture(import: &mut Import, number: u64, user: UserId, path: &str) -> Result<(), Failed> {
    let given = match import.data(path, profile_pictures::UPLOAD_BYTES_MAX as u64).await {
        Ok(bytes) => profile_pictures::square(&import.app, bytes, REFUSED_PICTURE).await.map_err(|error| error.message),
        Err(why) => Err(why),
    };
    let picture = match given {
        Ok(picture) => picture,
        Err(why) => {
            import.warn(number, format_args!("the picture {path} is left out: {why}"));
            return Ok(());
        }
    };
    let app = &import.app;
    let kept = ObjectPath::profile_picture(user);
    match app.files.get_small(&kept, picture.len()).await {
        Ok(Some(there)) if there == picture => return Ok(()),
        Ok(_) | Err(FileError::NotFound) => app.files.put(&kept, picture).await?,
        Err(error) => return Err(error.into()),
    }
    let now = app.clock.now();
    let mut change = app.change();
    change.write(store::users::set_picture(user, now, now));
    change.user_changed(user);
    import.commit(change, number).await
}

/// A bot a change: there are few.
pub async fn bots(import: &mut Import, lines: Vec<(u64, Bot)>) -> Result<(), Failed> {
    for (number, line) in lines {
        let owner = import.app.store.user_by_username(&line.owner).await?;
        let old = import.app.store.user_by_username(&line.username).await?;
        if old.as_ref().is_some_and(|old| !old.is_bot) {
            let text = format!("{:?} is an account of a person.", line.username);
            let error = ApiError::bad_request("app.import.import_bot.owner_could_not_found.error", text);
            return Err(Failed { line: number, error });
        }
        let mut change = import.app.change();
        let user = match old {
            Some(old) => update_bot(import, &mut change, &line, old, owner.map(|owner| owner.id)).await?,
            None => insert_bot(import, &mut change, &line, owner.map(|owner| owner.id).unwrap_or_default()),
        };
        import.names.note_user(&user);
        import.commit(change, number).await?;
        if let Some(picture) = &line.profile_image {
            set_picture(import, number, user.id, picture).await?;
        }
    }
    Ok(())
}

fn insert_bot(import: &mut Import, change: &mut Change, line: &Bot, owner: UserId) -> WireUser {
    let now = import.app.clock.now();
    let bot = WireBot {
        user_id: line.id.map_or_else(|| import.app.ids.next(), Into::into),
        username: line.username.clone(),
        display_name: line.display_name.clone().unwrap_or_default(),
        description: line.description.clone().unwrap_or_default(),
        owner_id: owner,
        create_at: now,
        update_at: now,
        delete_at: line.delete_at.unwrap_or_default(),
        ..WireBot::default()
    };
    let user = WireUser { delete_at: bot.delete_at, ..bots_of::account(&bot) };
    change.write(store::users::insert(&user));
    change.write(store::bots::insert(&bot));
    change.user_changed(user.id);
    import.report.users += 1;
    user
}

async fn update_bot(
    import: &Import,
    change: &mut Change,
    line: &Bot,
    old: WireUser,
    owner: Option<UserId>,
) -> Result<WireUser, Failed> {
    let Some(kept) = import.app.store.bot(old.id).await? else { return Ok(old) };
    let mut bot = kept.clone();
    let mut user = old.clone();
    user.first_name = line.display_name.clone().unwrap_or(user.first_name);
    bot.description = line.description.clone().unwrap_or(bot.description);
    bot.delete_at = line.delete_at.unwrap_or(bot.delete_at);
    bot.owner_id = owner.unwrap_or(bot.owner_id);
    user.delete_at = bot.delete_at;
    update(change, &old, &user);
    if bot != kept {
        bot.update_at = import.app.clock.now();
        change.write(store::bots::update(&bot));
        change.user_changed(user.id);
    }
    Ok(user)
}
