// A line across a screen: offline, a warning, something to know. And the empty state of a list.

import { type JSX, Show } from "solid-js";
import { IconButton } from "./button";
import { Icon, type IconName } from "./icon";
import { t } from "./strings";
import "./banner.css";

type Kind = "info" | "success" | "warning" | "danger";

const ICON: Record<Kind, IconName> = { info: "info", success: "check", warning: "warning", danger: "warning" };

export function Banner(props: { kind?: Kind; children: JSX.Element; action?: JSX.Element; onDismiss?: () => void }) {
  const kind = () => props.kind ?? "info";
  return (
    <div class="banner" data-kind={kind()} role={kind() === "danger" ? "alert" : "status"}>
      <Icon name={ICON[kind()]} size="small" />
      <div class="banner-text">{props.children}</div>
      {props.action}
      <Show when={props.onDismiss}>
        {(dismiss) => <IconButton size="small" icon="close" label={t("dismiss")} onClick={() => dismiss()()} />}
      </Show>
    </div>
  );
}

export function Empty(props: { icon: IconName; title: string; children?: JSX.Element }) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={props.icon} size="large" />
      </span>
      <p class="empty-title">{props.title}</p>
      <Show when={props.children}>
        <div class="empty-text">{props.children}</div>
      </Show>
    </div>
  );
}
