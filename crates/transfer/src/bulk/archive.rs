//! Archives and folders that others made: how much they may hold, and where their names lead.

use std::io::{self, SeekFrom};

/// Entries of an archive: some hundred bytes of memory each.
pub const ENTRIES_MAX: usize = 500_000;
/// How often larger than packed an entry may be: text packs to a tenth, a bomb to a thousandth.
const RATIO_MAX: u64 = 200;
/// Entries below this size unpack to anything.
const SMALL_BYTES: u64 = 1 << 20;

/// Whether `packed` bytes may unpack to `size`; more is a bomb.
pub fn is_believed(size: u64, packed: u64) -> bool {
    size <= SMALL_BYTES || size / RATIO_MAX <= packed
}

/// A name with slashes, without `.` in it.
///
/// # Errors
/// When it leads out of the folder.
pub fn plain(name: &str) -> Result<String, String> {
    let name = name.replace('\\', "/");
    let parts: Vec<&str> = name.split('/').filter(|part| *part != ".").collect();
    if parts.iter().any(|part| part.is_empty() || *part == ".." || part.contains('\0')) {
        return Err("the path leads out of the folder".to_owned());
    }
    Ok(parts.join("/"))
}

/// Where a seek leads that begins at `at` of `size` bytes.
///
/// # Errors
/// When that is before the beginning.
pub fn sought(at: u64, size: u64, to: SeekFrom) -> io::Result<u64> {
    let at = match to {
        SeekFrom::Start(at) => Some(at),
        SeekFrom::End(by) => size.checked_add_signed(by),
        SeekFrom::Current(by) => at.checked_add_signed(by),
    };
    at.ok_or_else(|| io::ErrorKind::InvalidInput.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_plain_or_refused() {
        assert_eq!(plain("./a\\b/./c.txt").as_deref(), Ok("a/b/c.txt"));
        assert_eq!(plain(".hidden").as_deref(), Ok(".hidden"));
        for name in ["", "/a", "..\\a", "a/../b", "a//b", "a/", "a\0"] {
            assert!(plain(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn a_seek_before_the_beginning_is_refused() {
        let seek = |to| sought(5, 10, to).ok();
        assert_eq!(seek(SeekFrom::End(-4)), Some(6));
        assert_eq!((seek(SeekFrom::Current(2)), seek(SeekFrom::Current(-6))), (Some(7), None));
    }
}
