// The top of a channel: its name, what it is about, and the panels that belong to it.
import { createEffect, on, onCleanup, Show } from "solid-js";
import { appAction } from "../../actions/app";
import { Emoji } from "../../emoji/emoji";
import { whenStaying } from "../../query/after-paint";
import { star } from "../../query/do";
import { askPresence } from "../../query/people";
import { loadStats, statsOf } from "../../query/stats";
import { caughtUp, channelName, nameOf, partnerId, store } from "../../query/world";
import { MessageText } from "../../text/view";
import { IconButton, MenuButton } from "../../ui";
import { Icon } from "../../ui/icon";
import { customStatusOf } from "../people/status";
import { presenceOfUser } from "../pictures";
import { type Panel, panel, setPanel, setSidebarOpen, team } from "../place";
import { listAside } from "../shell/beside";
import { ChannelIcon } from "../shell/channel-icon";
import { t } from "../strings";
import { attempt, channelMenu } from "./menu";

function toggle(wanted: Panel): void {
  setPanel(panel()?.kind === wanted.kind ? undefined : wanted);
}

export function Header(props: { channelId: string }) {
  const channel = () => store.row("channels", props.channelId);
  const stats = statsOf(() => props.channelId);
  createEffect(
    on([() => props.channelId, caughtUp], ([id]) => {
      // The header does without numbers when they cannot be had.
      if (id !== "") onCleanup(whenStaying(() => loadStats(id).catch(() => undefined)));
    }),
  );
  const starred = () =>
    (store.row("categories", team()?.id ?? "")?.categories ?? []).some(
      (category) => category.type === "favorites" && category.channel_ids.includes(props.channelId),
    );
  return (
    <Show when={channel()}>
      {(shown) => (
        <header class="channel-head">
          <Show when={listAside()}>
            {(list) => <IconButton icon="back" label={t("back")} onClick={() => setPanel(list())} />}
          </Show>
          <IconButton class="only-narrow" icon="menu" label={t("openSidebar")} onClick={() => setSidebarOpen(true)} />
          <div class="channel-title">
            <h1>
              <ChannelIcon id={props.channelId} />
              {/* A name has the direction of its own letters, and begins where the line does. */}
              <span>
                <bdi>{channelName(shown())}</bdi>
              </span>
            </h1>
            <Show when={shown().type === "D"} fallback={<About text={shown().header} />}>
              <PartnerLine userId={partnerId(shown())} />
            </Show>
          </div>
          <div class="channel-tools">
            <IconButton
              class={starred() ? "is-starred only-wide" : "only-wide"}
              icon="star"
              label={starred() ? t("unstar") : t("star")}
              aria-pressed={starred()}
              onClick={() => attempt(star(team()?.id ?? "", props.channelId))}
            />
            <button
              type="button"
              class="channel-count only-wide"
              aria-label={t("memberCount", { count: stats()?.member_count ?? 0 })}
              aria-pressed={panel()?.kind === "members"}
              onClick={() => toggle({ kind: "members", channelId: props.channelId })}
            >
              <Icon name="people" size="small" />
              {stats()?.member_count ?? ""}
            </button>
            <Show when={(stats()?.pinnedpost_count ?? 0) > 0}>
              <button
                type="button"
                class="channel-count only-wide"
                aria-label={t("pinnedCount", { count: stats()?.pinnedpost_count ?? 0 })}
                aria-pressed={panel()?.kind === "pinned"}
                onClick={() => toggle({ kind: "pinned", channelId: props.channelId })}
              >
                <Icon name="pin" size="small" />
                {stats()?.pinnedpost_count}
              </button>
            </Show>
            <IconButton
              icon="search"
              label={t("searchPosts")}
              aria-pressed={panel()?.kind === "search"}
              onClick={() => toggle({ kind: "search", terms: "", what: "posts" })}
            />
            <IconButton
              class="only-wide"
              icon="at"
              label={t("mentions")}
              aria-pressed={panel()?.kind === "mentions"}
              onClick={() => appAction("mentions").perform()}
            />
            <IconButton
              class="only-wide"
              icon="bookmark"
              label={t("savedPosts")}
              aria-pressed={panel()?.kind === "saved"}
              onClick={() => appAction("saved").perform()}
            />
            <MenuButton
              icon="more"
              label={t("channelMenu", { name: channelName(shown()) })}
              align="end"
              items={() => channelMenu(shown())}
            />
          </div>
        </header>
      )}
    </Show>
  );
}

function About(props: { text: string }) {
  return (
    <Show when={props.text}>
      {(text) => (
        <div class="channel-about" title={text()}>
          <MessageText text={text().split("\n")[0] ?? ""} version={`header/${text()}`} />
        </div>
      )}
    </Show>
  );
}

function PartnerLine(props: { userId: string }) {
  const user = () => store.row("users", props.userId);
  const said = () => customStatusOf(user());
  const standing = () => {
    const presence = presenceOfUser(user());
    return presence ? t(`status_${presence}`) : user()?.is_bot ? t("bot") : "";
  };
  createEffect(
    on(
      () => props.userId,
      (id) => onCleanup(whenStaying(() => askPresence(id))),
    ),
  );
  return (
    <p class="channel-about">
      <Show when={said()} fallback={standing()}>
        {(status) => (
          <>
            <Show when={status().emoji}>{(name) => <Emoji name={name()} />}</Show> {status().text}
          </>
        )}
      </Show>
      <Show when={user()?.position}>
        {(position) => (
          <>
            {" · "}
            {position()}
          </>
        )}
      </Show>
      <span class="unseen">{nameOf(user())}</span>
    </p>
  );
}
