// Finding channels of the team: those that one may join, and those that are archived, which are read.

import { createSignal, For, Show } from "solid-js";
import { appAction } from "../../actions/app";
import { get, post } from "../../net/rest";
import { takeArchived } from "../../query/archived";
import { joinChannel } from "../../query/do";
import { store } from "../../query/world";
import { Summary } from "../../text/summary";
import { Button, Dialog, Empty, Icon, Select, Skeleton, TextField } from "../../ui";
import type { Channel } from "../../wire.gen";
import { attempt } from "../channel/menu";
import { type Page, pagesOf } from "../panel/pages";
import { openChannelNow, setDialog, team } from "../place";
import { t } from "../strings";
import "./find.css";

const PAGE_LEN = 100;
type Which = "open" | "archived";

/** One page of the channels of a team, or all that a search finds. */
async function channelsOf(teamId: string, which: Which, term: string, page: number): Promise<Page<Channel>> {
  if (which === "open" && term !== "") {
    return { rows: await post<Channel[]>(`/teams/${teamId}/channels/search`, { term }), more: false };
  }
  const path = `/teams/${teamId}/channels${which === "archived" ? "/deleted" : ""}`;
  const rows = await get<Channel[]>(path, { page, per_page: PAGE_LEN });
  return { rows, more: rows.length === PAGE_LEN };
}

const close = () => setDialog(undefined);

async function open(one: Channel): Promise<void> {
  if (one.delete_at > 0) {
    if (!(await takeArchived(one))) throw new Error(t("noSuchChannel"));
  } else if (!store.get("members", one.id)) await joinChannel(one);
  close();
  openChannelNow(one);
}

export default function Browse() {
  const [typed, setTyped] = createSignal("");
  const [which, setWhich] = createSignal<Which>("open");
  const term = () => typed().trim();
  const pages = pagesOf({
    on: () => [team()?.id, which()],
    again: term,
    load: (page) => channelsOf(team()?.id ?? "", which(), term(), page),
    idOf: (one) => one.id,
    pageLen: PAGE_LEN,
  });
  /** Archived channels are not searched by the server. */
  const shown = () => {
    if (which() === "open") return pages.rows();
    const wanted = term().toLowerCase();
    return pages.rows()?.filter((one) => `${one.display_name} ${one.name}`.toLowerCase().includes(wanted));
  };
  return (
    <Dialog
      title={t("browseChannels")}
      onClose={close}
      footer={
        <Show when={appAction("createChannel").enabled()}>
          <Button icon="add" onClick={() => setDialog({ kind: "createChannel" })}>
            {t("createChannel")}
          </Button>
        </Show>
      }
    >
      <div class="browse-tools">
        <TextField
          label={t("findChannel")}
          unlabelled
          type="search"
          icon="search"
          placeholder={t("searchChannels")}
          value={typed()}
          onInput={setTyped}
          autofocus
        />
        <Select
          label={t("whichChannels")}
          unlabelled
          value={which()}
          options={[
            { value: "open", label: t("public") },
            { value: "archived", label: t("archived") },
          ]}
          onChoose={setWhich}
        />
      </div>
      <div class="browse-list">
        <Show when={pages.failed()}>
          <Empty icon="warning" title={t("notLoaded")}>
            <Button onClick={() => pages.retry()}>{t("tryAgain")}</Button>
          </Empty>
        </Show>
        <Show when={shown()} fallback={<Show when={!pages.failed()}>{<Skeleton lines={6} />}</Show>}>
          {(all) => (
            <>
              <For each={all()} fallback={<p class="switcher-none">{t("nothingFound")}</p>}>
                {(one) => <ChannelRow one={one} />}
              </For>
              <Show when={pages.more()}>
                <Button class="browse-more" onClick={() => attempt(pages.extend())}>
                  {t("more")}
                </Button>
              </Show>
            </>
          )}
        </Show>
      </div>
    </Dialog>
  );
}

function ChannelRow(props: { one: Channel }) {
  const icon = () => (props.one.delete_at > 0 ? "archive" : props.one.type === "P" ? "lock" : "hash");
  const isOpen = () => props.one.delete_at > 0 || store.row("members", props.one.id) !== undefined;
  return (
    <div class="browse-row">
      <Icon name={icon()} size="small" />
      <div class="browse-text">
        <strong>{props.one.display_name}</strong>
        <Show when={props.one.purpose || props.one.header}>
          {(about) => (
            <small>
              <Summary text={about()} version={`about/${about()}`} />
            </small>
          )}
        </Show>
      </div>
      <Button size="small" onClick={() => attempt(open(props.one))}>
        {isOpen() ? t("open") : t("join")}
      </Button>
    </div>
  );
}
