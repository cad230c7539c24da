//! What of posts happens at a time: reminders, repeating notifications.

use std::sync::Arc;

use conversation::posts::persistent;
use node::error::Result;
use request::App;

use crate::reminders;

/// Does what is due by now; what fails is due again at the next look. Each look is a range of an index that is nearly
/// always empty.
///
/// # Errors
/// When the store does not answer. What of it still can be done is done all the same.
pub async fn look(app: Arc<App>) -> Result<()> {
    let reminded = reminders::deliver_due(&app).await;
    let repeated = persistent::send_due(&app).await;
    reminded.and(repeated)
}
