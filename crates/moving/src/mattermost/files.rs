//! The file store of an old server: a folder, or a bucket.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use files::{FileError, FileStore, ObjectPath};
use tokio::runtime::Handle;

/// Where objects are.
pub enum Files {
    /// Nowhere that is named: rows come, and bytes stay where they are.
    None,
    Folder(PathBuf),
    Bucket(FileStore),
}

impl Files {
    /// A folder of an old server.
    ///
    /// # Errors
    /// When it is none.
    pub fn folder(path: &Path) -> Result<Files, String> {
        let whole = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        if whole.is_dir() { Ok(Files::Folder(whole)) } else { Err(format!("{} is no folder", path.display())) }
    }

    pub fn are_named(&self) -> bool {
        !matches!(self, Files::None)
    }

    /// The bytes of an object. Waits: called where threads may.
    ///
    /// # Errors
    /// When it is not there, leads out of the folder, or is larger than `len_max`.
    pub fn data(&self, name: &str, len_max: u64) -> Result<Vec<u8>, String> {
        match self {
            Files::None => Err("no folder or bucket of files is named".to_owned()),
            Files::Folder(folder) => read(folder, name, len_max),
            Files::Bucket(store) => {
                let path = ObjectPath::parse(name).map_err(|error| error.to_string())?;
                let len_max = usize::try_from(len_max).unwrap_or(usize::MAX);
                match Handle::current().block_on(store.get_small(&path, len_max)) {
                    Ok(Some(bytes)) => Ok(bytes.into()),
                    Ok(None) => Err(too_large(len_max as u64)),
                    Err(FileError::NotFound) => Err("it is not in the bucket".to_owned()),
                    Err(error) => Err(error.to_string()),
                }
            }
        }
    }
}

fn too_large(len_max: u64) -> String {
    format!("it has more than {len_max} bytes")
}

fn read(folder: &Path, name: &str, len_max: u64) -> Result<Vec<u8>, String> {
    let is_inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if !is_inside {
        return Err("its name leads out of the folder".to_owned());
    }
    let path = folder.join(name).canonicalize().map_err(|error| error.to_string())?;
    if !path.starts_with(folder) {
        return Err("it is a link that leads out of the folder".to_owned());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let size = file.metadata().map_err(|error| error.to_string())?.len();
    if size > len_max {
        return Err(too_large(len_max));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    file.take(len_max).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_out_of_the_folder_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("store")).expect("a folder");
        std::fs::write(folder.path().join("secret"), "hidden").expect("a file");
        std::fs::write(folder.path().join("store/plain"), "said").expect("a file");
        std::os::unix::fs::symlink(folder.path().join("secret"), folder.path().join("store/link")).expect("a link");
        let files = Files::folder(&folder.path().join("store")).expect("a folder");
        assert_eq!(files.data("plain", 10), Ok(b"said".to_vec()));
        assert_eq!(files.data("plain", 3), Err(too_large(3)));
        for name in ["../secret", "/etc/hostname", "link", "nothing"] {
            assert!(files.data(name, 10).is_err(), "{name}");
        }
    }
}
