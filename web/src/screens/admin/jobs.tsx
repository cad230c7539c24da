// Work the server does by itself: what runs, what is done, what failed.

import { createResource, createSignal, Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { get, post } from "../../net/rest";
import { Button, IconButton, Tag } from "../../ui";
import type { Job } from "../../wire.gen";
import { attempt } from "../task";
import { readable } from "./names";
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

const kindOf = (status: string) => (status in KIND ? KIND[status as keyof typeof KIND] : "plain");

export default function Jobs() {
  const [page, setPage] = createSignal(0);
  const [jobs, { refetch }] = createResource(page, (page) => get<Job[]>("/jobs", { page, per_page: PER_PAGE }));
  return (
    <Page
      title={t("jobs")}
      hint={t("jobsHint")}
      action={<IconButton icon="refresh" label={t("refresh")} onClick={() => void refetch()} />}
    >
      <Table
        label={t("jobs")}
        columns={[t("work"), t("state"), t("begun")]}
        rows={jobs.latest}
        failed={jobs.error}
        empty={{ icon: "clock", title: t("noJobs") }}
        page={{ at: page(), more: (jobs.latest?.length ?? 0) === PER_PAGE, go: setPage }}
        row={(job) => (
          <tr>
            <td>{readable(job.type)}</td>
            <td>
              <Tag kind={kindOf(job.status)}>
                {readable(job.status)}
                <Show when={job.status === "in_progress"}>{` ${job.progress}%`}</Show>
              </Tag>
            </td>
            <td>{formatDate(job.start_at || job.create_at, "moment")}</td>
            <td>
              <Show when={job.status === "pending" || job.status === "in_progress"}>
                <Button
                  size="small"
                  kind="quiet"
                  onClick={() =>
                    attempt(async () => {
                      await post(`/jobs/${job.id}/cancel`);
                      await refetch();
                    })
                  }
                >
                  {t("stop")}
                </Button>
              </Show>
            </td>
          </tr>
        )}
      />
    </Page>
  );
}
