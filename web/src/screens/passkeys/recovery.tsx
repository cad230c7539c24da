// Recovery codes: how many are left, and others in their place. The codes live in this component and nowhere else.

import { createResource, createSignal, Show } from "solid-js";
import { get, post } from "../../net/rest";
import { Banner, Button, Tag } from "../../ui";
import type { RecoveryCodes, RecoveryCodesLeft } from "../../wire.gen";
import { Secret } from "../manage/secret";
import { Section } from "../settings/section";
import { createProof, PasswordField } from "./proof";
import { t } from "./strings";

export function RecoverySection() {
  const [left, { refetch }] = createResource(() => get<RecoveryCodesLeft>("/users/me/recovery_codes"));
  const [codes, setCodes] = createSignal<readonly string[]>();
  const proof = createProof();
  const make = (event: Event) => {
    event.preventDefault();
    void proof.run(async (password) => {
      setCodes((await post<RecoveryCodes>("/users/me/recovery_codes", { password })).codes);
      await refetch();
    });
  };
  return (
    <Section
      title={t("recovery")}
      hint={t("recoveryHint")}
      action={
        <Show when={!left.error && left.latest}>
          {(told) => <Tag>{t("recoveryLeft", { count: told().left })}</Tag>}
        </Show>
      }
    >
      <Show when={proof.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
      <Show when={codes()}>
        {(all) => (
          <>
            <Banner kind="warning" onDismiss={() => setCodes(undefined)}>
              {t("recoveryOnce")}
            </Banner>
            <Secret text={all().join("\n")} />
          </>
        )}
      </Show>
      <form class="settings-section" onSubmit={make}>
        <PasswordField proof={proof} />
        <div class="settings-actions">
          <Button type="submit" icon="refresh" busy={proof.busy()}>
            {t("recoveryMake")}
          </Button>
        </div>
      </form>
    </Section>
  );
}
