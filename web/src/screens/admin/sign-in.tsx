// Sign-in by providers: a form for each, in the order of their buttons, and the text that they come to.
//
// Nodes read this from their file or environment alone, so that a node starts with it; nothing here is sent to the server,
// and what is pasted or typed is gone with the window.

import { createMemo, createSignal, For, Show } from "solid-js";
import { formatList } from "../../i18n/language";
import { config } from "../../query/world";
import { follow } from "../../route";
import { Banner, Button, Tabs, TextArea, Toggle } from "../../ui";
import { t as ui } from "../../ui/strings";
import { providersOf } from "../entry/providers";
import { copyText } from "../manage/secret";
import { BLANK, environmentOf, type Faults, faultsOf, PRODUCTS, type Provider, tomlOf } from "./provider-file";
import { ProviderForm } from "./provider-form";
import { t } from "./provider-strings";
import { readProviders, Unread } from "./provider-text";
import { nameOfSection } from "./setting-names";
import { Page } from "./table";
import { Look, Test } from "./trial";
import "./sign-in.css";

/** A provider while its form is open: the key stays when it is moved or named anew. */
interface Draft {
  readonly key: number;
  readonly provider: Provider;
  /** The file has a secret of it, which is not shown. */
  readonly keptSecret: string;
}

let keys = 0;
const draftOf = (provider: Provider): Draft => ({
  key: ++keys,
  provider: { ...provider, client_secret: "" },
  keptSecret: provider.client_secret,
});

/** With the secret that was typed, else with the one that the file has. */
const wholeOf = ({ provider, keptSecret }: Draft): Provider =>
  provider.client_secret === "" ? { ...provider, client_secret: keptSecret } : provider;

export default function SignInPage() {
  const [drafts, setDrafts] = createSignal<readonly Draft[]>([]);
  const [hasForm, setHasForm] = createSignal(config().ShowPasswordForm !== "false");
  const [open, setOpen] = createSignal<number>();
  const faults = createMemo(() => {
    const all = drafts().map((one) => one.provider);
    return new Map(drafts().map((one): [number, Faults] => [one.key, faultsOf(one.provider, all)]));
  });
  const now = () => providersOf(config().SignInProviders).map((one) => one.text);

  const add = () => {
    const { name } = PRODUCTS.generic;
    const isTaken = drafts().some((one) => one.provider.name === name);
    const draft = draftOf({ ...BLANK, name: isTaken ? "" : name });
    setDrafts([...drafts(), draft]);
    setOpen(draft.key);
  };
  const change = (key: number, provider: Provider) =>
    setDrafts(drafts().map((one) => (one.key === key ? { ...one, provider } : one)));
  const move = (key: number, to: number) => {
    const from = drafts().findIndex((one) => one.key === key);
    const moved = drafts()[from];
    if (!moved || from === to || to < 0 || to >= drafts().length) return;
    const rest = drafts().filter((one) => one.key !== key);
    setDrafts([...rest.slice(0, to), moved, ...rest.slice(to)]);
  };
  const take = (providers: readonly Provider[], showPasswordForm: boolean) => {
    setDrafts(providers.map(draftOf));
    setHasForm(showPasswordForm);
    setOpen(undefined);
  };
  return (
    <Page
      title={t("title")}
      hint={t("hint")}
      action={
        <Button kind="primary" icon="add" onClick={add}>
          {t("add")}
        </Button>
      }
    >
      <div class="admin-fields sign-in">
        <Show when={now().length > 0}>
          <p class="field-hint">{t("now", { names: formatList(now()) })}</p>
        </Show>
        {/* The other ways have no file of their own. */}
        <p class="field-hint sign-in-others">
          <For each={["SamlSettings", "LdapSettings"]}>
            {(section) => (
              <a href={`/admin/settings/${section}`} onClick={follow}>
                {nameOfSection(section)}
              </a>
            )}
          </For>
        </p>
        <InForce />
        <TakeFrom onTake={take} />
        <Forms drafts={drafts()} faults={faults()} open={open()} onOpen={setOpen} onChange={change} onMove={move}>
          {(key) => setDrafts(drafts().filter((one) => one.key !== key))}
        </Forms>
        <Toggle
          label={t("passwordForm")}
          hint={t("passwordFormHint", { address: `${config().SiteURL || location.origin}/login?password` })}
          checked={hasForm()}
          onChange={setHasForm}
        />
        <Show when={drafts().length > 0}>
          <Result providers={drafts().map(wholeOf)} showPasswordForm={hasForm()} faults={faults()} />
        </Show>
      </div>
    </Page>
  );
}

/** The configured sign-in services, each with a connection test. */
function InForce() {
  const services = () => {
    const directory = config().EnableLdap === "true" ? [{ name: "ldap", text: "LDAP" }] : [];
    return [...providersOf(config().SignInProviders), ...directory];
  };
  return (
    <Show when={services().length > 0}>
      <details class="sign-in-take">
        <summary>{t("tests")}</summary>
        <For each={services()}>
          {(service) => (
            <section aria-label={service.text}>
              <h4>{service.text}</h4>
              <Test service={service.name} />
              <Look service={service.name} />
            </section>
          )}
        </For>
      </details>
    </Show>
  );
}

interface FormsProps {
  readonly drafts: readonly Draft[];
  readonly faults: ReadonlyMap<number, Faults>;
  readonly open: number | undefined;
  readonly onOpen: (key: number | undefined) => void;
  readonly onChange: (key: number, provider: Provider) => void;
  readonly onMove: (key: number, to: number) => void;
  /** Takes one away. */
  readonly children: (key: number) => void;
}

function Forms(props: FormsProps) {
  let list: HTMLOListElement | undefined;
  const [dragged, setDragged] = createSignal<number>();
  const move = (key: number, to: number) => {
    const button = document.activeElement;
    props.onMove(key, to);
    // An element that is moved loses the focus.
    if (button instanceof HTMLElement && list?.contains(button)) button.focus();
  };
  return (
    <Show when={props.drafts.length > 0} fallback={<p class="field-hint">{t("nobodyYet")}</p>}>
      <ol class="sign-in-list" ref={list} aria-label={t("title")}>
        <For each={props.drafts.map((one) => one.key)}>
          {(key, at) => (
            <Show when={props.drafts.find((one) => one.key === key)}>
              {(one) => (
                <ProviderForm
                  provider={one().provider}
                  whole={wholeOf(one())}
                  hasSecret={one().keptSecret !== ""}
                  faults={props.faults.get(key) ?? {}}
                  isOpen={props.open === key}
                  isDragged={dragged() === key}
                  isFirst={at() === 0}
                  isLast={at() === props.drafts.length - 1}
                  onOpen={(isOpen) => props.onOpen(isOpen ? key : undefined)}
                  onChange={(provider) => props.onChange(key, provider)}
                  onStep={(by) => move(key, at() + by)}
                  onDrag={(isDragged) => setDragged(isDragged ? key : undefined)}
                  onOver={() => {
                    const from = dragged();
                    if (from !== undefined && from !== key) move(from, at());
                  }}
                  onRemove={() => props.children(key)}
                />
              )}
            </Show>
          )}
        </For>
      </ol>
    </Show>
  );
}

/** Begins with what a node has: its text is pasted, as the server does not give it away. */
function TakeFrom(props: { onTake: (providers: readonly Provider[], showPasswordForm: boolean) => void }) {
  const [text, setText] = createSignal("");
  const [problem, setProblem] = createSignal<string>();
  const take = () => {
    try {
      const { providers, showPasswordForm } = readProviders(text());
      if (providers.length === 0) {
        setProblem(t("takeNone"));
        return;
      }
      props.onTake(providers, showPasswordForm);
      setText("");
      setProblem(undefined);
    } catch (failure) {
      if (!(failure instanceof Unread)) throw failure;
      setProblem(t("takeUnread", { line: failure.line }));
    }
  };
  return (
    <details class="sign-in-take">
      <summary>{t("takeFrom")}</summary>
      <TextArea
        label={t("takeFrom")}
        unlabelled
        hint={t("takeFromHint")}
        problem={problem()}
        spellcheck={false}
        value={text()}
        onInput={setText}
      />
      <Button disabled={text().trim() === ""} onClick={take}>
        {t("take")}
      </Button>
    </details>
  );
}

function Result(props: {
  providers: readonly Provider[];
  showPasswordForm: boolean;
  faults: ReadonlyMap<number, Faults>;
}) {
  const [kind, setKind] = createSignal<"file" | "environment">("file");
  const text = () => (kind() === "file" ? tomlOf : environmentOf)(props);
  /** Secrets are copied, and not shown. */
  const shown = () => text().replace(/("?client_secret"?(?: = |:))"(?:[^"\\]|\\.)*"/g, '$1"••••••••"');
  const count = () => [...props.faults.values()].reduce((sum, one) => sum + Object.keys(one).length, 0);
  return (
    <section class="sign-in-result" aria-label={t("result")}>
      <h3>{t("result")}</h3>
      <Show when={count() > 0}>
        <Banner kind="warning">{t("mend", { count: count() })}</Banner>
      </Show>
      <Tabs
        label={t("result")}
        tabs={[
          { key: "file", label: t("file") },
          { key: "environment", label: t("environment") },
        ]}
        chosen={kind()}
        onChoose={setKind}
      >
        <pre tabindex={0}>{shown()}</pre>
      </Tabs>
      <Button icon="copy" disabled={count() > 0} onClick={() => copyText(text())}>
        {ui("copy")}
      </Button>
      <p class="field-hint">{t("steps")}</p>
    </section>
  );
}
