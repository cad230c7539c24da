// The integrations of a team, in a dialog.

import { Dialog } from "../../ui";
import type { Team } from "../../wire.gen";
import { IntegrationLists } from "./integration-lists";
import { t } from "./strings";

export default function IntegrationsDialog(props: { team: Team; onClose: () => void }) {
  return (
    <Dialog title={t("integrations")} description={props.team.display_name} size="large" onClose={props.onClose}>
      <IntegrationLists teamId={props.team.id} />
    </Dialog>
  );
}
