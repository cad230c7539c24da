// History that comes from another server, and history that leaves for one: files, and the jobs that read and write them.

import { createResource, createSignal, onCleanup, Show } from "solid-js";
import { catalogue } from "../../i18n/catalogue";
import { transfer } from "../../i18n/en/transfer";
import { formatDate } from "../../i18n/language";
import { form, get, link, post, remove } from "../../net/rest";
import { Button, Checkbox, Icon, Tag } from "../../ui";
import type { Job, UploadSession } from "../../wire.gen";
import { attempt, createTask } from "../task";
import { Confirm, type Question } from "./confirm";
import { stateOf } from "./job-names";
import { Reason } from "./reason";
import { Report } from "./report";
import { Page, Table } from "./table";

const t = catalogue("transfer", transfer);

/** Bytes that are sent at a time; the server wants at least 5 MiB in the first part. */
const PART_BYTES = 16 * 1024 * 1024;
/** While something runs, it is asked for this often. */
const LOOK_MS = 2_000;

const isOver = (job: Job) => !["pending", "in_progress", "cancel_requested"].includes(job.status);
const tagOf = (job: Job) => (job.status === "success" ? "success" : job.status === "error" ? "danger" : "info");

export default function Transfer() {
  const [imports, importsAgain] = createResource(() => get<string[]>("/imports"));
  const [exports, exportsAgain] = createResource(() => get<string[]>("/exports"));
  const [jobs, jobsAgain] = createResource(latestJobs);
  const [asked, setAsked] = createSignal<Question>();
  const [withFiles, setWithFiles] = createSignal(true);
  const look = async () => {
    const now = await jobsAgain.refetch();
    // What has ended has taken its file away, or has left one.
    if (now?.every(isOver)) await Promise.all([importsAgain.refetch(), exportsAgain.refetch()]);
  };
  const looking = window.setInterval(() => {
    if (document.visibilityState === "visible" && jobs.latest?.some((job) => !isOver(job))) void look();
  }, LOOK_MS);
  onCleanup(() => window.clearInterval(looking));

  const start = (type: string, data: Record<string, string>) =>
    attempt(async () => {
      await post("/jobs", { type, data });
      await look();
    }, t("begun"));
  const askToDelete = (kind: "imports" | "exports", name: string) =>
    setAsked({
      title: t(kind === "imports" ? "deleteImport" : "deleteExport", { name }),
      text: t("deleteText"),
      yes: t("delete"),
      work: async () => {
        await remove(`/${kind}/${encodeURIComponent(name)}`);
        await (kind === "imports" ? importsAgain : exportsAgain).refetch();
      },
    });

  return (
    <>
      <Page title={t("imports")} hint={t("importsHint")} action={<Upload onDone={() => void importsAgain.refetch()} />}>
        <Latest label={t("latestImport")} job={jobs.latest?.find((job) => job.type === "import_process")} />
        <Table
          label={t("imports")}
          columns={[t("file")]}
          rows={imports.latest}
          failed={imports.error}
          empty={{ icon: "upload", title: t("noImports") }}
          row={(name) => (
            <tr>
              <td class="transfer-file">{name}</td>
              <td>
                <div class="admin-actions">
                  <Button size="small" onClick={() => start("import_process", { import_file: name })}>
                    {t("begin")}
                  </Button>
                  <Button size="small" kind="quiet" onClick={() => askToDelete("imports", name)}>
                    {t("delete")}
                  </Button>
                </div>
              </td>
            </tr>
          )}
        />
      </Page>
      <Page
        title={t("exports")}
        hint={t("exportsHint")}
        action={
          <div class="admin-actions" data-apart>
            <Checkbox label={t("attachments")} checked={withFiles()} onChange={setWithFiles} />
            <Button
              kind="primary"
              icon="add"
              onClick={() => start("export_process", { include_attachments: String(withFiles()) })}
            >
              {t("newExport")}
            </Button>
          </div>
        }
      >
        <Latest label={t("latestExport")} job={jobs.latest?.find((job) => job.type === "export_process")} />
        <Table
          label={t("exports")}
          columns={[t("file")]}
          rows={exports.latest}
          failed={exports.error}
          empty={{ icon: "download", title: t("noExports") }}
          row={(name) => (
            <tr>
              <td class="transfer-file">{name}</td>
              <td>
                <div class="admin-actions">
                  <a
                    class="button"
                    data-size="small"
                    href={link(`/exports/${encodeURIComponent(name)}`)}
                    download=""
                    aria-label={t("downloadNamed", { name })}
                  >
                    <Icon name="download" size="small" />
                    {t("download")}
                  </a>
                  <Button size="small" kind="quiet" onClick={() => askToDelete("exports", name)}>
                    {t("delete")}
                  </Button>
                </div>
              </td>
            </tr>
          )}
        />
      </Page>
      <Show when={asked()}>{(question) => <Confirm question={question()} onClose={() => setAsked(undefined)} />}</Show>
    </>
  );
}

/** The newest job of each of the two kinds. */
async function latestJobs(): Promise<Job[]> {
  const of = (type: string) => get<Job[]>(`/jobs/type/${type}`, { per_page: 1 });
  return (await Promise.all(["import_process", "export_process"].map(of))).flat();
}

function Latest(props: { label: string; job: Job | undefined }) {
  return (
    <Show when={props.job}>
      {(job) => (
        <>
          <p class="transfer-latest">
            <span>{props.label}:</span>
            <Tag kind={tagOf(job())}>{stateOf(job())}</Tag>
            <Show
              when={!isOver(job())}
              fallback={<span>{formatDate(job().start_at || job().create_at, "moment")}</span>}
            >
              <progress class="job-progress" max={100} value={job().progress} aria-label={props.label} />
            </Show>
            <Show when={job().status === "error"}>
              <Reason job={job()} />
            </Show>
          </p>
          <Report title={t("leftOut", { count: Number(job().data?.num_warnings ?? 0) })} text={job().data?.warnings} />
          <Report title={t("readOtherwise")} text={job().data?.notes} />
        </>
      )}
    </Show>
  );
}

/** Sends a file in parts, so that a large one does not depend on one request. */
function Upload(props: { onDone: () => void }) {
  const [sent, setSent] = createSignal<number>();
  const task = createTask();
  let chosen: HTMLInputElement | undefined;
  const send = async (file: File) => {
    const begin = { type: "import", filename: file.name, file_size: file.size };
    const session = await post<UploadSession>("/uploads", begin);
    for (let at = 0; at < file.size; at += PART_BYTES) {
      setSent(Math.floor((100 * at) / file.size));
      const part = new FormData();
      part.append("data", file.slice(at, at + PART_BYTES), file.name);
      await form(`/uploads/${session.id}`, part);
    }
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    attempt(async () => {
      const done = await task.run(() => send(file));
      setSent(undefined);
      if (!done) throw new Error(task.problem());
      props.onDone();
    }, t("uploaded"));
  };
  return (
    <div class="admin-actions" data-apart>
      <span role="status">
        <Show when={sent() !== undefined}>{t("uploading", { percent: sent() ?? 0 })}</Show>
      </span>
      <input
        ref={chosen}
        type="file"
        accept=".zip,application/zip"
        hidden
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Button kind="primary" icon="upload" busy={task.busy()} onClick={() => chosen?.click()}>
        {t("upload")}
      </Button>
    </div>
  );
}
