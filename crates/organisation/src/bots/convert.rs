//! Making a bot of a person's account, and a person's account of a bot.

use node::error::{ApiError, Result};
use people::audits;
use people::sessions::ending;
use people::users;
use people::users::{announce_update, later};
use permissions::Permission;
use request::{Answer, Call, Reply};
use wire::bots::Bot;
use wire::errors::ids;
use wire::users::{SYSTEM_ADMIN, User, UserPatch};

use crate::bots::missing;
use crate::users::create::must_be_valid;

/// `POST /users/{user_id}/convert_to_bot`: the account keeps its name and owns itself; nobody signs in as it any more.
pub async fn convert_to_bot(call: Call) -> Answer {
    let id = call.user_id()?;
    call.must(Permission::ManageSystem)?;
    let user = users::must_stored(&call.app, id).await?;
    if user.is_bot {
        return Err(ApiError::bad_request("api.user.convert_to_bot.is_bot.app_error", "The account is a bot already."));
    }
    let now = call.app.clock.now();
    let bot = Bot {
        user_id: user.id,
        username: user.username.clone(),
        owner_id: user.id,
        create_at: now,
        update_at: now,
        delete_at: user.delete_at,
        ..Bot::default()
    };
    let mut change = call.app.change();
    users::administrators::must_leave_one(&mut change, &user);
    change.write(store::bots::insert(&bot));
    ending::end_all(&mut change, user.id);
    change.user_changed(user.id);
    audits::note(&mut change, &call, &format!("user_id={id}"));
    change.commit().await?;
    // Clients show the name that the bot has now, until somebody gives it another.
    Ok(Reply::json(&Bot { display_name: user.username, ..bot }))
}

/// `POST /bots/{bot_user_id}/convert_to_user`: turns a bot into a user account, which needs a password.
pub async fn convert_to_user(mut call: Call) -> Answer {
    let id = call.id("bot_user_id")?;
    let patch: UserPatch = call.json("userPatch").await?;
    let password = patch.password.clone().filter(|password| !password.is_empty());
    let password = password.ok_or_else(|| ApiError::body_param("userPatch"))?;
    call.must(Permission::ManageSystem)?;
    call.app.store.bot(id).await?.ok_or_else(missing)?;
    let old = users::must_stored(&call.app, id).await?;
    let user = person(&call, &old, patch)?;
    crate::users::create::password_rules(&call.app).must_accept(&password)?;
    let hash = call.app.hashes.hash(password).await?;
    let mut change = call.app.change();
    change.write(store::users::update(&user, old.update_at));
    change.write(store::bots::remove(id));
    change.write(store::users::set_password(id, &hash, user.update_at));
    // Whoever kept the bot is not left with keys to the person.
    change.write(store::access_tokens::remove_of_user(id));
    ending::end_all(&mut change, id);
    if user.roles != old.roles {
        users::roles::change_roles(&mut change, &user, &user.roles);
    }
    change.user_changed(id);
    announce_update(&mut change, &user);
    audits::note(&mut change, &call, &format!("bot={id}"));
    change.commit().await.map_err(users::taken)?;
    let user = users::must_stored(&call.app, id).await?;
    Ok(Reply::json(&users::seen_by(&call, user)))
}

/// The account as it will be.
fn person(call: &Call, old: &User, patch: UserPatch) -> Result<User> {
    let or = |given: Option<String>, own: &str| given.unwrap_or_else(|| own.to_owned());
    let mut user = User {
        username: or(patch.username, &old.username).to_lowercase(),
        email: or(patch.email, &old.email).to_lowercase(),
        nickname: or(patch.nickname, &old.nickname),
        first_name: or(patch.first_name, &old.first_name),
        last_name: or(patch.last_name, &old.last_name),
        position: or(patch.position, &old.position),
        locale: or(patch.locale, &old.locale),
        notify_props: patch.notify_props.unwrap_or_else(|| old.notify_props.clone()),
        props: patch.props.unwrap_or_else(|| old.props.clone()),
        update_at: later(&call.app, old.update_at),
        is_bot: false,
        bot_description: String::new(),
        bot_last_icon_update: 0,
        remote_id: Some(String::new()),
        ..old.clone()
    };
    if call.query().flag("set_system_admin") && !user.is_system_admin() {
        user.roles = format!("{} {SYSTEM_ADMIN}", user.roles);
    }
    if user.email.ends_with("@localhost") && !rules::users::is_email(&user.email) {
        let text = "A person's account needs an e-mail address.";
        return Err(ApiError::bad_request(ids::MODEL_USER_IS_VALID_EMAIL, text));
    }
    must_be_valid(&user)?;
    Ok(user)
}
