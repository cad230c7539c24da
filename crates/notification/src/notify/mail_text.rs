//! What a mail about posts says: who wrote and where, the text as far as it may leave the server, and a link.

use base::Millis;
use base::ids::PostId;
use config::{Config, MailContents};
use node::error::Result;
use outward::mail::Mail;
use request::App;

use crate::audience::{Told, clip};

/// Characters of a post that a mail shows; the rest is behind the link.
const TEXT_LEN_MAX: usize = 2_000;
/// Characters of the name of a person or a channel.
const NAME_LEN_MAX: usize = 64;

/// One post in a mail.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    pub at: Millis,
    pub(super) post: PostId,
    /// Who wrote, and where.
    pub(super) head: String,
    /// Empty where it is not to be told.
    pub(super) text: String,
    pub(super) link: String,
}

/// What mails say of a post.
///
/// # Errors
/// When the store does not answer.
pub async fn line(app: &App, told: &Told) -> Result<Line> {
    let channel = &told.channel;
    let team = if channel.team_id.is_none() { None } else { app.world.team(channel.team_id).await? };
    let config = app.config();
    let sender = clip(told.sender(&config), NAME_LEN_MAX);
    let head = match &team {
        Some(team) => {
            let [channel, team] = [&channel.display_name, &team.display_name].map(|name| clip(name, NAME_LEN_MAX));
            format!("{sender} in {channel} ({team})")
        }
        None if channel.is_group() => format!("{sender} in a group message"),
        None => format!("{sender} in a direct message"),
    };
    let text =
        if config.email.contents == MailContents::Full { clip(&told.text(), TEXT_LEN_MAX) } else { String::new() };
    let team = team.as_ref().map_or("_redirect", |team| &team.name);
    let link = format!("{}/{team}/pl/{}", config.service.site_url, told.post.id);
    Ok(Line { at: told.post.create_at, post: told.post.id, head, text, link })
}

/// The mail that says some lines, of which there is one at least.
pub fn letter(config: &Config, to: &str, lines: &[Line]) -> Mail {
    let (site, name) = (&config.service.site_url, &config.team.site_name);
    let subject = match lines {
        // A name may hold what ends a header.
        [line] => format!("[{name}] {}", line.head.replace(char::is_control, " ")),
        lines => format!("[{name}] {} new messages", lines.len()),
    };
    let mut text = String::new();
    for Line { head, text: said, link, .. } in lines {
        let said = if said.is_empty() { String::new() } else { format!("{said}\n\n") };
        text.push_str(&format!("{head}:\n\n{said}{link}\n\n"));
    }
    text.push_str(&format!(
        "You were away from {name}. Which mails you get is set there, under notifications: {site}\n"
    ));
    Mail { to: to.to_owned(), subject, text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(head: &str, text: &str) -> Line {
        let (head, text) = (head.into(), text.into());
        Line { at: 1, head, text, link: "https://chat.test/crew/pl/1".into(), ..Line::default() }
    }

    #[test]
    fn a_mail_names_who_wrote_and_where_to_answer() {
        let mut config = Config::default();
        config.service.site_url = "https://chat.test".into();
        let mail = letter(&config, "bob@example.test", &[line("ann in Deck (Crew)", "Ready?")]);
        assert_eq!(mail.subject, "[Muster] ann in Deck (Crew)");
        assert!(
            mail.text.starts_with("ann in Deck (Crew):\n\nReady?\n\nhttps://chat.test/crew/pl/1\n\n"),
            "{}",
            mail.text
        );
        let many = letter(&config, "bob@example.test", &[line("ann", "One"), line("cid", "")]);
        assert_eq!(many.subject, "[Muster] 2 new messages");
        assert!(many.text.contains("One") && many.text.contains("cid:\n\nhttps://"), "{}", many.text);
    }

    #[test]
    fn a_name_cannot_add_headers() {
        let mail = letter(&Config::default(), "bob@example.test", &[line("ann in Deck\r\nBcc: all@example.test", "")]);
        assert!(!mail.subject.contains(['\r', '\n']), "{}", mail.subject);
    }
}
