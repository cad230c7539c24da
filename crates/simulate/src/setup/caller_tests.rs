//! Who becomes the administrator, and who does not.

use super::super::fake_server::{BOSS, FakeServer};
use super::*;

async fn enter(net: &Net, login: &str, password: &str) -> Result<bool, String> {
    let meter = Meter::default();
    let caller = Caller::administrator(net, &meter, login, password).await;
    caller.map(|caller| caller.is_administrator()).map_err(|failure| failure.to_string())
}

#[tokio::test]
async fn an_empty_server_gets_its_administrator() {
    let (server, net) = FakeServer::start().await;
    assert_eq!(enter(&net, BOSS.login, BOSS.password).await, Ok(true));
    assert_eq!(enter(&net, BOSS.login, BOSS.password).await, Ok(true));
    assert_eq!(server.kept.lock().users.len(), 1);
}

#[tokio::test]
async fn a_wrong_login_leaves_no_account_where_somebody_has_one() {
    let (server, net) = FakeServer::start().await;
    server.has("boss", BOSS.password, "system_admin");
    for (login, password) in [("bos@example.com", BOSS.password), (BOSS.login, "wrong")] {
        enter(&net, login, password).await.expect_err("nobody is called so");
    }
    assert_eq!(server.kept.lock().users.len(), 1);
}

#[tokio::test]
async fn an_account_that_administers_nothing_is_told_so() {
    let (server, net) = FakeServer::start().await;
    server.has("ann", "ann-secret", "system_user");
    let refused = enter(&net, "ann@example.com", "ann-secret").await.expect_err("it may not");
    assert!(refused.contains("does not administer"), "{refused}");
}
