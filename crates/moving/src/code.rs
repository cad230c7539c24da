//! Code in a text: what stands between two runs of as many backticks. Markup there is none.

use std::collections::HashSet;

/// Looks for code in a text, from its beginning on.
#[derive(Default)]
pub struct Code {
    /// Numbers of signs that nothing ends: they are not looked for again.
    endless: HashSet<usize>,
}

impl Code {
    /// The bytes of the code that a text begins with; of its signs alone where no code is.
    pub fn len(&mut self, text: &str) -> usize {
        let run = |text: &str| text.len() - text.trim_start_matches('`').len();
        let signs = run(text);
        let mut at = signs;
        while !self.endless.contains(&signs) {
            let Some(next) = text[at..].find('`') else {
                self.endless.insert(signs);
                break;
            };
            let len = run(&text[at + next..]);
            at += next + len;
            if len == signs {
                return at;
            }
        }
        signs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_ends_with_as_many_signs_as_it_began() {
        let len = |text: &str| Code::default().len(text);
        assert_eq!((len("`a` b"), len("``a ` b`` c"), len("```\na\n```")), (3, 9, 9));
        assert_eq!((len("`a"), len("``a`")), (1, 2), "signs alone");
    }
}
