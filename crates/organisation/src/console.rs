//! The trail of what the operator does at the console: it names no user and no session.

use node::change::Change;
use wire::audits::Audit;

/// Adds a row `console: {action}` to the trail of audits.
pub fn note(change: &mut Change, action: &str, extra: &str) {
    let (id, create_at) = (change.node().ids.next(), change.node().clock.now());
    let (action, extra_info) = (format!("console: {action}"), extra.to_owned());
    change.write(store::audits::insert(&Audit { id, create_at, action, extra_info, ..Audit::default() }));
}
