//! Making, renaming and removing schemes.

use base::ids::SchemeId;
use memory::schemes::SCHEMES_MAX;
use node::change::Change;
use node::consequence::Fact;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use rules::schemes::SchemeText;
use store::post_pages::Page;
use wire::roles::Role;
use wire::schemes::{Scheme, SchemePatch};

use crate::schemes::{CHANNEL, TEAM, must_scheme};
use crate::{audits, users};

type Slot = (&'static str, fn(&mut Scheme) -> &mut String);

/// The roles of a channel's scheme, by the server's own role that each begins as.
const CHANNEL_SLOTS: &[Slot] = &[
    ("channel_admin", |scheme| &mut scheme.default_channel_admin_role),
    ("channel_user", |scheme| &mut scheme.default_channel_user_role),
    ("channel_guest", |scheme| &mut scheme.default_channel_guest_role),
];
/// What a team's scheme has beyond that.
const TEAM_SLOTS: &[Slot] = &[
    ("team_admin", |scheme| &mut scheme.default_team_admin_role),
    ("team_user", |scheme| &mut scheme.default_team_user_role),
    ("team_guest", |scheme| &mut scheme.default_team_guest_role),
    ("playbook_admin", |scheme| &mut scheme.default_playbook_admin_role),
    ("playbook_member", |scheme| &mut scheme.default_playbook_member_role),
    ("run_admin", |scheme| &mut scheme.default_run_admin_role),
    ("run_member", |scheme| &mut scheme.default_run_member_role),
];

fn slots(scope: &str) -> impl Iterator<Item = &'static Slot> + use<> {
    let team = if scope == TEAM { TEAM_SLOTS } else { &[] };
    team.iter().chain(CHANNEL_SLOTS)
}

/// Adds a scheme and its roles to a change; each role begins as the one that `template` names for it.
///
/// # Errors
/// 400 when there are as many schemes as may be; when the store does not answer.
pub async fn make(
    app: &App,
    change: &mut Change,
    mut scheme: Scheme,
    template: impl Fn(&'static str) -> String,
) -> Result<(Scheme, Vec<Role>)> {
    if app.schemes.load().len() >= SCHEMES_MAX {
        let text = "There are as many schemes as there may be.";
        return Err(ApiError::bad_request("app.scheme.save.limit.app_error", text));
    }
    let wanted: Vec<String> = slots(&scheme.scope).map(|(name, _)| template(name)).collect();
    let known = app.store.roles_by_names(&wanted).await?;
    let mut made = Vec::with_capacity(wanted.len());
    for ((name, field), wanted) in slots(&scheme.scope).zip(&wanted) {
        let permissions = known.iter().find(|role| role.name == *wanted).map(|role| role.permissions.clone());
        let role = Role {
            id: app.ids.next(),
            name: app.ids.next::<base::Id>().to_string(),
            display_name: format!("{name} of {}", scheme.name),
            create_at: scheme.create_at,
            update_at: scheme.create_at,
            permissions: permissions.unwrap_or_default(),
            scheme_managed: true,
            scheme_id: Some(scheme.id),
            ..Role::default()
        };
        field(&mut scheme).clone_from(&role.name);
        made.push(role);
    }
    change.write(store::schemes::insert(&scheme));
    change.scheme_changed(&scheme);
    Ok((scheme, made))
}

/// Adds roles to a change that are new.
pub fn add_roles(change: &mut Change, made: &[Role]) {
    for role in made {
        change.write(store::roles::insert(role));
        change.role_changed(role);
    }
}

fn must_be_valid(scheme: &Scheme) -> Result<()> {
    let text = SchemeText {
        name: &scheme.name,
        display_name: &scheme.display_name,
        description: &scheme.description,
        scope: &scheme.scope,
    };
    Ok(text.must_be_valid()?)
}

/// `POST /schemes`
pub async fn create(mut call: Call) -> Answer {
    let form: Scheme = call.json("scheme").await?;
    call.must(Permission::WriteConsoleUserManagementPermissions)?;
    let (id, now) = (call.app.ids.next::<SchemeId>(), call.app.clock.now());
    let name = if form.name.is_empty() { id.to_string() } else { form.name };
    let scheme = Scheme {
        id,
        name,
        display_name: form.display_name,
        description: form.description,
        scope: form.scope,
        create_at: now,
        update_at: now,
        ..Scheme::default()
    };
    must_be_valid(&scheme)?;
    if !matches!(scheme.scope.as_str(), TEAM | CHANNEL) {
        // Playbooks and runs are of a plugin, and there are none.
        return Err(ApiError::body_param("scope"));
    }
    let mut change = call.app.change();
    let (scheme, made) = make(&call.app, &mut change, scheme, str::to_owned).await?;
    add_roles(&mut change, &made);
    audits::note(&mut change, &call, &format!("scheme={id}"));
    commit(change).await?;
    Ok(Reply::created(&scheme))
}

async fn commit(change: Change) -> Result<()> {
    match change.commit().await {
        Ok(_) => Ok(()),
        Err(store::Error::Conflict { .. }) => {
            let text = "There is a scheme of this name already.";
            Err(ApiError::bad_request("app.scheme.save.invalid_scheme.app_error", text))
        }
        Err(store::Error::Unmet { .. }) => {
            Err(ApiError::not_found("app.scheme.get.app_error", "The scheme was changed at the same moment."))
        }
        Err(error) => Err(error.into()),
    }
}

/// `GET /schemes`
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementPermissions)?;
    let query = call.query();
    let scopes = match query.text("scope") {
        "" => vec![TEAM.to_owned(), CHANNEL.to_owned()],
        scope if matches!(scope, TEAM | CHANNEL | "playbook" | "run") => vec![scope.to_owned()],
        _ => return Err(ApiError::url_param("scope")),
    };
    let limit = query.per_page();
    let page = Page { limit, offset: query.page().saturating_mul(limit) };
    Ok(Reply::json(&call.app.store.schemes_page(&scopes, page).await?))
}

/// `GET /schemes/{scheme_id}`
pub async fn get(call: Call) -> Answer {
    let id: SchemeId = call.id("scheme_id")?;
    call.must(Permission::ReadConsoleUserManagementPermissions)?;
    Ok(Reply::json(&*must_scheme(&call.app, id)?))
}

/// `PUT /schemes/{scheme_id}/patch`
pub async fn patch(mut call: Call) -> Answer {
    let id: SchemeId = call.id("scheme_id")?;
    let patch: SchemePatch = call.json("scheme").await?;
    call.must(Permission::WriteConsoleUserManagementPermissions)?;
    let old = must_scheme(&call.app, id)?;
    let mut scheme = Scheme::clone(&old);
    scheme.name = patch.name.unwrap_or(scheme.name);
    scheme.display_name = patch.display_name.unwrap_or(scheme.display_name);
    scheme.description = patch.description.unwrap_or(scheme.description);
    scheme.update_at = users::later(&call.app, old.update_at);
    must_be_valid(&scheme)?;
    let mut change = call.app.change();
    change.write(store::schemes::update(&scheme, old.update_at));
    change.scheme_changed(&scheme);
    audits::note(&mut change, &call, &format!("scheme={id}"));
    commit(change).await?;
    Ok(Reply::json(&scheme))
}

/// `DELETE /schemes/{scheme_id}`: deletes a scheme. Its teams and channels get the server's roles again.
pub async fn delete(call: Call) -> Answer {
    let id: SchemeId = call.id("scheme_id")?;
    call.must(Permission::WriteConsoleUserManagementPermissions)?;
    let scheme = must_scheme(&call.app, id)?;
    let mut change = call.app.change();
    remove(&mut change, &scheme);
    for write in store::schemes::free(id, call.app.clock.now()) {
        change.write(write);
    }
    // Any of them may have had it.
    change.fact(Fact::AllTeams);
    change.fact(Fact::AllChannels);
    audits::note(&mut change, &call, &format!("scheme={id}"));
    commit(change).await?;
    Ok(Reply::ok())
}

/// Adds the removal of a scheme and its roles to a change. It is the caller's to take it away from whoever has it.
pub fn remove(change: &mut Change, scheme: &Scheme) {
    let mut copy = scheme.clone();
    let names: Vec<String> = slots(&scheme.scope).map(|(_, field)| field(&mut copy).clone()).collect();
    let now = change.node().clock.now();
    for write in store::schemes::remove(scheme.id, &names, now) {
        change.write(write);
    }
    change.scheme_removed(scheme.id);
    change.roles_removed(names);
}
