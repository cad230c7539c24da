//! The kept inputs of every target, on any compiler; and that targets and corpora go together.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fuzzed::{TARGETS, feed};

/// Inputs of one target: what teaches the fuzzer the form, and what was found once.
const FILES_MAX: usize = 20;
const FILE_BYTES_MAX: u64 = 4 * 1024;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(name)
}

fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
}

#[test]
fn every_kept_input_holds_its_promise() {
    for target in TARGETS {
        let mut kept = 0;
        for entry in fs::read_dir(folder("corpus").join(target.name)).expect("a corpus of each target") {
            let path = entry.expect("an entry").path();
            let bytes = fs::read(&path).expect("a file");
            assert!(bytes.len() as u64 <= FILE_BYTES_MAX, "{} is long", path.display());
            println!("{}", path.display());
            (target.feed)(&bytes);
            kept += 1;
        }
        assert!((1..=FILES_MAX).contains(&kept), "{} keeps {kept} inputs", target.name);
    }
}

#[test]
fn nothing_breaks_a_parser_that_needs_little() {
    for target in TARGETS {
        for bytes in
            [&b""[..], b"\n", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"{", b"[[[[", b"\"", b"--", b"=?=?=?", &[0xff; 300]]
        {
            feed(target.name, bytes);
        }
    }
}

#[test]
fn every_target_has_its_corpus() {
    let named: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(named, names_in(&folder("corpus")));
}
