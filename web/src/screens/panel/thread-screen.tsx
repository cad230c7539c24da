// A thread alone in the middle of a window: what a window of its own shows.
import { Show } from "solid-js";
import { route } from "../../route";
import { ChatText } from "../channel/context";
import { ThreadPanel } from "./thread";
import "./panel.css";

export default function ThreadScreen() {
  const root = () => {
    const now = route();
    return now.screen === "thread" ? now.root : "";
  };
  return (
    <div class="panel panel-whole">
      <ChatText>
        <Show when={root()}>{(id) => <ThreadPanel rootId={id()} />}</Show>
      </ChatText>
    </div>
  );
}
