// A list that comes page by page: the first at once, further ones when they are asked for, and all that is shown anew
// after events were lost.
import { batch, createEffect, createSignal, type JSX, Match, on, onCleanup, Show, Switch, untrack } from "solid-js";
import { caughtUp } from "../../query/world";
import { Button, Empty } from "../../ui";
import { passFocusOn } from "../../ui/focus";
import { walk } from "../../ui/walk";
import { attempt } from "../channel/menu";
import { type Panel, panel } from "../place";
import { t } from "../strings";

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Whether a further page may have rows. */
  readonly more: boolean;
  /** The page to go on with, where that does not follow from how many rows there are. */
  readonly next?: number;
}

export interface Paged<Row> {
  /** Another value begins another list. */
  readonly on: () => unknown;
  /** Another value loads what is shown anew, which stays until then. */
  readonly again?: (() => unknown) | undefined;
  readonly load: (page: number) => Promise<Page<Row>>;
  readonly idOf: (row: Row) => string;
  /** Rows on a full page of the server. */
  readonly pageLen: number;
  /** Whether a row that was loaded still is on the server's list; all are where it is not told. */
  readonly isListed?: ((row: Row) => boolean) | undefined;
  /** As many rows come at first, where a list is come back to. */
  readonly firstLen?: number | undefined;
}

export interface Pages<Row> {
  /** `undefined` until the first page is there. */
  rows(): readonly Row[] | undefined;
  more(): boolean;
  failed(): boolean;
  extend(): Promise<void>;
  retry(): void;
}

export function pagesOf<Row>(paged: Paged<Row>): Pages<Row> {
  const { on: source, again = () => undefined, load, idOf, pageLen, isListed = () => true } = paged;
  const [rows, setRows] = createSignal<readonly Row[]>();
  const [more, setMore] = createSignal(false);
  const [failed, setFailed] = createSignal(false);
  // Only the latest request is listened to.
  let turn = 0;
  let shownLen = 0;
  let firstLen = paged.firstLen ?? 0;
  /** Where the last answer says that it goes on. */
  let following: number | undefined;
  const write = (all: readonly Row[], isMore: boolean) => {
    shownLen = all.length;
    batch(() => {
      setRows(() => all);
      setMore(isMore);
    });
  };
  /** Pages from `first` on until there are `wanted` rows more than `known`, each row once. */
  const read = async (known: readonly Row[], first: number, wanted: number) => {
    turn += 1;
    const mine = turn;
    const all = new Map(known.map((row) => [idOf(row), row]));
    for (let page = first; ; page = following ?? page + 1) {
      const answer = await load(page);
      if (mine !== turn) return;
      following = answer.next;
      const before = all.size;
      for (const row of answer.rows) all.set(idOf(row), row);
      // Where pages are sifted, one without a row may have been long: the reader says whether it goes on.
      const goesOn = answer.next === undefined || all.size > before;
      if (answer.more && goesOn && all.size < known.length + wanted) continue;
      write([...all.values()], answer.more);
      return;
    }
  };
  const begin = () => {
    setFailed(false);
    // What is shown stays when it cannot be loaded again.
    read([], 0, Math.max(1, shownLen)).catch(() => setFailed(rows() === undefined));
  };
  createEffect(
    on(source, () => {
      shownLen = firstLen;
      firstLen = 0;
      setRows(undefined);
      begin();
    }),
  );
  createEffect(on([caughtUp, again], begin, { defer: true }));
  onCleanup(() => {
    turn += 1;
  });
  // What left the server's list since moved the others up.
  const extend = () => {
    const listed = (rows() ?? []).filter(isListed);
    return read(listed, following ?? Math.floor(listed.length / pageLen), 1);
  };
  return { rows, more, failed, extend, retry: begin };
}

/** How far a list was read when it was left: its rows, and the height above those in sight in pixels. */
export interface Left {
  readonly rows: number;
  readonly top: number;
}

/** Of the lists that are come back to: a list is one as long as its panel is the same object. */
const places = new WeakMap<Panel, Left>();

/** Where the reader was in the list that the panel shows, and what keeps that. */
export function keptPlace(): { left: Left | undefined; onLeave: (now: Left) => void } {
  const list = untrack(panel);
  return { left: list && places.get(list), onLeave: (now) => list && places.set(list, now) };
}

/** The pages as they come; `shown` are the rows as the reader sees them. */
export function PageList<Row>(props: {
  pages: Pages<Row>;
  shown: readonly Row[] | undefined;
  wait: JSX.Element;
  empty: JSX.Element;
  /** Where the reader was in it before. */
  left?: Left | undefined;
  onLeave?: (left: Left) => void;
  children: (all: () => readonly Row[]) => JSX.Element;
}): JSX.Element {
  let body!: HTMLDivElement;
  const toTop = () => body.closest(".panel")?.querySelector<HTMLElement>("button")?.focus();
  passFocusOn({ rows: () => props.shown, list: () => body, items: ".post", otherwise: toTop });
  let isBack = props.left === undefined;
  createEffect(() => {
    if (isBack || props.shown === undefined) return;
    isBack = true;
    queueMicrotask(() => body.scrollTo({ top: props.left?.top ?? 0 }));
  });
  onCleanup(() => {
    const rows = untrack(() => props.pages.rows())?.length;
    if (rows) props.onLeave?.({ rows, top: body.scrollTop });
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go through the messages inside.
    <div
      class="panel-body"
      ref={body}
      onKeyDown={(event) => (event.target as HTMLElement).matches(".post") && walk(event, body, ".post")}
    >
      <Switch>
        <Match when={props.pages.failed()}>
          <Empty icon="warning" title={t("notLoaded")}>
            <Button onClick={() => props.pages.retry()}>{t("tryAgain")}</Button>
          </Empty>
        </Match>
        <Match when={props.shown === undefined}>
          <div class="panel-find">{props.wait}</div>
        </Match>
        <Match when={props.shown?.length === 0 && !props.pages.more()}>{props.empty}</Match>
        <Match when={props.shown}>{(all) => props.children(all)}</Match>
      </Switch>
      <Show when={props.shown && props.pages.more()}>
        <div class="panel-find">
          <Button onClick={() => attempt(props.pages.extend())}>{t("more")}</Button>
        </div>
      </Show>
    </div>
  );
}
