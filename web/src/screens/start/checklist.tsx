// What an administrator of a new server may do first. Each line leads to where it is done; what has left traces is ticked.
import { createMemo, createResource, createSignal, For, Show } from "solid-js";
import { formatList } from "../../i18n/language";
import { get } from "../../net/rest";
import { store } from "../../query/world";
import { go } from "../../route";
import { Button, Dialog, Icon, toast } from "../../ui";
import type { TeamStats } from "../../wire.gen";
import { attempt } from "../channel/menu";
import { setDialog, team } from "../place";
import { dismissOffer, ITEMS, type Item, tick, ticked, traced } from "./progress";
import { t } from "./strings";
import { createChannels, missingOf, nameOfChannel, TEMPLATES } from "./templates";
import "./start.css";

/** Those that every team has. */
const COMMON = new Set(["town-square", "off-topic"]);

interface MailSettings {
  readonly EmailSettings?: {
    readonly SendEmailNotifications?: boolean;
    readonly SendPushNotifications?: boolean;
    readonly PushNotificationServer?: string;
  };
}

const toConsole = (section: string) => () => {
  setDialog(undefined);
  go(`/admin/${section}`);
};

const WAYS: Readonly<Partial<Record<Item, () => void>>> = {
  name: () => setDialog({ kind: "teamSettings" }),
  invite: () => setDialog({ kind: "invite" }),
  history: toConsole("transfer"),
  email: toConsole("settings/EmailSettings"),
  signIn: toConsole("settings/TeamSettings"),
  push: toConsole("settings/EmailSettings"),
};

export default function Checklist() {
  const [settings] = createResource(() => get<MailSettings>("/config").catch(() => undefined));
  const [stats] = createResource(() => get<TeamStats>(`/teams/${team()?.id}/stats`).catch(() => undefined));
  const done = createMemo(() => {
    const mail = settings.latest?.EmailSettings;
    const channels = [...store.all("channels").values()].filter(
      (one) => one.team_id === team()?.id && !COMMON.has(one.name),
    );
    const traces = {
      hasTeamPicture: (team()?.last_team_icon_update ?? 0) > 0,
      people: stats.latest?.total_member_count ?? 1,
      channels: channels.length,
      mails: mail?.SendEmailNotifications === true,
      pushes: mail?.SendPushNotifications === true && !!mail.PushNotificationServer,
    };
    return new Set([...traced(traces), ...ticked()]);
  });
  const close = () => setDialog(undefined);
  return (
    <Dialog
      title={t("adminTitle")}
      description={t("adminHint")}
      onClose={close}
      footer={
        <>
          <Button
            data-apart
            onClick={() => {
              close();
              attempt(dismissOffer("checklist"));
            }}
          >
            {t("dismiss")}
          </Button>
          <Button kind="primary" onClick={close}>
            {t("end")}
          </Button>
        </>
      }
    >
      <p class="start-progress">
        <progress max={ITEMS.length} value={done().size} aria-label={t("adminTitle")} />
        <small>{t("doneOf", { done: done().size, count: ITEMS.length })}</small>
      </p>
      <ul class="start-list">
        <For each={ITEMS}>{(item) => <Line item={item} done={done().has(item)} />}</For>
      </ul>
    </Dialog>
  );
}

function Line(props: { item: Item; done: boolean }) {
  const byHand = () => ticked().includes(props.item);
  const way = () => WAYS[props.item];
  return (
    <li data-done={props.done ? "" : undefined}>
      <input
        type="checkbox"
        checked={props.done}
        // What is done by its traces is not undone by a tick.
        disabled={props.done && !byHand()}
        aria-label={t("tick", { name: t(props.item) })}
        onChange={(event) => attempt(tick(props.item, event.currentTarget.checked ? "done" : "open"))}
      />
      <div class="start-text">
        <strong>{t(props.item)}</strong>
        <small>{t(`${props.item}Hint`)}</small>
        <Show when={props.item === "channels"}>
          <Templates />
        </Show>
        <Show when={props.item === "apps"}>
          <code>{location.origin}</code>
        </Show>
      </div>
      <Show when={way()}>
        {(open) => (
          <Button size="small" onClick={() => open()()}>
            {t("open")}
          </Button>
        )}
      </Show>
      <Show when={props.item === "apps"}>
        <Button size="small" icon="copy" onClick={() => attempt(navigator.clipboard.writeText(location.origin))}>
          {t("copyAddress")}
        </Button>
      </Show>
    </li>
  );
}

function Templates() {
  const [chosen, setChosen] = createSignal<(typeof TEMPLATES)[number]>();
  const [busy, setBusy] = createSignal(false);
  const create = async () => {
    const template = chosen();
    if (!template) return;
    setBusy(true);
    try {
      const count = await createChannels(template, team()?.id ?? "");
      toast({ text: t("created", { count }), kind: "success" });
      setChosen(undefined);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="start-templates">
      <div role="group" aria-label={t("channels")}>
        <For each={TEMPLATES}>
          {(one) => (
            <button
              type="button"
              class="channel-count"
              aria-pressed={chosen() === one}
              disabled={missingOf(one, team()?.id ?? "").length === 0}
              onClick={() => setChosen(chosen() === one ? undefined : one)}
            >
              <Show when={missingOf(one, team()?.id ?? "").length === 0}>
                <Icon name="check" size="small" />
              </Show>
              {t(one.name)}
            </button>
          )}
        </For>
      </div>
      <Show when={chosen()}>
        {(template) => (
          <p>
            <small>{t("templateChannels", { names: formatList(template().channels.map(nameOfChannel)) })}</small>
            <Button size="small" kind="primary" busy={busy()} onClick={() => attempt(create())}>
              {t("create", { count: missingOf(template(), team()?.id ?? "").length })}
            </Button>
          </p>
        )}
      </Show>
    </div>
  );
}
