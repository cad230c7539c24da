//! The administrator's report of users.

use base::Id;

use crate::answers::UserAnswer;
use crate::net::encoded;
use crate::users::Actor;
use crate::users::session::{Acted, Outcome};

const PAGE: usize = 50;
/// Pages at most: a million users.
const PAGES_MAX: usize = 20_000;

/// Pages through all users by their names.
pub async fn generate_user_report(actor: &mut Actor) -> Acted {
    if !actor.memory.lock().is_admin {
        return Ok(Outcome::Skipped("no administrator"));
    }
    let mut last: Option<(String, Id)> = None;
    for _ in 0..PAGES_MAX {
        let mut query = format!("sort_column=Username&page_size={PAGE}");
        if let Some((name, id)) = &last {
            query.push_str(&format!("&from_column_value={}&from_id={id}", encoded(name)));
        }
        let mut users: Vec<UserAnswer> = actor.get("/reports/users", &[], &query).await?.json()?;
        if users.len() < PAGE {
            break;
        }
        last = users.pop().map(|user| (user.username, user.id));
    }
    Ok(Outcome::Done)
}
