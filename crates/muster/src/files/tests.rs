//! Copies between folders, and into a bucket and back.

use super::*;

async fn store() -> (tempfile::TempDir, FileStore) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = FileStore::local(folder.path(), &Clock::system()).await.expect("a store");
    (folder, store)
}

fn path(text: &str) -> ObjectPath {
    ObjectPath::parse(text).expect("a plain path")
}

#[tokio::test]
async fn a_copy_takes_what_is_missing_and_goes_on_where_it_broke_off() {
    let ((_a, from), (_b, to)) = (store().await, store().await);
    for name in ["20200101/x", "20200102/y", "emoji/z", "uploads/half"] {
        from.put(&path(name), name.to_owned().into()).await.expect("put");
    }
    to.put(&path("20200101/x"), "20200101/x".into()).await.expect("put");
    to.put(&path("20200102/y"), "broken off".repeat(2).into()).await.expect("put");
    to.put(&path("20200101/only-here"), "kept".into()).await.expect("put");

    let done = copy_all(&from, &to, Report::Quiet).await.expect("copied");
    assert_eq!(done, Done { copied: 2, bytes: 17, there: 1 });
    assert!(!to.exists(&path("uploads/half")).await.expect("an answer"));
    assert_eq!(verify(&from, &to).await.expect("compared"), 3);
    let again = copy_all(&from, &to, Report::Quiet).await.expect("copied");
    assert_eq!((again.copied, again.there), (0, 3));
}

/// A bucket of its own prefix where `MUSTER_TEST_S3` names one (`scripts/s3 with`).
fn bucket(spool: &tempfile::TempDir) -> Option<FileStore> {
    #[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
    let address = std::env::var("MUSTER_TEST_S3").ok().filter(|address| !address.is_empty());
    let Some(address) = address else {
        eprintln!("left out: MUSTER_TEST_S3 is not set; `scripts/s3 with cargo test -p muster files`");
        return None;
    };
    let (endpoint, name) = address.strip_prefix("http://")?.split_once('/')?;
    let settings = config::Files {
        s3_endpoint: endpoint.to_owned(),
        s3_bucket: name.to_owned(),
        s3_path_prefix: format!("copy-{}", base::tokens::secret()),
        s3_access_key: "muster".to_owned(),
        s3_secret_key: "muster-secret".to_owned().into(),
        s3_tls: false,
        ..config::Files::default()
    };
    let bucket = conversation::files::bucket::of(&settings).expect("the public authorities");
    Some(FileStore::s3(&bucket, &Clock::system(), spool.path().to_owned()))
}

#[tokio::test]
async fn what_went_into_a_bucket_comes_back_as_it_was() {
    let ((_a, from), (_b, back)) = (store().await, store().await);
    let spool = tempfile::tempdir().expect("a temporary folder");
    let Some(to) = bucket(&spool) else { return };
    // More than goes up in one part.
    let large = vec![b'l'; 9 << 20];
    from.put(&path("20200101/x"), "x".into()).await.expect("put");
    from.put(&path("20200102/film"), large.into()).await.expect("put");

    let done = copy_all(&from, &to, Report::Quiet).await.expect("copied into the bucket");
    assert_eq!(done, Done { copied: 2, bytes: (9 << 20) + 1, there: 0 });
    assert_eq!(verify(&from, &to).await.expect("compared"), 2);
    assert_eq!(copy_all(&from, &to, Report::Quiet).await.expect("copied again").there, 2);
    assert_eq!(copy_all(&to, &back, Report::Quiet).await.expect("copied back").copied, 2);
    assert_eq!(verify(&from, &back).await.expect("compared"), 2);
}

#[tokio::test]
async fn bytes_that_differ_are_found() {
    let ((_a, from), (_b, to)) = (store().await, store().await);
    from.put(&path("x"), "one".into()).await.expect("put");
    to.put(&path("x"), "two".into()).await.expect("put");
    assert!(verify(&from, &to).await.is_err());
}
