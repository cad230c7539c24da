// What waits to be sent: drafts, which were begun and left, and scheduled posts, which the server sends at their time.
import { createMemo, createSignal, For, type JSX, Match, onMount, Show, Switch } from "solid-js";
import { type Action, item, keysOf, runKeys } from "../../actions/action";
import { formatDate, formatRelative } from "../../i18n/language";
import { dropDraft } from "../../query/drafts";
import { letterOf, reschedule, schedule, sendNow, unschedule } from "../../query/later";
import { write } from "../../query/outbox";
import { channelName, store } from "../../query/world";
import { go, route } from "../../route";
import { draftKey } from "../../state/tables";
import { MessageText } from "../../text/view";
import { Empty, Icon, IconButton, MenuButton, toast } from "../../ui";
import { passFocusOn } from "../../ui/focus";
import { walk } from "../../ui/walk";
import type { Draft, ScheduledPost } from "../../wire.gen";
import { ChatText } from "../channel/context";
import { attempt } from "../channel/menu";
import { POST_KEYS } from "../channel/tools";
import { openChannelNow, setDialog, setSidebarOpen, showThread, team } from "../place";
import { ChannelIcon } from "../shell/channel-icon";
import { takeUp } from "../shell/regions";
import { t as chat } from "../strings";
import { Sure } from "../sure";
import { PriorityTags } from "./compose";
import { canSchedule } from "./composing";
import { t } from "./strings";
import "../channel/channel.css";
import "../panel/panel.css";
import "./plan.css";

export default function DraftsScreen() {
  const what = () => {
    const now = route();
    return now.screen === "drafts" ? now.what : "drafts";
  };
  const drafts = createMemo(() =>
    [...store.all("drafts").keys()]
      .flatMap((key) => store.row("drafts", key) ?? [])
      .filter((row) => isHere(row.channel_id))
      .sort((a, b) => b.update_at - a.update_at),
  );
  const scheduled = createMemo(() =>
    [...store.all("scheduled").keys()]
      .flatMap((id) => store.row("scheduled", id) ?? [])
      .filter((row) => isHere(row.channel_id))
      .sort((a, b) => a.scheduled_at - b.scheduled_at),
  );
  const open = (name: string) => go(`/${team()?.name}/${name}`);
  let list!: HTMLDivElement;
  passFocusOn({ rows: () => [drafts(), scheduled()], list: () => list, items: ".plan-card", otherwise: takeUp });
  onMount(takeUp);
  return (
    <ChatText>
      <header class="channel-head">
        <IconButton class="only-narrow" icon="menu" label={chat("openSidebar")} onClick={() => setSidebarOpen(true)} />
        <div class="channel-title">
          <h1>{t("drafts")}</h1>
        </div>
        <div class="threads-tabs" role="group" aria-label={t("draftsAndScheduled")}>
          <button type="button" class="channel-count" aria-pressed={what() === "drafts"} onClick={() => open("drafts")}>
            {t("drafts")} <span class="plan-count">{drafts().length}</span>
          </button>
          <Show when={canSchedule() || scheduled().length > 0}>
            <button
              type="button"
              class="channel-count"
              aria-pressed={what() === "scheduled"}
              onClick={() => open("scheduled_posts")}
            >
              {t("scheduled")} <span class="plan-count">{scheduled().length}</span>
            </button>
          </Show>
        </div>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go through the cards inside. */}
      <div
        class="plan-list"
        ref={list}
        onKeyDown={(event) => (event.target as HTMLElement).matches(".plan-card") && walk(event, list, ".plan-card")}
      >
        <Switch>
          {/* Cards belong to keys and not to rows: a menu or a question stays open when its row is read anew. */}
          <Match when={what() === "drafts"}>
            <For
              each={drafts().map((one) => draftKey(one.channel_id, one.root_id))}
              fallback={<Nothing icon="edit" title={t("noDrafts")} hint={t("noDraftsHint")} />}
            >
              {(key) => <Show when={store.row("drafts", key)}>{(one) => <DraftCard draft={one()} />}</Show>}
            </For>
          </Match>
          <Match when={what() === "scheduled"}>
            <For
              each={scheduled().map((one) => one.id)}
              fallback={<Nothing icon="clock" title={t("noScheduled")} hint={t("noScheduledHint")} />}
            >
              {(id) => <Show when={store.row("scheduled", id)}>{(one) => <ScheduledCard post={one()} />}</Show>}
            </For>
          </Match>
        </Switch>
      </div>
    </ChatText>
  );
}

/** Conversations belong to every team. */
function isHere(channelId: string): boolean {
  const channel = store.row("channels", channelId);
  return channel !== undefined && (channel.team_id === "" || channel.team_id === team()?.id);
}

function Nothing(props: { icon: "edit" | "clock"; title: string; hint: string }) {
  return (
    <Empty icon={props.icon} title={props.title}>
      {props.hint}
    </Empty>
  );
}

/** Opens where the message would stand, with its words in the field. */
function openWhere(one: Draft | ScheduledPost): void {
  const channel = store.get("channels", one.channel_id);
  if (channel) openChannelNow(channel);
  if (one.root_id !== "") showThread(one.root_id, "composer");
}

const failed = (one: ScheduledPost): string => {
  const known = ["channel_archived", "channel_not_found", "invalid_post", "no_channel_member", "no_channel_permission"];
  const name = [...known, "thread_deleted", "unable_to_send"].find((code) => code === one.error_code);
  return name ? t(`error_${name}` as Parameters<typeof t>[0]) : one.error_code;
};

function draftActions(one: Draft, ask: () => void): Action[] {
  const always = () => true;
  return [
    {
      name: "edit",
      label: () => t("edit"),
      icon: "edit",
      keys: POST_KEYS.edit,
      enabled: always,
      perform: () => openWhere(one),
    },
    {
      name: "send",
      label: () => t("sendNow"),
      icon: "send",
      enabled: () => !one.message.startsWith("/"),
      perform: () => {
        if (write(letterOf(one))) dropDraft(one.channel_id, one.root_id);
        else toast({ text: chat("outboxFull"), kind: "danger" });
      },
    },
    {
      name: "schedule",
      label: () => t("moreTimes"),
      icon: "clock",
      enabled: () => canSchedule() && !one.message.startsWith("/"),
      perform: () =>
        setDialog({
          kind: "when",
          what: "schedule",
          choose: (at) => attempt(schedule(letterOf(one), at).then(() => dropDraft(one.channel_id, one.root_id))),
        }),
    },
    {
      name: "delete",
      label: () => t("deleteDraft"),
      icon: "trash",
      keys: POST_KEYS.delete,
      enabled: always,
      perform: ask,
    },
  ];
}

function scheduledActions(one: ScheduledPost, ask: () => void): Action[] {
  const always = () => true;
  return [
    {
      name: "edit",
      label: () => t("edit"),
      icon: "edit",
      keys: POST_KEYS.edit,
      enabled: always,
      perform: () => setDialog({ kind: "editScheduled", id: one.id }),
    },
    {
      name: "reschedule",
      label: () => t("reschedule"),
      icon: "clock",
      enabled: always,
      perform: () =>
        setDialog({
          kind: "when",
          what: "schedule",
          at: one.scheduled_at,
          choose: (at) => attempt(reschedule(one, { scheduled_at: at })),
        }),
    },
    {
      name: "send",
      label: () => t("sendNow"),
      icon: "send",
      enabled: always,
      perform: () =>
        attempt(
          sendNow(one).then((sent) => {
            if (!sent) toast({ text: chat("outboxFull"), kind: "danger" });
          }),
        ),
    },
    {
      name: "copy",
      label: () => t("copyText"),
      icon: "copy",
      keys: POST_KEYS.copyText,
      enabled: always,
      perform: () => attempt(navigator.clipboard.writeText(one.message)),
    },
    {
      name: "delete",
      label: () => t("deleteScheduled"),
      icon: "trash",
      keys: POST_KEYS.delete,
      enabled: always,
      perform: ask,
    },
  ];
}

function DraftCard(props: { draft: Draft }) {
  const [asking, setAsking] = createSignal(false);
  return (
    <>
      <Card one={props.draft} actions={draftActions(props.draft, () => setAsking(true))}>
        <time>{formatRelative(props.draft.update_at, Date.now())}</time>
      </Card>
      <Show when={asking()}>
        <Sure
          title={t("deleteDraft")}
          text={t("deleteDraftText")}
          onClose={() => setAsking(false)}
          perform={() => dropDraft(props.draft.channel_id, props.draft.root_id)}
        />
      </Show>
    </>
  );
}

function ScheduledCard(props: { post: ScheduledPost }) {
  const [asking, setAsking] = createSignal(false);
  return (
    <>
      <Card one={props.post} actions={scheduledActions(props.post, () => setAsking(true))}>
        <Show
          when={props.post.error_code}
          fallback={<time>{t("atTime", { time: formatDate(props.post.scheduled_at, "moment") })}</time>}
        >
          <span class="plan-failed">
            <Icon name="warning" size="small" /> {t("notSent", { why: failed(props.post) })}
          </span>
        </Show>
      </Card>
      <Show when={asking()}>
        <Sure
          title={t("deleteScheduled")}
          text={t("deleteScheduledText")}
          onClose={() => setAsking(false)}
          perform={() => attempt(unschedule(props.post))}
        />
      </Show>
    </>
  );
}

function Card(props: { one: Draft | ScheduledPost; actions: readonly Action[]; children: JSX.Element }) {
  const channel = () => store.row("channels", props.one.channel_id);
  const files = () => props.one.file_ids?.length ?? 0;
  const primary = () => props.actions.filter((action) => ["edit", "send"].includes(action.name) && action.enabled());
  const rest = () =>
    props.actions
      .filter((action) => !["edit", "send"].includes(action.name) && action.enabled())
      .map((action) => ({ ...item(action), danger: action.name === "delete", apart: action.name === "delete" }));
  const name = () => channelName(channel());
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.target !== event.currentTarget || runKeys(props.actions, event) || keysOf(event) !== "Enter") return;
    event.preventDefault();
    openWhere(props.one);
  };
  return (
    <article class="plan-card" aria-label={name()} tabindex={-1} onKeyDown={onKeyDown}>
      <header>
        <ChannelIcon id={props.one.channel_id} />
        <button type="button" class="plan-where" onClick={() => openWhere(props.one)}>
          {props.one.root_id === "" ? name() : t("inThread", { name: name() })}
        </button>
        {props.children}
        <div class="plan-tools">
          <For each={primary()}>
            {(action) => (
              <IconButton
                size="small"
                icon={action.icon ?? "more"}
                label={action.label()}
                onClick={() => action.perform()}
              />
            )}
          </For>
          <MenuButton size="small" label={t("draftActions")} align="end" items={rest} />
        </div>
      </header>
      <Show when={letterOf(props.one).metadata?.priority}>
        {(priority) => (
          <p class="plan-priority">
            <PriorityTags priority={priority()} />
          </p>
        )}
      </Show>
      <div class="plan-text">
        <MessageText text={props.one.message} version={`${props.one.channel_id}/${props.one.update_at}`} />
      </div>
      <Show when={files() > 0}>
        <p class="plan-files">
          <Icon name="paperclip" size="small" /> {t("fileCount", { count: files() })}
        </p>
      </Show>
    </article>
  );
}
