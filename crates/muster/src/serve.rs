//! `muster serve`: configuration, store, files and index up; listen; on SIGTERM drain and stop.

use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

use clap::Args;
use config::{Config, Sources, SqlDriver};
use server::http::connection_limit::ConnectionLimit;
use server::http::metrics::Pages;
use server::http::profiles::Profiles;
use server::realtime::draining::LEAVE_MAX;
use server::realtime::saved_connections;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::place::{Opened, Place, Problem};
use crate::{allocator, log, tls, traces};

/// Open requests get this long after SIGTERM.
const DRAIN_MAX: Duration = Duration::from_secs(8);

/// What `muster serve` takes.
#[derive(Args, Debug, Default)]
pub struct Serve {
    /// Address and port of the API, the WebSocket and the web client [default: service.listen, 127.0.0.1:8065].
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// Address and port of /metrics [default: metrics.listen, 127.0.0.1:8067].
    #[arg(long, value_name = "ADDRESS")]
    metrics_listen: Option<String>,
    /// Does background work only; of the API it answers /api/v4/system/ping alone [same as: jobs.only].
    #[arg(long)]
    jobs_only: bool,
    #[command(flatten)]
    pub place: Place,
}

/// Runs the server until a signal stops it.
///
/// # Errors
/// When it cannot start; the text says what to do.
pub fn run(serve: &Serve) -> Result<(), Problem> {
    let mut flags = Vec::new();
    if let Some(listen) = &serve.listen {
        flags.push(("service.listen".to_owned(), listen.clone()));
    }
    if let Some(metrics) = &serve.metrics_listen {
        flags.push(("metrics.listen".to_owned(), metrics.clone()));
    }
    if serve.jobs_only {
        flags.push(("jobs.only".to_owned(), true.to_string()));
    }
    let sources = serve.place.sources(flags)?;
    let loaded = config::load(&sources)?;
    let traces = log::start(&loaded.config)?;
    for ignored in &loaded.ignored {
        tracing::warn!("{ignored}");
    }
    let workers = match loaded.config.service.worker_threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads.into(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?;
    runtime.block_on(serve_until_stopped(serve, loaded.config, sources, traces))
}

async fn serve_until_stopped(
    serve: &Serve,
    config: Config,
    sources: Sources,
    traces: Option<traces::Sender>,
) -> Result<(), Problem> {
    let listener = bind(&config.service.listen, "--listen").await?;
    let tls = tls::acceptor(&config)?;
    let unencrypted = match config.tls.forward_80_to_443 {
        true => Some(bind(&port_80(&config.service.listen), "tls.forward_80_to_443").await?),
        false => None,
    };
    let (drain, metrics_listen) = (config.service.shutdown_timeout_s, config.metrics.listen.clone());
    let (with_metrics, address) = (config.metrics.enable && !metrics_listen.is_empty(), listener.local_addr()?);
    let is_embedded = config.sql.driver == SqlDriver::Sqlite && !config.cluster.enable;
    let Opened { app, store, metrics, .. } = &serve.place.open(config).await?;
    let restored = node::settings::restore(app, sources).await;
    restored.map_err(|error| format!("{} {}", error.message, error.detailed))?;
    let (stop, stopped) = watch::channel(false);
    if let Some(traces) = traces {
        base::tasks::spawn("traces", traces.run(app.hostname.clone(), stopped.clone()));
    }
    if with_metrics {
        let listener = bind(&metrics_listen, "--metrics-listen").await?;
        let profiles = Profiles { enabled: app.config().metrics.profiles, heap: allocator::HEAP };
        let pages = Pages { metrics: metrics.clone(), profiles };
        base::tasks::spawn("metrics-listener", server::http::metrics::serve(listener, pages, stopped.clone()));
    }
    let kept = serve.place.connections();
    if is_embedded {
        saved_connections::restore(app, &kept).await;
    }
    server::jobs::start(app);
    let limit = ConnectionLimit::of_process();
    if let Some(listener) = unencrypted {
        let forwarding = server::http::encrypted::forward(app.clone(), listener, limit.clone(), stopped.clone());
        base::tasks::spawn("forward-listener", forwarding);
    }
    tracing::info!(%address, "serving");
    let drain = Duration::from_secs(drain.into()).min(DRAIN_MAX);
    let listening = server::listen::serve(app.clone(), listener, tls, limit, stopped, drain);
    let serving = base::tasks::spawn("listener", listening);
    wait_for_signal().await?;
    tracing::info!("stopping");
    stop.send_replace(true);
    drop(tokio::time::timeout(LEAVE_MAX + drain + Duration::from_secs(1), serving).await);
    if let Err(error) = app.leases.release().await {
        tracing::warn!(error = %error.message, cause = %error.detailed, "leases could not be released: others wait for their end");
    }
    if let Err(error) = people::activity::write(app).await {
        tracing::warn!(error = %error.message, cause = %error.detailed, "the latest activity could not be written");
    }
    app.indexing.close().await;
    if let Some(cluster) = &app.cluster {
        cluster.leave(store).await;
    }
    store.close().await;
    // Behind the last change: what it told is kept, too.
    if is_embedded && let Err(error) = saved_connections::save(app, &kept).await {
        tracing::warn!(%error, "connections could not be saved: clients resync");
    }
    tracing::info!("stopped");
    Ok(())
}

async fn bind(address: &str, option: &str) -> Result<TcpListener, Problem> {
    let full = if address.starts_with(':') { format!("[::]{address}") } else { address.to_owned() };
    let resolved: Vec<SocketAddr> =
        full.to_socket_addrs().map_err(|error| format!("{option} {address} is no address: {error}"))?.collect();
    TcpListener::bind(&resolved[..]).await.map_err(|error| {
        format!("cannot listen on {address}: {error}. Is another server running there? Choose another with {option}.")
            .into()
    })
}

/// The port of unencrypted HTTP at the address that is listened on.
fn port_80(listen: &str) -> String {
    format!("{}:80", listen.rsplit_once(':').map_or("", |(host, _)| host))
}

async fn wait_for_signal() -> Result<(), Problem> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}
