// The filters of a search as chips: each is taken out by a press, and new ones are chosen from people, channels and days.
import { createSignal, For, type JSX, Match, Show, Switch } from "solid-js";
import { formatDate } from "../../i18n/language";
import { channelName, nameOf, store } from "../../query/world";
import { IconButton, MenuButton, type MenuItem } from "../../ui";
import type { ActionOption } from "../../wire.gen";
import { Choice } from "../forms/choice";
import { listed, type Source, sourceOf } from "../forms/sources";
import { userNamed } from "../people/named";
import { nameInSearch, team } from "../place";
import { t } from "../strings";
import {
  FILTER_KINDS,
  type FilterKind,
  filtersOf,
  isOwn,
  OWN_FILTERS,
  type SearchFilter,
  withFilter,
  without,
} from "./filters";

const WORDS = {
  from: "filterFrom",
  in: "filterIn",
  before: "filterBefore",
  after: "filterAfter",
  on: "filterOn",
  has: "filterHas",
  is: "filterIs",
  sort: "filterSort",
} as const;

interface ChipsProps {
  readonly terms: string;
  readonly onChange: (terms: string) => void;
  /** What else stands in their row. */
  readonly children?: JSX.Element;
}

/** What a filter says, in the reader's words. */
function named({ kind, value }: SearchFilter): string {
  if (kind === "from" || value.startsWith("@")) {
    const name = value.replace(/^@/, "");
    const user = userNamed(name);
    return user ? nameOf(user) : name;
  }
  if (isOwn(kind)) return "";
  if (kind !== "in") {
    const day = Date.parse(`${value}T12:00:00`);
    return Number.isNaN(day) ? value : formatDate(day, "date");
  }
  for (const one of store.all("channels").values())
    if (one.name === value && (one.team_id === "" || one.team_id === team()?.id)) return channelName(one);
  return value;
}

/** Channels of the team, and the reader's conversations. */
const places: Source = async (typed) => {
  const conversations = [...store.all("channels").values()].filter((one) => one.type === "D" || one.type === "G");
  const known = listed(conversations.map((one) => ({ text: channelName(one), value: one.id })));
  return (await Promise.all([sourceOf("channels", []), known].map((source) => source(typed)))).flat();
};

export function FilterChips(props: ChipsProps) {
  const [asking, setAsking] = createSignal<FilterKind>();
  const add = (kind: FilterKind, value: string) => {
    setAsking(undefined);
    props.onChange(withFilter(props.terms, kind, value));
  };
  const items = (): MenuItem[] =>
    FILTER_KINDS.map((kind) => ({
      label: t(WORDS[kind], { what: "…" }),
      perform: () => (isOwn(kind) ? add(kind, OWN_FILTERS[kind]) : setAsking(kind)),
    }));
  return (
    <>
      <div class="filter-chips" role="group" aria-label={t("searchFilters")}>
        <For each={filtersOf(props.terms)}>
          {(one) => (
            <span class="choice-chip">
              {t(WORDS[one.kind], { what: named(one) })}
              <IconButton
                size="small"
                icon="close"
                label={t("removeFilter", { name: t(WORDS[one.kind], { what: named(one) }) })}
                onClick={() => props.onChange(without(props.terms, one))}
              />
            </span>
          )}
        </For>
        <MenuButton size="small" icon="filter" label={t("addFilter")} items={items} />
        {props.children}
      </div>
      <Show when={asking()} keyed>
        {(kind) => <Asked kind={kind} onChoose={(value) => add(kind, value)} />}
      </Show>
    </>
  );
}

function Asked(props: { kind: FilterKind; onChoose: (value: string) => void }) {
  const choose = ([one]: readonly ActionOption[]) => {
    if (!one) return;
    const place = store.get("channels", one.value);
    props.onChoose(place ? nameInSearch(place) : one.text.replace(/^@/, ""));
  };
  const label = () => t(WORDS[props.kind], { what: "…" });
  return (
    <Switch
      fallback={
        <label class="filter-day">
          {label()}
          <input
            type="date"
            autofocus
            onChange={(event) => event.currentTarget.value && props.onChoose(event.currentTarget.value)}
          />
        </label>
      }
    >
      <Match when={props.kind === "from"}>
        <Choice label={label()} chosen={[]} source={sourceOf("users", [])} onChange={choose} />
      </Match>
      <Match when={props.kind === "in"}>
        <Choice label={label()} chosen={[]} source={places} onChange={choose} />
      </Match>
    </Switch>
  );
}
