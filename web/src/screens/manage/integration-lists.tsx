// Integrations, kind by kind: what there is, a new one, away with one.

import { createResource, createSignal, For, onMount, Show, Suspense } from "solid-js";
import { store } from "../../query/world";
import { Banner, Button, Empty, Icon, MenuButton, Select, Skeleton, Tabs, Tag, TextArea, TextField } from "../../ui";
import { t as ui } from "../../ui/strings";
import { Row } from "../settings/section";
import { Sure } from "../sure";
import { attempt, createTask, problemText } from "../task";
import { type FieldOf, type Integration, KINDS, type Kind, newToken } from "./integration-kinds";
import { type KindName, mayIntegrate } from "./integration-rights";
import { copyText, Secret } from "./secret";
import { t } from "./strings";
import "./manage.css";

/** Of one team, or without it of all. */
export function IntegrationLists(props: { teamId?: string | undefined }) {
  const kinds = () => KINDS.filter((one) => mayIntegrate(one.name, props.teamId));
  const [chosen, setChosen] = createSignal<KindName>(kinds()[0]?.name ?? "incoming");
  const kind = () => KINDS.find((one) => one.name === chosen()) ?? (KINDS[0] as Kind);
  return (
    <Tabs
      label={t("integrations")}
      tabs={kinds().map((one) => ({ key: one.name, label: t(one.name), icon: one.icon }))}
      chosen={chosen()}
      onChoose={setChosen}
    >
      <div class="settings-page invite-page">
        {/* What waits here is the list alone: a dialog that is taken out of the page meanwhile comes back without Escape. */}
        <Suspense fallback={<Skeleton lines={3} />}>
          <Show when={kind()} keyed>
            {(shown) => <List kind={shown} teamId={props.teamId} />}
          </Show>
        </Suspense>
      </div>
    </Tabs>
  );
}

function List(props: { kind: Kind; teamId: string | undefined }) {
  const [all, { refetch }] = createResource(() => props.kind.list(props.teamId));
  const [making, setMaking] = createSignal(false);
  const [secret, setSecret] = createSignal<string>();
  const [removing, setRemoving] = createSignal<Integration>();
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      await refetch();
    });
  const items = (one: Integration) => [
    ...(one.secret ? [{ label: ui("copy"), icon: "copy" as const, perform: () => copyText(one.secret ?? "") }] : []),
    ...(props.kind.name === "outgoing" || props.kind.name === "commands"
      ? [
          {
            label: t("newToken"),
            icon: "refresh" as const,
            perform: () => change(() => newToken(props.kind.name, one.id)),
          },
        ]
      : []),
    {
      label: props.kind.name === "bots" ? t(one.disabled ? "enable" : "disable") : t("remove"),
      icon: "trash" as const,
      danger: !one.disabled,
      apart: true,
      // A bot that is disabled comes back; what is removed does not.
      perform: () => (props.kind.name === "bots" ? change(() => props.kind.remove(one)) : setRemoving(one)),
    },
  ];
  return (
    <div class="settings-section">
      <header>
        <p>{t(`${props.kind.name}Hint`)}</p>
        <Show when={!making()}>
          <Button icon="add" onClick={() => setMaking(true)}>
            {t(`${props.kind.name}New`)}
          </Button>
        </Show>
      </header>
      <Show when={secret()}>
        {(text) => (
          <>
            <Banner kind="success" onDismiss={() => setSecret(undefined)}>
              {t("madeKeep")}
            </Banner>
            <Secret text={text()} />
          </>
        )}
      </Show>
      <Show when={making()}>
        <Maker
          kind={props.kind}
          teamId={props.teamId}
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setSecret(made);
            void refetch();
          }}
        />
      </Show>
      <Show when={removing()}>
        {(one) => (
          <Sure
            title={t("removeTitle", { name: one().title })}
            text={t("removeIntegrationText")}
            yes={t("remove")}
            onClose={() => setRemoving(undefined)}
            perform={() => change(() => props.kind.remove(one()))}
          />
        )}
      </Show>
      <Show when={all.error}>
        <Banner kind="danger">{problemText(all.error)}</Banner>
      </Show>
      <Show when={!all.error && all.latest} fallback={<Show when={!all.error}>{<Skeleton lines={3} />}</Show>}>
        {(rows) => (
          <Show when={rows().length > 0} fallback={<Empty icon={props.kind.icon} title={t("noneYet")} />}>
            <ul class="settings-list">
              <For each={rows()}>
                {(one) => (
                  <Row
                    lead={<Icon name={props.kind.icon} />}
                    title={<bdi>{one.title}</bdi>}
                    detail={<bdi>{one.detail}</bdi>}
                  >
                    <Show when={one.disabled}>
                      <Tag>{t("disabled")}</Tag>
                    </Show>
                    <MenuButton label={t("actionsFor", { name: one.title })} align="end" items={() => items(one)} />
                  </Row>
                )}
              </For>
            </ul>
          </Show>
        )}
      </Show>
    </div>
  );
}

function Maker(props: {
  kind: Kind;
  teamId: string | undefined;
  onClose: () => void;
  onMade: (secret: string | undefined) => void;
}) {
  const [values, setValues] = createSignal<Readonly<Record<string, string>>>({});
  const [team, setTeam] = createSignal(props.teamId ?? [...store.ids("teams")][0] ?? "");
  const task = createTask();
  let form!: HTMLFormElement;
  // Whoever asked for it writes at once.
  onMount(() => form.querySelector<HTMLElement>("input, select")?.focus());
  const change = (name: string) => (value: string) => setValues({ ...values(), [name]: value });
  const submit = (event: Event) => {
    event.preventDefault();
    void task.run(async () => props.onMade(await props.kind.create(values(), team())));
  };
  const channels = (field: FieldOf) => {
    const open = [...store.all("channels").values()].filter(
      (one) => one.team_id === team() && one.delete_at === 0 && (one.type === "O" || one.type === "P"),
    );
    const sorted = open.sort((a, b) => a.display_name.localeCompare(b.display_name));
    const none = { value: "", label: t(field.required ? "choose" : "everyChannel") };
    return [none, ...sorted.map((one) => ({ value: one.id, label: one.display_name }))];
  };
  return (
    <form ref={form} class="settings-section maker" onSubmit={submit}>
      <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
      <Show when={!props.teamId && props.kind.name !== "bots"}>
        <Select
          label={t("team")}
          value={team()}
          options={[...store.all("teams").values()].map((one) => ({ value: one.id, label: one.display_name }))}
          onChoose={setTeam}
        />
      </Show>
      <For each={props.kind.fields}>
        {(field, at) => {
          const value = () => values()[field.name] ?? "";
          if (field.kind === "channel") {
            return (
              <Select
                label={t(`field_${field.label}`)}
                value={value()}
                options={channels(field)}
                required={field.required ?? false}
                onChoose={change(field.name)}
              />
            );
          }
          if (field.kind === "lines") {
            return (
              <TextArea
                label={t(`field_${field.label}`)}
                hint={t("onePerLine")}
                required={field.required ?? false}
                value={value()}
                onInput={change(field.name)}
              />
            );
          }
          return (
            <TextField
              label={t(`field_${field.label}`)}
              required={field.required ?? false}
              autofocus={at() === 0}
              value={value()}
              onInput={change(field.name)}
            />
          );
        }}
      </For>
      <div class="settings-actions">
        <Button onClick={props.onClose}>{ui("cancel")}</Button>
        <Button type="submit" kind="primary" busy={task.busy()}>
          {t("create")}
        </Button>
      </div>
    </form>
  );
}
