// The emoji picker: search, recent ones, groups, skin tones, custom emoji; all by keyboard from the search field.
//
// The focus stays in the field and `aria-activedescendant` names the marked emoji, so typing and moving mix freely.

// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid is no table.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays in the search field, which names the marked cell.

import { createEffect, createMemo, createSignal, createUniqueId, For, on, onMount, Show } from "solid-js";
import { Button, Empty, MenuButton, Popover, Skeleton, TextField } from "../ui";
import { Icon, type IconName } from "../ui/icon";
import { emojis, loadEmojis, nameOf, TONES, toned } from "./data";
import { recentEmojis, setSkinTone, skinTone, usedEmoji } from "./recent";
import {
  type At,
  allRows,
  type Cell,
  type Custom,
  firstCell,
  moved,
  ROW_HEIGHT,
  rowsInSight,
  type SectionKey,
  section,
} from "./rows";
import { searchEmojis } from "./search";
import { t } from "./strings";
import "./emoji.css";
import "./picker.css";

const SECTIONS: readonly { key: SectionKey; icon: IconName }[] = [
  { key: "recent", icon: "clock" },
  { key: "custom", icon: "star" },
  { key: "smileys-emotion", icon: "smile" },
  { key: "people-body", icon: "person" },
  { key: "animals-nature", icon: "leaf" },
  { key: "food-drink", icon: "cup" },
  { key: "travel-places", icon: "globe" },
  { key: "activities", icon: "ball" },
  { key: "objects", icon: "tools" },
  { key: "symbols", icon: "heart" },
  { key: "flags", icon: "flag" },
];

/** The list is never higher (`picker.css`); measuring it before it is shown would give nothing. */
const HEIGHT_MAX = 320;

export default function EmojiPicker(props: {
  anchor: HTMLElement | DOMRect;
  custom?: readonly Custom[];
  align?: "start" | "end";
  onChoose: (name: string, character: string | undefined) => void;
  onClose: () => void;
  /** Opens the GIFs in its place, where there are any. */
  onGifs?: (() => void) | undefined;
}) {
  const id = createUniqueId();
  const [typed, setTyped] = createSignal("");
  const [scrolled, setScrolled] = createSignal(0);
  const [failed, setFailed] = createSignal(false);
  let scroller!: HTMLDivElement;

  onMount(() => loadEmojis().catch(() => setFailed(true)));

  // What was recent when the picker opened; choosing must not move cells under the pointer.
  const recent = recentEmojis();
  const custom = () => props.custom ?? [];
  const rows = createMemo(() => {
    const known = emojis();
    if (!known) return [];
    const wanted = typed().trim().toLowerCase();
    if (wanted === "") return allRows(known, recent, custom(), skinTone());
    const own = custom().filter((one) => one.name.includes(wanted));
    const found = searchEmojis(known, wanted).map((one) => ({
      name: nameOf(one, skinTone()),
      character: toned(one, skinTone()),
    }));
    return section("found", [...own, ...found]);
  });
  const [at, setAt] = createSignal<At>({ row: 1, column: 0 });
  createEffect(on(rows, (now) => setAt(firstCell(now))));

  const marked = (): Cell | undefined => {
    const row = rows()[at().row];
    return row?.kind === "cells" ? row.cells[at().column] : undefined;
  };
  const sight = () => rowsInSight(rows().length, scrolled(), HEIGHT_MAX);
  const choose = (cell: Cell) => {
    usedEmoji(cell.name);
    props.onChoose(cell.name, cell.character);
  };
  const reveal = (row: number) => {
    const top = row * ROW_HEIGHT;
    if (top < scroller.scrollTop) scroller.scrollTop = top - ROW_HEIGHT;
    const bottom = top + ROW_HEIGHT - scroller.clientHeight;
    if (bottom > scroller.scrollTop) scroller.scrollTop = bottom;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = marked();
    if (event.key === "Enter") {
      // The field stands in the form of who opened it, which Enter would send.
      event.preventDefault();
      if (cell) choose(cell);
      return;
    }
    // Within the typed text left and right belong to the text.
    if (typed() !== "" && (event.key === "ArrowLeft" || event.key === "ArrowRight")) return;
    const next = moved(rows(), at(), event.key);
    if (next === at()) return;
    event.preventDefault();
    setAt(next);
    reveal(next.row);
  };
  const jump = (key: SectionKey) => {
    setTyped("");
    const row = rows().findIndex((one) => one.kind === "heading" && one.key === key);
    if (row >= 0) scroller.scrollTop = row * ROW_HEIGHT;
  };
  const hand = (modifier: string) => `✋${modifier}`;

  return (
    <Popover
      anchor={props.anchor}
      label={t("title")}
      side="top"
      align={props.align ?? "end"}
      onClose={props.onClose}
      class="picker"
    >
      <div class="picker-head">
        <TextField
          label={t("search")}
          unlabelled
          type="search"
          icon="search"
          placeholder={t("search")}
          value={typed()}
          onInput={setTyped}
          data-first
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-grid`}
          aria-activedescendant={marked() ? `${id}-${at().row}-${at().column}` : undefined}
          autocomplete="off"
          onKeyDown={onKeyDown}
        />
        <Show when={props.onGifs}>
          {(open) => (
            <Button size="small" kind="quiet" onClick={() => open()()}>
              {t("gif")}
            </Button>
          )}
        </Show>
        <MenuButton
          label={t("skinTone")}
          align="end"
          items={() =>
            TONES.map((tone) => ({
              label: `${hand(tone.modifier)}  ${t(tone.key)}`,
              checked: tone.key === skinTone().key,
              perform: () => setSkinTone(tone),
            }))
          }
        >
          {(button) => (
            <button
              ref={button.ref}
              type="button"
              class="icon-button"
              aria-label={t("skinTone")}
              aria-haspopup="menu"
              aria-expanded={button.open()}
              onClick={button.toggle}
            >
              {hand(skinTone().modifier)}
            </button>
          )}
        </MenuButton>
      </div>
      <div class="picker-groups" role="toolbar" aria-label={t("groups")}>
        <For each={SECTIONS.filter((one) => one.key !== "custom" || custom().length > 0)}>
          {(one) => (
            <button
              type="button"
              class="picker-group"
              aria-label={t(one.key)}
              title={t(one.key)}
              onClick={() => jump(one.key)}
            >
              <Icon name={one.icon} size="small" />
            </button>
          )}
        </For>
      </div>
      <div
        ref={scroller}
        class="picker-rows"
        role="grid"
        id={`${id}-grid`}
        aria-label={t("title")}
        aria-rowcount={rows().length}
        tabindex={-1}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      >
        <Show
          when={emojis()}
          fallback={
            <Show when={failed()} fallback={<Skeleton lines={6} />}>
              <Empty icon="warning" title={t("notLoaded")} />
            </Show>
          }
        >
          <Show when={rows().length > 0} fallback={<Empty icon="search" title={t("noneFound")} />}>
            <div class="picker-track" style={{ "block-size": `${rows().length * ROW_HEIGHT}px` }} role="presentation">
              <For each={rows().slice(sight().from, sight().to)}>
                {(row, shown) => {
                  const index = () => sight().from + shown();
                  return (
                    <div
                      class="picker-row"
                      role="row"
                      tabindex={-1}
                      aria-rowindex={index() + 1}
                      style={{ "inset-block-start": `${index() * ROW_HEIGHT}px` }}
                    >
                      {row.kind === "heading" ? (
                        <span class="picker-heading" role="rowheader" tabindex={-1}>
                          {t(row.key)}
                        </span>
                      ) : (
                        <For each={row.cells}>
                          {(cell, column) => (
                            <button
                              type="button"
                              role="gridcell"
                              tabindex={-1}
                              id={`${id}-${index()}-${column()}`}
                              class="picker-cell"
                              aria-label={`:${cell.name}:`}
                              aria-selected={at().row === index() && at().column === column()}
                              data-marked={at().row === index() && at().column === column() ? "true" : undefined}
                              onPointerMove={() => setAt({ row: index(), column: column() })}
                              onClick={() => choose(cell)}
                            >
                              <Show when={cell.source} fallback={cell.character}>
                                {(source) => <img src={source()} alt="" loading="lazy" />}
                              </Show>
                            </button>
                          )}
                        </For>
                      )}
                    </div>
                  );
                }}
              </For>
            </div>
          </Show>
        </Show>
      </div>
      <div class="picker-foot" aria-hidden="true">
        <Show when={marked()}>
          {(cell) => (
            <>
              <span class="picker-preview">
                <Show when={cell().source} fallback={cell().character}>
                  {(source) => <img src={source()} alt="" />}
                </Show>
              </span>
              <span>:{cell().name}:</span>
            </>
          )}
        </Show>
      </div>
    </Popover>
  );
}
