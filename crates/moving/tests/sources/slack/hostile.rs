//! Exports that break rules: each comes as far as it can, and what does not is said with its row.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_left_out_with_its_row() {
    let app = TestApp::start().await;
    let folder = app.folder().join("export");
    write(
        &folder,
        "users.json",
        &json!([
        user("U1", "ann"), user("U1", "ann again"), {"name": "no id"}, 7,
        {"id": "U2", "name": "ANN", "profile": {"email": "ann@example.test"}}, {"id": "U3", "name": "channel"}]),
    );
    write(
        &folder,
        "channels.json",
        &json!([
        {"id": "C1", "name": "deck", "members": ["U1", "U1", "U404"]}, {"id": "C2", "name": "Deck", "members": []},
        {"id": "C3", "name": "漢字", "members": []}, {"name": "no id"}]),
    );
    write(&folder, "dms.json", &json!([{"id": "D1", "members": ["U404", "U405"]}, {"id": "D2", "members": []}]));
    let crowd: Vec<String> = (0..12).map(|number| format!("U50{number}")).collect();
    write(&folder, "mpims.json", &json!([{"id": "M1", "name": "mpdm-all", "members": crowd}]));
    write(
        &folder,
        "deck/2024-01-01.json",
        &json!([
        said("U1", "1700000000.000001", "good"), said("U1", "1700000000.000001", "the same moment"), said("U1", "nonsense", "no time"),
        7, {"type": "message", "subtype": "message_deleted", "ts": "1700000001.0"},
        // Two that answer each other, and one to itself that is none.
        with(said("U1", "1700000002.0", "a"), json!({"thread_ts": "1700000003.0"})),
        with(said("U2", "1700000003.0", "b"), json!({"thread_ts": "1700000002.0"})),
        with(said("U1", "1700000004.0", "self"), json!({"thread_ts": "1700000004.0"})),
        with(said("U1", "1700000005.0", "reacted"), json!({"reactions": [{"name": "no name!", "users": ["U1"]}, {"name": "tada", "users": ["U1", "U1", "U777"]}]})),
        said("U1", "1700000006.0", &"long ".repeat(8_000)),
        said("U888", "1700000007.0", "a\u{0}b")]),
    );
    fs::write(
        folder.join("deck/2024-01-02.json"),
        "[{\"type\":\"message\",\"user\":\"U1\",\"ts\":\"1700086400.0\",\"text\":\"whole\"},{\"type\":",
    )
    .expect("a file");
    write(&folder, "nowhere/2024-01-01.json", &json!([said("U1", "1700000000.000001", "lost")]));
    std::os::unix::fs::symlink("/etc/hostname", folder.join("deck/2024-01-03.json")).expect("a link");
    let report = import(&app, &source(&folder)).await;
    assert!(!reasons(&report).contains("email invalid"), "{}", reasons(&report));
    let said = reasons(&report);
    for part in [
        "users.json row 2",
        "users.json row 3",
        "channels.json row 4",
        "deck/2024-01-01.json row 2",
        "deck/2024-01-01.json row 3",
        "deck/2024-01-01.json row 4",
        "deck/2024-01-01.json row 5",
        "breaks off",
        "nowhere (1 files)",
        "deck/2024-01-03.json",
        "A reply to what is not in the export",
        "A reaction whose name",
    ] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    whole(&app, &source(&folder)).await;
    let again = import(&app, &source(&folder)).await;
    assert_eq!((again.posts, again.users, again.channels), (0, 0, 0), "{again:?}");
    let deck = channel(&app, "deck").await;
    let texts = posts(&app, &deck).await;
    assert!(texts.iter().any(|post| post["message"] == "whole"), "what stands before the end");
    assert!(texts.iter().any(|post| post["message"] == "a\u{fffd}b"), "no database has to take a NUL");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_is_killed_anywhere_goes_on_and_ends_the_same() {
    let app = TestApp::start().await;
    let folder = app.folder().join("export");
    workspace(&folder);
    killed_and_gone_on(&app, || source(&folder)).await;
    whole(&app, &source(&folder)).await;
    assert_eq!(channel(&app, "town-square").await["total_msg_count"], 10);
}
