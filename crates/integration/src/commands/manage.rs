//! Keeping the commands of programs: who may, and what a command may be.

use base::ids::CommandId;
use base::tokens;
use node::change::Change;
use node::error::{ApiError, Result};
use people::audits;
use people::users::later;
use permissions::{Permission, applications};
use request::permit::allowed;
use request::{Answer, Call, Reply};
use store::secrets::Column;
use wire::commands::{Command, CommandMove, NewToken};
use wire::errors::ids;

use crate::commands::{PER_TEAM_MAX, builtin, missing, must_be_enabled, of_team};
use crate::webhooks;

/// `POST /commands`
pub async fn create(mut call: Call) -> Answer {
    let form: Command = call.json("command").await?;
    must_be_enabled(&call.app)?;
    call.must_in_team(form.team_id, Permission::ManageOwnSlashCommands).await?;
    let mut creator_id = call.my_id();
    if !form.creator_id.is_none() && form.creator_id != creator_id {
        call.must_in_team(form.team_id, Permission::ManageOthersSlashCommands).await?;
        allowed(call.app.world.memberships(form.creator_id).await?.teams.contains_key(&form.team_id))?;
        let creator = call.app.must_user(form.creator_id).await?;
        call.must_cover(&creator)?;
        creator_id = creator.id;
    }
    if of_team(&call.app, form.team_id).await?.len() >= PER_TEAM_MAX {
        let text = "The team has as many commands as it may have.";
        return Err(ApiError::bad_request("api.command.create.limit.app_error", text));
    }
    let now = call.app.clock.now();
    let id: CommandId = call.app.ids.next();
    let command = Command {
        id,
        token: call.app.secrets.seal(Column::Command, id, &tokens::secret()),
        create_at: now,
        update_at: now,
        delete_at: 0,
        creator_id,
        trigger: form.trigger.to_lowercase(),
        plugin_id: String::new(),
        autocomplete_data: None,
        ..form
    };
    must_be_valid(&command)?;
    let mut change = call.app.change();
    change.write(store::commands::insert(&command));
    commit(&call, change, command.id).await?;
    Ok(Reply::created(&told(&call, command)))
}

/// `PUT /commands/{command_id}`
pub async fn update(mut call: Call) -> Answer {
    let form: Command = call.json("command").await?;
    let old = must_manage(&call).await?;
    if form.id != old.id {
        return Err(ApiError::body_param("command.id"));
    }
    if form.team_id != old.team_id {
        return Err(ApiError::body_param("team_id"));
    }
    let command = Command {
        id: old.id,
        token: old.token,
        create_at: old.create_at,
        update_at: later(&call.app, old.update_at),
        delete_at: 0,
        creator_id: webhooks::speaker(&call, old.creator_id).await?,
        trigger: form.trigger.to_lowercase(),
        plugin_id: String::new(),
        autocomplete_data: None,
        ..form
    };
    must_be_valid(&command)?;
    save(&call, &command).await?;
    Ok(Reply::json(&told(&call, command)))
}

/// `PUT /commands/{command_id}/move`: moves a command to another team.
pub async fn move_to_team(mut call: Call) -> Answer {
    let form: CommandMove = call.json("team_id").await?;
    let team = organisation::teams::must_team(&call.app, form.team_id).await?;
    call.must_in_team(team.id, Permission::ManageOwnSlashCommands).await?;
    let old = must_manage(&call).await?;
    // Whoever made it must be there, too: the command speaks for that account.
    allowed(call.app.world.memberships(old.creator_id).await?.teams.contains_key(&form.team_id))?;
    let update_at = later(&call.app, old.update_at);
    save(&call, &Command { team_id: form.team_id, update_at, ..old }).await?;
    Ok(Reply::ok())
}

/// `PUT /commands/{command_id}/regen_token`
pub async fn regenerate_token(call: Call) -> Answer {
    let old = must_manage(&call).await?;
    let new = tokens::secret();
    let token = call.app.secrets.seal(Column::Command, old.id, &new);
    save(&call, &Command { token, update_at: later(&call.app, old.update_at), ..old }).await?;
    Ok(Reply::json(&NewToken { token: new }))
}

/// `GET /commands/{command_id}`
pub async fn get(call: Call) -> Answer {
    let command = must_manage(&call).await?;
    Ok(Reply::json(&told(&call, command)))
}

/// `DELETE /commands/{command_id}`
pub async fn delete(call: Call) -> Answer {
    let command = must_manage(&call).await?;
    let mut change = call.app.change();
    change.write(store::commands::delete(command.id, call.app.clock.now()));
    commit(&call, change, command.id).await?;
    Ok(Reply::ok())
}

/// `GET /commands`: answers with a team's custom commands for those who manage them, or with all commands.
pub async fn list(call: Call) -> Answer {
    let query = call.query();
    // What is no id names a team that nobody is in.
    let team = query.place("team_id").ok_or_else(|| ApiError::body_param("team_id"))?;
    call.must_in_team(team, Permission::ViewTeam).await?;
    // Their tokens are in no scope of members.
    let may = !applications::is_narrow(call.session());
    let manages = may && call.can_in_team(team, Permission::ManageOwnSlashCommands).await?;
    let others = call.can_in_team(team, Permission::ManageOthersSlashCommands).await?;
    let custom = of_team(&call.app, team).await?;
    if query.flag("custom_only") {
        allowed(manages)?;
        let own: Vec<Command> =
            custom.into_iter().filter(|command| others || command.creator_id == call.my_id()).collect();
        return Ok(Reply::json(&own.into_iter().map(|command| told(&call, command)).collect::<Vec<_>>()));
    }
    let mut all = builtin::listed();
    all.extend(custom.into_iter().filter(|command| manages || command.auto_complete).map(|command| {
        let whole = manages && (others || command.creator_id == call.my_id());
        if whole { told(&call, command) } else { command.for_users() }
    }));
    Ok(Reply::json(&all))
}

/// The command with its token, for those who manage it.
fn told(call: &Call, kept: Command) -> Command {
    Command { token: call.app.secrets.told(Column::Command, kept.id, &kept.token), ..kept }
}

/// The command of the path, for those who may manage it; who may not finds none.
async fn must_manage(call: &Call) -> Result<Command> {
    must_be_enabled(&call.app)?;
    let command = call.app.store.command(call.id("command_id")?).await?.ok_or_else(missing)?;
    if !call.can_in_team(command.team_id, Permission::ManageOwnSlashCommands).await? {
        return Err(missing());
    }
    if command.creator_id != call.my_id() {
        call.must_in_team(command.team_id, Permission::ManageOthersSlashCommands).await?;
    }
    Ok(command)
}

fn must_be_valid(command: &Command) -> Result<()> {
    let text = rules::commands::CommandText {
        trigger: &command.trigger,
        method: &command.method,
        url: &command.url,
        display_name: &command.display_name,
        description: &command.description,
    };
    text.must_be_valid()?;
    for (name, text) in [
        ("auto_complete_desc", &command.auto_complete_desc),
        ("auto_complete_hint", &command.auto_complete_hint),
        ("icon_url", &command.icon_url),
        ("username", &command.username),
    ] {
        if text.len() > rules::commands::URL_LEN_MAX {
            return Err(ApiError::body_param(name));
        }
    }
    if builtin::find(&command.trigger).is_some() { Err(taken()) } else { Ok(()) }
}

async fn save(call: &Call, command: &Command) -> Result<()> {
    let mut change = call.app.change();
    change.write(store::commands::update(command));
    commit(call, change, command.id).await
}

async fn commit(call: &Call, mut change: Change, id: CommandId) -> Result<()> {
    audits::note(&mut change, call, &format!("command_id={id}"));
    match change.commit().await {
        Ok(_) => Ok(()),
        Err(store::Error::Conflict { .. }) => Err(taken()),
        Err(store::Error::Unmet { .. }) => Err(missing()),
        Err(error) => Err(error.into()),
    }
}

fn taken() -> ApiError {
    let text = "Another command has this word already.";
    ApiError::bad_request(ids::API_COMMAND_DUPLICATE_TRIGGER, text)
}
