//! Every statement is understood by both databases, and none reads a whole table unless it is known to.

use muster_store::{Columns, Error, FromRow, STATEMENTS, Statement, records};

use crate::both;

both! {
    async fn every_statement_is_understood(db) {
        let mut refused = Vec::new();
        let composed = records::tables().iter().flat_map(|table| table.statements());
        for statement in STATEMENTS.iter().flat_map(|nouns| nouns.iter().copied()).chain(composed) {
            if let Err(error) = db.store.prepare(statement).await {
                refused.push(error.to_string());
            }
        }
        assert!(refused.is_empty(), "{}", refused.join("\n"));
    }
}

/// Statements that read all of a table, of which there is little, or rarely.
const MAY_SCAN: &[&str] = &[
    "ChannelStore.AnalyticsTypeCountAll",
    "CommandStore.AnalyticsCommandCount",
    "DraftStore.DeleteOrphanDraftsByRoot",
    "EventLogStore.ForgetOld",
    "FileInfoStore.CountAll",
    "FileInfoStore.GetStorageUsage",
    "FillingStore.HasPosts",
    "GroupStore.GetAllBySource",
    "GroupStore.GetLiveSyncables",
    "LeaseStore.GetOfOthers",
    "LinkMetadataStore.Clean",
    "NodeStore.Forget",
    "NodeStore.GetListed",
    "OAuthStore.CountSelfRegistered",
    "OAuthStore.GetAccessDataByApp",
    "OAuthStore.RemoveAuthDataByClientId",
    "OAuthStore.RemoveAuthDataByUserId",
    "OAuthStore.RemoveAuthDataByUserIdAndClientId",
    "PostStore.AnalyticsBotPostCountsByDay",
    "PostStore.AnalyticsPostCount",
    "PostStore.AnalyticsPostCountsByDay",
    "PostStore.AnalyticsUserCountsWithPostsByDay",
    "PostAcknowledgementStore.PermanentDeleteByUser",
    "ReactionStore.DeleteAllWithEmojiName",
    "ReactionStore.PermanentDeleteByUser",
    "ProvisioningStore.GetTokens",
    "RecordStore.Count",
    "RoleStore.GetAll",
    "SessionStore.AnalyticsSessionCount",
    "SessionStore.RemoveAllSessions",
    "SessionStore.RemoveUnused",
    "SystemStore.Get",
    "TeamStore.AnalyticsPrivateTeamCount",
    "TeamStore.AnalyticsPublicTeamCount",
    "TeamStore.AnalyticsTeamCount",
    "TeamStore.SearchAllCount",
    "ThreadStore.DeleteMembershipsOutsideTeam",
    "TermsOfServiceStore.GetLatest",
    "UploadSessionStore.GetStale",
    "UserAccessTokenStore.Search",
    "UserStore.AnalyticsActiveCount",
    "UserStore.AnalyticsActiveUsers",
    "UserStore.AnalyticsGetInactiveUsersCount",
    "UserStore.Count",
    "UserStore.IsEmpty",
    "UserStore.KeepAdministrator",
    "WebhookStore.AnalyticsIncomingCount",
    "WebhookStore.AnalyticsOutgoingCount",
];

/// Scans that follow an index, or a table that lies in the order asked for, and so end with the page.
const WALKS: &[&str] = &[
    "AuditStore.GetAll",
    "EmojiStore.GetList",
    "EmojiStore.GetListByName",
    "EmojiStore.Search",
    "FileInfoStore.GetIdsForRetention",
    "OAuthStore.GetApps",
    "PostStore.GetPostIdsByUser",
    "PostStore.GetPostIdsForRetention",
    "PropertyFieldStore.SearchPropertyFields",
    "RecordStore.GetKeys",
    "SchemeStore.GetAll",
    "TeamStore.GetAllPage",
    "TeamStore.GetAllPrivateTeamPageListing",
    "TeamStore.GetAllTeamPageListing",
    "TeamStore.SearchAll",
    "UserAccessTokenStore.GetAll",
    "UserStore.GetAllNotifyProps",
];

/// One line of SQLite's plan.
struct Step(String);

impl FromRow for Step {
    fn from_row(row: &mut Columns) -> Result<Self, Error> {
        let (_id, _parent, _unused) = (row.int()?, row.int()?, row.int()?);
        Ok(Step(row.text()?))
    }
}

#[tokio::test]
async fn every_statement_is_a_range_of_an_index() {
    let db = crate::support::sqlite().await;
    let mut scans = Vec::new();
    let composed = records::tables().iter().flat_map(|table| table.statements());
    for statement in STATEMENTS.iter().flat_map(|nouns| nouns.iter().copied()).chain(composed) {
        let sql = format!("EXPLAIN QUERY PLAN {}", statement.sql);
        let plan: Vec<Step> = db.store.all(&Statement::composed("Explain", sql), vec![]).await.expect(statement.name);
        for Step(step) in plan.iter().filter(|Step(step)| step.starts_with("SCAN") && !is_small(step)) {
            let is_in_order =
                step.contains("USING INDEX") || !plan.iter().any(|Step(step)| step.contains("TEMP B-TREE"));
            let known = MAY_SCAN.contains(&statement.name) || WALKS.contains(&statement.name) && is_in_order;
            if !known {
                scans.push(format!("{}: {step}", statement.name));
            }
        }
    }
    assert!(scans.is_empty(), "give these an index, or say above why they need none:\n{}", scans.join("\n"));
}

/// What every post writes.
const OF_A_POST: &[&str] = &["ChannelStore.UpdateLastPostAt", "ChannelStore.UpdateLastViewedAtOwn", "PostStore.Save"];

/// One instruction of what SQLite makes of a statement.
struct Instruction(String);

impl FromRow for Instruction {
    fn from_row(row: &mut Columns) -> Result<Self, Error> {
        let _address = row.int()?;
        Ok(Instruction(row.text()?))
    }
}

#[tokio::test]
async fn a_post_is_written_without_tables_for_the_moment() {
    let db = crate::support::sqlite().await;
    let of_a_post = |statement: &&&Statement| OF_A_POST.contains(&statement.name);
    let statements: Vec<_> = STATEMENTS.iter().flat_map(|nouns| nouns.iter()).filter(of_a_post).collect();
    assert_eq!(statements.len(), OF_A_POST.len());
    for statement in statements {
        let explain = Statement::composed("Explain", format!("EXPLAIN {}", statement.sql));
        let program: Vec<Instruction> = db.store.all(&explain, vec![]).await.expect(statement.name);
        let opened = program.iter().filter(|Instruction(code)| code.starts_with("Open")).count();
        let ephemeral = program.iter().filter(|Instruction(code)| code == "OpenEphemeral").count();
        assert!(opened > 0 && ephemeral == 0, "{} opens {ephemeral} of {opened} tables for itself", statement.name);
    }
}

/// Lists of parameters and the inner rows of a query that has found its own by an index.
fn is_small(step: &str) -> bool {
    ["rarray", "array", "SUBQUERY", "made", "changed", "few"].iter().any(|name| step.split(' ').nth(1) == Some(name))
        || step.contains("CONSTANT ROW")
}
