// Who is writing here.
import { createMemo, Match, Switch } from "solid-js";
import { nameOf, store } from "../../query/world";
import { t } from "../strings";

export function Typing(props: { channelId: string; rootId: string }) {
  const names = createMemo(() => {
    const found: string[] = [];
    for (const typist of store.all("typing").values()) {
      const here = typist.channelId === props.channelId && typist.rootId === props.rootId;
      if (here && typist.userId !== store.me) found.push(nameOf(store.row("users", typist.userId)));
    }
    return found;
  });
  return (
    <div class="typing">
      <Switch>
        <Match when={names().length === 1}>{t("oneTypes", { name: names()[0] ?? "" })}</Match>
        <Match when={names().length === 2}>{t("twoType", { one: names()[0] ?? "", other: names()[1] ?? "" })}</Match>
        <Match when={names().length > 2}>{t("manyType")}</Match>
      </Switch>
    </div>
  );
}
