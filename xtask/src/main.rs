//! The project's own tools: `cargo xtask tidy`, `cargo xtask circles`, `cargo xtask picture`,
//! `cargo xtask wire-types`, `cargo xtask openapi`, `cargo xtask book`, `cargo xtask sbom`.
//!
//! They read the sources and `cargo metadata`, and write nothing but what a flag asks for.

mod book;
mod openapi;
mod repository;
mod sbom;
mod tidy;
mod wire_types;

use std::process::ExitCode;

const USAGE: &str = "cargo xtask tidy            check the rules of style that a machine can check
cargo xtask tidy --ratchet  the same, then lower the numbers in xtask/long-files.txt and xtask/circles.txt
cargo xtask circles         print the lines, modules and circles of every crate, and what would cut them
cargo xtask picture         draw the crates of ARCHITECTURE.md anew, from the arrows that cargo knows
cargo xtask wire-types      write the types of crates/wire as TypeScript into web/src/wire.gen.ts
cargo xtask openapi         write the reference of the API into docs/api/openapi.json
cargo xtask book FOLDER     lay the pages out in FOLDER as the sources of an mdBook
cargo xtask sbom TIME       print what a release of the commit at TIME is made of, as CycloneDX";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["tidy"] => tidy::run(tidy::Ratchet::Keep),
        ["circles"] => tidy::print_circles(),
        ["picture"] => tidy::draw_picture(),
        ["wire-types"] => wire_types::run(),
        ["openapi"] => openapi::run(),
        ["book", folder] => book::run(folder),
        ["sbom", time] => sbom::run(time),
        ["tidy", "--ratchet"] => tidy::run(tidy::Ratchet::Lower),
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
