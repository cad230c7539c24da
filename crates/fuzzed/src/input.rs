//! What targets have in common: an input taken apart, and work that never waits.

/// The first line of an input and the rest: where a parser reads two things.
pub fn two(bytes: &[u8]) -> (&[u8], &[u8]) {
    let at = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    (&bytes[..at], bytes.get(at + 1..).unwrap_or_default())
}

/// What a parser gives that never waits for anything.
pub fn now<T>(work: impl Future<Output = T>) -> T {
    futures_util::FutureExt::now_or_never(work).expect("everything is there already")
}
