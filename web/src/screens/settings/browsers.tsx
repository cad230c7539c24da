// Browsers that are not asked for the second factor for a while.

import { createResource, For, Show } from "solid-js";
import { formatDate, formatRelative } from "../../i18n/language";
import { get, remove } from "../../net/rest";
import { Button, Icon } from "../../ui";
import type { Browser } from "../../wire.gen";
import { attempt } from "../task";
import { Row, Section } from "./section";
import { t } from "./strings";

export function BrowsersSection() {
  const [browsers, { refetch }] = createResource(() => get<Browser[]>("/users/me/browsers"));
  const now = Date.now();
  const forget = (browser: Browser) =>
    attempt(async () => {
      await remove(`/users/me/browsers/${browser.id}`);
      await refetch();
    });
  return (
    <Show when={(browsers.latest?.length ?? 0) > 0}>
      <Section title={t("browsers")} hint={t("browsersHint")}>
        <ul class="settings-list">
          <For each={browsers.latest}>
            {(browser) => (
              <Row
                lead={<Icon name="globe" />}
                title={[browser.name.replace("/", " "), browser.os].filter(Boolean).join(", ")}
                detail={t("sessionDetail", {
                  seen: formatRelative(browser.last_used_at, now),
                  since: formatDate(browser.create_at, "date"),
                })}
              >
                <Button size="small" kind="quiet" onClick={() => forget(browser)}>
                  {t("browserForget")}
                </Button>
              </Row>
            )}
          </For>
        </ul>
      </Section>
    </Show>
  );
}
