//! What the endpoint table promises: no two rows answer the same request, and none is missing.

use std::collections::HashSet;

use super::*;

#[test]
fn the_table_holds_the_whole_api_once() {
    let mut seen = HashSet::new();
    let mut names = HashSet::new();
    for endpoint in ALL {
        let shape: Vec<&str> =
            endpoint.path.split('/').map(|segment| if segment.starts_with('{') { "{}" } else { segment }).collect();
        assert!(seen.insert((&endpoint.method, shape.join("/"))), "{} {} twice", endpoint.method, endpoint.path);
        assert!(names.insert(endpoint.name), "{} names two endpoints", endpoint.name);
        assert!((1..=3).contains(&endpoint.tier), "{} has no tier", endpoint.name);
    }
    // 537 routes, of which one is registered twice, and the link of a directory's group, made and taken back.
    assert_eq!(ALL.len(), 536 + 2 + OWN.len());
}

#[test]
fn the_router_takes_both_tables() {
    let mut routes = matchit::Router::new();
    let paths: HashSet<&str> = ALL.iter().map(|endpoint| endpoint.path).collect();
    for path in paths {
        routes.insert(format!("{API_PREFIX}{path}"), path).expect(path);
    }
    let paths: HashSet<&str> = ROOT.iter().map(|endpoint| endpoint.path).collect();
    for path in paths {
        routes.insert(path, path).expect(path);
    }
    for (url, path) in [
        ("/api/v4/users/me", "/users/{user_id}"),
        ("/api/v4/users/tokens", "/users/tokens"),
        ("/api/v4/users/me/image", "/users/{user_id}/image"),
        ("/api/v4/channels/members/me/view", "/channels/members/{user_id}/view"),
        ("/api/v4/channels/abc/members", "/channels/{channel_id}/members"),
        ("/api/v4/posts/ids/reactions", "/posts/ids/reactions"),
        ("/api/v4/teams/name/crew/channels/name/deck", "/teams/name/{team_name}/channels/name/{channel_name}"),
        ("/hooks/abc", "/hooks/{hook_id}"),
        ("/", "/"),
    ] {
        assert_eq!(routes.at(url).map(|found| *found.value), Ok(path), "{url}");
    }
}

#[test]
fn every_path_of_simulated_users_is_in_the_table() {
    let paths: HashSet<&str> = ALL.iter().filter(|endpoint| endpoint.tier == 1).map(|endpoint| endpoint.path).collect();
    for path in [
        "/users/login",
        "/users/logout",
        "/users/{user_id}/teams/{team_id}/channels/categories",
        "/users/{user_id}/teams/{team_id}/threads/{thread_id}/read/{timestamp}",
        "/users/{user_id}/channels/{channel_id}/posts/unread",
        "/channels/{channel_id}/bookmarks/{bookmark_id}/sort_order",
        "/posts/scheduled/team/{team_id}",
        "/posts/schedule/{scheduled_post_id}",
        "/custom_profile_attributes/values",
        "/reports/users",
        "/client_perf",
        "/files/{file_id}/thumbnail",
        "/websocket",
    ] {
        assert!(paths.contains(path), "{path}");
    }
}

#[test]
fn every_kind_of_cost_has_endpoints() {
    for cost in Cost::ALL {
        assert!(ALL.iter().chain(ROOT).any(|endpoint| endpoint.cost == Some(cost)), "{cost:?}");
    }
    // Typing is shed by a busy server, too, and costs next to nothing.
    let cheap: Vec<&str> =
        ALL.iter().filter(|endpoint| endpoint.busy && endpoint.cost.is_none()).map(|endpoint| endpoint.name).collect();
    assert_eq!(cheap, [PUBLISH_USER_TYPING.name], "too dear for a busy server, and without a kind of cost");
}

#[test]
fn a_url_is_made_from_its_line() {
    assert_eq!(GET_CHANNEL_MEMBER.url_path(&["c", "u"]), "/api/v4/channels/c/members/u");
    assert_eq!(LOGIN.url_path(&[]), "/api/v4/users/login");
    assert_eq!(LOGIN.rate, Some(LOGIN_RATE));
    assert_eq!((LOGIN.cost, GET_USERS.cost), (Some(Cost::SignIn), None));
    assert!(SEARCH_USERS.busy && !GET_USERS.busy);
}

#[test]
#[should_panic(expected = "getChannelMember needs more values")]
fn a_url_without_its_values_is_a_mistake_of_ours() {
    GET_CHANNEL_MEMBER.url_path(&["c"]);
}
