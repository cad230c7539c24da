//! Windows without a store: what a page is made of.

use base::Id;
use wire::posts::{PostList, PostMetadata};
use wire::users::User;

use super::*;

fn id(number: u8) -> PostId {
    PostId(Id([number; 16]))
}

fn post(number: u8) -> Post {
    let metadata = Some(Box::<PostMetadata>::default());
    let message = "says \"true\" \\ {".into();
    Post { id: id(number), create_at: i64::from(number), message, metadata, ..Post::default() }
}

fn window(posts: &[Post], roots: &[Post]) -> Window {
    let parts = |posts: &[Post]| posts.iter().map(|post| Part::of(post, false)).collect();
    let (parts, roots) = (parts(posts), parts(roots));
    Window { tag: "1".into(), parts, is_with_roots: true, roots, is_shared: true, ..Window::default() }
}

fn first(len: usize) -> Shown {
    Shown { len, ..Shown::default() }
}

fn read(bytes: &Bytes) -> PostList {
    serde_json::from_slice(bytes).expect("a list of posts")
}

#[test]
fn a_spliced_page_is_the_page_that_would_be_encoded() {
    let posts = [post(9), post(8), post(7)];
    let list = PostList {
        order: vec![id(9), id(8)],
        posts: posts[..2].iter().map(|post| (post.id, post.clone())).collect(),
        prev_post_id: id(7),
        ..PostList::default()
    };
    let spliced = window(&posts, &[]).page(&first(2));
    assert_eq!(read(&spliced), list);
    assert_eq!(spliced.len(), serde_json::to_vec(&list).expect("plain data").len(), "nothing more is told");
}

#[test]
fn what_a_viewer_follows_is_spliced_in() {
    for participants in [None, Some(vec![]), Some(vec![User::only_id(Default::default())])] {
        for metadata in [None, Some(Box::<PostMetadata>::default())] {
            let post = Post { participants: participants.clone(), metadata, ..post(9) };
            let window = window(std::slice::from_ref(&post), &[]);
            let page = |following: &[(PostId, bool)]| {
                let shown = Shown { following: following.to_vec(), ..first(1) };
                read(&window.page(&shown)).posts[&id(9)].clone()
            };
            assert_eq!(page(&[(id(9), true)]), Post { is_following: Some(true), ..post.clone() });
            assert_eq!(page(&[(id(9), false)]).is_following, Some(false));
            assert_eq!(page(&[(id(8), true)]), post);
        }
    }
}

#[test]
fn roots_come_along_from_the_window_and_from_behind_it() {
    let reply = |number: u8, root: u8| Post { root_id: id(root), ..post(number) };
    let window = window(&[reply(9, 7), reply(8, 1), post(7)], &[post(1)]);
    let known = |len: usize| read(&window.page(&first(len))).posts.into_keys().collect::<Vec<_>>();
    assert_eq!(known(1), [id(7), id(9)]);
    assert_eq!(known(3), [id(1), id(7), id(8), id(9)]);
    let skipped = Window { is_with_roots: false, ..window };
    assert_eq!(read(&skipped.page(&first(1))).posts.into_keys().collect::<Vec<_>>(), [id(9)]);
}

#[test]
fn an_empty_page_has_no_neighbours() {
    assert_eq!(read(&window(&[post(9)], &[]).page(&first(0))), PostList::default());
    assert_eq!(read(&window(&[], &[]).page(&first(60))), PostList::default());
}

#[test]
fn a_full_window_does_not_tell_what_lies_behind_it() {
    let posts: Vec<Post> = (1..=61).rev().map(post).collect();
    let full = window(&posts, &[]);
    assert_eq!(full.len_after(50), Some(11));
    assert_eq!(full.len_after(0), None);
    assert_eq!(window(&posts[..5], &[]).len_after(0), Some(5));
}

#[test]
fn a_page_behind_a_post_is_held_as_far_as_the_window_knows() {
    let posts: Vec<Post> = (1..=61).rev().map(post).collect();
    let (full, whole) = (window(&posts, &[]), window(&posts[..60], &[]));
    assert_eq!(full.behind(id(32), 30), Some(30));
    assert_eq!(full.behind(id(31), 30), None, "what follows is not known");
    assert_eq!(full.behind(id(99), 30), None);
    assert_eq!(whole.behind(id(31), 200), Some(31), "there are no others");
    let page = |window: &Window, post: u8, len: usize| {
        let from = window.behind(id(post), len).expect("a page");
        read(&window.page(&Shown { from, len, next: id(post), ..Shown::default() }))
    };
    let list = page(&full, 32, 2);
    assert_eq!(list.order, [id(31), id(30)]);
    assert_eq!((list.posts.len(), list.next_post_id, list.prev_post_id), (2, id(32), id(29)));
    let last = page(&whole, 4, 30);
    assert_eq!((last.order.len(), last.prev_post_id), (2, PostId::NONE));
    let none = page(&whole, 2, 30);
    assert_eq!((none.order.len(), none.next_post_id, none.prev_post_id), (0, id(2), PostId::NONE));
}

#[test]
fn compressed_pages_are_kept_for_those_who_see_the_same() {
    let window = window(&[post(9), post(8)], &[]);
    let follows = Shown { following: vec![(id(9), true)], ..first(2) };
    let packed = Bytes::from_static(b"compressed");
    window.keep_packed(first(2), packed.clone());
    assert_eq!(window.packed(&first(2)), Some(packed));
    assert_eq!(window.packed(&follows), None);
    for len in 0..=PACKED_LEN_MAX {
        window.keep_packed(Shown { has_next: Some(true), ..first(len) }, Bytes::new());
    }
    assert_eq!(window.packed.lock().len(), PACKED_LEN_MAX);
    assert_eq!(window.packed(&first(2)), None);
}

#[test]
fn following_something_else_is_another_tag() {
    let window = window(&[post(9)], &[]);
    assert_ne!(window.tag(&[]), window.tag(&[(id(9), true)]));
    assert_ne!(window.tag(&[(id(9), false)]), window.tag(&[(id(9), true)]));
}
