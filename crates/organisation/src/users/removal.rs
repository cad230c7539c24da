//! Removing an account for good, with all that it wrote. Off unless the administrator wants it.

use std::sync::Arc;

use ::files::ObjectPath;
use base::ids::{PostId, UserId};
use conversation::removal;
use node::consequence::Fact;
use node::error::{ApiError, Result};
use people::users::administrators::must_leave_one;
use people::users::announce_update;
use people::{audits, sessions};
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use wire::users::User;

use crate::users::active::switch;

/// `DELETE /users/{user_id}?permanent=true`: the account is deactivated first, so that nothing new comes of it while it
/// goes; broken off in the middle, it goes on when it is asked again.
pub async fn remove(call: &Call, user: User) -> Answer {
    call.must(Permission::ManageSystem)?;
    if !call.app.config().accounts.enable_permanent_deletion {
        let text = "Accounts are not deleted for good on this server; they can be deactivated.";
        return Err(ApiError::unauthorized("api.user.delete_user.not_enabled.app_error", text));
    }
    let (app, id) = (&call.app, user.id);
    if user.is_active() {
        let mut change = app.change();
        must_leave_one(&mut change, &user);
        let gone = switch(&mut change, app, user.clone(), false).await?;
        announce_update(&mut change, &gone);
        change.commit().await?;
    }
    remove_posts(app, id).await?;
    let mut change = app.change();
    for write in rows_of(&user) {
        change.write(write);
    }
    change.team_member_changed(id);
    change.user_changed(id);
    change.fact(Fact::Windows);
    audits::note(&mut change, call, &format!("user_id={id} permanent"));
    change.commit().await?;
    app.files.delete(&ObjectPath::profile_picture(id)).await?;
    Ok(Reply::ok())
}

async fn remove_posts(app: &Arc<App>, user: UserId) -> Result<()> {
    let mut after = PostId::NONE;
    loop {
        let posts = app.store.posts_ids_by(user, after, removal::BATCH_LEN).await?;
        let Some(last) = posts.last() else { return Ok(()) };
        after = *last;
        removal::posts_among_others(app, &posts).await?;
    }
}

/// Everything beside posts that is kept of somebody.
fn rows_of(account: &User) -> Vec<store::Write> {
    let user = account.id;
    let mut writes = vec![
        store::access_tokens::remove_of_user(user),
        store::audits::remove_of_user(user),
        store::browsers::remove_of_user(user),
        store::channel_members::remove_of_user(user),
        store::drafts::remove_of_user(user),
        store::expiries::remove_of_user(user),
        store::groups::leave_all(user),
        store::post_priorities::remove_of_user(user),
        store::preferences::remove_of_user(user),
        store::profile_attributes::delete_values_of_user(user),
        store::provisioning::remove_of_user(user),
        store::reactions::remove_of_user(user),
        store::recovery_codes::remove_of_user(user),
        store::scheduled_posts::remove_of_user(user),
        store::sessions::remove_of_user(user),
        store::statuses::remove(user),
        store::team_members::remove_of_user(user),
        store::threads::remove_of_user(user),
        sessions::login::forget_codes(user),
    ];
    writes.extend(store::sidebar::remove_of_user(user));
    writes.extend(store::oauth::remove_of_user(user));
    writes.extend(store::passkeys::remove_of_user(user));
    if account.is_bot {
        writes.push(store::bots::remove(user));
    }
    // Last, so that what is left of an account that was removed halfway still has an owner.
    writes.push(store::users::remove(user));
    writes
}
