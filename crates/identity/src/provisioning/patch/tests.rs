//! What Okta and Entra send, and what no patch does.

use super::*;

fn patched(resource: Value, operations: Value) -> Result<Value, Wrong> {
    let patch: Patch = serde_json::from_value(json!({"Operations": operations})).expect("a patch");
    let mut resource = resource;
    apply(&mut resource, &patch).map(|()| resource)
}

fn ann() -> Value {
    json!({"userName": "ann", "active": true, "name": {"givenName": "Ann", "familyName": "Lee"},
        "emails": [{"value": "ann@corp.test", "type": "work", "primary": true}]})
}

fn crew() -> Value {
    json!({"displayName": "Crew", "members": [{"value": "a"}, {"value": "b"}]})
}

#[test]
fn okta_names_attributes_in_the_value() {
    let off = patched(ann(), json!([{"op": "replace", "value": {"active": false}}])).expect("a resource");
    assert_eq!((&off["active"], &off["userName"]), (&json!(false), &json!("ann")));
    let named = patched(crew(), json!([{"op": "replace", "value": {"id": "g", "displayName": "Deck"}}]));
    assert_eq!(named.expect("a resource")["displayName"], "Deck");
    let operations = json!([{"op": "remove", "path": "members[value eq \"a\"]"},
        {"op": "add", "path": "members", "value": [{"value": "c", "display": "c@corp.test"}]}]);
    let members = patched(crew(), operations).expect("a resource");
    assert_eq!(members["members"], json!([{"value": "b"}, {"value": "c", "display": "c@corp.test"}]));
    let all = patched(crew(), json!([{"op": "replace", "path": "members", "value": [{"value": "z"}]}]));
    assert_eq!(all.expect("a resource")["members"], json!([{"value": "z"}]));
}

#[test]
fn entra_writes_paths_for_what_is_not_there_yet() {
    let operations = json!([
        {"op": "Replace", "path": "active", "value": "False"},
        {"op": "Add", "path": "name.givenName", "value": "Anna"},
        {"op": "Add", "path": "emails[type eq \"home\"].value", "value": "a@home.test"},
        {"op": "Replace", "path": "emails[type eq \"work\"].value", "value": "anna@corp.test"},
        {"op": "Add", "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", "value": "Deck"},
        {"op": "Add", "value": {"name.familyName": "Leigh", "title": "Mate"}},
    ]);
    let anna = patched(ann(), operations).expect("a resource");
    assert_eq!((&anna["active"], &anna["title"]), (&json!("False"), &json!("Mate")));
    assert_eq!(anna["name"], json!({"givenName": "Anna", "familyName": "Leigh"}));
    assert_eq!(
        anna["emails"],
        json!([{"value": "anna@corp.test", "type": "work", "primary": true},
        {"type": "home", "value": "a@home.test"}])
    );
    let operations = json!([{"op": "Remove", "path": "members", "value": [{"value": "a"}]},
        {"op": "Add", "path": "members", "value": [{"value": "b"}, {"value": "c"}]}]);
    let members = patched(crew(), operations).expect("a resource");
    assert_eq!(members["members"], json!([{"value": "b"}, {"value": "c"}]), "nobody is there twice");
    let nobody = patched(crew(), json!([{"op": "remove", "path": "members"}])).expect("a resource");
    assert_eq!(nobody["members"], Value::Null);
}

#[test]
fn what_cannot_be_done_is_said() {
    let why = |operations: Value| patched(ann(), operations).expect_err("a refusal");
    assert_eq!(why(json!([])), Wrong::Number);
    assert_eq!(why(json!([{"op": "move", "path": "active"}])), Wrong::Operation("move".into()));
    assert_eq!(why(json!([{"op": "replace", "value": true}])), Wrong::Value);
    assert_eq!(why(json!([{"op": "remove"}])), Wrong::NoTarget(String::new()));
    assert!(matches!(why(json!([{"op": "add", "path": "emails[", "value": 1}])), Wrong::Path(..)));
    assert!(matches!(
        why(json!([{"op": "add", "path": "emails[value co \"x\"].type", "value": 1}])),
        Wrong::NoTarget(_)
    ));
    let many: Vec<Value> =
        (0..=OPERATIONS_MAX).map(|_| json!({"op": "replace", "path": "active", "value": true})).collect();
    assert_eq!(why(json!(many)), Wrong::Number);
}

proptest::proptest! {
    #[test]
    fn no_patch_breaks_a_resource(op in "(?i)add|replace|remove", path in "[a-z.\\[\\] \"]{0,24}", value in "[a-z]{0,4}") {
        for value in [json!(value), json!([{"value": value}]), json!({"x": value}), Value::Null] {
            let _whatever = patched(ann(), json!([{"op": op, "path": path, "value": value}]));
            let _whatever = patched(json!([1]), json!([{"op": op, "path": path, "value": value}]));
        }
    }
}
