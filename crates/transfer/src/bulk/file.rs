//! A bulk file: its lines, and what they name by a path.
//!
//! In memory are six batches of about 2 MiB of lines, or one line of 16, however large the file is. A zip is bounded in
//! entries, and what unpacks to much more than it is taken for a bomb.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use files::ObjectPath;
use http::StatusCode;
use node::error::{ApiError, Result};
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use crate::bulk::archive;
use crate::bulk::archive::ENTRIES_MAX;
use crate::bulk::entries::Entries;
use crate::bulk::gather::Gather;
use crate::bulk::lines::Lines;
use crate::bulk::source::{Origin, Source};
use crate::bulk::{DATA, Failed};

/// Bytes of the beginning that tell one file from another, with its size.
const HEAD_BYTES: u64 = 1 << 20;

/// Something to read from at any place.
pub trait Place: Read + Seek + Send {}
impl<T: Read + Seek + Send> Place for T {}

/// Opens the file once more.
pub type Open = Arc<dyn Fn() -> io::Result<Box<dyn Place>> + Send + Sync>;

type Archive = ZipArchive<Box<dyn Place>>;

/// A bulk file.
struct BulkFile {
    open: Open,
    /// Where paths lead, beside a file that is no zip.
    folder: Option<PathBuf>,
    /// The line file of a zip, and the zip for what lines name.
    zip: Option<(String, Mutex<Archive>)>,
    /// Its names, once one of them was written in another way.
    entries: OnceLock<Entries>,
    /// Bytes of all lines.
    size: u64,
}

impl Source {
    /// Opens a file of lines, or a zip with one.
    ///
    /// # Errors
    /// When it cannot be read, or is a zip without exactly one file of lines, or beyond the bounds.
    pub fn of_file(path: &Path) -> Result<Source> {
        let owned = path.to_owned();
        let open: Open = Arc::new(move || Ok(Box::new(File::open(&owned)?) as Box<dyn Place>));
        let beside = path.parent().unwrap_or(Path::new("")).to_owned();
        let inner = beside.join(DATA);
        let folder = if inner.is_dir() { inner } else { beside };
        Source::new(open, Some(folder))
    }

    /// Opens what `open` opens. Reads from it, so it is called where threads may wait.
    ///
    /// # Errors
    /// As [`Source::of_file`].
    pub fn new(open: Open, folder: Option<PathBuf>) -> Result<Source> {
        let mut place = open().map_err(unreadable)?;
        let (size, fingerprint) = fingerprint(&mut place).map_err(unreadable)?;
        let mut start = [0; 4];
        place.rewind().map_err(unreadable)?;
        let len = place.read(&mut start).map_err(unreadable)?;
        if !(len == 4 && start.starts_with(b"PK")) {
            let file = BulkFile { open, folder, zip: None, entries: OnceLock::new(), size };
            return Ok(Source::of(Arc::new(file), size, fingerprint));
        }
        let mut archive = ZipArchive::new(place).map_err(|error| no_zip(&error))?;
        if archive.len() > ENTRIES_MAX {
            let text = format!("The zip has more than {ENTRIES_MAX} entries.");
            return Err(ApiError::bad_request("import_process.worker.do_job.too_many_entries", text));
        }
        let name = line_file(&archive)?;
        let entry = archive.by_name(&name).map_err(|error| no_zip(&error))?;
        must_be_no_bomb(&name, entry.size(), entry.compressed_size())?;
        let size = entry.size();
        drop(entry);
        let (zip, entries) = (Some((name, Mutex::new(archive))), OnceLock::new());
        let file = BulkFile { open, folder: None, zip, entries, size };
        Ok(Source::of(Arc::new(file), size, fingerprint))
    }
}

impl Origin for BulkFile {
    fn send(&self, to: &mut Gather) -> Result<(), Failed> {
        let place = (self.open)().map_err(unreadable)?;
        let Some((name, _)) = &self.zip else { return Lines::new(place).send_all(to) };
        let mut archive = ZipArchive::new(place).map_err(|error| no_zip(&error))?;
        let entry = archive.by_name(name).map_err(|error| no_zip(&error))?;
        Lines::new(entry.take(self.size)).send_all(to)
    }

    fn data(&self, path: &str, len_max: u64) -> Result<Vec<u8>, String> {
        let plain = &archive::plain(path)?;
        let mut bytes = Vec::new();
        match (&self.zip, &self.folder) {
            (Some((_, archive)), _) => {
                let mut archive = archive.lock();
                let as_it_stands = archive.index_for_name_raw(format!("{DATA}/{plain}").as_bytes());
                let otherwise = || self.entries.get_or_init(|| Entries::of(&archive)).find(plain);
                let at = as_it_stands.or_else(otherwise).ok_or("it is not in the zip")?;
                let entry = archive.by_index(at).map_err(|error| error.to_string())?;
                must_be_no_bomb(plain, entry.size(), entry.compressed_size()).map_err(|error| error.message)?;
                read_whole(entry, len_max, &mut bytes)?;
            }
            (None, Some(folder)) => {
                // Beside the lines lies what is nobody's business; hidden files are left alone.
                ObjectPath::parse(plain).map_err(|_| "it is a hidden file".to_owned())?;
                let file = File::open(folder.join(plain)).map_err(|error| error.to_string())?;
                read_whole(file, len_max, &mut bytes)?;
            }
            (None, None) => return Err("there is nothing beside the lines".to_owned()),
        }
        Ok(bytes)
    }
}

fn read_whole(from: impl Read, len_max: u64, bytes: &mut Vec<u8>) -> Result<(), String> {
    from.take(len_max.saturating_add(1)).read_to_end(bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > len_max {
        return Err(format!("it is larger than {len_max} bytes"));
    }
    Ok(())
}

/// Size, and a digest of the beginning and the size.
fn fingerprint(place: &mut Box<dyn Place>) -> io::Result<(u64, String)> {
    let size = place.seek(io::SeekFrom::End(0))?;
    place.rewind()?;
    let mut head = Vec::new();
    place.take(HEAD_BYTES).read_to_end(&mut head)?;
    let mut digest = Sha256::new();
    digest.update(size.to_be_bytes());
    digest.update(&head);
    let digest: [u8; 32] = digest.finalize().into();
    Ok((size, digest[..16].iter().map(|byte| format!("{byte:02x}")).collect()))
}

/// The one file of lines at the root.
fn line_file(archive: &Archive) -> Result<String> {
    let mut found: Option<String> = None;
    for name in archive.file_names() {
        let name = name.map_err(|error| no_zip(&error))?;
        let root = name.strip_prefix("./").or_else(|| name.strip_prefix(".\\")).unwrap_or(&name);
        if root.to_ascii_lowercase().ends_with(".jsonl") && !root.contains(['/', '\\']) {
            if found.is_some() {
                let text = "The zip has more than one .jsonl file at its root.";
                return Err(ApiError::bad_request("import_process.worker.do_job.many_jsonl", text));
            }
            found = Some(name.into_owned());
        }
    }
    let text = "The zip has no .jsonl file at its root.";
    found.ok_or_else(|| ApiError::bad_request("import_process.worker.do_job.missing_jsonl", text))
}

fn must_be_no_bomb(name: &str, size: u64, packed: u64) -> Result<()> {
    if archive::is_believed(size, packed) {
        return Ok(());
    }
    let text = format!("{name} unpacks from {packed} bytes to {size}: that is not believed.");
    Err(ApiError::bad_request("import_process.worker.do_job.ratio", text))
}

pub(super) fn unreadable(error: io::Error) -> ApiError {
    let status = StatusCode::BAD_REQUEST;
    ApiError::new(status, "import_process.worker.do_job.file_exists", format!("The file cannot be read: {error}."))
}

fn no_zip(error: &zip::result::ZipError) -> ApiError {
    ApiError::bad_request("import_process.worker.do_job.open_file", format!("The zip cannot be read: {error}."))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::CompressionMethod;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::bulk::LINE_BYTES_MAX;

    const HEAD: &str = "{\"type\":\"version\",\"version\":1}\n";

    fn zipped(entries: &[(&str, &[u8])]) -> Result<Source> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            zip.start_file(*name, options).expect("an entry");
            zip.write_all(bytes).expect("memory");
        }
        let bytes = zip.finish().expect("memory").into_inner();
        Source::new(Arc::new(move || Ok(Box::new(Cursor::new(bytes.clone())) as Box<dyn Place>)), None)
    }

    fn plain(text: &str) -> Source {
        let bytes = text.as_bytes().to_vec();
        let open: Open = Arc::new(move || Ok(Box::new(Cursor::new(bytes.clone())) as Box<dyn Place>));
        Source::new(open, None).expect("any bytes are lines")
    }

    /// The numbers of the lines of each batch, and the line that ends them.
    async fn read(source: &Source, after: u64) -> (Vec<Vec<u64>>, Option<u64>) {
        let (mut batches, mut read) = (source.batches(after), Vec::new());
        loop {
            match batches.next().await {
                Ok(Some(batch)) => read.push(batch.lines.iter().map(|line| line.number).collect()),
                Ok(None) => return (read, None),
                Err(failed) => return (read, Some(failed.line)),
            }
        }
    }

    fn team(name: &str) -> String {
        format!("{{\"type\":\"team\",\"team\":{{\"name\":\"{name}\",\"display_name\":\"T\",\"type\":\"O\"}}}}\n")
    }

    fn channel(name: &str) -> String {
        format!("{{\"type\":\"channel\",\"channel\":{{\"team\":\"crew\",\"name\":\"{name}\",\"type\":\"O\"}}}}\n")
    }

    #[tokio::test]
    async fn lines_of_one_kind_come_together() {
        let text = [HEAD, &team("one"), &team("two"), &channel("deck")].concat();
        assert_eq!(read(&plain(&text), 0).await, (vec![vec![2, 3], vec![4]], None));
        assert_eq!(read(&plain(&text), 2).await, (vec![vec![3], vec![4]], None));
        let zip = zipped(&[("import.jsonl", text.as_bytes())]).expect("a bulk file");
        assert_eq!(read(&zip, 0).await, (vec![vec![2, 3], vec![4]], None));
    }

    #[tokio::test]
    async fn the_line_that_cannot_be_is_named() {
        assert_eq!(read(&plain(""), 0).await, (vec![], Some(1)));
        assert_eq!(read(&plain(&team("one")), 0).await, (vec![], Some(1)));
        assert_eq!(read(&plain("{\"type\":\"version\",\"version\":2}\n"), 0).await.1, Some(1));
        assert_eq!(read(&plain(&[HEAD, &team("one"), "{\n"].concat()), 0).await.1, Some(3));
        let long = format!("{HEAD}{{\"type\":\"{}\"}}\n", "x".repeat(LINE_BYTES_MAX));
        assert_eq!(read(&plain(&long), 0).await.1, Some(2));
    }

    #[tokio::test]
    async fn what_programs_put_around_lines_ends_nothing() {
        let text = ["\u{feff}", HEAD, "\n", &team("one"), " \r\n", &team("two").replace('\n', "\r\n"), "\n\n"].concat();
        let source = plain(&text);
        assert_eq!(read(&source, 0).await, (vec![vec![3, 5]], None));
        let batch = source.batches(0).next().await.expect("good lines").expect("a batch");
        let notes = batch.notes.lines();
        assert_eq!(batch.read, text.len() as u64, "all bytes are read");
        for noted in
            ["line 1 begins with a byte order mark", "line 2 is blank", "(3 more lines", "line 4 ends with CR LF"]
        {
            assert!(notes.iter().any(|line| line.contains(noted)), "{noted}: {notes:?}");
        }
        let zip = zipped(&[("./import.JSONL", text.as_bytes())]).expect("a bulk file");
        assert_eq!(read(&zip, 0).await, (vec![vec![3, 5]], None));
    }

    #[tokio::test]
    async fn a_file_in_another_encoding_is_refused_with_what_to_do() {
        let units = || HEAD.encode_utf16();
        let marked = || std::iter::once(0xfeff).chain(units());
        for wide in [
            marked().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
            marked().flat_map(u16::to_be_bytes).collect(),
            units().flat_map(u16::to_le_bytes).collect(),
            units().flat_map(u16::to_be_bytes).collect(),
        ] {
            let zip = zipped(&[("import.jsonl", &wide)]).expect("a bulk file");
            let open: Open = Arc::new(move || Ok(Box::new(Cursor::new(wide.clone())) as Box<dyn Place>));
            for source in [Source::new(open, None).expect("bytes"), zip] {
                let said = source.batches(0).next().await.err().expect("refused").to_string();
                assert!(
                    said.contains("line 1") && said.contains("UTF-16") && said.contains("save it as UTF-8"),
                    "{said}"
                );
            }
        }
    }

    #[test]
    fn a_path_finds_its_entry_however_it_is_written() {
        let entries: [(&str, &[u8]); 6] = [
            ("import.jsonl", HEAD.as_bytes()),
            ("data\\a\\one.txt", b"1"),
            ("./data/two.txt", b"2"),
            ("Data/Three.TXT", b"3"),
            ("data/a.txt", b"small"),
            ("data/A.txt", b"large"),
        ];
        let zip = zipped(&entries).expect("a bulk file");
        let found = |path: &str| zip.data(path, 100).unwrap_or_else(|why| panic!("{path}: {why}"));
        for (path, bytes) in [
            ("a/one.txt", "1"),
            ("a\\one.txt", "1"),
            (".\\a\\One.txt", "1"),
            ("./two.txt", "2"),
            ("data/two.txt", "2"),
            ("three.txt", "3"),
            ("a.txt", "small"),
            ("A.txt", "large"),
        ] {
            assert_eq!(found(path), bytes.as_bytes(), "{path}");
        }
        assert!(zip.data("import.jsonl", 100).is_err_and(|why| why.contains("not in the zip")));
    }

    #[test]
    fn a_zip_needs_one_file_of_lines_and_is_no_bomb() {
        let id = |opened: Result<Source>| opened.err().map(|error| error.id.into_owned()).unwrap_or_default();
        assert_eq!(id(zipped(&[("data/x.jsonl", b"")])), "import_process.worker.do_job.missing_jsonl");
        assert_eq!(id(zipped(&[("a.jsonl", b""), ("b.jsonl", b"")])), "import_process.worker.do_job.many_jsonl");
        assert_eq!(id(zipped(&[("a.jsonl", &[b' '; 8 << 20])])), "import_process.worker.do_job.ratio");
    }

    #[test]
    fn paths_stay_among_the_data_whatever_they_say() {
        let name = "data/a/r\u{e4}ks.txt";
        let zip = zipped(&[("import.jsonl", HEAD.as_bytes()), (name, b"inside"), ("secret", b"outside")]);
        let zip = zip.expect("a bulk file");
        assert_eq!(zip.data("a/r\u{e4}ks.txt", 100).as_deref(), Ok(&b"inside"[..]));
        assert_eq!(zip.data("a/ra\u{308}ks.txt", 100).as_deref(), Ok(&b"inside"[..]), "composed otherwise");
        assert!(zip.data("a/r\u{e4}ks.txt", 3).is_err(), "larger than allowed");
        for path in ["../secret", "/secret", "a/../../secret", "..\\secret", "import.jsonl", "a"] {
            assert!(zip.data(path, 100).is_err(), "{path}");
        }
    }
}
