//! The measure of a crate: its lines, its modules, and the circles among them with the arrows to cut.

use std::collections::BTreeSet;

use super::super::sources::Source;
use super::graph::{self, Weights};
use super::modules::{self, Crate};

/// What the root of a crate is called.
const ROOT: &str = "root";

pub struct Measured {
    /// From the repository's root, without `/src`.
    pub folder: String,
    pub lines: usize,
    pub modules: usize,
    /// The one of most lines first.
    pub circles: Vec<Circle>,
}

pub struct Circle {
    pub modules: Vec<String>,
    pub lines: usize,
    pub cuts: Vec<Cut>,
}

/// An arrow that closes a circle, and the names that it is made of.
pub struct Cut {
    pub from: String,
    pub to: String,
    pub names: Vec<String>,
}

/// Measures every crate, by its folder.
pub fn all(files: &[Source]) -> Vec<Measured> {
    let roots = files.iter().filter_map(|file| {
        let folder = file.path.strip_suffix("/src/lib.rs").or_else(|| file.path.strip_suffix("/src/main.rs"))?;
        Some(folder.to_owned())
    });
    let folders: BTreeSet<String> = roots.collect();
    folders.into_iter().map(|folder| measure(&folder, &modules::read(&format!("{folder}/src"), files))).collect()
}

fn measure(folder: &str, read: &Crate) -> Measured {
    let name = |file: usize| read.files[file].module.first().map_or(ROOT, String::as_str);
    let names: BTreeSet<&str> = (0..read.files.len()).map(name).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let node = |file: usize| names.binary_search(&name(file)).expect("every file has a module");
    let mut lines = vec![0; names.len()];
    for (file, one) in read.files.iter().enumerate() {
        lines[node(file)] += one.lines;
    }
    let mut weights = Weights::new();
    for arrow in &read.arrows {
        let (from, to) = (node(arrow.from), node(arrow.to));
        if from != to {
            *weights.entry((from, to)).or_default() += 1;
        }
    }
    let cut = |(from, to): (usize, usize)| {
        let between = read.arrows.iter().filter(|arrow| (node(arrow.from), node(arrow.to)) == (from, to));
        let named = between.map(|arrow| {
            let file = &read.files[arrow.from].module;
            format!("{}:{} {}", file.last().map_or(ROOT, String::as_str), arrow.line, arrow.name)
        });
        Cut { from: names[from].to_owned(), to: names[to].to_owned(), names: named.collect() }
    };
    let circles = graph::circles(names.len(), &weights).into_iter().map(|circle| Circle {
        modules: circle.iter().map(|node| names[*node].to_owned()).collect(),
        lines: circle.iter().map(|node| lines[*node]).sum(),
        cuts: graph::closing_arrows(&circle, &weights).into_iter().map(cut).collect(),
    });
    let mut circles: Vec<Circle> = circles.collect();
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.lines));
    Measured { folder: folder.to_owned(), lines: lines.iter().sum(), modules: names.len(), circles }
}
