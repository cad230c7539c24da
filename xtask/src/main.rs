//! The project's own tools: `cargo xtask tidy`.
//!
//! They read the sources and `cargo metadata`, and write nothing but what a flag asks for.

mod tidy;

use std::process::ExitCode;

const USAGE: &str = "cargo xtask tidy            check the rules of style that a machine can check
cargo xtask tidy --ratchet  the same, then lower the numbers in xtask/long-files.txt that can be lowered";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["tidy"] => tidy::run(tidy::Ratchet::Keep),
        ["tidy", "--ratchet"] => tidy::run(tidy::Ratchet::Lower),
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
