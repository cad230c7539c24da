// Moving a channel to another category of the sidebar: all of them, found by a few letters.
import { createMemo, createSignal } from "solid-js";
import { arrange } from "../../query/do";
import { channelName, store } from "../../query/world";
import { Icon } from "../../ui";
import type { Category } from "../../wire.gen";
import { attempt } from "../channel/menu";
import { dialog, team } from "../place";
import { movedTo, nameOfCategory, othersFor } from "../shell/category";
import { t } from "../strings";
import { Picker } from "./picker";
import { rank } from "./rank";

export default function MoveChannel() {
  const now = dialog();
  const channel = store.get("channels", now?.kind === "moveChannel" ? now.channelId : "");
  const teamId = team()?.id ?? "";
  const categories = () => store.row("categories", teamId)?.categories ?? [];
  const [typed, setTyped] = createSignal("");

  const found = createMemo<Category[]>(() => {
    const term = typed().trim().toLowerCase();
    const all = channel ? othersFor(channel, categories()) : [];
    if (term === "") return all;
    const ranked = all.map((one) => ({ one, score: rank(nameOfCategory(one), term) }));
    return ranked
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ one }) => one);
  });
  const title = t("moveTitle", { name: channelName(channel) });
  return (
    <Picker
      title={title}
      icon="list"
      label={t("findCategory")}
      placeholder={title}
      typed={typed()}
      onInput={setTyped}
      found={found()}
      onChoose={(one) => channel && attempt(arrange(teamId, movedTo(categories(), channel.id, one.id)))}
    >
      {(one) => (
        <>
          <Icon name={one.type === "favorites" ? "star" : "list"} size="small" />
          <strong>{nameOfCategory(one)}</strong>
        </>
      )}
    </Picker>
  );
}
