// Going from team to team: by keys, and by name in the palette.
import { go } from "../route";
import { team, teamsOfMine } from "../screens/place";
import { t } from "../screens/strings";
import type { Action } from "./action";

const inSeveral = () => teamsOfMine().length > 1;

function step(by: 1 | -1): void {
  const all = teamsOfMine();
  const at = all.findIndex((one) => one.id === team()?.id);
  const next = all[(at + by + all.length) % all.length];
  if (next) go(`/${next.name}`);
}

export const teamSteps: readonly Action[] = [
  {
    name: "previousTeam",
    label: () => t("previousTeam"),
    keys: "Mod+Alt+ArrowUp",
    enabled: inSeveral,
    perform: () => step(-1),
  },
  {
    name: "nextTeam",
    label: () => t("nextTeam"),
    keys: "Mod+Alt+ArrowDown",
    enabled: inSeveral,
    perform: () => step(1),
  },
];

/** One for each team but the one that is open. */
export const goToTeams = (): Action[] =>
  teamsOfMine()
    .filter((one) => one.id !== team()?.id)
    .map((one) => ({
      name: `team/${one.id}`,
      label: () => t("goToTeam", { name: one.display_name }),
      icon: "people",
      enabled: () => true,
      perform: () => go(`/${one.name}`),
    }));
