// Tabs: a list of names and the panel of the chosen one. Arrow keys move and choose; only the chosen tab is in the tab
// order.

import { createUniqueId, For, type JSX, Show } from "solid-js";
import { along } from "./direction";
import { Icon, type IconName } from "./icon";
import "./tabs.css";

export interface Tab<K extends string> {
  readonly key: K;
  readonly label: string;
  readonly icon?: IconName;
  readonly count?: number;
}

export function Tabs<K extends string>(props: {
  label: string;
  tabs: readonly Tab<K>[];
  chosen: K;
  onChoose: (key: K) => void;
  /** `side` is a column beside the panel, as settings have. */
  kind?: "line" | "side";
  children: JSX.Element;
}) {
  const id = createUniqueId();
  let list!: HTMLDivElement;
  const choose = (by: number) => {
    const at = props.tabs.findIndex((tab) => tab.key === props.chosen);
    const next = props.tabs[(at + by + props.tabs.length) % props.tabs.length];
    if (!next) return;
    props.onChoose(next.key);
    list.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : along(event.key);
    if (by === 0) return;
    event.preventDefault();
    choose(by);
  };
  return (
    <div class="tabs" data-kind={props.kind ?? "line"}>
      <div
        ref={list}
        class="tabs-list"
        role="tablist"
        aria-label={props.label}
        aria-orientation={props.kind === "side" ? "vertical" : "horizontal"}
        tabindex={-1}
        onKeyDown={onKeyDown}
      >
        <For each={props.tabs}>
          {(tab) => (
            <button
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              data-key={tab.key}
              aria-selected={tab.key === props.chosen}
              aria-controls={`${id}-panel`}
              tabindex={tab.key === props.chosen ? 0 : -1}
              onClick={() => props.onChoose(tab.key)}
            >
              <Show when={tab.icon}>{(name) => <Icon name={name()} size="small" />}</Show>
              {tab.label}
              <Show when={tab.count}>{(count) => <span class="tabs-count">{count()}</span>}</Show>
            </button>
          )}
        </For>
      </div>
      <div class="tabs-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${props.chosen}`} tabindex={0}>
        {props.children}
      </div>
    </div>
  );
}
