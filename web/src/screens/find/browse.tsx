// Finding channels of the team.
import { createSignal, For, Show } from "solid-js";
import { appAction } from "../../actions/app";
import { get, post } from "../../net/rest";
import { joinChannel } from "../../query/do";
import { store } from "../../query/world";
import { Button, Dialog, Empty, Icon, Skeleton, TextField } from "../../ui";
import type { Channel } from "../../wire.gen";
import { attempt } from "../channel/menu";
import { type Page, pagesOf } from "../panel/pages";
import { openChannelNow, setDialog, team } from "../place";
import { t } from "../strings";
import "./find.css";

const PAGE_LEN = 100;

/** One page of the channels that one may join, or all that a search finds. */
async function channelsOf(teamId: string, term: string, page: number): Promise<Page<Channel>> {
  if (term !== "") {
    return { rows: await post<Channel[]>(`/teams/${teamId}/channels/search`, { term }), more: false };
  }
  const rows = await get<Channel[]>(`/teams/${teamId}/channels`, { page, per_page: PAGE_LEN });
  return { rows, more: rows.length === PAGE_LEN };
}

const close = () => setDialog(undefined);

async function open(one: Channel): Promise<void> {
  if (!store.get("members", one.id)) await joinChannel(one);
  close();
  openChannelNow(one);
}

export default function Browse() {
  const [typed, setTyped] = createSignal("");
  const term = () => typed().trim();
  const pages = pagesOf({
    on: () => team()?.id,
    again: term,
    load: (page) => channelsOf(team()?.id ?? "", term(), page),
    idOf: (one) => one.id,
    pageLen: PAGE_LEN,
  });
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
      <div class="browse-list">
        <Show when={pages.failed()}>
          <Empty icon="warning" title={t("notLoaded")}>
            <Button onClick={() => pages.retry()}>{t("tryAgain")}</Button>
          </Empty>
        </Show>
        <Show when={pages.rows()} fallback={<Show when={!pages.failed()}>{<Skeleton lines={6} />}</Show>}>
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
  return (
    <div class="browse-row">
      <Icon name={props.one.type === "P" ? "lock" : "hash"} size="small" />
      <div class="browse-text">
        <strong>{props.one.display_name}</strong>
        <Show when={props.one.purpose || props.one.header}>{(about) => <small>{about()}</small>}</Show>
      </div>
      <Button size="small" onClick={() => attempt(open(props.one))}>
        {store.row("members", props.one.id) ? t("open") : t("join")}
      </Button>
    </div>
  );
}
