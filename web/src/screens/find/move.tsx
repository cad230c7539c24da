// Moving a channel to another category of the sidebar: all of them, found by a few letters.
import { createMemo, createSignal, createUniqueId, For, onMount, Show } from "solid-js";
import { arrange } from "../../query/do";
import { channelName, store } from "../../query/world";
import { Dialog, Icon } from "../../ui";
import type { Category } from "../../wire.gen";
import { attempt } from "../channel/menu";
import { dialog, setDialog, team } from "../place";
import { movedTo, nameOfCategory, othersFor } from "../shell/category";
import { t } from "../strings";
import { rank } from "./rank";
import "./find.css";

export default function MoveChannel() {
  const now = dialog();
  const channel = store.get("channels", now?.kind === "moveChannel" ? now.channelId : "");
  const teamId = team()?.id ?? "";
  const categories = () => store.row("categories", teamId)?.categories ?? [];
  const [typed, setTyped] = createSignal("");
  const [marked, setMarked] = createSignal(0);
  const id = createUniqueId();
  let input!: HTMLInputElement;
  onMount(() => input.focus());

  const found = createMemo<Category[]>(() => {
    const term = typed().trim().toLowerCase();
    const all = channel ? othersFor(channel, categories()) : [];
    if (term === "") return all;
    const ranked = all.map((one) => ({ one, score: rank(nameOfCategory(one), term) }));
    return ranked
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ one }) => one);
  });
  const choose = (one: Category | undefined) => {
    if (!one || !channel) return;
    setDialog(undefined);
    attempt(arrange(teamId, movedTo(categories(), channel.id, one.id)));
  };
  const mark = (at: number) => {
    setMarked(at);
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const count = Math.max(1, found().length);
    if (event.key === "ArrowDown") mark((marked() + 1) % count);
    else if (event.key === "ArrowUp") mark((marked() + count - 1) % count);
    else if (event.key === "Enter") choose(found()[marked()]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={t("moveTitle", { name: channelName(channel) })} bare onClose={() => setDialog(undefined)}>
      <div class="switcher">
        <div class="switcher-box">
          <Icon name="list" />
          <input
            ref={input}
            value={typed()}
            placeholder={t("moveTitle", { name: channelName(channel) })}
            aria-label={t("findCategory")}
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={found().length > 0 ? `${id}-${marked()}` : undefined}
            autocomplete="off"
            spellcheck={false}
            onKeyDown={onKeyDown}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              setMarked(0);
            }}
          />
        </div>
        <div class="switcher-list" id={id} role="listbox" aria-label={t("results")}>
          <Show when={found().length > 0} fallback={<p class="switcher-none">{t("nothingFound")}</p>}>
            <For each={found()}>
              {(one, at) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field; aria-activedescendant names it.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose.
                <div
                  id={`${id}-${at()}`}
                  class="switcher-row"
                  role="option"
                  aria-selected={at() === marked()}
                  onPointerMove={() => setMarked(at())}
                  onClick={() => choose(one)}
                >
                  <Icon name={one.type === "favorites" ? "star" : "list"} size="small" />
                  <strong>{nameOfCategory(one)}</strong>
                </div>
              )}
            </For>
          </Show>
        </div>
      </div>
    </Dialog>
  );
}
