//! Terms of service: their texts, and which of them each user accepted.

use base::ids::UserId;
use base::{Id, Millis};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

crate::statements! {
    INSERT = "TermsOfServiceStore.Save" =>
        "INSERT INTO terms_of_service (id, create_at, user_id, text) VALUES ($1, $2, $3, $4)";
    LATEST = "TermsOfServiceStore.GetLatest" =>
        "SELECT id, create_at, user_id, text FROM terms_of_service ORDER BY create_at DESC, id DESC LIMIT 1";
    ONE = "TermsOfServiceStore.Get" => "SELECT id, create_at, user_id, text FROM terms_of_service WHERE id = $1";
    ACCEPT = "UserTermsOfServiceStore.Save" =>
        "INSERT INTO user_terms_of_service (user_id, terms_of_service_id, create_at) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET terms_of_service_id = excluded.terms_of_service_id, \
            create_at = excluded.create_at";
    DECLINE = "UserTermsOfServiceStore.Delete" =>
        "DELETE FROM user_terms_of_service WHERE user_id = $1 AND terms_of_service_id = $2";
    OF_USER = "UserTermsOfServiceStore.GetByUser" =>
        "SELECT terms_of_service_id, create_at FROM user_terms_of_service WHERE user_id = $1";
}

/// One version of the terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    pub id: Id,
    pub create_at: Millis,
    pub user_id: UserId,
    pub text: String,
}

/// That a user accepted terms, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub terms: Id,
    pub at: Millis,
}

impl FromRow for Terms {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Terms { id: row.id()?, create_at: row.int()?, user_id: row.id()?, text: row.text()? })
    }
}

impl FromRow for Accepted {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Accepted { terms: row.id()?, at: row.int()? })
    }
}

pub fn insert(terms: &Terms) -> Write {
    Write::must(&INSERT, params![terms.id, terms.create_at, terms.user_id, &terms.text])
}

pub fn accept(user: UserId, accepted: Accepted) -> Write {
    Write::new(&ACCEPT, params![user, accepted.terms, accepted.at])
}

pub fn decline(user: UserId, terms: Id) -> Write {
    Write::new(&DECLINE, params![user, terms])
}

impl Store {
    pub async fn latest_terms(&self) -> Result<Option<Terms>> {
        self.one(&LATEST, params![]).await
    }

    pub async fn terms(&self, id: Id) -> Result<Option<Terms>> {
        self.one(&ONE, params![id]).await
    }

    pub async fn accepted_terms(&self, user: UserId) -> Result<Option<Accepted>> {
        self.one(&OF_USER, params![user]).await
    }
}
