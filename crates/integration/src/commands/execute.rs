//! Running what somebody typed after a slash.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base::ids::{ChannelId, PostId, TeamId, UserId};
use http::header;
use node::error::{ApiError, Result};
use people::session;
use people::users::known_among;
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::channels::Channel;
use wire::commands::{CommandForm, CommandResponse};
use wire::errors::ids;
use wire::teams::Team;
use wire::users::User;

use crate::commands::{builtin, custom, respond};

/// Who typed a command, and where.
pub struct Caller<'c> {
    pub call: &'c Call,
    pub channel: Arc<Channel>,
    /// The channel's team; for direct and group messages the one that the client shows.
    pub team: Option<Arc<Team>>,
    pub root_id: PostId,
    /// The server's address, without a slash at the end.
    pub site: String,
}

impl Caller<'_> {
    /// The people of these names of whom the caller may know; the others are as good as nobody.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn people(&self, names: &[String]) -> Result<HashMap<String, Arc<User>>> {
        let mut found = self.call.app.world.users_by_names(names).await?;
        let ids = found.values().map(|user| user.id).collect();
        let known: HashSet<UserId> = known_among(&self.call.app, self.call.me(), ids).await?.into_iter().collect();
        found.retain(|_, user| known.contains(&user.id));
        Ok(found)
    }

    /// As [`Caller::people`], of one name.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn person(&self, name: &str) -> Result<Option<Arc<User>>> {
        Ok(self.people(&[name.to_owned()]).await?.into_values().next())
    }

    /// The address of a page of the team.
    pub fn page(&self, path: &str) -> String {
        let team = self.team.as_ref().map_or("", |team| &team.name);
        format!("{}/{team}/{path}", self.site)
    }
}

/// `POST /commands/execute`
pub async fn execute(mut call: Call) -> Answer {
    let form: CommandForm = call.json("command_args").await?;
    let text = form.command.trim_end();
    if text.len() <= 1 || !text.starts_with('/') || form.channel_id.is_none() {
        let text = "A command starts with a slash and belongs to a channel.";
        return Err(ApiError::bad_request(ids::API_COMMAND_EXECUTE_COMMAND_START, text));
    }
    rules::posts::must_fit_message(text)?;
    let (trigger, args) = split(text);
    let caller = caller(&call, &form).await?;
    let response = run(&caller, &trigger, args).await?;
    Ok(Reply::json(&response))
}

async fn run(caller: &Caller<'_>, trigger: &str, args: &str) -> Result<CommandResponse> {
    let app = &caller.call.app;
    if let Some(found) = builtin::find(trigger) {
        let response = builtin::run(caller, found, args).await?;
        respond::show(caller, None, &response).await?;
        return Ok(response);
    }
    let found = match &caller.team {
        Some(team) if app.config().integrations.enable_commands => {
            app.store.command_by_trigger(team.id, trigger).await?
        }
        _ => None,
    };
    let unknown = || {
        let text = format!("There is no command /{trigger}. A message may start with a blank and a slash.");
        ApiError::not_found(ids::API_COMMAND_EXECUTE_COMMAND_NOT_FOUND, text)
    };
    let command = found.ok_or_else(unknown)?;
    let response = custom::call(caller, &command, args).await?;
    // The program took its time.
    let user = session::must_last(app, caller.call.session()).await?.user;
    must_be_able_to_run(app, &user, caller.channel.id, command.team_id).await?;
    respond::show(caller, Some(&command), &response).await?;
    Ok(response)
}

/// Who typed it and where, if they may write there.
async fn caller<'c>(call: &'c Call, form: &CommandForm) -> Result<Caller<'c>> {
    let channel = must_be_able_to_write(&call.app, call.me(), form.channel_id).await?;
    if form.root_id.is_some() {
        let root = call.app.store.post(form.root_id).await?;
        if !root.is_some_and(|root| root.is_root() && root.channel_id == channel.id && !root.is_deleted()) {
            return Err(ApiError::body_param("root_id"));
        }
    }
    let team_id = if channel.team_id.is_some() { channel.team_id } else { form.team_id };
    let team = if team_id.is_some() {
        call.must_in_team(team_id, Permission::ViewTeam).await?;
        call.app.world.team(team_id).await?
    } else {
        None
    };
    Ok(Caller { call, channel, team, root_id: form.root_id, site: site(call) })
}

/// The channel, for a user who may run commands in it.
async fn must_be_able_to_write(app: &Arc<App>, user: &User, channel: ChannelId) -> Result<Arc<Channel>> {
    allowed(app.channel_rights(user, channel).await?.contains(Permission::CreatePost))?;
    let channel = organisation::channels::find(app, channel).await?;
    if channel.is_archived() {
        let text = "The channel is archived.";
        return Err(ApiError::bad_request("api.command.execute_command.deleted.error", text));
    }
    Ok(channel)
}

/// Refuses what a user could not run by now: to be asked again whenever a program answers.
///
/// # Errors
/// As running the command.
pub async fn must_be_able_to_run(app: &Arc<App>, user: &User, channel: ChannelId, team: TeamId) -> Result<()> {
    must_be_able_to_write(app, user, channel).await?;
    allowed(app.team_rights(user, team).await?.contains(Permission::ViewTeam))
}

/// The server's address, as configured or as the caller reached it.
pub fn site(call: &Call) -> String {
    match call.app.config().service.site_url.trim_end_matches('/') {
        "" => format!("http://{}", call.header(header::HOST.as_str())),
        site => site.to_owned(),
    }
}

/// The word after the slash, in lower case, and the rest.
pub fn split(text: &str) -> (String, &str) {
    let text = text.strip_prefix('/').unwrap_or(text);
    let (trigger, args) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (trigger.to_lowercase(), args.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_is_lower_case_and_the_rest_is_as_typed() {
        assert_eq!(split("/Me  Waves "), ("me".into(), "Waves"));
        assert_eq!(split("/code\nx = 1"), ("code".into(), "x = 1"));
        assert_eq!(split("/shrug"), ("shrug".into(), ""));
    }
}
