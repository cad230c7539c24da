//! Bots: accounts that programs post with. Each belongs to whoever made it.
//!
//! A bot is an ordinary account without a password, with a row of its own; [`convert`] makes people
//! of bots and bots of people. Bots that the caller may not know of are as good as none.

pub mod convert;

use std::sync::Arc;

use base::ids::UserId;
use conversation::posts;
use node::error::{ApiError, Result};
use people::audits;
use people::users;
use people::users::{announce_update, later};
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use rules::bots::BotText;
use store::bots::{Enabler, Filter};
use wire::bots::{Bot, BotPatch};
use wire::errors::ids;
use wire::omit::JsonMap;
use wire::posts::ADD_BOT_TEAMS_CHANNELS;
use wire::users::{SYSTEM_USER, User};

use crate::channels;
use crate::users::bots::{may_manage, must_cover};

/// `POST /bots`
pub async fn create(mut call: Call) -> Answer {
    let form: Bot = call.json("bot").await?;
    call.must(Permission::CreateBot)?;
    if !call.app.config().integrations.enable_bots {
        let text = "Bots are turned off.";
        return Err(ApiError::forbidden("api.bot.create_disabled", text));
    }
    // A bot that makes bots leaves them to its own owner.
    let owner_id = match call.app.store.bot(call.my_id()).await? {
        Some(maker) => maker.owner_id,
        None => call.my_id(),
    };
    let now = call.app.clock.now();
    let bot = Bot {
        user_id: call.app.ids.next(),
        username: form.username.to_lowercase(),
        owner_id,
        last_icon_update: 0,
        create_at: now,
        update_at: now,
        delete_at: 0,
        ..form
    };
    must_be_valid(&bot)?;
    rules::users::must_not_be_system_bot(&bot.username)?;
    if call.app.store.user_by_username(&bot.username).await?.is_some() {
        // The address is made of the name: which of the two the database names first is chance.
        return Err(users::taken(store::Error::Conflict { key: "users.username".to_owned() }));
    }
    let user = account(&bot);
    let mut change = call.app.change();
    change.write(store::users::insert(&user));
    change.write(store::bots::insert(&bot));
    audits::note(&mut change, &call, &format!("bot={}", bot.user_id));
    change.commit().await.map_err(users::taken)?;
    greet_owner(&call.app, &user, bot.owner_id).await?;
    Ok(Reply::created(&bot))
}

pub fn account(bot: &Bot) -> User {
    User {
        id: bot.user_id,
        create_at: bot.create_at,
        update_at: bot.update_at,
        username: bot.username.clone(),
        email: email(&bot.username),
        first_name: bot.display_name.clone(),
        roles: SYSTEM_USER.to_owned(),
        notify_props: crate::users::create::notify_defaults(),
        timezone: Some(crate::users::create::timezone_defaults()),
        last_password_update: bot.create_at,
        locale: "en".to_owned(),
        is_bot: true,
        bot_description: bot.description.clone(),
        ..User::default()
    }
}

/// The address that no mail reaches.
fn email(username: &str) -> String {
    format!("{username}@localhost")
}

/// The bot's first words: a bot hears nothing until somebody adds it to teams and channels.
async fn greet_owner(app: &Arc<App>, bot: &User, owner: UserId) -> Result<()> {
    if app.world.user(owner).await?.is_none_or(|owner| owner.is_bot) {
        return Ok(());
    }
    let channel = channels::direct::open(app, bot.id, owner).await?;
    let text = "Please add me to the teams and channels in which I am to take part.";
    posts::system::post(app, &channel, bot, ADD_BOT_TEAMS_CHANNELS, text.to_owned(), JsonMap::new()).await
}

/// `PUT /bots/{bot_user_id}`: changes a bot. A request that changes nothing sends no event.
pub async fn patch(mut call: Call) -> Answer {
    let patch: BotPatch = call.json("bot").await?;
    let kept = must_manage(&call).await?;
    let mut bot = kept.clone();
    if let Some(username) = patch.username {
        bot.username = username.to_lowercase();
    }
    bot.display_name = patch.display_name.unwrap_or(bot.display_name);
    bot.description = patch.description.unwrap_or(bot.description);
    must_be_valid(&bot)?;
    if bot == kept {
        return Ok(Reply::json(&bot));
    }
    if bot.username != kept.username {
        rules::users::must_not_be_system_bot(&bot.username)?;
    }
    let old = users::must_stored(&call.app, bot.user_id).await?;
    let user = User {
        username: bot.username.clone(),
        email: email(&bot.username),
        first_name: bot.display_name.clone(),
        update_at: later(&call.app, old.update_at),
        ..old.clone()
    };
    bot.update_at = user.update_at;
    let mut change = call.app.change();
    change.write(store::users::update(&user, old.update_at));
    change.write(store::bots::update(&bot));
    change.user_changed(user.id);
    announce_update(&mut change, &user);
    audits::note(&mut change, &call, &format!("bot={}", bot.user_id));
    change.commit().await.map_err(users::taken)?;
    Ok(Reply::json(&bot))
}

/// `GET /bots/{bot_user_id}`
pub async fn get(call: Call) -> Answer {
    let bot = find(&call).await?;
    if !may_read(&call, &bot) || bot.delete_at > 0 && !call.query().flag("include_deleted") {
        return Err(missing());
    }
    Ok(Reply::json(&bot))
}

/// `GET /bots`: answers with all bots, or with the caller's own.
pub async fn list(call: Call) -> Answer {
    let query = call.query();
    let others = call.can(Permission::ReadOthersBots);
    allowed(others || call.can(Permission::ReadBots))?;
    let filter = Filter {
        owner: (!others).then(|| call.my_id()),
        include_deleted: query.flag("include_deleted"),
        only_orphaned: query.flag("only_orphaned"),
    };
    let (limit, offset) = (query.per_page(), query.page().saturating_mul(query.per_page()));
    Ok(Reply::json(&call.app.store.bots(filter, limit, offset).await?))
}

/// `POST /bots/{bot_user_id}/disable`
pub async fn disable(call: Call) -> Answer {
    let bot = must_manage(&call).await?;
    switch(&call, bot, false).await
}

/// `POST /bots/{bot_user_id}/enable`: not for an owner whose bot somebody else disabled.
pub async fn enable(call: Call) -> Answer {
    let bot = must_manage(&call).await?;
    switch(&call, bot, true).await
}

async fn switch(call: &Call, mut bot: Bot, active: bool) -> Answer {
    let app = &call.app;
    let user = users::must_stored(app, bot.user_id).await?;
    let mut change = app.change();
    let user = crate::users::active::switch(&mut change, app, user, active).await?;
    bot.update_at = user.update_at;
    bot.delete_at = user.delete_at;
    change.write(store::bots::update(&bot));
    let manages = call.can(Permission::ManageOthersBots);
    if active {
        change.write(store::bots::release(bot.user_id, if manages { Enabler::Manager } else { Enabler::Owner }));
    } else if bot.owner_id != call.my_id() {
        change.write(store::bots::hold(bot.user_id));
    }
    announce_update(&mut change, &user);
    audits::note(&mut change, call, &format!("bot={} active={active}", bot.user_id));
    match change.commit().await {
        Ok(_) => Ok(Reply::json(&bot)),
        Err(store::Error::Unmet { .. }) if active && !manages => Err(ApiError::permissions()),
        Err(error) => Err(error.into()),
    }
}

/// `POST /bots/{bot_user_id}/assign/{user_id}`: gives a bot another owner.
pub async fn assign(call: Call) -> Answer {
    call.must(Permission::AssignBot)?;
    let owner = call.app.must_user(call.user_id()?).await?;
    let mut bot = find(&call).await?;
    allowed(!owner.is_bot)?;
    must_cover(&call, &bot).await?;
    bot.owner_id = owner.id;
    bot.update_at = later(&call.app, bot.update_at);
    let mut change = call.app.change();
    change.write(store::bots::update(&bot));
    audits::note(&mut change, &call, &format!("bot={} owner={}", bot.user_id, owner.id));
    change.commit().await?;
    Ok(Reply::json(&bot))
}

async fn find(call: &Call) -> Result<Bot> {
    call.app.store.bot(call.id("bot_user_id")?).await?.ok_or_else(missing)
}

fn missing() -> ApiError {
    ApiError::not_found(ids::STORE_SQL_BOT_GET_MISSING, "There is no such bot.")
}

fn may_read(call: &Call, bot: &Bot) -> bool {
    let own = bot.owner_id == call.my_id();
    call.can(if own { Permission::ReadBots } else { Permission::ReadOthersBots })
}

/// The bot of the path, for those who may manage it; who may not even know of it finds none.
async fn must_manage(call: &Call) -> Result<Bot> {
    let bot = find(call).await?;
    if may_manage(call, &bot) {
        if bot.owner_id != call.my_id() {
            must_cover(call, &bot).await?;
        }
        return Ok(bot);
    }
    Err(if may_read(call, &bot) { ApiError::permissions() } else { missing() })
}

fn must_be_valid(bot: &Bot) -> Result<()> {
    let text = BotText { username: &bot.username, display_name: &bot.display_name, description: &bot.description };
    Ok(text.must_be_valid()?)
}
