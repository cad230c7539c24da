//! Lists the files of the built web client, so that the binary carries them. Where it was not built, the list is empty
//! and the server shows its plain page: building muster never needs Node.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Forms that the client's build makes beside a file; they belong to the file they end.
const PACKED: [&str; 2] = ["br", "gz"];

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    println!("cargo:rerun-if-changed=build.rs");
    // Watching a folder that does not exist would make every build a new one; `scripts/web` touches this file instead.
    if dist.exists() {
        println!("cargo:rerun-if-changed={}", dist.display());
    }
    let mut files = Vec::new();
    if dist.join("index.html").exists() {
        gather(&dist, &mut files);
        files.sort();
    }
    let mut list = String::from("pub static FILES: &[WebFile] = &[\n");
    for file in &files {
        entry(&dist, file, &mut list);
    }
    list.push_str("];\n");
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).expect("cargo names the folder");
    std::fs::write(out.join("web.rs"), list).expect("the folder is writable");
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the folder is readable").path();
        if path.is_dir() {
            gather(&path, files);
        } else if !PACKED.contains(&extension(&path)) {
            files.push(path);
        }
    }
}

fn entry(dist: &Path, file: &Path, list: &mut String) {
    let bytes = std::fs::read(file).expect("the file is readable");
    let path = file.strip_prefix(dist).expect("the file lies in the folder").to_string_lossy().replace('\\', "/");
    let packed = |end: &str| {
        let beside = PathBuf::from(format!("{}.{end}", file.display()));
        if beside.exists() { format!("include_bytes!({beside:?})") } else { "b\"\"".to_owned() }
    };
    writeln!(
        list,
        "WebFile {{ path: {:?}, kind: {:?}, etag: {:?}, plain: include_bytes!({file:?}), brotli: {}, gzip: {} }},",
        format!("/{path}"),
        kind(file),
        format!("\"{:016x}\"", hash(&bytes)),
        packed("br"),
        packed("gz"),
    )
    .expect("memory does not fail to write");
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|end| end.to_str()).unwrap_or_default()
}

fn kind(path: &Path) -> &'static str {
    match extension(path) {
        // Without a charset, as clients have always been answered here; the page itself names it.
        "html" => "text/html",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// FNV-1a: enough to tell one build's file from the next one's.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}
