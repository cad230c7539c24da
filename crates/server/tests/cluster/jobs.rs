//! Nodes for requests and nodes for jobs: who does what, once, and who goes on where one died.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use client::Socket;
use config::SearchBackend;
use http::Method;
use serde_json::{Value, json};
use testkit::{Database, Server, TestApp, Wires, nodes};
use transfer::runner::Jobs;
use wire::channels::Channel;
use wire::endpoints;
use wire::events::EventName;
use wire::users::User;

use crate::{PATIENCE, QUIET, heard};

/// Two nodes that are kept out of jobs, and how many nodes there were in all.
struct World {
    app: TestApp,
    wires: Wires,
    nodes: usize,
}

impl World {
    async fn begin(db: Database) -> World {
        let wires = Wires::default();
        let app = TestApp::on_wires(db, &wires, |config| {
            config.jobs.run = false;
            config.search.backend = SearchBackend::Database;
        });
        let app = app.await;
        World { app, wires, nodes: 2 }
    }

    /// One more node, for jobs alone. When it dies, others may go on a second later.
    async fn worker(&mut self) -> Server {
        let mut config = config::Config::default();
        config.jobs.only = true;
        config.jobs.lease_s = 1;
        config.search.backend = SearchBackend::Database;
        self.nodes += 1;
        Server::in_cluster(&self.app.database(), Some((&self.wires, self.nodes - 1)), config).await
    }

    /// Asks a node for requests for the report on users: a job that says in a post when it is done.
    async fn begin_job(&self) -> String {
        let admin = &self.app.admin;
        let form = json!({"type": "export_users_to_csv", "data": {"requesting_user_id": admin.user.id}});
        let answer =
            admin.rest.request(&Method::POST, "/api/v4/jobs", form.to_string().into(), Some("application/json"));
        let job: Value = admin.must("job", answer.await);
        job["id"].as_str().expect("an id").to_owned()
    }

    /// How many reports on users the administrator has. A socket would not do: it begins anew when a node dies.
    async fn reports(&self) -> usize {
        let admin = &self.app.admin;
        let get = |path: String| async move { admin.rest.request(&Method::GET, &path, Bytes::new(), None).await };
        let bot: User = admin.must("the system's account", get("/api/v4/users/username/system-bot".into()).await);
        let ids = json!([admin.user.id, bot.id]);
        let direct: Channel =
            admin.must("channel", admin.rest.send(endpoints::CREATE_DIRECT_CHANNEL, &[], "", &ids).await);
        let page: Value = admin.must("posts", get(format!("/api/v4/channels/{}/posts?per_page=200", direct.id)).await);
        let posts = page["posts"].as_object().expect("posts").values();
        posts.filter(|post| post["message"].as_str().is_some_and(|text| text.contains("report on"))).count()
    }

    async fn status(&self, job: &str) -> String {
        let id = base::ids::JobId::parse(job).expect("an id");
        self.app.app.store.job(id).await.expect("an answer").expect("a job").status
    }

    /// Waits until the job has one of these statuses, and says which. By itself a worker looks every 15 s only.
    async fn becomes(&self, job: &str, statuses: &[&str], worker: &Server) -> String {
        let begun = std::time::Instant::now();
        loop {
            let status = self.status(job).await;
            if statuses.contains(&status.as_str()) {
                return status;
            }
            assert!(begun.elapsed() < PATIENCE, "the job is {status}");
            worker.app.of::<Arc<Jobs>>().wake();
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

/// What a node wrote into the index that all share.
fn fed(node: &Server) -> u64 {
    node.app.metrics.content.index_fed.get()
}

nodes! {2:
    async fn a_node_kept_out_of_jobs_leaves_the_shared_index_to_one_that_does_them(db) {
        let mut world = World::begin(db).await;
        let channel = world.app.admin.channel(&world.app.team, "deck").await;
        world.app.admin.post(&channel, "quinquereme").await;
        let worker = world.worker().await;
        let begun = std::time::Instant::now();
        while fed(&worker) == 0 {
            assert!(begun.elapsed() < PATIENCE, "nobody but {} feeds it", fed(&world.app.server));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!([fed(&world.app.server), fed(&world.app.others[0])], [0, 0]);
    }

    async fn a_job_waits_for_nodes_that_do_jobs_and_is_done_by_one_of_them_once(db) {
        let mut world = World::begin(db).await;
        let mut socket = Socket::open(&world.app.admin.rest).await.expect("a socket");
        let job = world.begin_job().await;
        for node in std::iter::once(&world.app.server).chain(&world.app.others) {
            node.app.of::<Arc<Jobs>>().wake();
        }
        assert!(heard(&mut socket, &[EventName::Posted]).await.is_empty());
        assert_eq!(world.status(&job).await, "pending");
        let workers = [world.worker().await, world.worker().await];
        workers[1].app.of::<Arc<Jobs>>().wake();
        assert_eq!(world.becomes(&job, &["success", "error"], &workers[0]).await, "success");
        assert_eq!(heard(&mut socket, &[EventName::Posted]).await.len(), 1);
    }

    /// A worker is killed as soon as it has begun; where it was done even before that, another is tried.
    async fn a_job_whose_worker_is_killed_is_done_by_the_next_and_told_once(db) {
        const TRIES_MAX: usize = 20;
        let mut world = World::begin(db).await;
        for tried in 1..=TRIES_MAX {
            let job = world.begin_job().await;
            let doomed = world.worker().await;
            world.becomes(&job, &["in_progress", "success", "error"], &doomed).await;
            doomed.kill();
            // What was on its way to the database arrives meanwhile.
            tokio::time::sleep(QUIET).await;
            let is_left = world.status(&job).await == "in_progress";
            let heir = world.worker().await;
            assert_eq!(world.becomes(&job, &["success", "error"], &heir).await, "success");
            assert_eq!(world.reports().await, tried);
            if is_left {
                return;
            }
        }
        panic!("no worker died while it worked");
    }
}
