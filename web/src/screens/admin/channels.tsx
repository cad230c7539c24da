// Channels of all teams: find, open or close, moderate, archive and restore.

import { createResource, createSignal, Show } from "solid-js";
import { formatDate, formatNumber } from "../../i18n/language";
import { get, post, put, remove } from "../../net/rest";
import { Icon, MenuButton, type MenuItem, Tag, TextField } from "../../ui";
import type { ChannelWithTeam } from "../../wire.gen";
import { attempt } from "../task";
import { Confirm, type Question } from "./confirm";
import { Moderation } from "./moderation";
import { t } from "./strings";
import { Page, PER_PAGE, Table } from "./table";

export default function Channels() {
  const [typed, setTyped] = createSignal("");
  const [page, setPage] = createSignal(0);
  const [question, setQuestion] = createSignal<Question>();
  const [moderated, setModerated] = createSignal<ChannelWithTeam>();
  const [channels, { refetch }] = createResource(
    () => ({ term: typed().trim(), page: page() }),
    ({ term, page }) =>
      term === ""
        ? get<ChannelWithTeam[]>("/channels", { page, per_page: PER_PAGE, include_deleted: true })
        : post<ChannelWithTeam[]>("/channels/search", { term, include_deleted: true }),
  );
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      await refetch();
    }, t("done"));
  const items = (channel: ChannelWithTeam): MenuItem[] => [
    {
      label: t("moderation"),
      icon: "shield",
      enabled: channel.delete_at === 0,
      perform: () => setModerated(channel),
    },
    {
      label: t(channel.type === "O" ? "makePrivate" : "makePublic"),
      icon: channel.type === "O" ? "lock" : "globe",
      enabled: channel.delete_at === 0,
      perform: () =>
        change(() => put(`/channels/${channel.id}/privacy`, { privacy: channel.type === "O" ? "P" : "O" })),
    },
    channel.delete_at > 0
      ? {
          label: t("restore"),
          icon: "refresh",
          apart: true,
          perform: () => change(() => post(`/channels/${channel.id}/restore`)),
        }
      : {
          label: t("archive"),
          icon: "archive",
          apart: true,
          danger: true,
          enabled: channel.name !== "town-square",
          perform: () =>
            setQuestion({
              title: t("archiveTitle", { name: channel.display_name }),
              text: t("archiveChannelText"),
              yes: t("archive"),
              work: async () => {
                await remove(`/channels/${channel.id}`);
                await refetch();
              },
            }),
        },
  ];
  return (
    <Page title={t("channels")} hint={t("channelsHint")}>
      <div class="admin-tools">
        <TextField
          label={t("findChannels")}
          unlabelled
          type="search"
          icon="search"
          placeholder={t("findChannels")}
          value={typed()}
          onInput={(value) => {
            setPage(0);
            setTyped(value);
          }}
        />
      </div>
      <Table
        label={t("channels")}
        columns={[t("name"), t("team"), t("messages"), t("lastMessage")]}
        rows={channels.latest}
        failed={channels.error}
        empty={{ icon: "hash", title: t("noChannels") }}
        page={{ at: page(), more: typed() === "" && (channels.latest?.length ?? 0) === PER_PAGE, go: setPage }}
        row={(channel) => (
          <tr>
            <td>
              <div class="table-who">
                <Icon name={channel.type === "O" ? "hash" : "lock"} size="small" />
                <div>
                  {channel.display_name}
                  <small>{channel.name}</small>
                </div>
                <Show when={channel.delete_at > 0}>
                  <Tag kind="warning">{t("archived")}</Tag>
                </Show>
              </div>
            </td>
            <td data-label={t("team")}>{channel.team_display_name}</td>
            <td data-label={t("messages")}>{formatNumber(channel.total_msg_count)}</td>
            <td data-label={t("lastMessage")}>
              {channel.last_post_at > 0 ? formatDate(channel.last_post_at, "date") : "–"}
            </td>
            <td>
              <MenuButton
                label={t("actionsFor", { name: channel.display_name })}
                align="end"
                items={() => items(channel)}
              />
            </td>
          </tr>
        )}
      />
      <Show when={moderated()}>
        {(channel) => <Moderation channel={channel()} onClose={() => setModerated(undefined)} />}
      </Show>
      <Show when={question()}>{(asked) => <Confirm question={asked()} onClose={() => setQuestion(undefined)} />}</Show>
    </Page>
  );
}
