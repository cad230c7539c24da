//! Accounts that shall be known by their address again: what `saml.id_attribute` did is undone.

use std::sync::Arc;

use base::ids::UserId;
use node::error::Result;
use people::audits;
use permissions::Permission;
use request::{Answer, App, Call, Reply};
use serde::{Deserialize, Serialize};
use wire::users::User;

use crate::accounts;
use crate::saml::SERVICE;

const PAGE_LEN: usize = 500;

/// Body of `POST /saml/reset_auth_data`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Form {
    include_deleted: bool,
    dry_run: bool,
    /// Empty is everybody.
    user_ids: Vec<UserId>,
}

#[derive(Serialize)]
struct Affected {
    num_affected: usize,
}

/// `POST /saml/reset_auth_data`
pub async fn reset(mut call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let form: Form = call.json_or_default("body").await?;
    let found = meant(&call.app, &form).await?;
    if !form.dry_run {
        for user in &found {
            accounts::be_known_by(&call.app, user, &user.email).await?;
        }
        let mut change = call.app.change();
        audits::note(&mut change, &call, &format!("accounts={}", found.len()));
        change.commit().await?;
    }
    Ok(Reply::json(&Affected { num_affected: found.len() }))
}

/// The accounts that are known by something else than their address.
async fn meant(app: &Arc<App>, form: &Form) -> Result<Vec<User>> {
    let is_meant = |user: &User| {
        (form.include_deleted || user.is_active())
            && (form.user_ids.is_empty() || form.user_ids.contains(&user.id))
            && user.auth_data.as_deref() != Some(user.email.as_str())
    };
    let (mut found, mut after) = (Vec::new(), UserId::NONE);
    loop {
        let page = app.store.users_of_service(SERVICE, after, PAGE_LEN).await?;
        let Some(last) = page.last() else { return Ok(found) };
        after = last.id;
        found.extend(page.into_iter().filter(is_meant));
    }
}
