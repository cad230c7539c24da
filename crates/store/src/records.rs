//! Records: whole rows of a server with the same tables as this one, kept as they are there.
//!
//! A record replaces the row of its key where that says something else, and nobody hears of it: a server is filled before
//! anybody uses it. So the same records twice change nothing. Statements are put together once from the lists below.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use base::ids::{ChannelId, PostId};

use crate::error::Result;
use crate::{Statement, Store, Value, Write, params};

/// A table whose rows may come as records.
#[derive(Debug)]
pub struct Table {
    pub name: &'static str,
    /// In the order of a record's values; those of the key come first.
    pub columns: Vec<&'static str>,
    /// How many of them are the key.
    pub key_len: usize,
    /// Columns that are not compared: this server gives them itself, or seals them with a number that is used once.
    own: Vec<bool>,
    save: Statement,
    remove: Statement,
    at_keys: Statement,
    at_key: Statement,
    keys_after: Statement,
    first_keys: Statement,
    count: Statement,
}

/// What is not compared.
const OWN: [(&str, &str); 7] = [
    // A role that is here keeps its id.
    ("roles", "id"),
    ("posts", "content_at"),
    ("file_infos", "content_at"),
    ("users", "mfa_secret"),
    ("outgoing_webhooks", "token"),
    ("commands", "token"),
    ("oauth_apps", "client_secret"),
];

/// Name, key, and the other columns.
#[rustfmt::skip]
const TABLES: &[(&str, &str, &str)] = &[
    ("schemes", "id",
     "name display_name description create_at update_at delete_at scope default_team_admin_role default_team_user_role \
      default_team_guest_role default_channel_admin_role default_channel_user_role default_channel_guest_role \
      default_playbook_admin_role default_playbook_member_role default_run_admin_role default_run_member_role"),
    // Roles that every server has are here before, under ids of their own.
    ("roles", "name",
     "id display_name description create_at update_at delete_at permissions scheme_managed built_in scheme_id"),
    ("users", "id",
     "create_at update_at delete_at username password_hash auth_data auth_service email email_verified nickname first_name \
      last_name position roles allow_marketing props notify_props last_password_update last_picture_update \
      failed_attempts locale timezone mfa_active mfa_secret remote_id disable_welcome_email last_login nickname_folded \
      first_name_folded last_name_folded"),
    ("bots", "user_id", "description owner_id last_icon_update create_at update_at delete_at"),
    ("sessions", "id",
     "token_hash create_at expires_at last_activity_at user_id device_id roles is_oauth expired_notify props"),
    ("user_access_tokens", "id", "token_hash user_id description is_active"),
    ("statuses", "user_id", "status manual last_activity_at dnd_end_time prev_status"),
    ("preferences", "user_id category name", "value"),
    ("terms_of_service", "id", "create_at user_id text"),
    ("user_terms_of_service", "user_id", "terms_of_service_id create_at"),
    ("teams", "id",
     "create_at update_at delete_at display_name name description email kind company_name allowed_domains invite_id \
      allow_open_invite last_team_icon_update scheme_id group_constrained cloud_limits_archived display_name_folded"),
    ("team_members", "team_id user_id", "explicit_roles create_at delete_at scheme_guest scheme_user scheme_admin"),
    ("channels", "id",
     "create_at update_at delete_at team_id kind display_name name header purpose last_post_at last_root_post_at \
      total_msg_count total_msg_count_root extra_update_at creator_id scheme_id props group_constrained banner_info \
      default_category_name display_name_folded purpose_folded"),
    ("channel_members", "channel_id user_id",
     "explicit_roles last_viewed_at msg_count msg_count_root mention_count mention_count_root urgent_mention_count \
      notify_props last_update_at scheme_guest scheme_user scheme_admin"),
    ("channel_member_history", "channel_id user_id join_time", "leave_time"),
    ("channel_bookmarks", "id",
     "create_at update_at delete_at channel_id owner_id file_id display_name sort_order link_url image_url emoji kind \
      original_id parent_id"),
    ("sidebar_categories", "id", "user_id team_id sort_order sorting kind display_name muted collapsed"),
    ("sidebar_channels", "user_id team_id channel_id", "category_id sort_order"),
    ("emoji", "id", "create_at update_at delete_at creator_id name"),
    ("posts", "id",
     "create_at update_at edit_at delete_at is_pinned user_id channel_id root_id original_id message message_source kind \
      props hashtags file_ids pending_post_id has_reactions remote_id content_at"),
    ("post_priorities", "post_id", "channel_id priority requested_ack persistent_notifications"),
    ("persistent_notifications", "post_id", "next_at sent_count"),
    ("post_acknowledgements", "post_id user_id", "channel_id acknowledged_at"),
    ("post_reminders", "post_id user_id", "target_time"),
    ("reactions", "post_id user_id emoji_name", "create_at update_at channel_id"),
    ("threads", "post_id", "channel_id team_id reply_count last_reply_at participants delete_at"),
    ("thread_memberships", "post_id user_id",
     "channel_id team_id following last_reply_at last_view_at last_update_at unread_mentions"),
    ("file_infos", "id",
     "user_id post_id channel_id create_at update_at delete_at path thumbnail_path preview_path name extension size \
      mime_type width height has_preview_image mini_preview content archived content_at"),
    ("drafts", "user_id channel_id root_id", "create_at update_at message kind props file_ids priority"),
    ("scheduled_posts", "id",
     "user_id channel_id root_id create_at update_at message kind props file_ids priority scheduled_at processed_at \
      error_code"),
    ("user_groups", "id",
     "name display_name description source remote_id create_at update_at delete_at allow_reference display_name_folded"),
    ("group_members", "group_id user_id", "create_at delete_at"),
    ("group_syncables", "group_id place_id", "kind auto_add scheme_admin create_at update_at delete_at"),
    ("incoming_webhooks", "id",
     "create_at update_at delete_at user_id channel_id team_id display_name description username icon_url channel_locked"),
    ("outgoing_webhooks", "id",
     "token create_at update_at delete_at creator_id channel_id team_id trigger_words trigger_when callback_urls \
      display_name description content_type username icon_url"),
    ("commands", "id",
     "token create_at update_at delete_at creator_id team_id trigger_word method username icon_url auto_complete \
      auto_complete_desc auto_complete_hint display_name description url plugin_id"),
    ("oauth_apps", "id",
     "creator_id create_at update_at client_secret name description icon_url callback_urls homepage is_trusted \
      mattermost_app_id is_dynamically_registered is_public"),
    ("oauth_access_data", "token_hash", "refresh_hash client_id user_id redirect_uri expires_at scope audience family"),
    ("audits", "id", "create_at user_id action extra_info ip_address session_id"),
];

static KEPT: LazyLock<Vec<Table>> =
    LazyLock::new(|| TABLES.iter().map(|(name, key, rest)| made(name, key, rest)).collect());

/// All tables whose rows may come as records.
pub fn tables() -> &'static [Table] {
    &KEPT
}

/// The one of this name.
///
/// # Panics
/// When there is none: names are constants of the program.
pub fn table(name: &str) -> &'static Table {
    KEPT.iter().find(|table| table.name == name).expect("a table of records")
}

fn made(name: &'static str, key: &'static str, rest: &'static str) -> Table {
    let key: Vec<&str> = key.split_ascii_whitespace().collect();
    let columns: Vec<&str> = key.iter().copied().chain(rest.split_ascii_whitespace()).collect();
    let own: Vec<bool> = columns.iter().map(|column| OWN.contains(&(name, *column))).collect();
    let is_set = |column: &&&str| !key.contains(*column) && (name, **column) != ("roles", "id");
    let set: Vec<&str> = columns.iter().filter(is_set).copied().collect();
    let compared = set.iter().filter(|column| !OWN.contains(&(name, **column)));
    let differs: Vec<String> =
        compared.map(|column| format!("{name}.{column} IS DISTINCT FROM excluded.{column}")).collect();
    let sets: Vec<String> = set.iter().map(|column| format!("{column} = excluded.{column}")).collect();
    let places = |from: usize, len: usize| (from..from + len).map(|at| format!("${at}")).collect::<Vec<_>>().join(", ");
    let (list, keys, len) = (columns.join(", "), key.join(", "), key.len());
    let any = |(at, column): (usize, &&str)| format!("{column} = ANY(${})", at + 1);
    let one = |(at, column): (usize, &&str)| format!("{column} = ${}", at + 1);
    let all = |parts: Vec<String>| parts.join(" AND ");
    Table {
        save: Statement::composed(
            "RecordStore.Save",
            format!(
                "INSERT INTO {name} ({list}) VALUES ({}) ON CONFLICT ({keys}) DO UPDATE SET {} WHERE {}",
                places(1, columns.len()),
                sets.join(", "),
                differs.join(" OR "),
            ),
        ),
        remove: Statement::composed(
            "RecordStore.Remove",
            format!("DELETE FROM {name} WHERE {}", all(key.iter().enumerate().map(one).collect())),
        ),
        at_keys: Statement::composed(
            "RecordStore.GetMany",
            format!("SELECT {list} FROM {name} WHERE {}", all(key.iter().enumerate().map(any).collect())),
        ),
        at_key: Statement::composed(
            "RecordStore.Get",
            format!("SELECT {list} FROM {name} WHERE {}", all(key.iter().enumerate().map(one).collect())),
        ),
        keys_after: Statement::composed(
            "RecordStore.GetKeysAfter",
            format!(
                "SELECT {keys} FROM {name} WHERE ({keys}) > ({}) ORDER BY {keys} LIMIT ${}",
                places(1, len),
                len + 1
            ),
        ),
        first_keys: Statement::composed(
            "RecordStore.GetKeys",
            format!("SELECT {keys} FROM {name} ORDER BY {keys} LIMIT $1"),
        ),
        count: Statement::composed("RecordStore.Count", format!("SELECT COUNT(*) FROM {name}")),
        key_len: len,
        name,
        columns,
        own,
    }
}

impl Table {
    /// Where a column stands in a record.
    pub fn at(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|one| *one == column)
    }

    /// Whether a column is the source's alone.
    pub fn is_compared(&self, at: usize) -> bool {
        !self.own[at]
    }

    /// Its statements, for the test that prepares them.
    pub fn statements(&self) -> [&Statement; 7] {
        let Table { save, remove, at_keys, at_key, keys_after, first_keys, count, .. } = self;
        [save, remove, at_keys, at_key, keys_after, first_keys, count]
    }
}

crate::statements! {
    /// Index posts_thread.
    COUNT_ROOTS = "RecordStore.CountRoots" =>
        "UPDATE channels SET total_msg_count_root = (SELECT COUNT(*) FROM posts p WHERE p.channel_id = $1 \
                AND p.root_id = $2 AND p.delete_at = 0 AND NOT p.kind = ANY($3)), \
            last_root_post_at = COALESCE((SELECT MAX(p.create_at) FROM posts p WHERE p.channel_id = $1 \
                AND p.root_id = $2 AND p.delete_at = 0 AND NOT p.kind = ANY($3)), 0) \
         WHERE id = $1";
    SEEN_ROOTS = "RecordStore.CountSeenRoots" =>
        "UPDATE channel_members SET mention_count_root = mention_count, \
            msg_count_root = (SELECT c.total_msg_count_root FROM channels c WHERE c.id = $1) \
                - (SELECT COUNT(*) FROM posts p WHERE p.channel_id = $1 AND p.root_id = $2 AND p.delete_at = 0 \
                    AND p.create_at > channel_members.last_viewed_at AND NOT p.kind = ANY($3)) \
         WHERE channel_id = $1";
}

/// Counts the roots of a channel, and how many of them each member has seen, where the source counts no roots. Posts of
/// `passed_over` types do not count.
pub fn count_roots(channel: ChannelId, passed_over: &[String]) -> [Write; 2] {
    let params = || params![channel, PostId::NONE, passed_over];
    [Write::new(&COUNT_ROOTS, params()), Write::new(&SEEN_ROOTS, params())]
}

/// Keeps a record. Changes no row where one with the same values is kept.
pub fn save(table: &'static Table, values: Vec<Value>) -> Write {
    Write::new(&table.save, values)
}

/// Removes the row of a key.
pub fn remove(table: &'static Table, key: Vec<Value>) -> Write {
    Write::new(&table.remove, key)
}

/// A key as a text that is the same for the same key, however its values were read.
pub fn key_text(key: &[Value]) -> String {
    let one = |value: &Value| match value {
        Value::Id(id) => format!("{id:?}"),
        Value::Bytes(bytes) => match <[u8; 16]>::try_from(bytes.as_slice()) {
            Ok(id) => format!("{:?}", base::Id(id)),
            Err(_) => format!("{bytes:?}"),
        },
        Value::Text(text) => text.clone(),
        Value::Int(number) => number.to_string(),
        other => format!("{other:?}"),
    };
    key.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Whether two values are the same, however they were read.
pub fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Id(id), Value::Bytes(bytes)) | (Value::Bytes(bytes), Value::Id(id)) => {
            id.0.as_slice() == bytes.as_slice()
        }
        (one, other) => one == other,
    }
}

impl Store {
    /// How many rows a table has.
    pub async fn records_count(&self, table: &'static Table) -> Result<u64> {
        let count: Option<i64> = self.one(&table.count, Vec::new()).await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }

    /// The rows of some keys by [`key_text`], in the order of their columns; all keys have [`Table::key_len`] values.
    pub async fn records(&self, table: &'static Table, keys: &[&[Value]]) -> Result<HashMap<String, Vec<Value>>> {
        let lists: Option<Vec<Value>> = (0..table.key_len).map(|at| listed(keys.iter().map(|key| &key[at]))).collect();
        let rows = match lists {
            Some(lists) => self.database.rows(&table.at_keys, lists).await?,
            // Hashes, for which there is no list; such tables are small.
            None => {
                let mut rows = Vec::new();
                for key in keys {
                    rows.extend(self.database.rows(&table.at_key, key.to_vec()).await?);
                }
                rows
            }
        };
        Ok(rows.into_iter().map(|row| (key_text(&row[..table.key_len]), row)).collect())
    }

    /// The first keys behind `after`, in the order of the database; from the beginning without one.
    pub async fn record_keys(
        &self,
        table: &'static Table,
        after: Option<Vec<Value>>,
        limit: usize,
    ) -> Result<Vec<Vec<Value>>> {
        match after {
            None => self.database.rows(&table.first_keys, vec![limit.into()]).await,
            Some(mut params) => {
                params.push(limit.into());
                self.database.rows(&table.keys_after, params).await
            }
        }
    }
}

/// Values of one column as a list, each once; nothing where they are neither ids nor texts nor numbers.
fn listed<'a>(values: impl Iterator<Item = &'a Value>) -> Option<Value> {
    let (mut ids, mut texts, mut ints) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for value in values {
        match value {
            Value::Id(id) => drop(ids.insert(*id)),
            Value::Bytes(bytes) => drop(ids.insert(base::Id(<[u8; 16]>::try_from(bytes.as_slice()).ok()?))),
            Value::Text(text) => drop(texts.insert(text.clone())),
            Value::Int(number) => drop(ints.insert(*number)),
            _ => return None,
        }
    }
    Some(match (ids.is_empty(), texts.is_empty()) {
        (false, _) => Value::Ids(ids.into_iter().collect()),
        (true, false) => Value::Texts(texts.into_iter().collect()),
        (true, true) => Value::Ints(ints.into_iter().collect()),
    })
}
