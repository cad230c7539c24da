//! What clients ask of features that are not here, without anybody asking them to: on each page, at each start, by
//! monitoring. They are answered as by a server on which the feature is there and empty, so that no console and no log
//! fills with refusals. What would use such a feature stays refused (see [`people::not_implemented`]).

use base::ids::{ChannelId, TeamId};
use permissions::Permission;
use serde_json::json;

use request::{Answer, Call, Reply};

fn empty_list() -> Answer {
    Ok(Reply::json::<[(); 0]>(&[]))
}

/// `GET /agents`: programs that answer like people; there are none.
pub async fn agents(_: Call) -> Answer {
    Ok(Reply::json(&json!({"agents": []})))
}

/// `GET /agents/status`
pub async fn agents_status(_: Call) -> Answer {
    Ok(Reply::json(&json!({"available": false})))
}

/// `GET /llmservices`
pub async fn llm_services(_: Call) -> Answer {
    Ok(Reply::json(&json!({"services": []})))
}

/// `GET /recaps`: summaries that were made for the caller.
pub async fn recaps(_: Call) -> Answer {
    empty_list()
}

/// `GET /trial-license/prev`: no licence was ever tried.
pub async fn previous_trial(_: Call) -> Answer {
    Ok(Reply::json(&json!({"IsLicensed": "false"})))
}

/// `GET /license/load_metric`: nothing is licensed by the number of users.
pub async fn license_load(_: Call) -> Answer {
    Ok(Reply::json(&json!({"load": 0})))
}

/// `GET /cloud/check-cws-connection`: there is no vendor's portal to reach.
pub async fn portal(_: Call) -> Answer {
    Ok(Reply::json(&json!({"status": "unavailable"})))
}

/// `GET /content_flagging/team/{team_id}/status`: nothing is flagged here.
pub async fn flagging(call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    call.must_in_team(team, Permission::ViewTeam).await?;
    Ok(Reply::json(&json!({"enabled": false})))
}

/// `GET /channels/{channel_id}/access_control/attributes`: no channel asks for attributes of its members.
pub async fn access_attributes(call: Call) -> Answer {
    let channel: ChannelId = call.id("channel_id")?;
    call.must_in_channel(channel, Permission::ReadChannel).await?;
    Ok(Reply::json(&json!({})))
}

/// `GET /server_busy`: the server sheds load by itself, and is not told to.
pub async fn busy(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    Ok(Reply::json(&json!({"busy": false, "expires": 0})))
}

/// `GET /upgrade_to_enterprise/status`: there is one edition.
pub async fn upgrade(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    Ok(Reply::json(&json!({"percentage": 0, "error": null})))
}
