//! The one stop of the process: the first Ctrl-C ends the run of now, with its report, and all that would follow it.

use std::sync::OnceLock;
use std::time::Duration;

use load::coordinator::agents::dismiss;
use load::coordinator::settings::AgentPlace;
use tokio::sync::watch;

/// Shared by all sessions, however many of them a comparison opens.
static STOP: OnceLock<Stop> = OnceLock::new();

struct Stop {
    told: watch::Sender<bool>,
    /// On other machines: they would go on without us.
    agents: watch::Sender<Vec<AgentPlace>>,
}

/// Who says Ctrl-C twice does not want to wait.
const PATIENCE: Duration = Duration::from_secs(2);

/// Turns true with the first Ctrl-C, and stays so; a second one ends the process. Listens from the first call on.
pub fn by_hand() -> watch::Receiver<bool> {
    stop().told.subscribe()
}

/// The agents that are told to end when the process is ended, those of before no more.
pub fn ends_too(agents: Vec<AgentPlace>) {
    stop().agents.send_replace(agents);
}

fn stop() -> &'static Stop {
    STOP.get_or_init(|| {
        simulate::tasks::spawn("stop by hand", listen());
        Stop { told: watch::channel(false).0, agents: watch::channel(Vec::new()).0 }
    })
}

async fn listen() {
    let mut times = 0;
    while tokio::signal::ctrl_c().await.is_ok() {
        times += 1;
        if times > 1 {
            let agents = stop().agents.borrow().clone();
            dismiss(&agents, PATIENCE).await;
            std::process::exit(130);
        }
        eprintln!("muster-load: stopping; the report of what was seen follows (Ctrl-C again: leave at once)");
        stop().told.send_replace(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn all_sessions_of_a_process_listen_to_one_stop() {
        assert!(by_hand().same_channel(&by_hand()));
        assert!(!*by_hand().borrow(), "nobody said so");
    }
}
