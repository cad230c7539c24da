// Work the server does by itself or is told to do: what can be started, what runs, what is done, what failed.

import { createResource, createSignal, type JSX, onCleanup, Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { get, link, post } from "../../net/rest";
import { Button, Icon, IconButton, MenuButton, type MenuItem, Tag } from "../../ui";
import type { Job } from "../../wire.gen";
import { attempt } from "../task";
import { nameOfJob, stateOf } from "./job-names";
import { Reason } from "./reason";
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

/** What an administrator starts by hand; the server starts the rest when its settings say so. */
const STARTED = ["message_export", "export_users_to_csv", "elasticsearch_post_indexing", "data_retention"] as const;
/** While something runs, the list is asked for this often. */
const LOOK_MS = 2_000;

const kindOf = (status: string) => (status in KIND ? KIND[status as keyof typeof KIND] : "plain");
const isOver = (job: Job) => !["pending", "in_progress", "cancel_requested"].includes(job.status);

/** What the work itself says of its end. */
function result(job: Job): JSX.Element {
  const { messages_exported: messages, error } = job.data ?? {};
  if (job.status === "error") return error && <Reason job={job} />;
  return messages && <span class="job-result">{t("messageCount", { count: Number(messages) })}</span>;
}

export default function Jobs() {
  const [page, setPage] = createSignal(0);
  const [jobs, { refetch }] = createResource(page, (page) => get<Job[]>("/jobs", { page, per_page: PER_PAGE }));
  const looking = window.setInterval(() => {
    if (jobs.loading || jobs.error || document.visibilityState !== "visible") return;
    if (jobs.latest?.some((job) => !isOver(job))) void refetch();
  }, LOOK_MS);
  onCleanup(() => window.clearInterval(looking));
  const start = (type: (typeof STARTED)[number]) =>
    attempt(
      async () => {
        await (type === "export_users_to_csv" ? post("/reports/users/export") : post("/jobs", { type }));
        setPage(0);
        await refetch();
      },
      type === "export_users_to_csv" ? t("usersComing") : t("started"),
    );
  const items = (): MenuItem[] => STARTED.map((type) => ({ label: t(`job_${type}`), perform: () => start(type) }));
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
      <td>{result(job)}</td>
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
