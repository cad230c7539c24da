//! An object store that speaks S3: versitygw, which keeps objects as files, or moto, which keeps them in memory and
//! forgets them when it stops.

use std::time::Duration;

use crate::plan::{Account, Component, Site, Step, Stop, Then, stage, text};
use crate::programs::Program;
use crate::ready::Ready;

pub const BUCKET: &str = "muster";
pub const ACCESS_KEY: &str = "muster";
pub const SECRET_KEY: &str = "muster-on-a-laptop";
pub const REGION: &str = "us-east-1";

pub fn component(site: &Site) -> Component {
    let (host, port, folder) = (site.services(), site.files_port(), site.folder("files-1"));
    let objects = folder.join("objects");
    let (args, env, then) = match site.options.object_store {
        Program::Moto => {
            let args = vec!["-H".into(), host.to_string(), "-p".into(), port.to_string()];
            (args, Vec::new(), vec![Then::Put(format!("http://{host}:{port}/{BUCKET}"))])
        }
        _ => {
            let args = vec!["--port".into(), format!("{host}:{port}"), "posix".into(), text(&objects)];
            let keys = [("ROOT_ACCESS_KEY", ACCESS_KEY), ("ROOT_SECRET_KEY", SECRET_KEY)];
            (args, keys.map(|(name, value)| (name.into(), value.into())).into(), Vec::new())
        }
    };
    Component {
        name: "files-1".into(),
        stage: stage::ENGINES,
        program: site.options.object_store,
        args,
        env,
        account: Account::Caller,
        // To versitygw a folder is a bucket.
        prepare: vec![Step::Folder(folder), Step::Folder(objects.clone()), Step::Folder(objects.join(BUCKET))],
        ready: Ready::http(&format!("http://{host}:{port}"), "/"),
        ready_within: Duration::from_secs(30),
        then,
        stop: Stop::Terminate,
        stop_within: Duration::from_secs(10),
        ports: vec![port],
        address: format!("http://{host}:{port}/{BUCKET}"),
        core: None,
        network: None,
    }
}
