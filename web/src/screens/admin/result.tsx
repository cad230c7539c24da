// What a job came to: why it failed, how many messages it wrote, what it changed by the word of the directory.

import { Match, Show, Switch } from "solid-js";
import type { Job } from "../../wire.gen";
import { Reason } from "./reason";
import { Report } from "./report";
import { t } from "./strings";

/** What a run by the directory counts apart; groups that were read and what was passed over are no changes. */
const CHANGES = [
  "accounts_made",
  "accounts_changed",
  "accounts_activated",
  "accounts_deactivated",
  "group_members_added",
  "group_members_removed",
  "memberships_added",
  "memberships_removed",
  "administrators_made",
] as const;

export function Result(props: { job: Pick<Job, "type" | "status" | "data"> }) {
  const data = () => props.job.data ?? {};
  return (
    <Switch>
      <Match when={props.job.status === "error"}>
        <Show when={data().error}>
          <Reason job={props.job} />
        </Show>
      </Match>
      <Match when={data().messages_exported}>
        {(count) => <span class="job-result">{t("messageCount", { count: Number(count()) })}</span>}
      </Match>
      <Match when={props.job.type === "ldap_sync" && data().people}>
        <span class="job-result">{directoryResult(data())}</span>
        <Report title={t("report")} text={data().report} />
      </Match>
    </Switch>
  );
}

function directoryResult(data: Readonly<Record<string, string>>): string {
  const count = CHANGES.reduce((sum, name) => sum + Number(data[name] ?? 0), 0);
  const result = t("syncResult", { people: Number(data.people), changes: t("changes", { count }) });
  return data.dry_run === "true" ? t("syncTried", { result }) : result;
}
