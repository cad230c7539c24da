// Integrations of the whole server: the same lists that a team has, for all teams.

import { IntegrationLists } from "../manage/integration-lists";
import { t } from "./strings";
import { Page } from "./table";

export default function Integrations() {
  return (
    <Page title={t("integrations")} hint={t("integrationsHint")}>
      <IntegrationLists />
    </Page>
  );
}
