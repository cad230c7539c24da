// One icon. Decoration to a screen reader unless it has a label of its own.

import { ICONS, type IconName, MIRRORED } from "./icons";
import "./icon.css";

export type { IconName } from "./icons";

export function Icon(props: { name: IconName; label?: string; size?: "small" | "body" | "large" }) {
  return (
    <svg
      class="icon"
      data-size={props.size ?? "body"}
      data-mirrors={MIRRORED.has(props.name) ? "" : undefined}
      viewBox="0 0 20 20"
      role={props.label ? "img" : undefined}
      aria-label={props.label}
      aria-hidden={props.label ? undefined : "true"}
    >
      <path d={ICONS[props.name]} />
    </svg>
  );
}
