//! Parsers of what others send, and what must hold of each whatever is sent.
//!
//! A [`Target`] takes any bytes, gives them to one parser as its caller would, and panics when a promise is broken: most
//! promise bounds, or that what was read is written and read as the same. `scripts/fuzz` has libFuzzer make bytes up for
//! each target, which also notices what takes long; the test of this crate reads the files kept in `fuzz/corpus`, so that
//! what was found once stays mended.

mod bulk;
mod files;
mod framing;
mod http;
mod identity;
mod input;
mod interactive;
mod json;
mod lab;
mod nodes;
mod programs;
mod settings;
mod sockets;
mod sources;
mod texts;

/// A parser, and what must hold of it.
pub struct Target {
    /// As in `fuzz/corpus`.
    pub name: &'static str,
    /// # Panics
    /// When a promise is broken.
    pub feed: fn(&[u8]),
}

/// A target that takes text; bytes that are none tell nothing of it.
macro_rules! of_text {
    ($feed:path) => {
        |bytes| {
            if let Ok(text) = std::str::from_utf8(bytes) {
                $feed(text);
            }
        }
    };
}

macro_rules! targets {
    ($($name:literal $feed:expr;)+) => {
        /// All targets, by name.
        pub const TARGETS: &[Target] = &[$(Target { name: $name, feed: $feed }),+];
    };
}

targets! {
    "action_cookie" interactive::cookie;
    "attachments" programs::attachments;
    "bulk_file" bulk::file;
    "bulk_line" bulk::line;
    "bus_frame" bus::fuzzed::frame;
    "channel_links" of_text!(texts::channel_links);
    "charset" files::charset;
    "cluster_message" nodes::message;
    "command_arguments" of_text!(programs::command_arguments);
    "config" of_text!(settings::config);
    "config_changes" settings::changes;
    "connection" framing::connection;
    "cookies" http::cookies;
    "device" of_text!(programs::device);
    "dialog_trigger" interactive::trigger;
    "directory" identity::directory;
    "disposition" http::disposition;
    "email" of_text!(programs::email);
    "emoji" of_text!(texts::emoji);
    "file_text" files::text;
    "form" http::form;
    "handed_connection" nodes::handed;
    "node_records" nodes::records;
    "hashtags" of_text!(texts::hashtags);
    "id_token" identity::token;
    "items" sources::items;
    "json" json::json;
    "lab_answers" lab::answers;
    "lab_settings" lab::settings;
    "links" of_text!(texts::links);
    "markdown" of_text!(texts::markdown);
    "mentions" of_text!(texts::mentions);
    "mrkdwn" of_text!(sources::mrkdwn);
    "nats" bus::fuzzed::nats;
    "oauth" http::oauth;
    "object_path" of_text!(files::object_path);
    "opengraph" of_text!(texts::opengraph);
    "outbound_hosts" of_text!(programs::outbound_hosts);
    "passkey" identity::passkey;
    "password_hash" of_text!(settings::password_hash);
    "permalinks" of_text!(texts::permalinks);
    "pictures" files::pictures;
    "prices" of_text!(lab::prices);
    "promql" of_text!(lab::promql);
    "provisioning" identity::provisioning;
    "push_answer" programs::push_answer;
    "query" of_text!(http::query);
    "range" http::range;
    "rocketchat_markup" of_text!(sources::rocketchat_markup);
    "route" of_text!(http::route);
    "s3_xml" of_text!(::files::fuzzed::xml);
    "scrape" of_text!(lab::scrape);
    "search_answer" programs::search_answer;
    "search_query" of_text!(texts::search_query);
    "slack_links" of_text!(texts::slack_links);
    "socket_frames" sockets::frames;
    "socket_request" sockets::request;
    "svg" files::svg;
    "tree" sources::tree;
    "user_agent" of_text!(http::user_agent);
    "users_file" lab::users_file;
    "webhook" programs::webhook;
    "zulip_markup" of_text!(sources::zulip_markup);
}

/// Feeds a target.
///
/// # Panics
/// When a promise is broken, or there is no such target.
pub fn feed(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target of this name");
    (target.feed)(bytes);
}
