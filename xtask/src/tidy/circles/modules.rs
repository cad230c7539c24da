//! Who uses whom among the modules of a crate: paths are followed to the file that defines what they name.
//!
//! A `mod` line is no arrow, nor is bringing a module in, nor exporting what a module below defines. A name that another
//! module only passes on belongs to the file that defines it, and one of another crate to none.

use std::collections::BTreeMap;

use super::super::sources::Source;
use super::scan::{Block, Reach, Scanned, Use, scan};

/// How many names may pass a name on before the search ends; a circle of `use *` has no end of its own.
const HOPS_MAX: usize = 12;

/// A crate's files without its tests, and who uses whom.
pub struct Crate {
    pub files: Vec<File>,
    pub arrows: Vec<Arrow>,
}

pub struct File {
    /// The module's path from the root of the crate; empty for the root.
    pub module: Vec<String>,
    pub lines: usize,
}

/// One file uses a name of another.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    pub from: usize,
    pub to: usize,
    pub name: String,
    pub line: usize,
}

/// A module of the crate by its path, and the file that it stands in.
struct Module<'a> {
    file: usize,
    block: &'a Block,
}

type Modules<'a> = BTreeMap<Vec<String>, Module<'a>>;

/// What a path leads to.
enum End {
    Module(Vec<String>),
    /// A name, and the module that defines it.
    Item(Vec<String>),
    /// A name that a module of this crate passes on from another.
    Foreign,
    Elsewhere,
}

/// Reads the crate whose sources lie in `folder`.
pub fn read(folder: &str, sources: &[Source]) -> Crate {
    let mut scanned: BTreeMap<Vec<String>, Scanned> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.is_rust()) {
        let Some(inside) = source.path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) else { continue };
        let Some(module) = module_of(inside) else { continue };
        scanned.insert(module, scan(&source.text));
    }
    let tests: Vec<Vec<String>> = scanned
        .iter()
        .flat_map(|(above, file)| {
            file.tests.iter().map(move |name| [above.as_slice(), std::slice::from_ref(name)].concat())
        })
        .collect();
    scanned.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
    let mut modules = Modules::new();
    for (file, (path, scanned)) in scanned.iter().enumerate() {
        for block in &scanned.blocks {
            modules.insert([path.as_slice(), &block.inner].concat(), Module { file, block });
        }
    }
    let mut arrows: Vec<Arrow> = modules.keys().flat_map(|path| arrows_of(&modules, path)).collect();
    arrows.sort();
    arrows.dedup_by(|one, other| (one.from, one.to, &one.name) == (other.from, other.to, &other.name));
    let files = scanned.into_iter().map(|(module, scanned)| File { module, lines: scanned.lines }).collect();
    Crate { files, arrows }
}

/// The module of a file below `src`; none for tests and for programs beside the crate.
fn module_of(inside: &str) -> Option<Vec<String>> {
    let plain = inside.strip_suffix(".rs")?;
    let mut names: Vec<String> = plain.split('/').map(str::to_owned).collect();
    if names.iter().any(|name| name == "tests" || name.ends_with("_tests")) || names[0] == "bin" {
        return None;
    }
    let last = names.last().map(String::as_str);
    if last == Some("mod") || (names.len() == 1 && (last == Some("lib") || last == Some("main"))) {
        names.pop();
    }
    Some(names)
}

fn arrows_of(modules: &Modules<'_>, path: &[String]) -> Vec<Arrow> {
    let module = &modules[path];
    let mut found = Vec::new();
    let mut add = |end: End, name: &str, line: usize| {
        if let End::Item(target) = end
            && modules[&target].file != module.file
        {
            found.push(Arrow { from: module.file, to: modules[&target].file, name: name.to_owned(), line });
        }
    };
    for one in &module.block.uses {
        let end = follow(modules, path, &one.path, HOPS_MAX);
        match (&one.name[..], end) {
            ("*", End::Module(target)) if is_used(module.block, path, &target, one) => {
                add(End::Item(target), "*", one.line);
            }
            (_, End::Item(target)) if is_used(module.block, path, &target, one) => {
                add(End::Item(target), one.path.last().expect("a path has a name"), one.line);
            }
            _ => {}
        }
    }
    for (names, line) in &module.block.paths {
        let is_relative = ["crate", "super", "self"].contains(&names[0].as_str());
        // A name that `use` brought in was counted there, unless it is a module.
        let brought = module.block.uses.iter().find(|one| one.name == names[0]);
        let leads_on = brought.is_none_or(|one| matches!(follow(modules, path, &one.path, HOPS_MAX), End::Module(_)));
        if is_relative || leads_on {
            add(follow(modules, path, names, HOPS_MAX), &names[names.len() - 1], *line);
        }
    }
    found
}

/// Whether the module uses what it brings in, and does not only export what a module below it defines.
fn is_used(block: &Block, path: &[String], target: &[String], one: &Use) -> bool {
    one.reach == Reach::Own || !target.starts_with(path) || block.words.contains(&one.name)
}

/// Follows a path that stands in the module `from`.
fn follow(modules: &Modules<'_>, from: &[String], names: &[String], hops: usize) -> End {
    let mut current = from.to_vec();
    let mut names = names;
    let mut is_first = true;
    while let Some((name, rest)) = names.split_first() {
        match name.as_str() {
            "crate" => current.clear(),
            "self" => {}
            "super" => {
                current.pop();
            }
            _ => match step(modules, &current, name, hops) {
                End::Module(next) => current = next,
                End::Elsewhere if !is_first => return End::Item(current),
                end => return end,
            },
        }
        if !modules.contains_key(&current) {
            return End::Elsewhere;
        }
        is_first = false;
        names = rest;
    }
    End::Module(current)
}

/// What a name means in a module.
fn step(modules: &Modules<'_>, current: &[String], name: &str, hops: usize) -> End {
    let Some(hops) = hops.checked_sub(1) else { return End::Elsewhere };
    let child = [current, &[name.to_owned()]].concat();
    if modules.contains_key(&child) {
        return End::Module(child);
    }
    let Some(module) = modules.get(current) else { return End::Elsewhere };
    if module.block.defined.contains(name) {
        return End::Item(current.to_vec());
    }
    // `use name::x` finds its own `name` only where another `use` brings it in.
    let named = module.block.uses.iter().find(|one| one.name == name && one.path[0] != name);
    if let Some(one) = named {
        return match follow(modules, current, &one.path, hops) {
            End::Elsewhere => End::Foreign,
            end => end,
        };
    }
    let all = module.block.uses.iter().filter(|one| one.name == "*");
    for one in all {
        if let End::Module(target) = follow(modules, current, &one.path, hops)
            && target != current
            && let end @ (End::Item(_) | End::Module(_)) = step(modules, &target, name, hops)
        {
            return end;
        }
    }
    if current.is_empty()
        && let Some((path, _)) = modules.iter().find(|(_, module)| module.block.macros.contains(name))
    {
        return End::Item(path.clone());
    }
    End::Elsewhere
}

#[cfg(test)]
mod tests {
    use super::super::super::sources::source;
    use super::*;

    fn arrows(files: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<Source> = files.iter().map(|(path, text)| source(&format!("a/src/{path}"), text)).collect();
        let read = read("a/src", &sources);
        let name = |at: usize| read.files[at].module.join("::");
        read.arrows.iter().map(|arrow| format!("{} > {}: {}", name(arrow.from), name(arrow.to), arrow.name)).collect()
    }

    #[test]
    fn paths_lead_to_files() {
        let files = [
            ("lib.rs", "mod b;\nmod c;\n"),
            ("b.rs", "use crate::c::d::E;\nfn f() { super::c::g(); }"),
            ("c/mod.rs", "pub mod d;\npub fn g() {}"),
            ("c/d.rs", "pub struct E;"),
        ];
        assert_eq!(arrows(&files), ["b > c: g", "b > c::d: E"]);
    }

    #[test]
    fn what_is_passed_on_belongs_to_the_file_that_defines_it() {
        let files = [
            ("lib.rs", "mod b;\nmod c;\npub use c::*;"),
            ("b.rs", "use crate::{E, c::H};"),
            ("c.rs", "mod d;\npub use d::{E, G as H};"),
            ("c/d.rs", "pub struct E;\npub struct G;"),
        ];
        assert_eq!(arrows(&files), ["b > c::d: E", "b > c::d: H"]);
    }

    #[test]
    fn what_is_passed_on_from_another_crate_belongs_to_no_file() {
        let files = [
            ("lib.rs", "mod b;\nmod c;\nuse d::e;\npub use d::{F, g};"),
            ("b.rs", "use crate::{F, e::H};\nfn i() { crate::g!(); }"),
            ("c.rs", "use crate::b::i;"),
        ];
        assert_eq!(arrows(&files), ["c > b: i"]);
    }

    #[test]
    fn bringing_a_module_in_is_no_arrow_but_its_names_are() {
        let files = [
            ("lib.rs", "mod b;\nmod c;"),
            ("b.rs", "use crate::c;\nfn f() { c::d::e(); }"),
            ("c.rs", "pub mod d;"),
            ("c/d.rs", "pub fn e() {}"),
        ];
        assert_eq!(arrows(&files), ["b > c::d: e"]);
    }

    #[test]
    fn a_name_that_is_passed_on_and_used_counts() {
        let files = [("lib.rs", "mod b;\npub use b::C;\nfn d(_: C) {}"), ("b.rs", "pub struct C;")];
        assert_eq!(arrows(&files), [" > b: C"]);
    }

    #[test]
    fn an_exported_macro_belongs_to_the_file_that_defines_it() {
        let files = [
            ("lib.rs", "mod b;\nmod c;"),
            ("b.rs", "use crate::make;\ncrate::made! {}"),
            (
                "c.rs",
                "#[macro_export]\nmacro_rules! make { () => {} }\n#[macro_export]\nmacro_rules! made { () => {} }",
            ),
        ];
        assert_eq!(arrows(&files), ["b > c: made", "b > c: make"]);
    }

    #[test]
    fn tests_and_other_crates_are_no_modules() {
        let files = [
            ("lib.rs", "mod b;\nmod c;\n#[cfg(test)]\nmod more;"),
            ("b.rs", "use std::fmt;\n#[cfg(test)]\nmod tests { use crate::c::D; }"),
            ("b/tests.rs", "use crate::c::D;"),
            ("c.rs", "pub struct D;"),
            ("more.rs", "use crate::c::D;"),
        ];
        assert_eq!(arrows(&files), Vec::<String>::new());
    }
}
