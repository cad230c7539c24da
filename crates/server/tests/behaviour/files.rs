//! Files that people upload: under which name and type they come back, and that no browser runs them.

use bytes::Bytes;
use client::{Answer, Rest};
use http::{Method, StatusCode, header};
use serde_json::{Value, json};
use testkit::{PICTURE, Person, TestApp, both};
use wire::channels::Channel;
use wire::endpoints;

const FORM: &str = "multipart/form-data; boundary=edge";

async fn get(rest: &Rest, path: &str) -> Answer {
    rest.request(&Method::GET, &format!("/api/v4{path}"), Bytes::new(), None).await.expect("an answer")
}

/// What an answer says in a header; empty when it has none.
fn said<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers.get(name).map_or("", |value| value.to_str().expect("text"))
}

/// A form of one value and one file, whose part has this `Content-Disposition`.
fn form((name, value): (&str, &str), disposition: &[u8], content: &[u8]) -> Bytes {
    let mut form = format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n--edge\r\n");
    form.push_str("CONTENT-DISPOSITION: ");
    let mut form = form.into_bytes();
    form.extend_from_slice(disposition);
    form.extend_from_slice(b"\r\nContent-Type: application/octet-stream\r\n\r\n");
    form.extend_from_slice(content);
    form.extend_from_slice(b"\r\n--edge--\r\n");
    form.into()
}

/// Uploads a file in a form and returns what the server knows of it.
async fn upload(by: &Person, channel: &Channel, disposition: &[u8], content: &[u8]) -> Value {
    let form = form(("channel_id", &channel.id.to_string()), disposition, content);
    let sent: Value = by.must("file", by.rest.request(&Method::POST, "/api/v4/files", form, Some(FORM)).await);
    sent["file_infos"][0].clone()
}

/// A file of this name in a post.
async fn posted(by: &Person, channel: &Channel, name: &str, content: &[u8]) -> String {
    let file = upload(by, channel, format!("form-data; name=files; filename=\"{name}\"").as_bytes(), content).await;
    let form = json!({"channel_id": channel.id, "message": "see", "file_ids": [file["id"]]});
    by.must::<Value>("post", by.rest.send(endpoints::CREATE_POST, &[], "", &form).await);
    file["id"].as_str().expect("an id").to_owned()
}

fn must_be_confined(answer: &Answer, what: &str) {
    assert_eq!(answer.status, StatusCode::OK, "{what}");
    let policy = said(answer, "content-security-policy");
    assert!(policy.contains("sandbox") && policy.contains("default-src 'none'"), "{what}: {policy}");
    assert_eq!(said(answer, "cross-origin-resource-policy"), "same-origin", "{what}");
    assert_eq!(said(answer, "x-content-type-options"), "nosniff", "{what}");
}

both! {
    async fn a_browser_runs_nothing_that_somebody_uploaded(db) {
        let app = TestApp::on_with(db, |config| config.files.enable_public_link = true).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        for name in ["a.html", "a.HTM", "a.xhtml", "a.xml", "a.svg", "a.SVG", "a.js", "a.mjs", "a.css", "a.xht", "a.shtml"] {
            let id = posted(&ann, &channel, name, b"<svg xmlns='http://www.w3.org/2000/svg'><script>x()</script></svg>").await;
            let link: Value = ann.must("link", Ok(get(&ann.rest, &format!("/files/{id}/link")).await));
            let link = link["link"].as_str().and_then(|link| link.strip_prefix(&app.base)).expect("an address").to_owned();
            let public = Rest::new(&app.base).request(&Method::GET, &link, Bytes::new(), None).await.expect("an answer");
            for answer in [get(&ann.rest, &format!("/files/{id}")).await, public] {
                must_be_confined(&answer, name);
                assert!(said(&answer, "content-type").starts_with("text/plain"), "{name}");
                assert!(said(&answer, "content-disposition").starts_with("attachment;"), "{name}");
            }
        }
    }

    async fn a_public_link_shows_nothing_of_a_channel_that_nobody_is_to_see(db) {
        let app = TestApp::on_with(db, |config| {
            config.files.enable_public_link = true;
            config.team.view_archived_channels = false;
        });
        let app = app.await;
        let ann = app.member("ann").await;
        let deck = ann.channel(&app.team, "deck").await;
        let id = posted(&ann, &deck, "a.txt", b"of the deck").await;
        let link: Value = ann.must("link", Ok(get(&ann.rest, &format!("/files/{id}/link")).await));
        let link = link["link"].as_str().and_then(|link| link.strip_prefix(&app.base)).expect("an address").to_owned();
        let nobody = Rest::new(&app.base);
        let public = async || nobody.request(&Method::GET, &link, Bytes::new(), None).await.expect("an answer").status;
        assert_eq!(public().await, StatusCode::OK);
        let sent = app.admin.rest.ask(endpoints::DELETE_CHANNEL, &[&deck.id.to_string()], "").await;
        app.admin.must::<Value>("archive", sent);
        assert_eq!(public().await, StatusCode::NOT_FOUND);
    }

    async fn every_answer_with_bytes_of_others_is_confined(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let id = posted(&ann, &channel, "a.png", PICTURE).await;
        let pictures = format!("/users/{}/image", ann.user.id);
        let icon = format!("/teams/{}/image", app.team.id);
        let picture = || form(("x", "y"), b"form-data; name=image; filename*=UTF-8''p.png", PICTURE);
        for (by, path) in [(&ann, &pictures), (&app.admin, &icon), (&app.admin, &"/brand/image".to_owned())] {
            let sent = by.rest.request(&Method::POST, &format!("/api/v4{path}"), picture(), Some(FORM)).await;
            by.must::<Value>(path, sent);
        }
        let emoji = json!({"creator_id": ann.user.id, "name": "tide"}).to_string();
        let emoji = form(("emoji", &emoji), b"form-data; name=image; filename=p.png", PICTURE);
        let emoji: Value = ann.must("emoji", ann.rest.request(&Method::POST, "/api/v4/emoji", emoji, Some(FORM)).await);
        let emoji = format!("/emoji/{}/image", emoji["id"].as_str().expect("an id"));
        let (file, thumbnail) = (format!("/files/{id}"), format!("/files/{id}/thumbnail"));
        let default = format!("/users/{}/image/default", ann.user.id);
        for path in [&file, &thumbnail, &pictures, &default, &icon, &emoji, &"/brand/image".to_owned()] {
            let answer = get(&ann.rest, path).await;
            must_be_confined(&answer, path);
            assert!(said(&answer, "content-type").starts_with("image/"), "{path}");
        }
        assert!(said(&get(&ann.rest, &file).await, "content-disposition").starts_with("inline;"));
        let part = ann.rest.request_with(&Method::GET, &format!("/api/v4{file}"), &[("range", "bytes=900000-")]).await;
        let part = part.expect("an answer");
        assert_eq!(part.status, StatusCode::RANGE_NOT_SATISFIABLE);
        assert_eq!(said(&part, "cross-origin-resource-policy"), "same-origin");
    }

    async fn a_field_in_which_no_file_was_chosen_is_no_file(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await.id.to_string();
        let none = b"form-data; name=image; filename=\"\"";
        let pictures = format!("/users/{}/image", ann.user.id);
        let emoji = json!({"creator_id": ann.user.id, "name": "tide"}).to_string();
        for (path, value, id) in [
            ("/files", ("channel_id", &channel), "api.context.invalid_body_param.app_error"),
            (&pictures, ("x", &channel), "api.user.upload_profile_user.no_file.app_error"),
            ("/emoji", ("emoji", &emoji), "api.context.invalid_body_param.app_error"),
        ] {
            let sent = form((value.0, value.1), none, PICTURE);
            let sent = ann.rest.request(&Method::POST, &format!("/api/v4{path}"), sent, Some(FORM)).await;
            let answer = sent.expect("an answer");
            let body: Value = serde_json::from_slice(&answer.body).expect("an error");
            assert_eq!((answer.status, &body["id"]), (StatusCode::BAD_REQUEST, &json!(id)), "{path}");
        }
    }

    async fn a_pdf_in_place_has_no_sandbox_that_keeps_its_viewer_out(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let id = posted(&ann, &channel, "a.pdf", b"%PDF-1.4").await;
        let shown = get(&ann.rest, &format!("/files/{id}")).await;
        assert!(!said(&shown, "content-security-policy").contains("sandbox"));
        assert!(said(&shown, "content-disposition").starts_with("inline;"));
        must_be_confined(&get(&ann.rest, &format!("/files/{id}?download=1")).await, "saved");
    }

    async fn a_file_has_the_name_that_its_sender_gave_it(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        for (disposition, name) in [
            (&b"form-data; name=\"files\"; filename=\"plain.txt\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt"[..], "Größe.txt"),
            (b"form-data; name=\"files\"; filename*=utf-8''only.txt", "only.txt"),
            (b"FORM-DATA; NAME=\"files\"; FILENAME=\"shouted.TXT\"", "shouted.TXT"),
            (b"form-data; name=files; filename=bare name.txt", "bare name.txt"),
            (b"form-data; name=files; filename=\"=?UTF-8?B?R3LDtsOfZS50eHQ=?=\"", "Größe.txt"),
            (b"form-data; name=files; filename=\"say \\\"hi\\\".txt\"", "say \"hi\".txt"),
            (b"form-data; name=files; filename=\"C:\\docs\\new.txt\"", "new.txt"),
            (b"form-data; name=files; filename*=UTF-8''..%2F..%2Fetc%2Fpass%00wd.txt", "passwd.txt"),
            (b"form-data; name=files; filename=\"K\xf6ln.txt\"", "Köln.txt"),
        ] {
            let file = upload(&ann, &channel, disposition, b"words").await;
            assert_eq!(file["name"], name, "{}", String::from_utf8_lossy(disposition));
            assert_eq!(file["mime_type"], "text/plain; charset=utf-8", "{name}");
            assert_eq!(file["extension"].as_str().map(str::to_lowercase).as_deref(), Some("txt"), "{name}");
        }
        let long = upload(&ann, &channel, format!("form-data; name=files; filename=\"{}.txt\"", "ä".repeat(200)).as_bytes(), b"").await;
        assert!(long["name"].as_str().is_some_and(|name| name.len() <= 255 && name.ends_with("ä.txt")), "{long}");
        assert_eq!(long["size"], 0);
    }

    async fn a_form_is_known_by_a_boundary_in_any_writing(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let form = form(("channel_id", &channel.id.to_string()), b"form-data; name=files; filename=a.txt", b"words");
        let form = String::from_utf8(form.to_vec()).expect("text").replace("--edge", "--=_edge:1");
        for kind in ["Multipart/Form-Data; BOUNDARY=\"=_edge:1\"", "multipart/form-data; charset=utf-8;boundary==_edge:1"] {
            let sent = ann.rest.request(&Method::POST, "/api/v4/files", form.clone().into(), Some(kind)).await;
            let sent: Value = ann.must(kind, sent);
            assert_eq!(sent["file_infos"][0]["name"], "a.txt", "{kind}");
        }
    }

    async fn a_part_of_an_upload_may_be_a_file_with_an_extended_name(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let wanted = json!({"channel_id": channel.id, "filename": "a.txt", "file_size": 5});
        let upload: Value = ann.must("upload", ann.rest.send(endpoints::CREATE_UPLOAD, &[], "", &wanted).await);
        let path = format!("/api/v4/uploads/{}", upload["id"].as_str().expect("an id"));
        let form = form(("x", "y"), b"form-data; name=data; filename*=UTF-8''part", b"words");
        let file: Value = ann.must("file", ann.rest.request(&Method::POST, &path, form, Some(FORM)).await);
        assert_eq!((&file["name"], &file["size"]), (&json!("a.txt"), &json!(5)));
    }

    async fn a_drawing_has_the_size_that_it_says(db) {
        let app = TestApp::on_with(db, |config| config.files.extract_content = false).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let long = " ".repeat(2_000);
        for (attributes, size) in [
            ("width='40' height='30'", Some((40, 30))),
            ("width='1in' height='48px'", Some((96, 48))),
            ("width='100%' viewBox='0 0 24 12'", Some((24, 12))),
            ("", None),
        ] {
            let content = format!("<?xml version='1.0'?><!--{long}--><svg {attributes}/>");
            let file = upload(&ann, &channel, b"form-data; name=files; filename=a.svg", content.as_bytes()).await;
            let told = file["width"].as_i64().zip(file["height"].as_i64());
            assert_eq!(told, size, "{attributes}: {file}");
            assert_eq!((&file["mime_type"], &file["has_preview_image"]), (&json!("image/svg+xml"), &Value::Null));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_one_form_are_told_in_order_with_what_clients_call_them() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let channel = ann.channel(&app.team, "deck").await;
    let mut form = format!("--edge\r\nContent-Disposition: form-data; name=channel_id\r\n\r\n{}\r\n", channel.id);
    for client in ["one", "one", "two"] {
        form.push_str(&format!("--edge\r\nContent-Disposition: form-data; name=client_ids\r\n\r\n{client}\r\n"));
    }
    for name in ["b.txt", "a.txt", "b.txt"] {
        form.push_str(&format!("--edge\r\nContent-Disposition: form-data; name=files; filename={name}\r\n\r\n\r\n"));
    }
    form.push_str("--edge--\r\n");
    let sent = ann.rest.request(&Method::POST, "/api/v4/files", form.into(), Some(FORM)).await;
    let sent: Value = ann.must("files", sent);
    let names: Vec<&str> =
        sent["file_infos"].as_array().into_iter().flatten().filter_map(|file| file["name"].as_str()).collect();
    assert_eq!(names, ["b.txt", "a.txt", "b.txt"]);
    assert_eq!(sent["client_ids"], json!(["one", "one", "two"]));
}

both! {
    async fn a_form_names_its_channel_before_the_files_or_after_them(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let (deck, hold) = (ann.channel(&app.team, "deck").await, bob.channel(&app.team, "hold").await);
        let send = async |channel: &str| {
            let late = format!(
                "--edge\r\nContent-Disposition: form-data; name=files; filename=a.png\r\n\r\nnone\r\n--edge\r\n\
                 Content-Disposition: form-data; name={channel}\r\n--edge--\r\n",
            );
            ann.rest.request(&Method::POST, "/api/v4/files", late.into(), Some(FORM)).await.expect("an answer")
        };
        let sent: Value = ann.must("files", Ok(send(&format!("channel_id\r\n\r\n{}", deck.id)).await));
        let file = &sent["file_infos"][0];
        assert_eq!((&file["channel_id"], &file["size"]), (&json!(deck.id), &json!(4)));
        let form = json!({"channel_id": deck.id, "message": "see", "file_ids": [file["id"]]});
        ann.must::<Value>("post", ann.rest.send(endpoints::CREATE_POST, &[], "", &form).await);
        ann.let_in(&deck, &bob).await;
        let read = get(&bob.rest, &format!("/files/{}", file["id"].as_str().expect("an id"))).await;
        assert_eq!(read.body, Bytes::from_static(b"none"));
        let answer = send(&format!("channel_id\r\n\r\n{}", hold.id)).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "it is not hers to upload to");
        let answer = send("client_ids\r\n\r\none").await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "no channel at all");
        assert_eq!(said(&answer, header::CONTENT_TYPE.as_str()), "application/json");
    }
}
