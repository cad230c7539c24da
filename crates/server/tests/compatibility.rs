//! `docs/compatibility.md` says what is there, no more and no less.

#[test]
fn the_page_on_compatibility_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/compatibility.md");
    let page = muster_server::compatibility::page();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == page,
        "docs/compatibility.md is stale: UPDATE=1 cargo test -p muster-server --test compatibility"
    );
}
