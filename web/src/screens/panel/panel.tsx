// The panel at the side: a thread, search, saved posts, mentions, what is pinned, files, members.
import { Match, onCleanup, Switch } from "solid-js";
import { ChatText } from "../channel/context";
import { panel } from "../place";
import { t } from "../strings";
import { ChannelPanel } from "./channel";
import { FilesPanel } from "./files";
import { MembersPanel } from "./members";
import { MentionsPanel, PinnedPanel, SavedPanel } from "./posts";
import { SearchPanel } from "./search";
import { ThreadPanel } from "./thread";
import { Edge, width } from "./width";
import "./panel.css";

export default function SidePanel() {
  let element!: HTMLElement;
  const before = document.activeElement;
  onCleanup(() => {
    const held = element.contains(document.activeElement) || document.activeElement === document.body;
    if (!held) return;
    const back = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : undefined;
    (back ?? document.querySelector<HTMLElement>(".shell-center .composer textarea"))?.focus({ preventScroll: true });
  });
  const of = <K extends string>(kind: K) => {
    const shown = panel();
    return shown && (shown.kind as string) === kind
      ? (shown as Extract<NonNullable<typeof shown>, { kind: K }>)
      : undefined;
  };
  return (
    <aside
      class="panel"
      ref={element}
      aria-label={t("sidePanel")}
      style={{ "--panel-width": width() === undefined ? undefined : `${width()}px` }}
    >
      <Edge of={() => element} />
      <ChatText>
        <Switch>
          <Match when={of("thread")}>{(one) => <ThreadPanel rootId={one().rootId} />}</Match>
          <Match when={of("channel")}>{(one) => <ChannelPanel channelId={one().channelId} />}</Match>
          <Match when={of("search")}>{(one) => <SearchPanel terms={one().terms} what={one().what} />}</Match>
          <Match when={of("saved")}>
            <SavedPanel />
          </Match>
          <Match when={of("mentions")}>
            <MentionsPanel />
          </Match>
          <Match when={of("pinned")}>{(one) => <PinnedPanel channelId={one().channelId} />}</Match>
          <Match when={of("files")}>{(one) => <FilesPanel channelId={one().channelId} />}</Match>
          <Match when={of("members")}>{(one) => <MembersPanel channelId={one().channelId} />}</Match>
        </Switch>
      </ChatText>
    </aside>
  );
}
