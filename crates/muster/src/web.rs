//! The built web client as it was when the binary was: `build.rs` lists the files of `web/dist`.

use request::web::WebFile;

include!(concat!(env!("OUT_DIR"), "/web.rs"));
