//! The audit trail: who did what, when, and from where.

use base::ids::UserId;
use wire::audits::Audit;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, create_at, user_id, action, extra_info, ip_address, session_id FROM audits ",
            $rest,
            " ORDER BY create_at DESC, id DESC LIMIT $2 OFFSET $3"
        )
    };
}

crate::statements! {
    INSERT = "AuditStore.Save" =>
        "INSERT INTO audits (id, create_at, user_id, action, extra_info, ip_address, session_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    OF_USER = "AuditStore.Get" => select!("WHERE user_id = $1");
    PAGE = "AuditStore.GetAll" =>
        "SELECT id, create_at, user_id, action, extra_info, ip_address, session_id FROM audits \
         ORDER BY create_at DESC, id DESC LIMIT $1 OFFSET $2";
    /// Index audits_user.
    SIGNED_IN_FROM = "AuditStore.GetSuccessFrom" =>
        "SELECT id, create_at, user_id, action, extra_info, ip_address, session_id FROM audits \
         WHERE user_id = $1 AND action = $2 AND ip_address = $3 AND extra_info = 'success' \
         ORDER BY create_at DESC, id DESC LIMIT 1";
    REMOVE_OF_USER = "AuditStore.PermanentDeleteByUser" => "DELETE FROM audits WHERE user_id = $1";
}

impl FromRow for Audit {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Audit {
            id: row.id()?,
            create_at: row.int()?,
            user_id: row.id()?,
            action: row.text()?,
            extra_info: row.text()?,
            ip_address: row.text()?,
            session_id: row.id()?,
        })
    }
}

pub fn insert(audit: &Audit) -> Write {
    let params = params![
        audit.id,
        audit.create_at,
        audit.user_id,
        &audit.action,
        &audit.extra_info,
        &audit.ip_address,
        audit.session_id,
    ];
    Write::must(&INSERT, params)
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

impl Store {
    /// A page of what anybody did, newest first.
    pub async fn audits(&self, limit: usize, offset: usize) -> Result<Vec<Audit>> {
        self.all(&PAGE, params![limit, offset]).await
    }

    /// Whether the trail of a user has a success of an action from an address.
    pub async fn signed_in_from(&self, user: UserId, action: &str, address: &str) -> Result<bool> {
        let found: Option<Audit> = self.one(&SIGNED_IN_FROM, params![user, action, address]).await?;
        Ok(found.is_some())
    }

    /// A page of what a user did, newest first.
    pub async fn audits_of(&self, user: UserId, limit: usize, offset: usize) -> Result<Vec<Audit>> {
        self.all(&OF_USER, params![user, limit, offset]).await
    }
}
