//! The list of a tarball: names, places and sizes of its files, as the forms `ustar`, GNU and pax write them.

use std::io::{self, Read, Seek, SeekFrom};

use transfer::bulk::archive::ENTRIES_MAX;

const BLOCK: u64 = 512;
/// A long name, or what a pax header says of the next file.
const SAID_BYTES_MAX: u64 = 64 << 10;

/// A file in a tarball.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    /// Where its bytes begin.
    pub at: u64,
    pub size: u64,
    /// A plain file, and no link or device.
    pub is_plain: bool,
}

/// Whether these first bytes are those of a tarball.
pub fn is_tar(start: &[u8]) -> bool {
    start.get(257..262) == Some(b"ustar")
}

/// Lists what is in a tarball of `size` bytes. Folders are left out.
///
/// # Errors
/// When it breaks off, or has more than [`ENTRIES_MAX`] entries.
pub fn list(from: &mut (impl Read + Seek), size: u64) -> Result<Vec<Entry>, String> {
    let broken = |error: io::Error| format!("the tarball cannot be read: {error}");
    let mut said = Said::default();
    let (mut entries, mut at, mut count) = (Vec::new(), 0, 0);
    while at + BLOCK <= size {
        from.seek(SeekFrom::Start(at)).map_err(broken)?;
        let mut head = [0; BLOCK as usize];
        from.read_exact(&mut head).map_err(broken)?;
        if head.iter().all(|byte| *byte == 0) {
            return Ok(entries);
        }
        let len = said.size.unwrap_or_else(|| number(&head[124..136]));
        let begin = at + BLOCK;
        let next = len.checked_next_multiple_of(BLOCK).and_then(|len| begin.checked_add(len));
        let Some(next) = next.filter(|_| begin.checked_add(len).is_some_and(|end| end <= size)) else {
            return Err("the tarball breaks off: fetch it again".to_owned());
        };
        count += 1;
        if count > ENTRIES_MAX {
            return Err(format!("the tarball has more than {ENTRIES_MAX} entries: unpack it, and name the folder"));
        }
        match head[156] {
            kind @ (b'L' | b'x') => said.read(from, kind, len).map_err(broken)?,
            // Of a link's name, and of all files.
            b'K' | b'g' => {}
            kind => {
                let Said { name, .. } = std::mem::take(&mut said);
                if kind != b'5' {
                    let name = name.unwrap_or_else(|| name_of(&head));
                    entries.push(Entry { name, at: begin, size: len, is_plain: matches!(kind, b'0' | 0 | b'7') });
                }
            }
        }
        at = next;
    }
    Ok(entries)
}

/// What is said of the next file before its head.
#[derive(Default)]
struct Said {
    name: Option<String>,
    size: Option<u64>,
}

impl Said {
    fn read(&mut self, from: &mut impl Read, kind: u8, len: u64) -> io::Result<()> {
        let mut bytes = Vec::new();
        from.take(len.min(SAID_BYTES_MAX)).read_to_end(&mut bytes)?;
        if kind == b'L' {
            self.name = Some(text(&bytes));
            return Ok(());
        }
        // `LENGTH NAME=VALUE\n`, again and again; the length counts itself.
        let mut rest = &bytes[..];
        while let Some(space) = rest.iter().position(|byte| *byte == b' ') {
            let len = std::str::from_utf8(&rest[..space]).ok().and_then(|len| len.parse::<usize>().ok());
            let Some(record) = len.filter(|len| *len > space + 1).and_then(|len| rest.get(space + 1..len)) else {
                break;
            };
            let record = String::from_utf8_lossy(record);
            match record.trim_end_matches('\n').split_once('=') {
                Some(("path", name)) => self.name = Some(name.to_owned()),
                Some(("size", size)) => self.size = size.parse().ok(),
                _ => {}
            }
            rest = &rest[len.unwrap_or(rest.len())..];
        }
        Ok(())
    }
}

fn name_of(head: &[u8; BLOCK as usize]) -> String {
    let (name, prefix) = (text(&head[..100]), text(&head[345..500]));
    // GNU keeps times where others have the beginning of the name.
    let has_prefix = head[257..263] == *b"ustar\0" && !prefix.is_empty();
    if has_prefix { format!("{prefix}/{name}") } else { name }
}

/// Up to the first NUL.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// In octal, or in binary where the first bit is set.
fn number(field: &[u8]) -> u64 {
    if field[0] & 0x80 != 0 {
        return field[1..].iter().fold(0u64, |number, byte| number.saturating_mul(256).saturating_add((*byte).into()));
    }
    let digits = field.iter().filter(|byte| (b'0'..=b'7').contains(byte));
    digits.fold(0u64, |number, byte| number.saturating_mul(8).saturating_add((byte - b'0').into()))
}

#[cfg(test)]
pub mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    /// A head and its bytes, padded.
    pub fn entry(name: &str, kind: u8, bytes: &[u8]) -> Vec<u8> {
        let mut out = vec![0; BLOCK as usize];
        out[..name.len()].copy_from_slice(name.as_bytes());
        out[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
        out[156] = kind;
        out[257..263].copy_from_slice(b"ustar\0");
        out.extend_from_slice(bytes);
        out.resize(out.len().next_multiple_of(BLOCK as usize), 0);
        out
    }

    fn listed(bytes: &[u8]) -> Result<Vec<Entry>, String> {
        list(&mut Cursor::new(bytes), bytes.len() as u64)
    }

    #[test]
    fn files_are_listed_with_their_long_names() {
        let long = "d/".repeat(80) + "a";
        let pax = format!("{} path={long}\n", long.len() + 10);
        let tar = [
            entry("d", b'5', b""),
            entry("d/one", b'0', b"1"),
            entry("link", b'2', b""),
            entry("x", b'L', format!("{long}\0").as_bytes()),
            entry("cut", b'0', b"22"),
            entry("x", b'x', pax.as_bytes()),
            entry("cut", 0, b"333"),
            vec![0; 1_024],
        ]
        .concat();
        let found = listed(&tar).expect("a tarball");
        let names: Vec<(&str, u64, bool)> = found.iter().map(|one| (&*one.name, one.size, one.is_plain)).collect();
        assert_eq!(names, [("d/one", 1, true), ("link", 0, false), (&*long, 2, true), (&*long, 3, true)]);
        assert_eq!(tar[usize::try_from(found[3].at).expect("small")..][..3], *b"333");
    }

    #[test]
    fn what_breaks_off_is_said() {
        let tar = entry("a", b'0', &[7; 600]);
        assert!(listed(&tar[..600]).is_err_and(|why| why.contains("breaks off")));
        assert_eq!(listed(&[]), Ok(vec![]));
    }

    proptest! {
        #[test]
        fn any_bytes_are_listed(bytes in prop::collection::vec(any::<u8>(), 0..2_000), kind in prop::sample::select(b"0LxKg5".to_vec())) {
            drop(listed(&bytes));
            drop(listed(&[entry("a", kind, &bytes), bytes].concat()));
        }
    }
}
