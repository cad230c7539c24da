//! Pages are written in plain sentences: at most 30 words, and none of the turns that STYLE.md bans.
//!
//! Headings, tables and code are no sentences; a link counts with its text alone. STYLE.md asks for 25 words. The check
//! leaves room for a sentence whose names are long.

use super::Complaint;
use super::sources::Source;

const WORDS_MAX: usize = 30;

/// Words that a gap of a banned turn may have.
const GAP_MAX: usize = 6;

/// Turns that have to be read twice; `…` is a gap of one word or more.
const BANNED: [&str; 4] = ["who … is told", "what is asked of", "is known by what", "whether … is what"];

/// Pages that do not pass yet. The list may only shrink: a page that passes must leave it.
const OLD: &[&str] = &["CHANGELOG.md", "docs/performance-log.md"];

/// Pages that a program writes; their sentences stand in its sources.
const GENERATED: &[&str] =
    &["docs/compatibility.md", "docs/config.md", "docs/examples/", "docs/metrics.md", "docs/permissions.md"];

/// Complains about long sentences and banned turns, and about pages that are listed as old and are not.
pub fn check(files: &[Source]) -> Vec<Complaint> {
    check_but(files, OLD)
}

fn check_but(files: &[Source], old: &[&str]) -> Vec<Complaint> {
    let mut found = Vec::new();
    for page in files.iter().filter(|source| is_page(&source.path)) {
        let complaints = complaints(page);
        match (old.contains(&&*page.path), complaints.is_empty()) {
            (false, _) => found.extend(complaints),
            (true, true) => {
                found.push(Complaint::new(&page.path, 1, "the page passes now: take it out of `OLD` in prose.rs"));
            }
            (true, false) => {}
        }
    }
    let is_gone = |path: &&&str| !files.iter().any(|source| source.path == ***path);
    found.extend(old.iter().filter(is_gone).map(|path| Complaint::new(path, 1, "gone: take it out of `OLD`")));
    found
}

fn is_page(path: &str) -> bool {
    let is_ours = path.starts_with("docs/") || ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].contains(&path);
    is_ours && path.ends_with(".md") && !GENERATED.iter().any(|place| path.starts_with(place))
}

fn complaints(page: &Source) -> Vec<Complaint> {
    let mut found = Vec::new();
    for block in blocks(page) {
        for sentence in sentences(&block) {
            let line = sentence[0].line;
            let spoken: Vec<String> = sentence.iter().filter_map(Word::spoken).collect();
            if spoken.len() > WORDS_MAX {
                let instead = format!("a sentence of {} words, {WORDS_MAX} is the most: one idea each", spoken.len());
                found.push(Complaint::new(&page.path, line, instead));
            }
            for turn in BANNED {
                let turn: Vec<&str> = turn.split(' ').collect();
                if (0..spoken.len()).any(|at| has_turn(&spoken[at..], &turn)) {
                    let instead = format!("\"{}\": say it with a subject and an active verb", turn.join(" "));
                    found.push(Complaint::new(&page.path, line, instead));
                }
            }
        }
    }
    found
}

struct Word {
    line: usize,
    text: String,
}

impl Word {
    /// Without what surrounds it; nothing for a dash.
    fn spoken(&self) -> Option<String> {
        let word = self.text.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
        (!word.is_empty()).then_some(word)
    }

    fn ends_sentence(&self, next: Option<&Word>) -> bool {
        let Some(next) = next else { return true };
        let begins = next.text.trim_start_matches(['*', '_', '(', '[', '"']).chars().next();
        let begins = begins.is_some_and(|letter| letter.is_uppercase() || letter.is_numeric() || letter == '`');
        begins && self.text.trim_end_matches([')', '"', '*', '_', ']']).ends_with(['.', '?', '!'])
    }
}

/// The words of each paragraph and item of a list. Code in a line is one word.
fn blocks(page: &Source) -> Vec<Vec<Word>> {
    let mut blocks = vec![Vec::new()];
    let (mut is_fenced, mut is_code) = (false, false);
    for (number, line) in page.lines() {
        let text = line.trim_start();
        let begun = blocks.last().is_some_and(|block: &Vec<Word>| !block.is_empty());
        let is_fence = text.starts_with("```");
        is_fenced ^= is_fence;
        if is_fence || is_fenced || text.is_empty() || text.starts_with(['|', '#', '<']) {
            blocks.push(Vec::new());
            is_code = false;
            continue;
        }
        if line.starts_with("    ") && !begun {
            continue;
        }
        let item = item_of(text);
        if item.is_some() {
            blocks.push(Vec::new());
        }
        let Some(block) = blocks.last_mut() else { continue };
        for word in item.unwrap_or(text).split_whitespace() {
            match block.last_mut().filter(|_| is_code) {
                Some(code) => code.text.push_str(word),
                None => block.push(Word { line: number, text: word.to_owned() }),
            }
            is_code ^= word.matches('`').count() % 2 == 1;
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// What an item of a list says, when the line begins one.
fn item_of(text: &str) -> Option<&str> {
    let (mark, said) = text.split_once(' ')?;
    let is_number = mark.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok());
    (is_number || ["-", "*", "+", ">"].contains(&mark)).then_some(said)
}

fn sentences(block: &[Word]) -> Vec<&[Word]> {
    let mut sentences = Vec::new();
    let mut from = 0;
    for (at, word) in block.iter().enumerate() {
        if word.ends_sentence(block.get(at + 1)) {
            sentences.push(&block[from..=at]);
            from = at + 1;
        }
    }
    sentences
}

/// Whether the words begin with the turn.
fn has_turn(words: &[String], turn: &[&str]) -> bool {
    match turn {
        [] => true,
        ["…", rest @ ..] => (1..=GAP_MAX.min(words.len())).any(|gap| has_turn(&words[gap..], rest)),
        [first, rest @ ..] => words.first().is_some_and(|word| word == first) && has_turn(&words[1..], rest),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sources::source;
    use super::*;

    fn found(text: &str) -> Vec<usize> {
        complaints(&source("docs/a.md", text)).iter().map(|one| one.line).collect()
    }

    fn long(words: usize) -> String {
        format!("{}end.", "word ".repeat(words - 1))
    }

    #[test]
    fn thirty_words_pass_and_one_more_does_not() {
        assert!(found(&long(30)).is_empty());
        assert_eq!(found(&format!("Short.\n{}\n", long(31))), [1]);
        assert_eq!(found(&format!("Short one.\n\n- Item.\n- {}\n", long(31))), [4]);
    }

    #[test]
    fn a_sentence_goes_over_lines_and_ends_before_the_next() {
        let (one, other) = (long(16).replace("end.", "go"), long(16));
        assert_eq!(found(&format!("{one}\n{other}\n")), [1]);
        assert!(found(&format!("{one}.\nThe {other}\n")).is_empty());
    }

    #[test]
    fn tables_headings_and_code_are_no_sentences() {
        let text = long(31);
        assert!(found(&format!("# {text}\n| {text} |\n\n    {text}\n\n```\n{text}\n```\n")).is_empty());
        assert!(found(&format!("Run `{text}` now.\n")).is_empty());
    }

    #[test]
    fn banned_turns_are_found() {
        assert_eq!(found("Fine.\n\nWho connects to a node is told so.\n"), [3]);
        assert_eq!(found("It depends on whether memory is what it seems.\n"), [1]);
        assert!(found("Users who sign in get a session.\n").is_empty());
    }

    #[test]
    fn a_listed_page_must_fail_and_be_there() {
        let files = [source("docs/a.md", "Short.\n"), source("docs/b.md", &long(31))];
        assert_eq!(check_but(&files, &["docs/b.md"]).len(), 0);
        assert_eq!(check_but(&files, &[]).len(), 1);
        assert_eq!(check_but(&files, &["docs/a.md", "docs/b.md"]).len(), 1);
        assert_eq!(check_but(&files, &["docs/b.md", "docs/gone.md"]).len(), 1);
    }
}
