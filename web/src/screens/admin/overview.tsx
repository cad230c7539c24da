// The server at a glance: is it well, how many are there, what happened on each of the last days.

import { createResource, For, Show } from "solid-js";
import { formatBytes, formatCompact, formatDate, formatNumber } from "../../i18n/language";
import { get } from "../../net/rest";
import { config, link } from "../../query/world";
import { IconButton, Skeleton, Tag } from "../../ui";
import type { AnalyticsRow } from "../../wire.gen";
import { t } from "./strings";
import { Page } from "./table";

const TILES = [
  "registered_users",
  "daily_active_users",
  "monthly_active_users",
  "total_websocket_connections",
  "post_count",
  "team_count",
  "channel_open_count",
  "channel_private_count",
  "session_count",
  "total_file_count",
  "total_file_size",
  "incoming_webhook_count",
] as const;
const DAYS_SHOWN = 30;

const figures = (name: string) => get<AnalyticsRow[]>("/analytics/old", { name });

export default function Overview() {
  // Asked anew once the own socket is open, as it is among those that are counted.
  const [counts, { refetch }] = createResource(link, async () => {
    const rows = (await Promise.all([figures("standard"), figures("extra_counts")])).flat();
    return new Map(rows.map((row) => [row.name, row.value]));
  });
  const [ping] = createResource(() => get<Record<string, string>>("/system/ping", { get_server_status: true }));
  const shown = (name: string) => {
    const value = counts()?.get(name) ?? 0;
    return name === "total_file_size" ? formatBytes(value) : formatCompact(value);
  };
  const parts = () =>
    (["status", "database_status", "filestore_status"] as const).flatMap((name) => {
      const value = ping()?.[name];
      return value ? [{ name, well: value === "OK" }] : [];
    });
  return (
    <Page
      title={t("overview")}
      hint={t("version", { version: config().Version ?? "" })}
      action={<IconButton icon="refresh" label={t("refresh")} onClick={() => void refetch()} />}
    >
      <div class="table-tags" role="status">
        <For each={parts()}>
          {(part) => (
            <Tag kind={part.well ? "success" : "danger"}>
              {t(part.name)}: {t(part.well ? "well" : "unwell")}
            </Tag>
          )}
        </For>
      </div>
      <Show when={counts()} fallback={<Skeleton lines={4} />}>
        <dl class="admin-tiles">
          <For each={TILES}>
            {(name) => (
              <div class="admin-tile">
                <dt>{t(name)}</dt>
                <dd title={formatNumber(counts()?.get(name) ?? 0)}>{shown(name)}</dd>
              </div>
            )}
          </For>
        </dl>
      </Show>
      <div class="admin-charts">
        <Chart name="post_counts_day" />
        <Chart name="user_counts_with_posts_day" />
      </div>
    </Page>
  );
}

/** Bars of the last days, the oldest first. */
function Chart(props: { name: "post_counts_day" | "user_counts_with_posts_day" }) {
  const [days] = createResource(async () => {
    const rows = await figures(props.name);
    return [...rows].sort((a, b) => a.name.localeCompare(b.name)).slice(-DAYS_SHOWN);
  });
  const most = () => Math.max(1, ...(days() ?? []).map((day) => day.value));
  const total = () => (days() ?? []).reduce((sum, day) => sum + day.value, 0);
  const date = (day: AnalyticsRow | undefined) => (day ? formatDate(Date.parse(`${day.name}T12:00:00`), "date") : "");
  return (
    <figure class="admin-chart">
      <figcaption>
        {t(props.name)}
        <Show when={props.name === "post_counts_day"}>
          <span>{formatNumber(total())}</span>
        </Show>
      </figcaption>
      <Show when={days()} fallback={<Skeleton lines={3} />}>
        {(all) => (
          <Show when={all().length > 0} fallback={<p class="field-hint">{t("noDays")}</p>}>
            <svg
              viewBox={`0 0 ${all().length * 10} 100`}
              preserveAspectRatio="none"
              role="img"
              aria-label={t(props.name)}
            >
              <For each={all()}>
                {(day, at) => {
                  const height = () => Math.max(2, (day.value / most()) * 100);
                  return (
                    <rect x={at() * 10 + 1} y={100 - height()} width="8" height={height()}>
                      <title>{`${date(day)}: ${formatNumber(day.value)}`}</title>
                    </rect>
                  );
                }}
              </For>
            </svg>
            <div class="admin-days">
              <span>{date(all()[0])}</span>
              <span>{date(all().at(-1))}</span>
            </div>
          </Show>
        )}
      </Show>
    </figure>
  );
}
