// The passkeys of the own account: made, named, removed.

import { createResource, createSignal, For, Show } from "solid-js";
import { formatDate, formatRelative } from "../../i18n/language";
import { get, put, remove } from "../../net/rest";
import { config, store } from "../../query/world";
import { put as putRow } from "../../state/tables";
import { Banner, Button, Icon, MenuButton, Skeleton, Tag, TextField } from "../../ui";
import { t as ui } from "../../ui/strings";
import { toast } from "../../ui/toast";
import type { Passkey } from "../../wire.gen";
import { Row, Section } from "../settings/section";
import { Sure } from "../sure";
import { attempt } from "../task";
import { addPasskey } from "./enrol";
import { createProof, PasswordField } from "./proof";
import { t } from "./strings";

export function PasskeysSection() {
  const [passkeys, { refetch }] = createResource(() => get<Passkey[]>("/users/me/passkeys"));
  const proof = createProof();
  const [name, setName] = createSignal("");
  const [renaming, setRenaming] = createSignal<Passkey>();
  const [removing, setRemoving] = createSignal<Passkey>();
  const reload = async () => {
    const all = await refetch();
    const user = store.get("users", store.me);
    if (user && all) store.commit([putRow("users", user.id, { ...user, passkey_count: all.length })]);
  };
  const add = async (event: Event) => {
    event.preventDefault();
    const isDone = await proof.run(async (password) => {
      await addPasskey(name().trim(), password);
      await reload();
    });
    if (!isDone) return;
    setName("");
    toast({ text: t("added"), kind: "success" });
  };
  const take = (passkey: Passkey) =>
    attempt(async () => {
      await remove(`/users/me/passkeys/${passkey.id}`);
      await reload();
    }, t("removed"));
  return (
    <Section title={t("title")} hint={hint()}>
      <Show when={proof.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
      <form class="settings-section" onSubmit={(event) => void add(event)}>
        <TextField
          label={t("name")}
          placeholder={t("nameExample")}
          maxlength={64}
          value={name()}
          onInput={setName}
          action={
            <Button type="submit" size="small" kind="quiet" busy={proof.busy()}>
              {t("add")}
            </Button>
          }
        />
        <PasswordField proof={proof} />
      </form>
      <Show
        when={!passkeys.error && passkeys.latest}
        fallback={<Show when={!passkeys.error}>{<Skeleton lines={1} />}</Show>}
      >
        {(all) => (
          <Show when={all().length > 0}>
            <ul class="settings-list">
              <For each={all()}>
                {(passkey) => (
                  <Row lead={<Icon name="key" />} title={passkey.name} detail={detail(passkey)}>
                    <Show when={passkey.is_backed_up}>
                      <Tag>{t("synced")}</Tag>
                    </Show>
                    <MenuButton
                      label={t("actions", { name: passkey.name })}
                      align="end"
                      items={() => [
                        { label: t("rename"), perform: () => setRenaming(passkey) },
                        { label: t("remove"), danger: true, icon: "trash", perform: () => setRemoving(passkey) },
                      ]}
                    />
                  </Row>
                )}
              </For>
            </ul>
          </Show>
        )}
      </Show>
      <Show when={renaming()}>
        {(passkey) => (
          <Rename
            passkey={passkey()}
            onClose={() => {
              setRenaming(undefined);
              void refetch();
            }}
          />
        )}
      </Show>
      <Show when={removing()}>
        {(passkey) => (
          <Sure
            title={t("removeTitle", { name: passkey().name })}
            text={t("removeText")}
            yes={t("remove")}
            onClose={() => setRemoving(undefined)}
            perform={() => take(passkey())}
          />
        )}
      </Show>
      <Show when={passkeys.error}>
        <Banner kind="danger">{ui("tryAgain")}</Banner>
      </Show>
    </Section>
  );
}

/** Where the server wants no second factor, the password goes on to be enough. */
const hint = () =>
  config().EnableMultifactorAuthentication === "true" ? `${t("hint")} ${t("hintSecond")}` : t("hint");

function detail(passkey: Passkey): string {
  const since = formatDate(passkey.create_at, "date");
  return passkey.last_used_at === 0
    ? t("unused", { since })
    : t("used", { seen: formatRelative(passkey.last_used_at, Date.now()), since });
}

/** One line in place of the name, until it is kept or left. */
function Rename(props: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = createSignal(props.passkey.name);
  const submit = (event: Event) => {
    event.preventDefault();
    attempt(async () => {
      await put(`/users/me/passkeys/${props.passkey.id}`, { name: name().trim() });
      props.onClose();
    });
  };
  return (
    <form class="settings-section" onSubmit={submit}>
      <TextField label={t("newName")} value={name()} onInput={setName} maxlength={64} required autofocus />
      <div class="settings-actions">
        <Button type="submit" kind="primary" size="small">
          {t("keepName")}
        </Button>
        <Button size="small" onClick={() => props.onClose()}>
          {ui("cancel")}
        </Button>
      </div>
    </form>
  );
}
