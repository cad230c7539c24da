// The sidebar: the team, what finds things, the channels by category, and oneself.
import {
  createEffect,
  createMemo,
  createRoot,
  createSelector,
  createSignal,
  lazy,
  Match,
  onMount,
  Show,
  Suspense,
  Switch,
} from "solid-js";
import { Virtualizer, type VirtualizerHandle } from "virtua/solid";
import { appAction } from "../../actions/app";
import { arrange, deleteCategory, moveCategory, moveChannel } from "../../query/do";
import { openChannel } from "../../query/windows";
import { channelName, loaded, store } from "../../query/world";
import { follow, route } from "../../route";
import { unreadOf } from "../../state/channels";
import { CountBadge, Icon, IconButton, Keys, Menu, MenuButton, type MenuItem } from "../../ui";
import { passFocusOn } from "../../ui/focus";
import { walk } from "../../ui/walk";
import type { Category } from "../../wire.gen";
import { attempt, channelMenu } from "../channel/menu";
import { addressOfChannel, ask, channel, setDialog, setSidebarOpen, team } from "../place";
import type { SidebarRow } from "../sidebar-rows";
import { t } from "../strings";
import { nameOfCategory } from "./category";
import { ChannelIcon } from "./channel-icon";
import { Foot } from "./foot";
import { Head } from "./head";
import { rowKeys, rowOf } from "./order";
import "./sidebar.css";

const Start = lazy(() => import("../start/start"));

export function Sidebar() {
  let scroller!: HTMLDivElement;
  const [handle, setHandle] = createSignal<VirtualizerHandle>();
  const [standing, setStanding] = createSignal("");
  // What has the focus stays drawn, wherever the list is scrolled to and the row goes.
  const held = createMemo(() => [rowKeys().indexOf(standing())].filter((at) => at >= 0));
  passFocusOn({
    rows: rowKeys,
    list: () => scroller,
    items: ".sidebar-row, .sidebar-heading:has(> :enabled)",
    inner: "a, button",
    otherwise: () => undefined,
  });
  onMount(() => {
    createEffect(() => {
      const at = rowKeys().indexOf(channel()?.id ?? "");
      if (at >= 0) handle()?.scrollToIndex(at, { align: "nearest" });
    });
  });
  return (
    <nav class="sidebar" aria-label={t("channels")}>
      <Head />
      <button type="button" class="sidebar-find" onClick={() => appAction("switch").perform()}>
        <Icon name="search" size="small" />
        <span>{t("findChannel")}</span>
        <Keys keys="Mod+K" />
      </button>
      <div class="sidebar-top">
        <Places />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go through the links inside. */}
      <div
        class="sidebar-list"
        ref={scroller}
        onKeyDown={(event) => walk(event, scroller, ".sidebar-row > a, .sidebar-heading > button:first-child:enabled")}
        onFocusIn={(event) =>
          setStanding((event.target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset.row ?? "")
        }
      >
        <Virtualizer
          data={rowKeys()}
          scrollRef={scroller}
          ref={(one) => setHandle(one)}
          bufferSize={400}
          keepMounted={held()}
        >
          {(key) => <Row key={key} />}
        </Virtualizer>
      </div>
      <Suspense>
        <Show when={loaded()}>
          <Start />
        </Show>
      </Suspense>
      <Foot />
    </nav>
  );
}

/** The inbox, threads and drafts: places that are no channels. */
function Places() {
  return (
    <>
      <InboxPlace />
      <ThreadsPlace />
      <DraftsPlace />
    </>
  );
}

function InboxPlace() {
  const current = () => route().screen === "inbox";
  return (
    <div class="sidebar-row" data-current={current() ? "" : undefined}>
      <a href={`/${team()?.name}/inbox`} aria-current={current() ? "page" : undefined} onClick={leaveBy}>
        <Icon name="mail" size="small" />
        <span class="sidebar-name">{t("inbox")}</span>
      </a>
    </div>
  );
}

/** There while something waits. */
function DraftsPlace() {
  const drafts = createMemo(() => store.all("drafts").size);
  const current = () => route().screen === "drafts";
  const there = () => drafts() > 0 || store.all("scheduled").size > 0 || current();
  return (
    <Show when={there()}>
      <div class="sidebar-row" data-current={current() ? "" : undefined}>
        <a href={`/${team()?.name}/drafts`} aria-current={current() ? "page" : undefined} onClick={leaveBy}>
          <Icon name="edit" size="small" />
          <span class="sidebar-name">{t("drafts")}</span>
          <Show when={drafts() > 0}>
            <span class="sidebar-count">{drafts()}</span>
          </Show>
        </a>
      </div>
    </Show>
  );
}

function ThreadsPlace() {
  const totals = () => store.row("threadTotals", team()?.id ?? "");
  return (
    <div
      class="sidebar-row"
      data-current={route().screen === "threads" ? "" : undefined}
      data-unread={(totals()?.unread ?? 0) > 0 ? "" : undefined}
    >
      <a href={`/${team()?.name}/threads`} onClick={leaveBy}>
        <Icon name="thread" size="small" />
        <span class="sidebar-name">{t("threads")}</span>
        <CountBadge count={totals()?.mentions ?? 0} label={t("mentionCount", { count: totals()?.mentions ?? 0 })} />
      </a>
    </div>
  );
}

/** Between pressing and letting go there is time to ask. */
function openAhead(id: string): void {
  // Opening asks again, and says when it cannot be had.
  openChannel(id).catch(() => undefined);
}

function leaveBy(event: MouseEvent): void {
  setSidebarOpen(false);
  follow(event);
}

/** Stays the same for as long as there is a row of that key: a menu that is open on it stays, and so does the focus. */
function Row(props: { key: string }) {
  // Who still looks when it has gone finds it as it was.
  const row = createMemo<SidebarRow | undefined>((before) => rowOf(props.key) ?? before);
  const told = <K extends SidebarRow["kind"]>(kind: K) =>
    row()?.kind === kind ? (row() as Extract<SidebarRow, { kind: K }>) : undefined;
  return (
    <Switch>
      <Match when={told("unreads")}>
        <div class="sidebar-heading">
          <button type="button" disabled>
            {t("unreads")}
          </button>
        </div>
      </Match>
      <Match when={told("heading")}>{(one) => <Heading category={one().category} count={one().count} />}</Match>
      <Match when={told("channel")}>{(one) => <ChannelRow id={one().id} categoryId={one().categoryId} />}</Match>
    </Switch>
  );
}

let dragged = "";
let draggedCategory = "";

/** The category one place further up or down. */
function steps(category: Category): MenuItem[] {
  const teamId = team()?.id ?? "";
  const order = store.get("categories", teamId)?.order ?? [];
  const at = order.indexOf(category.id);
  const move = (to: number) => attempt(moveCategory(teamId, category.id, order[to] ?? ""));
  return [
    { label: t("moveUp"), icon: "arrowUp", apart: true, enabled: at > 0, perform: () => move(at - 1) },
    {
      label: t("moveDown"),
      icon: "arrowDown",
      enabled: at >= 0 && at < order.length - 1,
      perform: () => move(at + 1),
    },
  ];
}

function dropTarget(put: () => void, taken: () => boolean = () => dragged !== "") {
  const [over, setOver] = createSignal(false);
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!taken()) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!taken()) return;
        event.preventDefault();
        put();
      },
    },
  };
}

function Heading(props: { category: Category; count: number }) {
  const teamId = () => props.category.team_id || (team()?.id ?? "");
  const change = (part: Partial<Category>) => void arrange(teamId(), [{ ...props.category, ...part }]);
  const drop = dropTarget(
    () => {
      if (dragged !== "") attempt(moveChannel(teamId(), dragged, props.category.id));
      else attempt(moveCategory(teamId(), draggedCategory, props.category.id));
    },
    () => dragged !== "" || (draggedCategory !== "" && draggedCategory !== props.category.id),
  );
  const sorts = () =>
    (["alpha", "recent", "manual"] as const).map((sorting, at) => ({
      label: t(`sort_${sorting}`),
      checked: props.category.sorting === sorting,
      apart: at === 0,
      perform: () => change({ sorting }),
    }));
  const items = (): MenuItem[] => [
    {
      label: props.category.muted ? t("unmuteCategory") : t("muteCategory"),
      icon: "bellOff",
      perform: () => change({ muted: !props.category.muted }),
    },
    ...sorts(),
    ...steps(props.category),
    ...(props.category.type === "custom"
      ? [
          {
            label: t("renameCategory"),
            icon: "edit" as const,
            apart: true,
            perform: () => setDialog({ kind: "renameCategory", category: props.category }),
          },
          {
            label: t("deleteCategory"),
            icon: "trash" as const,
            danger: true,
            perform: () =>
              ask({
                title: t("deleteCategoryTitle", { name: props.category.display_name }),
                text: t("deleteCategoryText"),
                yes: t("deleteCategory"),
                perform: () => attempt(deleteCategory(teamId(), props.category.id)),
              }),
          },
        ]
      : []),
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging; the menu does the same.
    <div
      class="sidebar-heading"
      data-row={props.category.id}
      data-drop={drop.over() ? "" : undefined}
      draggable={true}
      onDragStart={(event) => {
        draggedCategory = props.category.id;
        event.dataTransfer?.setData("text/plain", nameOfCategory(props.category));
      }}
      onDragEnd={() => {
        draggedCategory = "";
      }}
      {...drop.handlers}
    >
      <button
        type="button"
        aria-expanded={!props.category.collapsed}
        onClick={() => change({ collapsed: !props.category.collapsed })}
      >
        <Icon name="chevronDown" size="small" />
        <span class="sidebar-name">{nameOfCategory(props.category)}</span>
      </button>
      <MenuButton
        size="small"
        icon="more"
        label={t("categoryMenu", { name: nameOfCategory(props.category) })}
        items={items}
      />
      <Show when={props.category.type === "direct_messages"}>
        <IconButton size="small" icon="add" label={t("newMessage")} onClick={() => setDialog({ kind: "direct" })} />
      </Show>
    </div>
  );
}

/** Another channel redraws the row that was current and the one that is, and no other. */
const isCurrent = createRoot(() => createSelector(() => channel()?.id));

function ChannelRow(props: { id: string; categoryId: string }) {
  const one = () => store.row("channels", props.id);
  const unread = () => unreadOf(one(), store.row("members", props.id));
  const current = () => isCurrent(props.id);
  const drop = dropTarget(() => void moveChannel(team()?.id ?? "", dragged, props.categoryId, props.id));
  const [menuAt, setMenuAt] = createSignal<DOMRect>();
  return (
    <Show when={one()}>
      {(shown) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dragging and the second button; the menu does the same.
        <div
          class="sidebar-row"
          data-row={props.id}
          data-current={current() ? "" : undefined}
          data-unread={unread().posts > 0 || unread().mentions > 0 ? "" : undefined}
          data-muted={unread().muted ? "" : undefined}
          data-drop={drop.over() ? "" : undefined}
          draggable={true}
          onDragStart={(event) => {
            dragged = props.id;
            event.dataTransfer?.setData("text/plain", channelName(shown()));
          }}
          onDragEnd={() => {
            dragged = "";
          }}
          onContextMenu={(event) => {
            event.preventDefault();
            setMenuAt(new DOMRect(event.clientX, event.clientY, 0, 0));
          }}
          {...drop.handlers}
        >
          <a
            href={addressOfChannel(shown())}
            aria-current={current() ? "page" : undefined}
            onPointerDown={(event) => event.button === 0 && openAhead(props.id)}
            onClick={leaveBy}
          >
            <ChannelIcon id={props.id} />
            <span class="sidebar-name">
              <bdi>{channelName(shown())}</bdi>
            </span>
            <CountBadge count={unread().mentions} label={t("mentionCount", { count: unread().mentions })} />
          </a>
          <MenuButton
            size="small"
            icon="more"
            label={t("channelMenu", { name: channelName(shown()) })}
            items={() => channelMenu(shown())}
          />
          <Show when={menuAt()}>
            {(at) => (
              <Menu
                anchor={at()}
                label={t("channelMenu", { name: channelName(shown()) })}
                items={channelMenu(shown())}
                onClose={() => setMenuAt(undefined)}
              />
            )}
          </Show>
        </div>
      )}
    </Show>
  );
}
