//! The few sentences that phones show as they are, in the languages that the web client has.

/// Sentences of a language; `{}` stands for a name.
pub struct Words {
    direct: &'static str,
    called: &'static str,
    replied: &'static str,
    posted: &'static str,
    ended: &'static str,
    /// Of a post whose contents the phone asks for.
    pub something: &'static str,
}

const ENGLISH: Words = Words {
    direct: "{} sent you a message.",
    called: "{} mentioned you.",
    replied: "{} replied to a thread that you follow.",
    posted: "{} posted a message.",
    ended: "Your session at {} has ended. Sign in to be notified again.",
    something: "You have a new message.",
};

const GERMAN: Words = Words {
    direct: "{} hat dir geschrieben.",
    called: "{} hat dich erwähnt.",
    replied: "{} hat in einem Thread geantwortet, dem du folgst.",
    posted: "{} hat eine Nachricht geschrieben.",
    ended: "Deine Sitzung bei {} ist zu Ende. Melde dich an, um wieder benachrichtigt zu werden.",
    something: "Du hast eine neue Nachricht.",
};

const JAPANESE: Words = Words {
    direct: "{}さんからメッセージが届きました。",
    called: "{}さんがあなたにメンションしました。",
    replied: "フォロー中のスレッドに{}さんが返信しました。",
    posted: "{}さんがメッセージを投稿しました。",
    ended: "{}のセッションが終了しました。通知を受け取るには再度ログインしてください。",
    something: "新しいメッセージがあります。",
};

/// Why somebody is told of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    Direct,
    Called,
    Replied,
    Posted,
}

impl Words {
    /// Those of the language that is nearest to a locale such as `de-AT` or `ja_JP`; English where there is none.
    pub fn of(locale: &str) -> &'static Words {
        match locale.split(['-', '_']).next().unwrap_or_default() {
            "de" => &GERMAN,
            "ja" => &JAPANESE,
            _ => &ENGLISH,
        }
    }

    /// What somebody did.
    pub fn did(&self, why: Why, sender: &str) -> String {
        let sentence = match why {
            Why::Direct => self.direct,
            Why::Called => self.called,
            Why::Replied => self.replied,
            Why::Posted => self.posted,
        };
        sentence.replacen("{}", sender, 1)
    }

    /// The session at a site ended.
    pub fn ended(&self, site: &str) -> String {
        self.ended.replacen("{}", site, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_their_language_or_english() {
        let read = |locale: &str| Words::of(locale).did(Why::Called, "ann");
        assert_eq!(read("de-AT"), "ann hat dich erwähnt.");
        assert_eq!(read("ja_JP"), "annさんがあなたにメンションしました。");
        assert_eq!([read("fr"), read("")], ["ann mentioned you.", "ann mentioned you."]);
    }

    #[test]
    fn every_sentence_of_a_name_has_a_place_for_it() {
        for words in [ENGLISH, GERMAN, JAPANESE] {
            for why in [Why::Direct, Why::Called, Why::Replied, Why::Posted] {
                assert!(words.did(why, "ann").contains("ann"));
            }
            assert!(words.ended("Crew").contains("Crew"));
        }
    }
}
