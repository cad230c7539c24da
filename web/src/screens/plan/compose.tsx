// What the message field has of planning: its priority, the menu to send later, and what is scheduled for here.
import { createMemo, Show } from "solid-js";
import { item } from "../../actions/action";
import { appAction } from "../../actions/app";
import { formatDate } from "../../i18n/language";
import { store } from "../../query/world";
import { go } from "../../route";
import { Icon, IconButton, MenuButton, type MenuItem, Tag } from "../../ui";
import type { Priority } from "../../wire.gen";
import { setDialog, team } from "../place";
import { canSchedule, composing } from "./composing";
import { t } from "./strings";
import { type Preset, sendTimes } from "./times";
import "./plan.css";

/** What a preset is called; its time of day as the reader writes it. */
export const presetName = (preset: Preset): string =>
  t(`preset_${preset.name}`, { time: formatDate(preset.at, "time") });

/** Beside the send button. */
export function SendLater() {
  const items = (): MenuItem[] => [
    ...sendTimes(Date.now()).map((preset) => ({
      label: presetName(preset),
      icon: "clock" as const,
      enabled: composing()?.ready() ?? false,
      perform: () => composing()?.sendAt(preset.at),
    })),
    { ...item(appAction("sendLater")), label: t("customTime"), icon: "calendar" },
    { ...item(appAction("drafts")), label: t("seeScheduled"), apart: true },
  ];
  return (
    <Show when={canSchedule()}>
      <MenuButton
        size="small"
        class="composer-later"
        icon="chevronDown"
        label={t("moreTimes")}
        align="end"
        side="top"
        items={items}
      />
    </Show>
  );
}

/** The labels that the message will carry; a press changes them. */
export function PriorityLine(props: { priority: Priority | undefined; onClear: () => void }) {
  return (
    <Show when={props.priority}>
      {(shown) => (
        <div class="composer-priority">
          <button type="button" onClick={() => setDialog({ kind: "priority" })}>
            <PriorityTags priority={shown()} />
          </button>
          <IconButton size="small" icon="close" label={t("clearPriority")} onClick={() => props.onClear()} />
        </div>
      )}
    </Show>
  );
}

export function PriorityTags(props: { priority: Priority }) {
  return (
    <>
      <Show when={props.priority.priority}>
        {(level) => (
          <Tag kind={level() === "urgent" ? "danger" : "info"}>{t(level() === "urgent" ? "urgent" : "important")}</Tag>
        )}
      </Show>
      <Show when={props.priority.requested_ack}>
        <span class="composer-asks">
          <Icon name="check" size="small" /> {t("asksAcknowledge")}
        </span>
      </Show>
    </>
  );
}

/** That something is scheduled for where the reader is. */
export function ScheduledHere(props: { channelId: string; rootId: string }) {
  const waiting = createMemo(() =>
    [...store.all("scheduled").keys()]
      .flatMap((id) => store.row("scheduled", id) ?? [])
      .filter((row) => row.channel_id === props.channelId && row.root_id === props.rootId && row.error_code === "")
      .sort((a, b) => a.scheduled_at - b.scheduled_at),
  );
  return (
    <Show when={waiting()[0]}>
      {(first) => (
        <p class="scheduled-here">
          <Icon name="clock" size="small" />
          <span>
            {t("scheduledHere", { count: waiting().length, time: formatDate(first().scheduled_at, "moment") })}
          </span>
          <button type="button" onClick={() => go(`/${team()?.name}/scheduled_posts`)}>
            {t("see")}
          </button>
        </p>
      )}
    </Show>
  );
}
