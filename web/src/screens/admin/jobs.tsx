// Work the server does by itself or is told to do: what can be started, what runs, what is done, what failed.

import { createResource, createSignal, onCleanup, Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { get, link, post } from "../../net/rest";
import { config } from "../../query/world";
import { Button, Icon, IconButton, MenuButton, type MenuItem, Tag } from "../../ui";
import type { Job } from "../../wire.gen";
import { attempt } from "../task";
import { nameOfJob, stateOf } from "./job-names";
import { Result } from "./result";
import { t } from "./strings";
import { Page, PER_PAGE, Table } from "./table";

const KIND = {
  success: "success",
  error: "danger",
  warning: "warning",
  in_progress: "info",
  pending: "plain",
  canceled: "plain",
  cancel_requested: "plain",
} as const;

interface Started {
  readonly label: Parameters<typeof t>[0];
  readonly start: () => Promise<unknown>;
  /** What is said then, where the result does not stand in the list. */
  readonly done?: Parameters<typeof t>[0];
  readonly enabled?: () => boolean;
}

const ofType = (type: string) => () => post("/jobs", { type });
const hasDirectory = () => config().EnableLdap === "true";

/** What an administrator starts by hand; the server starts the rest when its settings say so. */
const STARTED: readonly Started[] = [
  { label: "job_message_export", start: ofType("message_export") },
  { label: "job_export_users_to_csv", start: () => post("/reports/users/export"), done: "usersComing" },
  { label: "job_elasticsearch_post_indexing", start: ofType("elasticsearch_post_indexing") },
  { label: "job_data_retention", start: ofType("data_retention") },
  { label: "job_ldap_sync", start: () => post("/ldap/sync"), enabled: hasDirectory },
  { label: "tryDirectory", start: () => post("/ldap/sync", { dry_run: true }), enabled: hasDirectory },
];
/** While something runs, the list is asked for this often. */
const LOOK_MS = 2_000;

const kindOf = (status: string) => (status in KIND ? KIND[status as keyof typeof KIND] : "plain");
const isOver = (job: Job) => !["pending", "in_progress", "cancel_requested"].includes(job.status);

export default function Jobs() {
  const [page, setPage] = createSignal(0);
  const [jobs, { refetch }] = createResource(page, (page) => get<Job[]>("/jobs", { page, per_page: PER_PAGE }));
  const looking = window.setInterval(() => {
    if (jobs.loading || jobs.error || document.visibilityState !== "visible") return;
    if (jobs.latest?.some((job) => !isOver(job))) void refetch();
  }, LOOK_MS);
  onCleanup(() => window.clearInterval(looking));
  const start = ({ start, done = "started" }: Started) =>
    attempt(async () => {
      await start();
      setPage(0);
      await refetch();
    }, t(done));
  const items = (): MenuItem[] =>
    STARTED.filter(({ enabled }) => enabled?.() ?? true).map((one) => ({
      label: t(one.label),
      perform: () => start(one),
    }));
  return (
    <Page
      title={t("jobs")}
      hint={t("jobsHint")}
      action={
        <div class="admin-actions">
          <MenuButton label={t("startJob")} align="end" items={items}>
            {(button) => (
              <Button
                ref={button.ref}
                kind="primary"
                icon="add"
                aria-haspopup="menu"
                aria-expanded={button.open()}
                onClick={button.toggle}
              >
                {t("startJob")}
              </Button>
            )}
          </MenuButton>
          <IconButton icon="refresh" label={t("refresh")} onClick={() => void refetch()} />
        </div>
      }
    >
      <Table
        label={t("jobs")}
        columns={[t("work"), t("state"), t("begun"), t("result")]}
        rows={jobs.latest}
        failed={jobs.error}
        empty={{ icon: "clock", title: t("noJobs") }}
        page={{ at: page(), more: (jobs.latest?.length ?? 0) === PER_PAGE, go: setPage }}
        row={(job) => <JobRow job={job} onChange={() => void refetch()} />}
      />
    </Page>
  );
}

function JobRow(props: { job: Job; onChange: () => void }) {
  const { job } = props;
  const cancel = () =>
    attempt(async () => {
      await post(`/jobs/${job.id}/cancel`);
      props.onChange();
    });
  return (
    <tr>
      <td>{nameOfJob(job)}</td>
      <td>
        <Tag kind={kindOf(job.status)}>
          {stateOf(job)}
          <Show when={job.status === "in_progress"}>{` ${job.progress}%`}</Show>
        </Tag>
        <Show when={job.status === "in_progress"}>
          <progress class="job-progress" max={100} value={job.progress} aria-label={nameOfJob(job)} />
        </Show>
      </td>
      <td data-label={t("begun")}>{formatDate(job.start_at || job.create_at, "moment")}</td>
      <td>
        <Result job={job} />
      </td>
      <td>
        <Show when={job.status === "success" && job.data?.is_downloadable === "true"}>
          <a class="button" data-size="small" href={link(`/jobs/${job.id}/download`)} download="">
            <Icon name="download" size="small" />
            {t("download")}
          </a>
        </Show>
        <Show when={job.status === "pending" || job.status === "in_progress"}>
          <Button size="small" kind="quiet" onClick={cancel}>
            {t("stop")}
          </Button>
        </Show>
      </td>
    </tr>
  );
}
