// The server's settings: every one it has, by section, with a search over all. Saved together, checked by the server.

import { createMemo, createResource, createSignal, For, Match, Show, Switch } from "solid-js";
import { get, put } from "../../net/rest";
import { Banner, Button, Skeleton, TextArea, TextField, Toggle } from "../../ui";
import { t as ui } from "../../ui/strings";
import { toast } from "../../ui/toast";
import { createTask } from "../task";
import { type Field, fieldsOf, keyOf, type Pinned, patchOf, read, type Settings, type Value, written } from "./config";
import { keepCurrentInSight } from "./current";
import { hintOfSetting, isOffered, isOfNode, nameOfSection, nameOfSetting } from "./setting-names";
import { t } from "./strings";
import { Page } from "./table";

/** More hits than this are a search too wide to read. */
const HITS_MAX = 80;

/** Names are found however they are spaced, as they are read and as the server calls them. */
const plain = (name: string) => name.toLowerCase().replace(/\s+/g, "");

export default function SettingsPage() {
  const [settings, { mutate }] = createResource(() => get<Settings>("/config"));
  const [pinned] = createResource(() => get<Pinned>("/config/environment"));
  const [chosen, setChosen] = createSignal("ServiceSettings");
  const [typed, setTyped] = createSignal("");
  const [changes, setChanges] = createSignal<ReadonlyMap<string, Value>>(new Map());
  const [wrong, setWrong] = createSignal<ReadonlySet<string>>(new Set());
  const task = createTask();
  let nav: HTMLElement | undefined;
  keepCurrentInSight(
    () => nav,
    () => settings() && chosen(),
  );

  const fieldsIn = (section: string) =>
    fieldsOf(settings() ?? {}, pinned() ?? {}, section)
      .filter(isOffered)
      .map((field) => (isOfNode(field) ? { ...field, pinned: true } : field));
  const sections = createMemo(() => Object.keys(settings() ?? {}).filter((section) => fieldsIn(section).length > 0));
  const fields = createMemo(() => {
    const wanted = plain(typed());
    if (wanted === "") return fieldsIn(chosen());
    const found = (field: Field) => [field.name, nameOfSetting(field)].some((name) => plain(name).includes(wanted));
    return sections().flatMap(fieldsIn).filter(found).slice(0, HITS_MAX);
  });
  const change = (field: Field, text: string) => {
    const key = keyOf(field.section, field.name);
    const value = read(field.kind, text);
    const bad = new Set(wrong());
    const next = new Map(changes());
    if (value === undefined) bad.add(key);
    else bad.delete(key);
    if (value === undefined || written(value) === written(field.value)) next.delete(key);
    else next.set(key, value);
    setWrong(bad);
    setChanges(next);
  };
  const undo = () => {
    setChanges(new Map());
    setWrong(new Set<string>());
    // New objects, so that the fields are drawn with what is stored.
    mutate((known) => known && structuredClone(known));
  };
  const save = () =>
    task.run(async () => {
      mutate(await put<Settings>("/config/patch", patchOf(changes())));
      setChanges(new Map());
      toast({ text: ui("saved"), kind: "success" });
    });
  return (
    <Page title={t("settings")} hint={t("settingsHint")}>
      <TextField
        label={t("findSettings")}
        unlabelled
        type="search"
        icon="search"
        placeholder={t("findSettings")}
        value={typed()}
        onInput={setTyped}
      />
      <Show when={settings()} fallback={<Skeleton lines={8} />}>
        <div class="admin-split">
          <nav ref={nav} aria-label={t("settings")}>
            <For each={sections()}>
              {(section) => (
                <button
                  type="button"
                  aria-current={typed() === "" && section === chosen() ? "true" : undefined}
                  onClick={() => {
                    setTyped("");
                    setChosen(section);
                  }}
                >
                  {nameOfSection(section)}
                </button>
              )}
            </For>
          </nav>
          <div class="admin-fields">
            <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
            <Show when={typed() === ""}>
              <h3>{nameOfSection(chosen())}</h3>
            </Show>
            <For each={fields()} fallback={<p class="field-hint">{ui("nothingFound")}</p>}>
              {(field) => (
                <FieldView
                  field={field}
                  now={changes().get(keyOf(field.section, field.name)) ?? field.value}
                  wrong={wrong().has(keyOf(field.section, field.name))}
                  onChange={(text) => change(field, text)}
                />
              )}
            </For>
            <Show when={changes().size > 0 || wrong().size > 0}>
              <div class="admin-bar">
                <span role="status">{t("changes", { count: changes().size })}</span>
                <Button onClick={undo}>{t("undo")}</Button>
                <Button kind="primary" busy={task.busy()} disabled={wrong().size > 0} onClick={() => void save()}>
                  {ui("save")}
                </Button>
              </div>
            </Show>
          </div>
        </div>
      </Show>
    </Page>
  );
}

function FieldView(props: { field: Field; now: Value; wrong: boolean; onChange: (text: string) => void }) {
  const label = () => nameOfSetting(props.field);
  const key = () => keyOf(props.field.section, props.field.name);
  const about = () => [hintOfSetting(props.field), key()].filter(Boolean).join(" · ");
  const hint = () => (props.field.pinned ? t("pinned") : about());
  // What is typed stays as it is typed; only another stored value replaces it.
  const [text, setText] = createSignal(written(props.field.value));
  const typed = (value: string) => {
    setText(value);
    props.onChange(value);
  };
  const problem = () => (props.wrong ? t("noNumber") : undefined);
  return (
    <Switch>
      <Match when={props.field.kind === "switch"}>
        <Toggle
          label={label()}
          hint={hint()}
          checked={props.now === true}
          disabled={props.field.pinned}
          onChange={(on) => props.onChange(String(on))}
        />
      </Match>
      <Match when={props.field.kind === "long" || props.field.kind === "list"}>
        <TextArea
          label={label()}
          hint={props.field.kind === "list" ? `${hint()} · ${t("onePerLine")}` : hint()}
          disabled={props.field.pinned}
          value={text()}
          onInput={typed}
        />
      </Match>
      <Match when={true}>
        <TextField
          label={label()}
          hint={hint()}
          problem={problem()}
          type={props.field.kind === "secret" ? "password" : "text"}
          inputmode={props.field.kind === "number" ? "numeric" : undefined}
          autocomplete="off"
          disabled={props.field.pinned}
          value={text()}
          onInput={typed}
        />
      </Match>
    </Switch>
  );
}
