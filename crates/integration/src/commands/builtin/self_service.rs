//! Commands about the caller: presence, and how clients show things.

use node::error::Result;
use organisation::statuses;
use people::presence;
use wire::commands::CommandResponse;
use wire::events::JsonText;
use wire::events::{Broadcast, EventName, PreferenceData};
use wire::preferences::Preference;
use wire::statuses::{CustomStatus, StatusForm};

use crate::commands::builtin::privately;
use crate::commands::execute::Caller;

/// The preference that folds previews.
const CATEGORY: &str = "display_settings";
const COLLAPSE: &str = "collapse_previews";

/// `/away`, `/online`, `/dnd`, `/offline`
pub async fn status(caller: &Caller<'_>, status: &str) -> Result<CommandResponse> {
    let app = &caller.call.app;
    let user_id = caller.call.my_id();
    let old = app.world.status(user_id).await?;
    let form = StatusForm { user_id, status: status.to_owned(), dnd_end_time: 0 };
    presence::save(app, statuses::chosen(&old, &form, app.clock.now())).await?;
    Ok(privately(format!("You are now shown as {status}.")))
}

/// `/status :emoji: text`, `/status clear`
pub async fn custom_status(caller: &Caller<'_>, args: &str) -> Result<CommandResponse> {
    if !caller.call.app.config().accounts.enable_custom_statuses {
        return Ok(privately("Custom statuses are turned off."));
    }
    let words = if args == "clear" { None } else { Some(parse(args)) };
    let answer = if words.is_some() { "Your status is set." } else { "Your status is cleared." };
    match statuses::say_custom(caller.call, words).await {
        Ok(()) => Ok(privately(answer)),
        Err(error) if error.status.is_client_error() => Ok(privately(error.message)),
        Err(error) => Err(error),
    }
}

/// An emoji between colons, if the text begins with one, and the text.
pub fn parse(args: &str) -> CustomStatus {
    let named = args.strip_prefix(':').and_then(|rest| rest.split_once(':'));
    let (emoji, text) = named.unwrap_or(("speech_balloon", args));
    CustomStatus { emoji: emoji.to_owned(), text: text.trim().to_owned(), ..CustomStatus::default() }
}

/// `/collapse`, `/expand`
pub async fn fold(caller: &Caller<'_>, yes: bool) -> Result<CommandResponse> {
    let user_id = caller.call.my_id();
    let (category, name, value) = (CATEGORY.to_owned(), COLLAPSE.to_owned(), yes.to_string());
    let preference = Preference { user_id, category, name, value };
    let mut change = caller.call.app.change();
    change.write(store::preferences::save(&preference));
    let data = PreferenceData { preference: JsonText::of(&preference) };
    change.announce(EventName::PreferenceChanged, &data, Broadcast::to_user(user_id));
    change.commit().await?;
    Ok(privately(if yes { "Previews are folded now." } else { "Previews are unfolded now." }))
}
