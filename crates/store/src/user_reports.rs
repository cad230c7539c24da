//! Reports on users: pages by any column, each beginning where the last one ended.

use base::ids::UserId;
use wire::users::User;

use crate::error::Result;
use crate::users::SELECT;
use crate::users_list::{Filter, Query, restrict};
use crate::{Statement, Store, Value, params};

/// What a report is ordered by; the id decides between equals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    #[default]
    Username,
    CreateAt,
    Email,
    FirstName,
    LastName,
    Nickname,
}

impl Column {
    fn sql(self) -> &'static str {
        match self {
            Column::Username => "u.username",
            Column::CreateAt => "u.create_at",
            Column::Email => "u.email",
            Column::FirstName => "u.first_name",
            Column::LastName => "u.last_name",
            Column::Nickname => "u.nickname",
        }
    }

    fn value(self, text: &str) -> Value {
        match self {
            Column::CreateAt => text.parse::<i64>().unwrap_or_default().into(),
            _ => text.into(),
        }
    }
}

/// Upwards or downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    #[default]
    Up,
    Down,
}

/// Where the page begins: behind this value and user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct From {
    pub value: String,
    pub id: UserId,
}

impl Store {
    /// The next users in the order of the column.
    pub async fn users_report(
        &self,
        filter: &Filter,
        (column, way): (Column, Way),
        from: Option<&From>,
        limit: usize,
    ) -> Result<Vec<User>> {
        let plan = self.users_plan(filter).await?;
        let mut query = Query { sql: SELECT.to_owned(), params: Vec::new() };
        restrict(&mut query, filter, &plan);
        let sql = column.sql();
        let (beyond, order) = if way == Way::Up { (">", "ASC") } else { ("<", "DESC") };
        if let Some(from) = from {
            let part = format!(" AND ({sql} {beyond} ? OR ({sql} = ? AND u.id {beyond} ?))");
            query.add(&part, vec![column.value(&from.value), column.value(&from.value), from.id.into()]);
        }
        query.add(&format!(" ORDER BY {sql} {order}, u.id {order} LIMIT ?"), params![limit]);
        self.all(&Statement::composed("UserStore.GetUserReport", query.sql), query.params).await
    }
}
