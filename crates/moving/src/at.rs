//! A part of a file that many read at once, each at a place of its own; and files without a name that hold what was packed.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;

use transfer::bulk::archive;

/// Bytes of a part, and where in them is read next.
#[derive(Clone)]
pub struct At {
    file: Arc<File>,
    /// Where the part begins in the file.
    begin: u64,
    pub size: u64,
    at: u64,
}

impl At {
    /// All of a file of this size.
    pub fn of(file: File, size: u64) -> At {
        At { file: Arc::new(file), begin: 0, size, at: 0 }
    }

    /// A part of this part, as far as there is one.
    pub fn part(&self, begin: u64, size: u64) -> At {
        let begin = begin.min(self.size);
        let size = size.min(self.size - begin);
        At { file: self.file.clone(), begin: self.begin + begin, size, at: 0 }
    }
}

impl Read for At {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.size.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let wanted = buffer.len().min(left);
        let len = self.file.read_at(&mut buffer[..wanted], self.begin + self.at)?;
        self.at += len as u64;
        Ok(len)
    }
}

impl Seek for At {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = archive::sought(self.at, self.size, to)?;
        Ok(self.at)
    }
}

/// Copies what `from` gives into a file without a name, beside `beside` if that folder can be written. `packed` is how many
/// bytes it was.
///
/// # Errors
/// When it cannot be read or written, or is far more than was packed.
pub fn unpacked(mut from: impl Read, packed: u64, beside: &Path) -> Result<At, String> {
    let folder = beside.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let file = tempfile::tempfile_in(folder).or_else(|_| tempfile::tempfile());
    let mut file = file.map_err(|error| format!("no place to unpack it: {error}"))?;
    let (mut buffer, mut size) = (vec![0; 1 << 20], 0);
    loop {
        let len = from.read(&mut buffer).map_err(|error| format!("it cannot be unpacked: {error}"))?;
        if len == 0 {
            return Ok(At::of(file, size));
        }
        size += len as u64;
        if !archive::is_believed(size, packed) {
            return Err("it unpacks to far more than it is".to_owned());
        }
        io::Write::write_all(&mut file, &buffer[..len]).map_err(|error| format!("it cannot be unpacked: {error}"))?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_where_it_ends() {
        let whole = unpacked(&b"0123456789"[..], 10, Path::new("x")).expect("a file");
        let mut part = whole.part(2, 5).part(1, 100);
        let mut text = String::new();
        part.read_to_string(&mut text).expect("text");
        assert_eq!((text.as_str(), part.size, whole.part(20, 5).size), ("3456", 4, 0));
        part.seek(SeekFrom::End(-1)).expect("a place");
        text.clear();
        part.read_to_string(&mut text).expect("text");
        assert_eq!(text, "6");
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        assert!(unpacked(io::repeat(0), 100, Path::new("x")).is_err_and(|why| why.contains("far more")));
    }
}
