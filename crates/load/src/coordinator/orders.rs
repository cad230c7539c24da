//! What a coordinator orders of all agents beside users: a storm, an action of everybody, a judgement;
//! and faults of what they use.

use base::{Clock, Millis};
use bytes::Bytes;
use http::Method;

use super::agents::{Agent, AgentError, Fleet};
use super::run::{FaultPlan, Plan, StormPlan};
use simulate::results::Judged;
use topology::faults::{Lane, Made};

/// What a plan orders for the part that counts, and has not ordered yet.
pub(super) struct Orders {
    storm: Option<StormPlan>,
    faults: Option<FaultPlan>,
    lane: Option<Lane>,
}

impl Orders {
    pub(super) fn of(plan: &mut Plan) -> Orders {
        Orders { storm: plan.storm.take(), faults: plan.faults.take(), lane: None }
    }

    /// Orders what is due; that part began at `from`, if it did.
    pub(super) async fn give(&mut self, fleet: &mut Fleet, clock: &Clock, (from, at): (Option<Millis>, Millis)) {
        let Some(from) = from else { return };
        if let Some(storm) = self.storm.take_if(|storm| at - from >= storm.after_ms) {
            fleet.storm(at, storm).await;
        }
        if let Some(FaultPlan { faults, folder }) = self.faults.take() {
            self.lane = Some(Lane::begin(faults, folder, clock.clone()));
        }
    }

    /// Undoes what is still to be undone, and tells what was broken.
    pub(super) async fn end(self) -> Vec<Made> {
        match self.lane {
            Some(lane) => lane.end().await,
            None => Vec::new(),
        }
    }
}

impl Fleet {
    /// Makes every agent.
    ///
    /// # Errors
    /// With the first agent that cannot be made, and its reason.
    pub async fn make(&mut self) -> Result<(), AgentError> {
        for agent in &mut self.agents {
            agent.make().await?;
        }
        Ok(())
    }

    /// Has every user of every agent do something next.
    ///
    /// # Errors
    /// With the first agent that does not take it.
    pub async fn inject(&self, action: &str) -> Result<(), AgentError> {
        for agent in &self.agents {
            let path = format!("/loadagent/{}/inject?action={action}", agent.id);
            agent.ask(Method::POST, &path, Bytes::new()).await?;
        }
        Ok(())
    }

    /// Orders a login storm, each agent its share.
    pub async fn storm(&mut self, at: Millis, storm: StormPlan) {
        let count = self.agents.len() as u64;
        let share = |place: u64| storm.logins / count + u64::from(place < storm.logins % count);
        let calls = self.agents.iter().zip(0..).filter(|(_, place)| share(*place) > 0).map(|(agent, place)| {
            let (logins, before_ms) = (share(place), storm.before_ms);
            let path = format!("/loadagent/{}/storm?logins={logins}&before_ms={before_ms}", agent.id);
            async move { agent.ask(Method::POST, &path, Bytes::new()).await }
        });
        let refused: Vec<AgentError> =
            futures_util::future::join_all(calls).await.into_iter().filter_map(Result::err).collect();
        let seconds = storm.before_ms / 1_000;
        self.tell(at, format!("a storm of {} sign-ins was ordered for {seconds} s later", storm.logins));
        refused.iter().for_each(|error| self.tell(at, format!("not all of the storm blows: {error}")));
    }

    /// Has every agent judge, after the stop, what all others sent: each pair once.
    pub async fn judge_between(&self) -> Judged {
        let mut all = Judged::default();
        if self.agents.len() < 2 {
            return all;
        }
        for (place, sender) in self.agents.iter().enumerate() {
            let path = format!("/loadagent/{}/sent", sender.id);
            let Ok(sent) = sender.ask(Method::GET, &path, Bytes::new()).await else { continue };
            let others = self.agents.iter().enumerate().filter(|(other, _)| *other != place);
            let judged = futures_util::future::join_all(others.map(|(_, agent)| agent.judge(sent.clone()))).await;
            judged.iter().flatten().for_each(|judged| all.add(judged));
        }
        all
    }
}

impl Agent {
    /// What its users received of what another agent's sent; nothing where the agent is of the reference tool.
    async fn judge(&self, sent: Bytes) -> Option<Judged> {
        let judged = self.ask(Method::POST, &format!("/loadagent/{}/judge", self.id), sent).await.ok()?;
        serde_json::from_slice(&judged).ok()
    }
}
