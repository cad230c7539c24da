// Whether one is there, as one says oneself: in the own menu and in the palette.
import { setStatus } from "../query/do";
import { attempt } from "../screens/channel/menu";
import { t } from "../screens/strings";
import type { Action } from "./action";

export const PRESENCES = ["online", "away", "dnd", "offline"] as const;

export const presences: readonly Action[] = PRESENCES.map((one) => ({
  name: one,
  label: () => t(`status_${one}`),
  enabled: () => true,
  perform: () => attempt(setStatus(one)),
}));
