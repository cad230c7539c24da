// The panel at the side: a thread, search, saved posts, mentions, what is pinned, files, members.
import { Match, Switch } from "solid-js";
import { ChatText } from "../channel/context";
import { panel } from "../place";
import { FilesPanel } from "./files";
import { MembersPanel } from "./members";
import { MentionsPanel, PinnedPanel, SavedPanel } from "./posts";
import { SearchPanel } from "./search";
import { ThreadPanel } from "./thread";
import "./panel.css";

export default function SidePanel() {
  const of = <K extends string>(kind: K) => {
    const shown = panel();
    return shown && (shown.kind as string) === kind
      ? (shown as Extract<NonNullable<typeof shown>, { kind: K }>)
      : undefined;
  };
  return (
    <aside class="panel">
      <ChatText>
        <Switch>
          <Match when={of("thread")}>{(one) => <ThreadPanel rootId={one().rootId} />}</Match>
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
