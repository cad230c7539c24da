//! What could be typed after a slash.

use node::error::{ApiError, Result};
use permissions::Permission;
use request::{Answer, Call, Reply};
use wire::commands::{Command, CommandSuggestion};

use crate::commands::{builtin, of_team};

/// Suggestions of one answer.
const SUGGESTIONS_MAX: usize = 100;

/// `GET /teams/{team_id}/commands/autocomplete`
pub async fn list(call: Call) -> Answer {
    Ok(Reply::json(&offered(&call).await?))
}

/// `GET /teams/{team_id}/commands/autocomplete_suggestions`: answers with commands that begin like the caller's text.
pub async fn suggestions(call: Call) -> Answer {
    let query = call.query();
    if query.text("user_input").is_empty() {
        return Err(ApiError::body_param("user_input"));
    }
    let typed = query.text("user_input").trim_start().trim_start_matches('/').to_lowercase();
    let word = typed.split_whitespace().next().unwrap_or_default();
    let mut found: Vec<CommandSuggestion> =
        offered(&call).await?.into_iter().filter(|command| command.trigger.starts_with(word)).map(suggestion).collect();
    found.sort_by(|one, other| one.complete.cmp(&other.complete));
    found.truncate(SUGGESTIONS_MAX);
    Ok(Reply::json(&found))
}

fn suggestion(command: Command) -> CommandSuggestion {
    CommandSuggestion {
        complete: command.trigger.clone(),
        suggestion: command.trigger,
        hint: command.auto_complete_hint,
        description: command.auto_complete_desc,
        icon_data: command.autocomplete_icon_data,
    }
}

async fn offered(call: &Call) -> Result<Vec<Command>> {
    let team = call.id("team_id")?;
    call.must_in_team(team, Permission::ViewTeam).await?;
    let mut all = builtin::listed();
    if call.app.config().integrations.enable_commands {
        let custom = of_team(&call.app, team).await?.into_iter().filter(|command| command.auto_complete);
        all.extend(custom.map(Command::for_users));
    }
    Ok(all)
}
