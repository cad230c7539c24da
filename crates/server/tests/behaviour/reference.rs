//! The page that shows the reference of the API.

use bytes::Bytes;
use client::{Answer, Rest};
use http::{Method, StatusCode, header};
use serde_json::Value;
use testkit::{TestApp, both};

const PAGE: &str = "/api/reference";

async fn get(rest: &Rest, path: &str) -> Answer {
    rest.request(&Method::GET, path, Bytes::new(), None).await.expect("an answer")
}

both! {
    async fn the_reference_is_a_page_for_signed_in_users(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let page = get(&ann.rest, PAGE).await;
        assert_eq!(page.status, StatusCode::OK);
        let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().expect("text");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains("://"), "{policy}");

        for (name, kind) in [("page.js", "text/javascript"), ("page.css", "text/css")] {
            let file = get(&ann.rest, &format!("{PAGE}/{name}")).await;
            let told = file.headers[header::CONTENT_TYPE].to_str().expect("text");
            assert!(told.starts_with(kind), "{name}: {told}");
        }
        let reference: Value = get(&ann.rest, &format!("{PAGE}/openapi.json")).await.json().expect("JSON");
        assert_eq!(reference["paths"]["/users/{user_id}"]["get"]["operationId"], "getUser");

        assert_eq!(get(&ann.rest, &format!("{PAGE}/page.html")).await.status, StatusCode::NOT_FOUND);
        let stranger = Rest::new(&app.base);
        for path in [PAGE.to_owned(), format!("{PAGE}/openapi.json")] {
            assert_eq!(get(&stranger, &path).await.status, StatusCode::UNAUTHORIZED, "{path}");
        }
    }

    async fn a_server_without_the_reference_has_no_such_page(db) {
        let app = TestApp::on_with(db, |config| config.service.api_reference = false).await;
        let ann = app.member("ann").await;
        for path in [PAGE.to_owned(), format!("{PAGE}/openapi.json")] {
            assert_eq!(get(&ann.rest, &path).await.status, StatusCode::NOT_FOUND, "{path}");
        }
    }
}
