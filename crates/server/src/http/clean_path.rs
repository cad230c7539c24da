//! Addresses with empty, `.` or `..` segments, and the clean address that names the same. Programs that join a base
//! address and a path by hand send the former; they are redirected, as routers commonly do.

/// The clean address, with the query as it is; `None` for one that is clean.
///
/// The result names a path of this server, whatever the caller wrote: browsers read `/\host` as `//host`, so that
/// backslashes are escaped.
pub fn cleaned(path: &str, query: Option<&str>) -> Option<String> {
    let segments: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
    let (last, inner) = segments.split_last()?;
    let is_odd = |segment: &&str| matches!(*segment, "." | "..");
    if !inner.iter().any(|segment| segment.is_empty() || is_odd(segment)) && !is_odd(last) {
        return None;
    }
    let mut kept: Vec<&str> = Vec::new();
    for segment in &segments {
        match *segment {
            "" | "." => {}
            ".." => drop(kept.pop()),
            name => kept.push(name),
        }
    }
    let mut clean = format!("/{}", kept.join("/")).replace('\\', "%5C");
    if last.is_empty() && !kept.is_empty() {
        clean.push('/');
    }
    if let Some(query) = query {
        clean.push('?');
        clean.push_str(query);
    }
    Some(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_cleaned_once() {
        for (path, clean) in [
            ("//users/me", "/users/me"),
            ("/users//me", "/users/me"),
            ("/users/me//", "/users/me/"),
            ("/users/./me", "/users/me"),
            ("/users/../teams/me", "/teams/me"),
            ("/../../etc", "/etc"),
            ("/users/..", "/"),
            ("//", "/"),
        ] {
            assert_eq!(cleaned(path, None).as_deref(), Some(clean), "{path}");
            assert_eq!(cleaned(clean, None), None, "{clean}");
        }
        for clean in ["/", "/users/me", "/users/me/", "/a.b/..c", "*", ""] {
            assert_eq!(cleaned(clean, None), None, "{clean}");
        }
    }

    #[test]
    fn a_query_stays_as_it_is() {
        let query = Some("url=http://a//b/../c");
        assert_eq!(cleaned("//image", query).as_deref(), Some("/image?url=http://a//b/../c"));
        assert_eq!(cleaned("/image", query), None);
    }

    #[test]
    fn no_address_leads_to_another_server() {
        for path in
            ["//evil.test", "///evil.test", "/.//evil.test", "//\\evil.test", "/..//\\/evil.test", "//\\\\evil.test"]
        {
            let clean = cleaned(path, None).expect("another address");
            assert!(clean.starts_with('/') && !clean.starts_with("//") && !clean.contains('\\'), "{path}: {clean}");
        }
    }
}
