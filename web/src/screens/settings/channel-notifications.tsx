// What a single channel may interrupt me with.

import { put as putJson } from "../../net/rest";
import { channelName, store } from "../../query/world";
import { put } from "../../state/tables";
import { Choices, Dialog, Toggle } from "../../ui";
import { attempt } from "../task";
import { t } from "./strings";
import "./settings.css";

type Level = "default" | "all" | "mention" | "none";
const LEVELS: readonly Level[] = ["default", "all", "mention", "none"];

export default function ChannelNotificationsDialog(props: { channelId: string; onClose: () => void }) {
  const member = () => store.row("members", props.channelId);
  const props_ = () => member()?.notify_props ?? {};
  const change = (name: string, value: string) => {
    const now = member();
    if (!now) return;
    const notify_props = { ...now.notify_props, [name]: value };
    store.commit([put("members", props.channelId, { ...now, notify_props })]);
    const path = `/channels/${props.channelId}/members/${store.me}/notify_props`;
    attempt(async () => {
      try {
        await putJson(path, { ...notify_props, user_id: store.me, channel_id: props.channelId });
      } catch (refused) {
        store.commit([put("members", props.channelId, now)]);
        throw refused;
      }
    });
  };
  const level = (name: string): Level => LEVELS.find((one) => one === props_()[name]) ?? "default";
  const options = () => [
    { value: "default" as const, label: t("asEverywhere") },
    { value: "all" as const, label: t("everyMessage") },
    { value: "mention" as const, label: t("mentionsOnly") },
    { value: "none" as const, label: t("nothing") },
  ];
  return (
    <Dialog
      title={t("channelNotifications")}
      description={channelName(store.row("channels", props.channelId))}
      onClose={props.onClose}
    >
      <div class="settings-section">
        <Toggle
          label={t("mute")}
          hint={t("muteHint")}
          checked={props_().mark_unread === "mention"}
          onChange={(on) => change("mark_unread", on ? "mention" : "all")}
        />
        <Toggle
          label={t("ignoreAll")}
          checked={props_().ignore_channel_mentions === "on"}
          onChange={(on) => change("ignore_channel_mentions", on ? "on" : "off")}
        />
        <Toggle
          label={t("followThreads")}
          checked={props_().channel_auto_follow_threads === "on"}
          onChange={(on) => change("channel_auto_follow_threads", on ? "on" : "off")}
        />
        <Choices
          label={t("desktop")}
          value={level("desktop")}
          options={options()}
          onChoose={(value) => change("desktop", value)}
        />
        <Choices
          label={t("phone")}
          value={level("push")}
          options={options()}
          onChoose={(value) => change("push", value)}
        />
      </div>
    </Dialog>
  );
}
