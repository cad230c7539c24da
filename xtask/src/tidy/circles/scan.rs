//! What one file says about modules: those it has, the names it defines and brings in, and the paths it follows.
//!
//! Tests are left out: items behind `#[cfg(test)]`. Macros are read as plain text, so that paths in them count.

use std::collections::BTreeSet;
use std::ops::Range;

use super::tokens::{Token, tokens};

/// A module that is written in the file: the file's own, or `mod name { … }` in it.
#[derive(Debug, Default)]
pub struct Block {
    /// Names from the file's own module down; empty for itself.
    pub inner: Vec<String>,
    pub defined: BTreeSet<String>,
    /// Of the defined names, those of macros. Exported ones are named by the root.
    pub macros: BTreeSet<String>,
    pub uses: Vec<Use>,
    /// Paths outside of `use`.
    pub paths: Vec<(Vec<String>, usize)>,
    /// Words outside of `use`.
    pub words: BTreeSet<String>,
}

/// One name that `use` brings in.
#[derive(Debug, PartialEq, Eq)]
pub struct Use {
    pub path: Vec<String>,
    /// What it is called here; `*` brings in all.
    pub name: String,
    pub line: usize,
    pub reach: Reach,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Others may name it by this module.
    Exported,
    Own,
}

/// What the file holds without its tests.
#[derive(Debug, Default)]
pub struct Scanned {
    pub lines: usize,
    pub blocks: Vec<Block>,
    /// Modules that are tests: `#[cfg(test)] mod name;`.
    pub tests: BTreeSet<String>,
}

/// Words that begin an item and define the name behind them.
const DEFINE: [&str; 8] = ["fn", "struct", "enum", "trait", "type", "const", "static", "union"];
/// Words among the first of an item, which no field has.
const ITEMS: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "impl", "mod", "use", "static"];

/// Reads a file.
pub fn scan(text: &str) -> Scanned {
    let all = tokens(text);
    let mut scanned = Scanned { lines: text.lines().count(), ..Scanned::default() };
    let kept = without_tests(&all, &mut scanned);
    block(&kept, &[], &mut scanned.blocks);
    scanned
}

/// The tokens without the items behind `#[cfg(test)]`, whose lines are taken from the count.
fn without_tests<'a>(all: &[Token<'a>], scanned: &mut Scanned) -> Vec<Token<'a>> {
    let mut kept = Vec::with_capacity(all.len());
    let mut at = 0;
    while at < all.len() {
        if !is_test(all, at) {
            kept.push(all[at]);
            at += 1;
            continue;
        }
        let end = item_end(all, at);
        let item = &all[at..end];
        if let Some(place) = item.iter().position(|token| token.text == "mod")
            && let [_, name, semicolon, ..] = &item[place..]
            && semicolon.text == ";"
        {
            scanned.tests.insert(name.text.to_owned());
        }
        scanned.lines -= item[item.len() - 1].line - item[0].line + 1;
        at = end;
    }
    kept
}

/// Whether `#[cfg(test)]` or `#[cfg(all(test, …))]` stands here.
fn is_test(all: &[Token<'_>], at: usize) -> bool {
    let starts = |sample: &[&str]| {
        all.len() >= at + sample.len() && all[at..].iter().zip(sample).all(|(token, text)| token.text == *text)
    };
    starts(&["#", "[", "cfg", "(", "test", ")"]) || starts(&["#", "[", "cfg", "(", "all", "(", "test"])
}

/// Where the item ends that starts at `at` with its attributes: behind its semicolon or its braces; a field, a variant or
/// an argument behind its comma.
fn item_end(all: &[Token<'_>], mut at: usize) -> usize {
    while all.get(at).is_some_and(|token| token.text == "#") {
        at = closing(all, at + 1) + 1;
    }
    let mut head = all[at..].iter().take(6);
    let ends_at_comma = !head.any(|token| ITEMS.contains(&token.text));
    while let Some(token) = all.get(at) {
        match token.text {
            ";" => return at + 1,
            "," if ends_at_comma => return at + 1,
            "{" => return closing(all, at) + 1,
            "}" => return at,
            "(" | "[" => at = closing(all, at) + 1,
            _ => at += 1,
        }
    }
    all.len()
}

/// Where the bracket closes that opens at `at`.
fn closing(all: &[Token<'_>], at: usize) -> usize {
    let mut depth = 0;
    for (place, token) in all.iter().enumerate().skip(at) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return place;
        }
    }
    all.len() - 1
}

/// Reads a module's tokens, and the modules that are written in it.
fn block(all: &[Token<'_>], inner: &[String], blocks: &mut Vec<Block>) {
    let mut own = Block { inner: inner.to_vec(), ..Block::default() };
    let (mut at, mut depth) = (0, 0);
    while let Some(token) = all.get(at) {
        let next = all.get(at + 1).map_or("", |token| token.text);
        match token.text {
            "{" => depth += 1,
            "}" => depth -= 1,
            "use" if next != "<" => {
                let end = at + all[at..].iter().position(|token| token.text == ";").unwrap_or(all.len() - at);
                tree(all, at + 1..end, &[], reach(&all[..at]), &mut own.uses);
                at = end;
            }
            "mod" if all.get(at + 2).is_some_and(|token| token.text == "{") => {
                let end = closing(all, at + 2);
                let name = [inner, &[next.to_owned()]].concat();
                block(&all[at + 3..end], &name, blocks);
                at = end;
            }
            "mod" => at += 1,
            "macro_rules" if next == "!" && all.len() > at + 2 => {
                own.defined.insert(all[at + 2].text.to_owned());
                own.macros.insert(all[at + 2].text.to_owned());
                at += 2;
            }
            _ if token.is_word() => at = path(all, at, &mut own) - 1,
            _ => {}
        }
        if depth == 0 && DEFINE.contains(&token.text) {
            own.defined.insert(next.to_owned());
        }
        at += 1;
    }
    blocks.push(own);
}

/// Notes the word or path that begins at `at`, and returns where it ends.
fn path(all: &[Token<'_>], at: usize, own: &mut Block) -> usize {
    let mut names = vec![all[at].text.to_owned()];
    let mut end = at + 1;
    while let [colons, name, ..] = &all[end..]
        && colons.text == "::"
        && name.is_word()
    {
        names.push(name.text.to_owned());
        end += 2;
    }
    let before = at.checked_sub(1).map_or("", |before| all[before].text);
    if before == "::" || before == "." {
        return end;
    }
    own.words.insert(names[0].clone());
    if names.len() > 1 {
        own.paths.push((names, all[at].line));
    }
    end
}

/// Whether `pub` or `pub(…)` stands before.
fn reach(before: &[Token<'_>]) -> Reach {
    let bare = match before.last() {
        Some(last) if last.text == ")" => {
            &before[..before.iter().rposition(|token| token.text == "(").unwrap_or_default()]
        }
        _ => before,
    };
    if bare.last().is_some_and(|token| token.text == "pub") { Reach::Exported } else { Reach::Own }
}

/// The names that a tree of `use` brings in.
fn tree(all: &[Token<'_>], range: Range<usize>, above: &[String], reach: Reach, uses: &mut Vec<Use>) {
    let mut path = above.to_vec();
    let mut name = None;
    let mut at = range.start;
    let mut line = 0;
    while at < range.end {
        let token = all[at];
        line = token.line;
        match token.text {
            "{" => {
                let end = closing(all, at);
                let mut start = at + 1;
                while start < end {
                    let mut comma = start;
                    while comma < end && all[comma].text != "," {
                        comma = if all[comma].text == "{" { closing(all, comma) + 1 } else { comma + 1 };
                    }
                    tree(all, start..comma, &path, reach, uses);
                    start = comma + 1;
                }
                return;
            }
            "as" => {
                name = Some(all[at + 1].text.to_owned());
                break;
            }
            "self" if !path.is_empty() => {}
            "*" => name = Some("*".to_owned()),
            _ if token.is_word() => path.push(token.text.to_owned()),
            _ => {}
        }
        at += 1;
    }
    if let Some(last) = path.last() {
        let name = name.unwrap_or_else(|| last.clone());
        uses.push(Use { path, name, line, reach });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> Block {
        scan(text).blocks.pop().expect("a file is a module")
    }

    fn uses(text: &str) -> Vec<String> {
        own(text).uses.iter().map(|one| format!("{} as {}", one.path.join("::"), one.name)).collect()
    }

    #[test]
    fn a_tree_of_use_is_one_path_for_each_name() {
        assert_eq!(uses("use crate::a::B;"), ["crate::a::B as B"]);
        assert_eq!(
            uses("pub use super::{a::{self, B as C}, d::*};"),
            ["super::a as a", "super::a::B as C", "super::d as *"]
        );
        assert_eq!(uses("fn a() -> impl Fn() + use<'_, T> {}"), Vec::<String>::new());
    }

    #[test]
    fn what_is_exported_is_known() {
        let reach: Vec<Reach> =
            own("pub use a::B;\npub(in crate::c) use d::E;\nuse f::G;").uses.iter().map(|one| one.reach).collect();
        assert_eq!(reach, [Reach::Exported, Reach::Exported, Reach::Own]);
    }

    #[test]
    fn paths_in_bodies_types_and_macros_count() {
        let paths: Vec<String> = own("fn a(b: crate::c::D) { m!(super::e::f(x.g)); h::<crate::i::J>(); }")
            .paths
            .iter()
            .map(|(path, _)| path.join("::"))
            .collect();
        assert_eq!(paths, ["crate::c::D", "super::e::f", "crate::i::J"]);
    }

    #[test]
    fn tests_and_their_lines_are_left_out() {
        let text = "use a::B;\n#[cfg(test)]\nmod more;\n#[cfg(test)]\n#[path = \"x.rs\"]\nmod tests {\n    use crate::c::D;\n}\nuse e::F;\n";
        assert_eq!(uses(text), ["a::B as B", "e::F as F"]);
        let scanned = scan(text);
        assert_eq!(scanned.lines, 2);
        assert!(scanned.tests.contains("more"));
    }

    #[test]
    fn a_field_of_tests_ends_at_its_comma() {
        let text = "struct A {\n    #[cfg(test)]\n    b: crate::b::B<(C, D)>,\n    e: crate::e::E,\n}\n";
        let paths: Vec<String> = own(text).paths.iter().map(|(path, _)| path.join("::")).collect();
        assert_eq!(paths, ["crate::e::E"]);
    }

    #[test]
    fn a_module_in_the_file_has_its_own_names() {
        let scanned = scan("mod a { pub struct B; }\nfn c() { struct D; }");
        let names: Vec<_> = scanned.blocks.iter().map(|block| (block.inner.clone(), block.defined.clone())).collect();
        assert_eq!(names[0], (vec!["a".to_owned()], BTreeSet::from(["B".to_owned()])));
        assert_eq!(names[1], (vec![], BTreeSet::from(["c".to_owned()])));
    }
}
