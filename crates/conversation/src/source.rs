//! Where a post comes from, and what it may bring from there: decided here for every way in.
//!
//! A post reaches [`crate::posts::create`] from a client, from a schedule, from programs or from the server itself. Whatever it
//! carries, [`Source::admit`] leaves of it what this source decides; the author's rights in the channel are the
//! caller's business. Posts that are only shown ([`crate::posts::ephemeral`]) and those that are edited keep to the same
//! lists of properties.

use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::Call;
use wire::omit::JsonMap;
use wire::posts::{
    PROP_ADD_CHANNEL_MEMBER, PROP_DELETE_BY, PROP_FORCE_NOTIFICATION, PROP_FROM_BOT, PROP_FROM_OAUTH_APP,
    PROP_FROM_PLUGIN, PROP_FROM_WEBHOOK, PROP_OVERRIDE_ICON_EMOJI, PROP_OVERRIDE_ICON_URL, PROP_OVERRIDE_USERNAME,
    PROP_PREVIEWED_POST, PROP_WEBHOOK_DISPLAY_NAME, Post, PostMetadata,
};
use wire::users::User;

use crate::shown::priority;

/// Properties that only the server sets.
const SERVER_PROPS: &[&str] = &[
    PROP_ADD_CHANNEL_MEMBER,
    PROP_DELETE_BY,
    PROP_FORCE_NOTIFICATION,
    PROP_PREVIEWED_POST,
    PROP_FROM_BOT,
    PROP_FROM_OAUTH_APP,
    PROP_FROM_PLUGIN,
];

/// Properties by which programs speak under another name; a hardened server keeps people from using them.
const INTEGRATION_PROPS: &[&str] = &[
    PROP_FROM_WEBHOOK,
    PROP_OVERRIDE_USERNAME,
    PROP_OVERRIDE_ICON_URL,
    PROP_OVERRIDE_ICON_EMOJI,
    PROP_WEBHOOK_DISPLAY_NAME,
];

/// Where a post comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A client of a person or a bot, now.
    Client(Submitted),
    /// A client, earlier: the author scheduled it, and the server sends it.
    Scheduled,
    /// What a program posts to an incoming webhook, or answers to an outgoing one.
    Webhook,
    /// What a slash command answers.
    Command,
    /// The server itself.
    Server,
}

/// What is known of a request that submits a post.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Submitted {
    /// The client's own id of the post; empty when it has none.
    pub pending: String,
    pub via: Via,
    pub dated: Dated,
}

/// Whose token submits a post.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Via {
    /// The author's own.
    #[default]
    Author,
    /// One that the author gave to an application.
    Application,
}

/// Who says when a post was written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Dated {
    #[default]
    ByServer,
    /// Administrators bring posts from elsewhere, with their times.
    ByAuthor,
}

impl Submitted {
    /// What the caller's session says of a post.
    pub fn by(call: &Call) -> Submitted {
        Submitted {
            pending: String::new(),
            via: if call.session().is_oauth { Via::Application } else { Via::Author },
            dated: if call.can(Permission::ManageSystem) { Dated::ByAuthor } else { Dated::ByServer },
        }
    }
}

impl Source {
    /// Whether the author wrote the post in a client.
    pub fn is_written(&self) -> bool {
        matches!(self, Source::Client(_) | Source::Scheduled)
    }

    /// The client's own id of the post; `None` for posts that no client wrote.
    pub fn pending(&self) -> Option<&str> {
        match self {
            Source::Client(submitted) => Some(&submitted.pending),
            Source::Scheduled => Some(""),
            Source::Webhook | Source::Command | Source::Server => None,
        }
    }

    /// Leaves of a post what this source may bring, and adds what it says of the post.
    ///
    /// A client is told what it may not bring; of what was scheduled or comes from a program, a label that is not
    /// allowed is left out, so that the text still arrives.
    ///
    /// # Errors
    /// 400 for the server's own kinds, for names that a hardened server keeps people from using, for an unknown label
    /// and for a client's label on a reply; 403 for a client's label where there are none.
    pub fn admit(&self, app: &App, author: &User, post: &mut Post) -> Result<()> {
        if *self == Source::Server {
            post.is_pinned = false;
            return Ok(());
        }
        rules::posts::must_not_be_system_type(&post.kind)?;
        let label = post.metadata.take().and_then(|metadata| metadata.priority);
        post.metadata = Some(Box::new(PostMetadata { priority: label, ..PostMetadata::default() }));
        match self {
            Source::Client(_) => priority::must_be_able_to_label(app, author, post)?,
            Source::Scheduled | Source::Webhook => priority::keep_allowed(app, author, post)?,
            Source::Command | Source::Server => post.metadata = None,
        }
        self.admit_props(app, author, &mut post.props)?;
        post.is_pinned &= matches!(self, Source::Client(_));
        if !matches!(self, Source::Client(Submitted { dated: Dated::ByAuthor, .. })) {
            post.create_at = 0;
        }
        Ok(())
    }

    fn admit_props(&self, app: &App, author: &User, props: &mut JsonMap) -> Result<()> {
        let by_application = match self {
            Source::Client(submitted) => submitted.via == Via::Application,
            // Noted when it was scheduled.
            Source::Scheduled => props.contains_key(PROP_FROM_OAUTH_APP),
            _ => false,
        };
        strip(props);
        if by_application {
            props.insert(PROP_FROM_OAUTH_APP.into(), "true".into());
        }
        if self.is_written() {
            return must_not_impersonate(app, author, None, props);
        }
        let config = app.config();
        if !config.integrations.enable_username_override {
            props.remove(PROP_OVERRIDE_USERNAME);
        }
        if !config.integrations.enable_icon_override {
            props.remove(PROP_OVERRIDE_ICON_URL);
            props.remove(PROP_OVERRIDE_ICON_EMOJI);
        }
        Ok(())
    }
}

/// Whether a program wrote the post. A server that is not hardened shows a post as a webhook's on its author's word, and no
/// more: what a client wrote has a `remote_id`, which only the server sets.
pub fn is_of_program(post: &Post) -> bool {
    let is_marked =
        [PROP_FROM_BOT, PROP_FROM_OAUTH_APP, PROP_FROM_PLUGIN].iter().any(|name| post.props.contains_key(*name));
    is_marked || post.remote_id.is_none() && post.props.contains_key(PROP_FROM_WEBHOOK)
}

/// Takes out what only the server sets.
pub fn strip(props: &mut JsonMap) {
    SERVER_PROPS.iter().for_each(|name| drop(props.remove(*name)));
}

/// Takes out of an imported post what names things of the server it was exported from, or is acted on; where the post
/// came from stays.
pub fn strip_imported(props: &mut JsonMap) {
    [PROP_ADD_CHANNEL_MEMBER, PROP_DELETE_BY, PROP_FORCE_NOTIFICATION, PROP_PREVIEWED_POST]
        .iter()
        .for_each(|name| drop(props.remove(*name)));
}

/// Keeps what only the server sets, and where a post comes from, as it was before an edit.
pub fn keep(old: &JsonMap, new: &mut JsonMap) {
    for name in SERVER_PROPS.iter().chain([&PROP_FROM_WEBHOOK]) {
        match old.get(*name) {
            Some(value) => new.insert((*name).to_owned(), value.clone()),
            None => new.remove(*name),
        };
    }
}

/// Refuses that somebody who is no bot speaks under another name where the server is hardened. What a post had before
/// an edit may stay.
///
/// # Errors
/// 400 with `props`.
pub fn must_not_impersonate(app: &App, author: &User, before: Option<&JsonMap>, props: &JsonMap) -> Result<()> {
    if !app.config().service.hardened_mode || author.is_bot {
        return Ok(());
    }
    let is_new = |name: &&&str| match (before.and_then(|before| before.get(**name)), props.get(**name)) {
        (_, None) => false,
        (old, new) => old != new,
    };
    match INTEGRATION_PROPS.iter().find(is_new) {
        Some(_) => Err(ApiError::body_param("props")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn props(value: serde_json::Value) -> JsonMap {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn nobody_edits_where_a_post_comes_from() {
        let old = props(serde_json::json!({"from_webhook": "true", "previewed_post": "x"}));
        let mut new = props(serde_json::json!({"from_bot": "true", "color": "red"}));
        keep(&old, &mut new);
        assert_eq!(new, props(serde_json::json!({"from_webhook": "true", "previewed_post": "x", "color": "red"})));
    }

    #[test]
    fn a_claim_to_come_from_a_webhook_makes_no_program_of_its_author() {
        let claimed = props(serde_json::json!({"from_webhook": "true"}));
        let of =
            |remote_id, props: &JsonMap| is_of_program(&Post { remote_id, props: props.clone(), ..Post::default() });
        assert!(of(None, &claimed) && !of(Some(String::new()), &claimed) && !of(None, &JsonMap::new()));
        assert!(of(Some(String::new()), &props(serde_json::json!({"from_bot": "true"}))));
    }

    #[test]
    fn only_the_server_sets_its_own_properties() {
        let mut given: JsonMap = SERVER_PROPS.iter().map(|name| ((*name).to_owned(), "true".into())).collect();
        given.insert(PROP_OVERRIDE_USERNAME.into(), "deployer".into());
        strip(&mut given);
        assert_eq!(given, props(serde_json::json!({"override_username": "deployer"})));
    }
}
