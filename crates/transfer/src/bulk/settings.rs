//! What people chose, as the format names it, and under which names the server keeps it.

use serde::{Deserialize, Deserializer, Serialize};
use wire::omit::StringMap;
use wire::preferences::{ADVANCED_SETTINGS, DISPLAY_SETTINGS, NOTIFICATIONS, SIDEBAR_SETTINGS, THEME};

/// Preferences with a name that depends on whose they are.
pub const TUTORIAL_STEP: &str = "tutorial_step";
/// How often mail is sent: what the format says and, in seconds, what is kept.
const INTERVALS: [(&str, &str); 3] = [("immediately", "30"), ("fifteen", "900"), ("hour", "3600")];

/// A text, also where a file has a truth value or a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Loose(pub String);

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Loose, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Any {
            Truth(bool),
            Number(i64),
            Text(String),
        }
        Ok(Loose(match Any::deserialize(deserializer)? {
            Any::Truth(value) => value.to_string(),
            Any::Number(value) => value.to_string(),
            Any::Text(value) => value,
        }))
    }
}

/// Declares a struct of optional texts, each kept under other names.
macro_rules! kept {
    ($(#[$doc:meta])* $name:ident { $($field:ident = $category:expr, $kept:expr;)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
        #[serde(default)]
        pub struct $name {
            $(#[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<Loose>,)+
        }

        impl $name {
            /// Category, name and value of what is given.
            pub fn given(&self) -> Vec<(&'static str, &'static str, &str)> {
                let all = [$(($category, $kept, &self.$field)),+];
                all.into_iter()
                    .filter_map(|(category, name, value)| Some((category, name, value.as_ref()?.0.as_str())))
                    .collect()
            }

            /// Takes what is kept under these names, if the format has a place for it.
            pub fn take(&mut self, category: &str, name: &str, value: &str) {
                $(if category == $category && name == $kept {
                    self.$field = Some(Loose(value.to_owned()));
                })+
            }
        }
    };
}

kept! {
    /// What somebody chose for the clients.
    Settings {
        theme = THEME, "";
        military_time = DISPLAY_SETTINGS, "use_military_time";
        link_previews = DISPLAY_SETTINGS, "link_previews";
        message_display = DISPLAY_SETTINGS, "message_display";
        collapse_previews = DISPLAY_SETTINGS, "collapse_previews";
        collapse_consecutive_messages = DISPLAY_SETTINGS, "collapse_consecutive_messages";
        colorize_usernames = DISPLAY_SETTINGS, "colorize_usernames";
        channel_display_mode = DISPLAY_SETTINGS, "channel_display_mode";
        name_format = DISPLAY_SETTINGS, "name_format";
        tutorial_step = TUTORIAL_STEP, "";
        email_interval = NOTIFICATIONS, "email_interval";
        feature_enabled_markdown_preview = ADVANCED_SETTINGS, "feature_enabled_markdown_preview";
        formatting = ADVANCED_SETTINGS, "formatting";
        send_on_ctrl_enter = ADVANCED_SETTINGS, "send_on_ctrl_enter";
        code_block_ctrl_enter = ADVANCED_SETTINGS, "code_block_ctrl_enter";
        show_join_leave = ADVANCED_SETTINGS, "join_leave";
        show_unread_scroll_position = ADVANCED_SETTINGS, "unread_scroll_position";
        sync_drafts = ADVANCED_SETTINGS, "sync_drafts";
        show_unread_section = SIDEBAR_SETTINGS, "show_unread_section";
        limit_visible_dms_gms = SIDEBAR_SETTINGS, "limit_visible_dms_gms";
    }
}

kept! {
    /// What notifies somebody.
    Notices {
        desktop = "", "desktop";
        desktop_sound = "", "desktop_sound";
        email = "", "email";
        mobile = "", "push";
        mobile_push_status = "", "push_status";
        channel = "", "channel";
        comments = "", "comments";
        mention_keys = "", "mention_keys";
    }
}

kept! {
    /// What notifies a member of a channel.
    ChannelNotices {
        desktop = "", "desktop";
        mobile = "", "push";
        mark_unread = "", "mark_unread";
        email = "", "email";
        ignore_channel_mentions = "", "ignore_channel_mentions";
        channel_auto_follow_threads = "", "channel_auto_follow_threads";
    }
}

/// An interval as the server keeps it; other words stay as they are.
pub fn interval_kept(said: &str) -> &str {
    INTERVALS.iter().find(|(word, _)| *word == said).map_or(said, |(_, kept)| kept)
}

/// The word for an interval that is kept.
pub fn interval_said(kept: &str) -> &str {
    INTERVALS.iter().find(|(_, seconds)| *seconds == kept).map_or(kept, |(word, _)| word)
}

impl Notices {
    /// Puts what is given over what is there.
    pub fn over(&self, there: &mut StringMap) {
        there.extend(self.given().into_iter().map(|(_, name, value)| (name.to_owned(), value.to_owned())));
    }

    pub fn of(there: &StringMap) -> Notices {
        let mut notices = Notices::default();
        there.iter().for_each(|(name, value)| notices.take("", name, value));
        notices
    }
}

impl ChannelNotices {
    /// Puts what is given over what is there.
    pub fn over(&self, there: &mut StringMap) {
        there.extend(self.given().into_iter().map(|(_, name, value)| (name.to_owned(), value.to_owned())));
    }

    pub fn of(there: &StringMap) -> ChannelNotices {
        let mut notices = ChannelNotices::default();
        there.iter().for_each(|(name, value)| notices.take("", name, value));
        notices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_values_are_taken_as_texts_too() {
        let settings: Settings =
            serde_json::from_str(r#"{"military_time":true,"link_previews":"false"}"#).expect("both");
        let given = settings.given();
        assert_eq!(
            given,
            [(DISPLAY_SETTINGS, "use_military_time", "true"), (DISPLAY_SETTINGS, "link_previews", "false")]
        );
    }

    #[test]
    fn what_is_given_is_taken_again() {
        let mut settings = Settings::default();
        settings.take(SIDEBAR_SETTINGS, "show_unread_section", "true");
        settings.take(SIDEBAR_SETTINGS, "unknown", "true");
        let mut again = Settings::default();
        for (category, name, value) in settings.given() {
            again.take(category, name, value);
        }
        assert_eq!((again, interval_said(interval_kept("hour"))), (settings, "hour"));
    }
}
