// Personal access tokens: made, shown once, disabled, revoked. The secret lives in this component and nowhere else.

import { createResource, createSignal, For, Show } from "solid-js";
import { get, post } from "../../net/rest";
import { Banner, Button, Icon, MenuButton, Skeleton, Tag, TextField } from "../../ui";
import { t as ui } from "../../ui/strings";
import type { AccessToken } from "../../wire.gen";
import { Secret } from "../manage/secret";
import { Sure } from "../sure";
import { attempt, createTask } from "../task";
import { Row, Section } from "./section";
import { t } from "./strings";

export function TokensSection() {
  const [tokens, { refetch }] = createResource(() => get<AccessToken[]>("/users/me/tokens"));
  const [made, setMade] = createSignal<AccessToken>();
  const [revoking, setRevoking] = createSignal<AccessToken>();
  const [description, setDescription] = createSignal("");
  const task = createTask();
  const create = (event: Event) => {
    event.preventDefault();
    void task.run(async () => {
      setMade(await post<AccessToken>("/users/me/tokens", { description: description().trim() }));
      setDescription("");
      await refetch();
    });
  };
  const act = (verb: "revoke" | "enable" | "disable", token: AccessToken) =>
    attempt(async () => {
      await post(`/users/tokens/${verb}`, { token_id: token.id });
      await refetch();
    });
  return (
    <Section title={t("tokens")} hint={t("tokensHint")}>
      <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
      <Show when={made()}>
        {(token) => (
          <>
            <Banner kind="warning" onDismiss={() => setMade(undefined)}>
              {t("tokenOnce")}
            </Banner>
            <Secret text={token().token ?? ""} />
          </>
        )}
      </Show>
      <form onSubmit={create}>
        <TextField
          label={t("tokenFor")}
          placeholder={t("tokenForExample")}
          required
          maxlength={255}
          value={description()}
          onInput={setDescription}
          action={
            <Button type="submit" size="small" kind="quiet" busy={task.busy()}>
              {t("tokenCreate")}
            </Button>
          }
        />
      </form>
      <Show when={tokens.latest} fallback={<Skeleton lines={2} />}>
        {(all) => (
          <Show when={all().length > 0}>
            <ul class="settings-list">
              <For each={all()}>
                {(token) => (
                  <Row lead={<Icon name="key" />} title={token.description} detail={token.id}>
                    <Show when={!token.is_active}>
                      <Tag>{t("tokenDisabled")}</Tag>
                    </Show>
                    <MenuButton
                      label={t("tokenActions")}
                      align="end"
                      items={() => [
                        token.is_active
                          ? { label: t("tokenDisable"), perform: () => act("disable", token) }
                          : { label: t("tokenEnable"), perform: () => act("enable", token) },
                        { label: t("tokenRevoke"), danger: true, icon: "trash", perform: () => setRevoking(token) },
                      ]}
                    />
                  </Row>
                )}
              </For>
            </ul>
          </Show>
        )}
      </Show>
      <Show when={revoking()}>
        {(token) => (
          <Sure
            title={t("tokenRevokeTitle", { name: token().description })}
            text={t("tokenRevokeText")}
            yes={t("tokenRevoke")}
            onClose={() => setRevoking(undefined)}
            perform={() => act("revoke", token())}
          />
        )}
      </Show>
      <Show when={tokens.error}>
        <Banner kind="danger">{ui("tryAgain")}</Banner>
      </Show>
    </Section>
  );
}
