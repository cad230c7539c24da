//! Ways by which something happens later × what became of the author meanwhile: it happens only where a request of the
//! same author, with the same token, would be answered at that moment.
//!
//! Each cell begins something, changes the author's standing, asks the request, lets the time come, and compares.
//! What is neither refused nor done alike has a reason in [`exception`], and what is no cell in [`void`].

mod cell;

use testkit::{TestApp, both};

use cell::Cell;

/// How something happens later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    ScheduledPost,
    /// A program answers a command to the channel, by its `response_url`.
    LateAnswer,
    /// The same, to whoever ran the command.
    LateWord,
    /// `/echo` with a number of seconds.
    Echo,
    /// A program opens a form for whoever clicked.
    Form,
    Reminder,
    /// An urgent post calls its people again.
    RepeatedCall,
    /// A program posts to a webhook that the author made.
    IncomingWebhook,
}

const WAYS: [Way; 8] = [
    Way::ScheduledPost,
    Way::LateAnswer,
    Way::LateWord,
    Way::Echo,
    Way::Form,
    Way::Reminder,
    Way::RepeatedCall,
    Way::IncomingWebhook,
];

/// What happens later and is in no cell, with the reason.
const ELSEWHERE: &[(&str, &str)] = &[
    ("drafts", "a client posts them, and asks like every other"),
    (
        "outgoing webhooks",
        "behaviour/webhooks.rs: what a webhook hears and says ends with what its creator may read and write",
    ),
    ("mail, browsers, phones", "behaviour/mails.rs, phones.rs and web_push.rs; who wants to be told is notify/wanted"),
    ("jobs", "they act for the server, not for who asked; their results are asked for by requests of the matrix"),
];

/// Who begins something, and with whose token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    Member,
    Administrator,
    /// An application that the administrator let in, without the scope of administrators.
    Application,
    /// The same with that scope.
    TrustedApplication,
}

const BEGINNERS: [By; 4] = [By::Member, By::Administrator, By::Application, By::TrustedApplication];

/// What becomes of the author before the time comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Nothing,
    LeavesChannel,
    LeavesTeam,
    IsDeactivated,
    LacksMfa,
    /// Members may not post in the channel any more.
    IsSilenced,
    ChannelIsArchived,
    ApplicationIsRemoved,
}

const FATES: [Fate; 8] = [
    Fate::Nothing,
    Fate::LeavesChannel,
    Fate::LeavesTeam,
    Fate::IsDeactivated,
    Fate::LacksMfa,
    Fate::IsSilenced,
    Fate::ChannelIsArchived,
    Fate::ApplicationIsRemoved,
];

/// Why something happens though a request would be refused, or the other way round.
fn exception(way: Way, by: By, fate: Fate) -> Option<&'static str> {
    match (way, fate) {
        (Way::ScheduledPost, Fate::LeavesChannel | Fate::LeavesTeam) if by != By::Member => {
            Some("a scheduled post needs the membership, which administrators post without")
        }
        (Way::Reminder, Fate::LacksMfa) => Some("it waits in a conversation that opens with the second factor"),
        (Way::IncomingWebhook, Fate::LacksMfa) => {
            Some("its address is a credential of a program, as an access token: neither asks for a second factor")
        }
        _ => None,
    }
}

/// Why a combination means nothing. Where an application began something that keeps no token, its cell would be that of its
/// user: the scope was asked when it began, and what was made stays when the application goes, as its posts do.
fn void(way: Way, by: By, fate: Fate) -> Option<&'static str> {
    match (way, by) {
        (_, By::Member | By::Administrator) => {
            (fate == Fate::ApplicationIsRemoved).then_some("no application had a part in it")
        }
        (Way::ScheduledPost | Way::LateAnswer | Way::LateWord | Way::Echo, _) => None,
        (Way::Form, _) => Some("a trigger names who clicked and where, and the form is shown to that user's clients"),
        (Way::Reminder, _) => Some("it is the user's own, and the server's account writes it to the user alone"),
        (Way::RepeatedCall, _) => Some("the post that calls stands under the user's name, and the server repeats it"),
        (Way::IncomingWebhook, _) => Some("it keeps who made it, and its address is the credential"),
    }
}

both! {
    async fn what_happens_later_is_asked_for_again(db) {
        let app = TestApp::on_with(db, |config| {
            config.accounts.enable_mfa = true;
            config.email.enable_notifications = false;
            config.jobs.run = false;
        })
        .await;
        let (mut cells, mut done, mut excepted, mut complaints) = (0, 0, 0, Vec::new());
        for way in WAYS {
            for by in BEGINNERS {
                for fate in FATES.into_iter().filter(|fate| void(way, by, *fate).is_none()) {
                    let (would, did) = Cell::begin(&app, way, by, cells).await.end(fate).await;
                    cells += 1;
                    done += usize::from(did);
                    excepted += usize::from(would != did && exception(way, by, fate).is_some());
                    if would != did && exception(way, by, fate).is_none() {
                        complaints.push(format!("{way:?} {by:?} {fate:?}: a request would {would}, it did {did}"));
                    }
                    if would == did && fate != Fate::Nothing && exception(way, by, fate).is_some() && by == By::Member {
                        complaints.push(format!("{way:?} {by:?} {fate:?}: it needs no exception"));
                    }
                    if fate == Fate::Nothing && !did {
                        complaints.push(format!("{way:?} {by:?}: it never happens, so the line proves nothing"));
                    }
                }
            }
        }
        println!(
            "deferred: {} ways x {} beginners x {} fates: {cells} cells, {done} happened, {excepted} by a reason; {} \
             ways are elsewhere",
            WAYS.len(),
            BEGINNERS.len(),
            FATES.len(),
            ELSEWHERE.len(),
        );
        assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
        assert!(cells > 100, "only {cells} cells");
    }
}
