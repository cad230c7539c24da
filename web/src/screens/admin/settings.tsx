// The server's settings: every one it has, by section, with a search over all. Saved together, checked by the server.

import { createMemo, createResource, createSignal, For, Match, Show, Switch } from "solid-js";
import { formatList, language } from "../../i18n/language";
import { get, put } from "../../net/rest";
import { config } from "../../query/world";
import { type Route, route } from "../../route";
import { Banner, Button, Select, Skeleton, TextArea, TextField, Toggle } from "../../ui";
import { t as ui } from "../../ui/strings";
import { toast } from "../../ui/toast";
import { createTask } from "../task";
import { type Field, fieldsOf, keyOf, type Pinned, patchOf, type Settings } from "./config";
import { keepCurrentInSight } from "./current";
import { changesOf, countOf, type Edits, edited, textOf, wrongOf } from "./edits";
import { isDescription, SECTION as SAML, SamlCertificates } from "./saml-certificates";
import { choicesOf, hintOfSetting, isFixed, isOffered, isOfNode, nameOfSection, nameOfSetting } from "./setting-names";
import { t } from "./strings";
import { Page } from "./table";

/** More hits than this are a search too wide to read. */
const HITS_MAX = 80;

/** The section that the address names. */
const sectionOf = (now: Route): string => (now.screen === "admin" && now.section.split("/")[1]) || "ServiceSettings";

/** Names are found however they are spaced, as they are read and as the server calls them. */
const plain = (name: string) => name.toLowerCase().replace(/\s+/g, "");

export default function SettingsPage() {
  const [settings, { mutate }] = createResource(() => get<Settings>("/config"));
  const [pinned] = createResource(() => get<Pinned>("/config/environment"));
  const [chosen, setChosen] = createSignal(sectionOf(route()));
  const [typed, setTyped] = createSignal("");
  const [edits, setEdits] = createSignal<Edits>(new Map());
  const wrong = createMemo(() => wrongOf(edits()));
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
  const sections = createMemo(() => {
    const { compare } = new Intl.Collator(language());
    return Object.keys(settings() ?? {})
      .filter((section) => fieldsIn(section).length > 0)
      .sort((a, b) => compare(nameOfSection(a), nameOfSection(b)));
  });
  const fields = createMemo(() => {
    const wanted = plain(typed());
    if (wanted === "") return fieldsIn(chosen()).filter((field) => !isDescription(field));
    const found = (field: Field) => [field.name, nameOfSetting(field)].some((name) => plain(name).includes(wanted));
    return sections().flatMap(fieldsIn).filter(found).slice(0, HITS_MAX);
  });
  const description = () => (typed() === "" && chosen() === SAML ? fieldsIn(SAML).find(isDescription) : undefined);
  const change = (field: Field | undefined, text: string) => field && setEdits((now) => edited(now, field, text));
  const samlField = (name: string) => fieldsIn(SAML).find((field) => field.name === name);
  const samlText = (name: string) => {
    const field = samlField(name);
    return field ? textOf(edits(), field) : "";
  };
  const undo = () => setEdits(new Map());
  const save = () =>
    task.run(async () => {
      mutate(await put<Settings>("/config/patch", patchOf(changesOf(edits()))));
      undo();
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
            <Show when={description()}>
              {(field) => (
                <SamlCertificates
                  description={field()}
                  textOf={samlText}
                  onChange={(name, text) => change(samlField(name), text)}
                  site={config().SiteURL || location.origin}
                />
              )}
            </Show>
            <For each={fields()} fallback={<p class="field-hint">{ui("nothingFound")}</p>}>
              {(field) => (
                <FieldView
                  field={field}
                  text={textOf(edits(), field)}
                  wrong={wrong().some((one) => keyOf(one.section, one.name) === keyOf(field.section, field.name))}
                  onChange={(text) => change(field, text)}
                />
              )}
            </For>
            <Show when={countOf(edits()) > 0}>
              <div class="admin-bar">
                <span role="status">
                  {t("changes", { count: countOf(edits()) })}
                  <Show when={wrong().length > 0}>
                    <em>{t("wrongNumbers", { names: formatList(wrong().map(nameOfSetting)) })}</em>
                  </Show>
                </span>
                <Button onClick={undo}>{t("undo")}</Button>
                <Button kind="primary" busy={task.busy()} disabled={wrong().length > 0} onClick={() => void save()}>
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

function FieldView(props: { field: Field; text: string; wrong: boolean; onChange: (text: string) => void }) {
  const label = () => nameOfSetting(props.field);
  const key = () => keyOf(props.field.section, props.field.name);
  const choices = () => choicesOf(props.field);
  // A choice is shown in words; beside them stands what the server calls it.
  const told = () => (choices().length > 0 ? `${key()} = ${props.text || '""'}` : key());
  const hint = () =>
    props.field.pinned ? t("pinned") : [hintOfSetting(props.field), told()].filter(Boolean).join(" · ");
  return (
    <Switch>
      <Match when={props.field.kind === "switch"}>
        <Toggle
          label={label()}
          hint={hint()}
          checked={props.text === "true"}
          disabled={props.field.pinned || isFixed(props.field)}
          onChange={(on) => props.onChange(String(on))}
        />
      </Match>
      <Match when={choices().length > 0}>
        <Select
          label={label()}
          hint={hint()}
          disabled={props.field.pinned}
          value={props.text}
          options={choices()}
          onChoose={props.onChange}
        />
      </Match>
      <Match when={props.field.kind === "long" || props.field.kind === "list"}>
        <TextArea
          label={label()}
          hint={props.field.kind === "list" ? `${hint()} · ${t("onePerLine")}` : hint()}
          disabled={props.field.pinned}
          value={props.text}
          onInput={props.onChange}
        />
      </Match>
      <Match when={true}>
        <TextField
          label={label()}
          hint={hint()}
          problem={props.wrong ? t("noNumber") : undefined}
          type={props.field.kind === "secret" ? "password" : "text"}
          inputmode={props.field.kind === "number" ? "numeric" : undefined}
          autocomplete="off"
          disabled={props.field.pinned}
          value={props.text}
          onInput={props.onChange}
        />
      </Match>
    </Switch>
  );
}
