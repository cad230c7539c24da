//! Bodies that may be left out: where an object without members does, `null` does, and so does nothing.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::world::{Place, Who, World};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http::{Method, StatusCode};
use testkit::both;

use crate::asker::{Asker, Row, Target};
use crate::{Matrix, WALKERS, request, rows};

/// Routes whose body is the point of the call, so that one without it is a mistake of the caller: nothing is refused,
/// while `null` and an object without members are read as they stand.
const NEEDED: &[&str] = &[
    "deleteUserRecentCustomStatus",
    "patchBot",
    "patchCPAField",
    "patchChannel",
    "patchGroup",
    "patchPost",
    "patchRole",
    "patchScheme",
    "patchTeam",
    "patchUser",
    "removeUserRecentCustomStatus",
    "searchAllChannels",
    "searchChannelsForTeam",
    "searchGroupChannels",
    "searchTeams",
    "submitPerformanceReport",
    "updateChannelBookmark",
    "updateChannelMemberNotifyProps",
    "updateChannelScheme",
    "updateTeamScheme",
    "updateUserAuth",
    "viewChannel",
];

/// Not compared: `null` is no configuration; a picture that all worlds share is deleted once, and a report is not begun
/// again while the first one waits.
const LEFT_OUT: &[&str] = &["deleteBrandImage", "patchConfig", "startUsersBatchExport", "updateConfig"];

/// Who may do most, and who is in the place.
const CALLERS: [Who; 2] = [Who::SystemAdmin, Who::Member];

both! {
    async fn a_body_of_optional_members_may_be_left_out(db) {
        let matrix = Matrix::start(db, |_| {}).await;
        let compared = AtomicUsize::new(0);
        let built: BTreeSet<&str> = muster_server::routes::all().map(|route| route.0.name).collect();
        let lines = || {
            let all = rows::ALL.iter().flat_map(|rows| rows.iter());
            all.filter(|row| built.contains(&row.endpoint.name) && row.endpoint.method != Method::GET)
                .filter(|row| !LEFT_OUT.contains(&row.endpoint.name))
        };
        let compare = |row: &'static Row| {
            let (matrix, compared) = (&matrix, &compared);
            async move {
                compared.fetch_add(matrix.leave_out(row).await, Ordering::Relaxed);
            }
        };
        stream::iter(lines().filter(|row| !row.last)).for_each_concurrent(WALKERS, &compare).await;
        stream::iter(lines().filter(|row| row.last)).for_each(&compare).await;
        let complaints = matrix.complaints.into_inner();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
        let compared = compared.into_inner();
        assert!(compared > 40, "only {compared} routes were compared");
    }
}

impl Matrix {
    /// Asks a route with the three bodies, where the first does; how many were compared.
    async fn leave_out(&self, row: &Row) -> usize {
        for who in CALLERS {
            let Some(status) = self.ask_with(row, who, "{}").await.filter(StatusCode::is_success) else { continue };
            for body in ["null", ""] {
                let answered = self.ask_with(row, who, body).await.expect("a route that takes JSON");
                let needed = body.is_empty() && NEEDED.contains(&row.endpoint.name);
                let right = if needed { answered == StatusCode::BAD_REQUEST } else { answered == status };
                if !right {
                    let (name, method) = (row.endpoint.name, &row.endpoint.method);
                    self.complain(format!("{name}: {method} {body:?} is {answered}, an object {status}"));
                }
            }
            return 1;
        }
        0
    }

    /// The status of a route for a body, in a world of its own; `None` where the body is no JSON.
    async fn ask_with(&self, row: &Row, who: Who, body: &'static str) -> Option<StatusCode> {
        let world = World::make(&self.server.app).await;
        let asker = Asker { world: &world, roles: &self.roles, who, place: Place::Deck, target: Target::Me };
        let ask = request::make(row, &asker);
        if ask.kind != "application/json" {
            return None;
        }
        let rest = self.rest.with_token(&world.caller(who).expect("is there").token);
        let sent =
            rest.request(&row.endpoint.method, &ask.path, Bytes::from_static(body.as_bytes()), Some(ask.kind)).await;
        match sent {
            Ok(answer) => Some(answer.status),
            Err(error) => panic!("{}: {error}", row.endpoint.name),
        }
    }
}
