// The newest lines of the server's log, filtered here.

import { createMemo, createResource, createSignal, For, Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { get } from "../../net/rest";
import { Banner, Empty, IconButton, Select, Skeleton, TextField } from "../../ui";
import { type Level, parseLine } from "./log-lines";
import { t } from "./strings";
import { Page } from "./table";
import "./logs.css";

/** Two screens of history; more is for a terminal. */
const LINES_MAX = 1_000;
const SHOWN: Record<Level, readonly Level[]> = {
  error: ["error"],
  warn: ["error", "warn"],
  info: ["error", "warn", "info"],
  debug: ["error", "warn", "info", "debug"],
};

export default function Logs() {
  const [lines, { refetch }] = createResource(async () => {
    const texts = await get<string[]>("/logs", { page: 0, logs_per_page: LINES_MAX });
    return texts.map(parseLine).reverse();
  });
  const [level, setLevel] = createSignal<Level>("debug");
  const [typed, setTyped] = createSignal("");
  const shown = createMemo(() => {
    const wanted = typed().trim().toLowerCase();
    return (lines.latest ?? []).filter(
      (line) => SHOWN[level()].includes(line.level) && `${line.message} ${line.rest}`.toLowerCase().includes(wanted),
    );
  });
  const when = (at: string) => {
    const ms = Date.parse(at);
    return Number.isNaN(ms) ? at : formatDate(ms, "moment");
  };
  return (
    <Page
      title={t("logs")}
      hint={t("logsHint")}
      action={<IconButton icon="refresh" label={t("refresh")} onClick={() => void refetch()} />}
    >
      <div class="admin-tools">
        <TextField
          label={t("findLines")}
          unlabelled
          type="search"
          icon="search"
          placeholder={t("findLines")}
          value={typed()}
          onInput={setTyped}
        />
        <Select
          label={t("level")}
          unlabelled
          value={level()}
          options={(["debug", "info", "warn", "error"] as const).map((value) => ({
            value,
            label: t(`level_${value}`),
          }))}
          onChoose={setLevel}
        />
      </div>
      <Show when={lines.error}>
        <Banner kind="danger">{t("notLoaded")}</Banner>
      </Show>
      <Show when={lines.latest} fallback={<Skeleton lines={8} />}>
        <div class="admin-card">
          <Show
            when={shown().length > 0}
            fallback={
              <Empty icon="logs" title={t("noLines")}>
                {lines.latest?.length === 0 ? t("noLogFile") : undefined}
              </Empty>
            }
          >
            <ul class="admin-log" tabindex={0} aria-label={t("logs")}>
              <For each={shown()}>
                {(line) => (
                  <li>
                    <time dateTime={line.at}>{when(line.at)}</time>
                    <span data-level={line.level}>{t(`line_${line.level}`)}</span>
                    <p lang="en">
                      {line.message} <span>{line.rest}</span>
                    </p>
                  </li>
                )}
              </For>
            </ul>
          </Show>
        </div>
      </Show>
    </Page>
  );
}
