//! Files of the bulk format.

use std::io::Cursor;
use std::sync::{Arc, LazyLock};

use tokio::runtime::{Builder, Runtime};
use transfer::bulk::file::{Open, Place};
use transfer::bulk::notes::Notes;
use transfer::bulk::source::Source;
use transfer::bulk::{check, repair};

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(1).max_blocking_threads(2).build().expect("threads"));

/// What is read of a line, repaired where need be, is written plainly and needs no repair.
pub fn line(bytes: &[u8]) {
    let Ok(line) = repair::read(1, bytes, &mut Notes::default()) else { return };
    let plain = serde_json::to_vec(&line).expect("a line is JSON");
    let mut notes = Notes::default();
    let again = repair::read(1, &plain, &mut notes).expect("what was written is read");
    assert!(notes.lines().is_empty(), "{:?}", notes.lines());
    assert_eq!(serde_json::to_vec(&again).expect("a line is JSON"), plain);
    drop((check::version(&line), check::of(2, line)));
}

/// A file is read to its end or to the first line that cannot be; what it names by a path is bounded.
pub fn file(bytes: &[u8]) {
    let bytes = bytes.to_vec();
    let open: Open = Arc::new(move || Ok(Box::new(Cursor::new(bytes.clone())) as Box<dyn Place>));
    let Ok(source) = Source::new(open, None) else { return };
    RUNTIME.block_on(async {
        let mut batches = source.batches(0);
        let mut last = 0;
        while let Ok(Some(batch)) = batches.next().await {
            assert!(batch.last() > last && batch.read <= source.size, "lines go forward");
            last = batch.last();
        }
    });
    for path in ["a.png", "../a.png", "data/a.png"] {
        let len = source.data(path, 1_000).map(|data| data.len());
        assert!(len.is_err() || len.is_ok_and(|len| len <= 1_000), "bounded");
    }
}
