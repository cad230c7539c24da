//! Users and the own status by events.

use wire::events::{Event, StatusChange, UserRoleUpdated, UserUpdated};

use super::{Need, State};

type Applied = Result<Vec<Need>, serde_json::Error>;

impl State {
    pub(super) fn user_updated(&mut self, event: &Event) -> Applied {
        let data: UserUpdated = event.read()?;
        if data.user.id == self.me.id {
            return Ok(vec![Need::User(data.user.id)]);
        }
        if let Some(known) = self.users.get_mut(&data.user.id) {
            *known = data.user;
        }
        Ok(Vec::new())
    }

    pub(super) fn user_role_updated(&mut self, event: &Event) -> Applied {
        let data: UserRoleUpdated = event.read()?;
        Ok(vec![Need::User(data.user_id)])
    }

    pub(super) fn status_changed(&mut self, event: &Event) -> Applied {
        let data: StatusChange = event.read()?;
        if data.user_id == self.me.id {
            self.status.status = data.status;
        }
        Ok(Vec::new())
    }
}
