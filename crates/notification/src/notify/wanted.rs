//! Whether somebody wants to be told of a post, pushed or by mail: the settings, and the presence. Pure.

use base::Millis;
use wire::channels::NOTIFY_MARK_UNREAD;
use wire::omit::StringMap;
use wire::posts::{PROP_FORCE_NOTIFICATION, Post};
use wire::statuses::{self, Status};
use wire::users::User;

/// Whoever looked at the channel this recently sees the post without being told (facts, data model §1.7).
const LOOKING_MS: Millis = 20_000;

/// One to whom a post may matter.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub user: &'a User,
    /// Of the membership in the channel.
    pub channel: &'a StringMap,
    pub status: &'a Status,
    /// When the reader last turned to the channel, 0 for never.
    pub looked_at: Millis,
    pub called: bool,
    pub follows: bool,
    /// Replies are gathered in threads for this reader.
    pub collapsed: bool,
    /// No sign-in of the reader opens anything before the second factor is set up.
    pub owes_mfa: bool,
}

/// How a reader is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Push,
    Mail,
}

/// Why a reader is not told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unwanted {
    /// Nobody reads there: a bot, somebody who left, the server's own words.
    Nobody,
    /// A request of the reader would be refused, so nothing is told in another way.
    Locked,
    Muted,
    Level,
    Status,
}

/// Whether `reader` is told of `post` in this way.
///
/// # Errors
/// Why not.
pub fn must_want(reader: &Reader<'_>, post: &Post, way: Way, now: Millis) -> Result<(), Unwanted> {
    if !reader.user.is_active() || reader.user.is_bot || post.is_system() {
        return Err(Unwanted::Nobody);
    }
    if reader.owes_mfa {
        return Err(Unwanted::Locked);
    }
    if way == Way::Push && !post.prop(PROP_FORCE_NOTIFICATION).is_empty() {
        return Ok(());
    }
    if reader.channel.get(NOTIFY_MARK_UNREAD).is_some_and(|value| value == "mention") {
        return Err(Unwanted::Muted);
    }
    let (wants, is_there) = match way {
        Way::Push => (is_of_push_level(reader, post), !is_reachable(reader, post, now)),
        Way::Mail => (is_of_mail_level(reader, post), !is_away(reader.status)),
    };
    match (wants, is_there) {
        (false, _) => Err(Unwanted::Level),
        (true, true) => Err(Unwanted::Status),
        (true, false) => Ok(()),
    }
}

/// Mail is for what calls somebody, and for replies that somebody follows.
fn is_of_mail_level(reader: &Reader<'_>, post: &Post) -> bool {
    let of_thread = !post.is_root() && reader.collapsed;
    let threads = if of_thread { setting(reader, "email_threads", "all") } else { "mention" };
    let concerns = match threads {
        "none" => false,
        "all" => reader.called || reader.follows,
        _ => reader.called,
    };
    concerns && setting(reader, "email", "true") == "true"
}

/// Whether mail finds nobody at a client who saw the post already, or wants no disturbance.
pub fn is_away(status: &Status) -> bool {
    !matches!(status.status.as_str(), statuses::ONLINE | statuses::DND)
}

fn is_of_push_level(reader: &Reader<'_>, post: &Post) -> bool {
    let level = setting(reader, "push", "mention");
    let of_thread = !post.is_root() && reader.collapsed;
    match level {
        "none" => false,
        _ if reader.called => true,
        // A reply stands in its thread, so what its channel is set to does not matter.
        _ if of_thread => reader.follows && setting(reader, "push_threads", "all") == "all",
        level => level == "all",
    }
}

fn is_reachable(reader: &Reader<'_>, post: &Post, now: Millis) -> bool {
    let when = reader.user.notify_props.get("push_status").map_or("online", String::as_str);
    match reader.status.status.as_str() {
        statuses::DND | statuses::OUT_OF_OFFICE => false,
        statuses::OFFLINE => true,
        statuses::AWAY => when != "offline",
        _ if when != "online" => false,
        _ => {
            let of_thread = !post.is_root() && reader.collapsed;
            of_thread || now - reader.looked_at >= LOOKING_MS
        }
    }
}

/// The channel's setting, or where it leaves that open the user's.
fn setting<'a>(reader: &Reader<'a>, name: &str, unless: &'static str) -> &'a str {
    let chosen = |props: &'a StringMap| props.get(name).map(String::as_str).filter(|value| !value.is_empty());
    let here = chosen(reader.channel).filter(|value| *value != "default");
    here.or_else(|| chosen(&reader.user.notify_props)).unwrap_or(unless)
}

#[cfg(test)]
mod tests {
    use base::Id;
    use base::ids::PostId;

    use super::*;

    const NOW: Millis = 1_000_000;

    /// Called, follows, or neither.
    #[derive(Clone, Copy, PartialEq)]
    enum By {
        Name,
        Following,
        Nothing,
    }

    struct Case {
        user: User,
        looked_at: Millis,
        channel: StringMap,
        status: Status,
        post: Post,
        owes_mfa: bool,
    }

    fn case() -> Case {
        let status = Status { status: statuses::OFFLINE.into(), ..Status::default() };
        let (user, channel, post) = (User::default(), StringMap::new(), Post::default());
        Case { user, looked_at: 0, channel, status, post, owes_mfa: false }
    }

    impl Case {
        fn user(mut self, name: &str, value: &str) -> Case {
            self.user.notify_props.insert(name.into(), value.into());
            self
        }

        fn channel(mut self, name: &str, value: &str) -> Case {
            self.channel.insert(name.into(), value.into());
            self
        }

        fn status(mut self, status: &str) -> Case {
            self.status.status = status.into();
            self
        }

        fn reply(mut self) -> Case {
            self.post.root_id = PostId(Id([5; 16]));
            self
        }

        fn told(&self, by: By) -> Result<(), Unwanted> {
            self.told_by(Way::Push, by)
        }

        fn told_by(&self, way: Way, by: By) -> Result<(), Unwanted> {
            let Case { user, channel, status, post, looked_at, .. } = self;
            let (called, follows) = (by == By::Name, by == By::Following);
            let looked_at = *looked_at;
            let owes_mfa = self.owes_mfa;
            let reader = Reader { user, channel, status, looked_at, called, follows, collapsed: true, owes_mfa };
            must_want(&reader, post, way, NOW)
        }
    }

    #[test]
    fn levels_of_the_channel_come_before_those_of_the_user() {
        assert_eq!(case().told(By::Name), Ok(()));
        assert_eq!(case().told(By::Nothing), Err(Unwanted::Level));
        assert_eq!(case().user("push", "all").told(By::Nothing), Ok(()));
        assert_eq!(case().user("push", "all").channel("push", "default").told(By::Nothing), Ok(()));
        assert_eq!(case().user("push", "all").channel("push", "mention").told(By::Nothing), Err(Unwanted::Level));
        assert_eq!(case().user("push", "none").told(By::Name), Err(Unwanted::Level));
        assert_eq!(case().user("push", "none").channel("push", "all").told(By::Nothing), Ok(()));
    }

    #[test]
    fn replies_are_told_to_those_who_follow_the_thread() {
        assert_eq!(case().reply().told(By::Following), Ok(()));
        assert_eq!(case().reply().user("push", "all").told(By::Nothing), Err(Unwanted::Level));
        assert_eq!(case().reply().user("push_threads", "mention").told(By::Following), Err(Unwanted::Level));
        assert_eq!(case().reply().user("push_threads", "mention").told(By::Name), Ok(()));
    }

    #[test]
    fn muted_channels_and_the_servers_own_words_are_told_to_nobody() {
        assert_eq!(case().channel("mark_unread", "mention").told(By::Name), Err(Unwanted::Muted));
        let mut joined = case();
        joined.post.kind = "system_join_channel".into();
        assert_eq!(joined.told(By::Name), Err(Unwanted::Nobody));
        let mut left = case();
        left.user.delete_at = 1;
        assert_eq!(left.told(By::Name), Err(Unwanted::Nobody));
    }

    #[test]
    fn who_lacks_the_second_factor_is_told_in_no_way() {
        let mut locked = Case { owes_mfa: true, ..case() };
        locked.post.props.insert(PROP_FORCE_NOTIFICATION.into(), "test".into());
        for way in [Way::Push, Way::Mail] {
            assert_eq!(locked.told_by(way, By::Name), Err(Unwanted::Locked));
        }
    }

    #[test]
    fn presence_decides_as_the_user_set_it() {
        let table = [
            ("online", [true, true, true, false]),
            ("away", [false, true, true, false]),
            ("offline", [false, false, true, false]),
        ];
        for (when, wanted) in table {
            let told = [statuses::ONLINE, statuses::AWAY, statuses::OFFLINE, statuses::DND]
                .map(|status| case().user("push_status", when).status(status).told(By::Name).is_ok());
            assert_eq!(told, wanted, "{when}");
        }
    }

    #[test]
    fn who_looks_at_the_channel_is_not_told() {
        let mut looking = case().status(statuses::ONLINE);
        looking.looked_at = NOW - LOOKING_MS + 1;
        assert_eq!(looking.told(By::Name), Err(Unwanted::Status));
        looking.looked_at -= 1;
        assert_eq!(looking.told(By::Name), Ok(()));
        looking.looked_at = NOW;
        assert_eq!(looking.reply().told(By::Name), Ok(()), "a thread is beside the channel");
    }

    #[test]
    fn mail_is_for_those_who_are_called_while_they_are_away() {
        let mailed = |case: Case, by: By| case.told_by(Way::Mail, by);
        assert_eq!(mailed(case(), By::Name), Ok(()));
        assert_eq!(mailed(case().user("push", "all"), By::Nothing), Err(Unwanted::Level));
        assert_eq!(mailed(case().user("email", "false"), By::Name), Err(Unwanted::Level));
        assert_eq!(mailed(case().user("email", "false").channel("email", "true"), By::Name), Ok(()));
        assert_eq!(mailed(case().channel("email", "false"), By::Name), Err(Unwanted::Level));
        assert_eq!(mailed(case().channel("mark_unread", "mention"), By::Name), Err(Unwanted::Muted));
        let by_status = [statuses::ONLINE, statuses::AWAY, statuses::OFFLINE, statuses::DND, statuses::OUT_OF_OFFICE]
            .map(|status| mailed(case().status(status), By::Name).is_ok());
        assert_eq!(by_status, [false, true, true, false, true]);
    }

    #[test]
    fn replies_are_mailed_to_followers_as_they_set_it() {
        let mailed =
            |threads: &str, by: By| case().reply().user("email_threads", threads).told_by(Way::Mail, by).is_ok();
        assert_eq!(["all", "mention", "none"].map(|threads| mailed(threads, By::Following)), [true, false, false]);
        assert_eq!(["all", "mention", "none"].map(|threads| mailed(threads, By::Name)), [true, true, false]);
        assert!(!mailed("all", By::Nothing));
    }

    #[test]
    fn a_forced_notification_asks_for_no_setting() {
        let mut forced = case().user("push", "none").status(statuses::DND);
        forced.post.props.insert(PROP_FORCE_NOTIFICATION.into(), "test".into());
        assert_eq!(forced.told(By::Nothing), Ok(()));
    }
}
