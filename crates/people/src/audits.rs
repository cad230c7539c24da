//! The audit trail: what concerns the safety of an account is written down with the change itself.

use node::change::Change;
use permissions::Permission;
use wire::audits::Audit;
use wire::sessions::Session;

use request::permit::accounts::Part;
use request::{Answer, Call, Reply};

/// Characters kept of what a call says about itself.
const EXTRA_LEN_MAX: usize = 1_000;

/// Characters of a secret that tell it from others, and open nothing.
const SHOWN_LEN: usize = 6;

/// Adds a row that says that the caller made this call.
pub fn note(change: &mut Change, call: &Call, extra: &str) {
    if let Some(identity) = &call.identity {
        let session = identity.session.clone();
        note_as(change, call, &session, call.parts.uri.path(), extra);
    }
}

/// The same for a call whose path or `extra` names something by what opens it: readers of the trail see its beginning.
pub fn note_masking(change: &mut Change, call: &Call, secret: &str, extra: &str) {
    if let Some(identity) = &call.identity {
        let session = identity.session.clone();
        let masked = |text: &str| text.replace(secret, &beginning(secret));
        note_as(change, call, &session, &masked(call.parts.uri.path()), &masked(extra));
    }
}

fn beginning(secret: &str) -> String {
    secret.chars().take(SHOWN_LEN).chain(['…']).collect()
}

/// The same for a session that the call itself opens.
pub fn note_as(change: &mut Change, call: &Call, session: &Session, action: &str, extra: &str) {
    let audit = Audit {
        id: call.app.ids.next(),
        create_at: call.app.clock.now(),
        user_id: session.user_id,
        action: action.to_owned(),
        extra_info: extra.chars().take(EXTRA_LEN_MAX).collect(),
        ip_address: call.peer.to_string(),
        session_id: session.id,
    };
    change.write(store::audits::insert(&audit));
}

/// `GET /users/{user_id}/audits`
pub async fn of_user(call: Call) -> Answer {
    let user = call.must_act_on(Part::Audits).await?;
    let (page, per_page) = (call.query().page(), call.query().per_page());
    let audits = call.app.store.audits_of(user, per_page, page.saturating_mul(per_page)).await?;
    Ok(Reply::json(&audits))
}

/// `GET /audits`
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ReadAudits)?;
    let (page, per_page) = (call.query().page(), call.query().per_page());
    let audits = call.app.store.audits(per_page, page.saturating_mul(per_page)).await?;
    Ok(Reply::json(&audits))
}
