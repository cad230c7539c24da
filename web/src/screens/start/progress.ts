// How far a first visit is: what is offered, what is done by its traces or was ticked, and what nobody wants to see again.
import { createSignal } from "solid-js";
import { savePreferences } from "../../query/load";
import { isAdmin, me, preference } from "../../query/world";

const CATEGORY = "muster_start";
const DAY_MS = 86_400_000;
/** Who has been here for longer knows the way, whether or not they said so. */
const NEW_DAYS: Readonly<Record<Offer, number>> = { checklist: 90, tour: 14 };

/** Administrators are offered the checklist, everybody else the tour. */
export type Offer = "checklist" | "tour";

export const ITEMS = ["name", "invite", "channels", "history", "email", "signIn", "push", "apps"] as const;
export type Item = (typeof ITEMS)[number];

/** What the server and the team already show of it. */
export interface Traces {
  readonly hasTeamPicture: boolean;
  readonly people: number;
  /** Of the team, besides those that every team has. */
  readonly channels: number;
  readonly mails: boolean;
  readonly pushes: boolean;
}

/** What is done by its traces; the rest is ticked by hand. */
export function traced(traces: Traces): readonly Item[] {
  const done: Readonly<Partial<Record<Item, boolean>>> = {
    name: traces.hasTeamPicture,
    invite: traces.people > 1,
    channels: traces.channels > 0,
    email: traces.mails,
    push: traces.pushes,
  };
  return ITEMS.filter((item) => done[item]);
}

const isItem = (name: string): name is Item => (ITEMS as readonly string[]).includes(name);

/** What was ticked by hand. */
export const ticked = (): readonly Item[] => (preference(CATEGORY, "ticked") ?? "").split(",").filter(isItem);

export function tick(item: Item, done: "done" | "open"): Promise<void> {
  const others = ticked().filter((one) => one !== item);
  const value = (done === "done" ? [...others, item] : others).join(",");
  return savePreferences([{ category: CATEGORY, name: "ticked", value }]);
}

/** What this visitor is offered now; nothing to who is not new or did not want it. */
export function offered(now: number): Offer | undefined {
  const user = me();
  if (!user) return undefined;
  const offer = isAdmin() ? "checklist" : "tour";
  const isNew = now - (user.create_at ?? 0) < NEW_DAYS[offer] * DAY_MS;
  return isNew && preference(CATEGORY, offer) !== "dismissed" ? offer : undefined;
}

export const dismissOffer = (offer: Offer): Promise<void> =>
  savePreferences([{ category: CATEGORY, name: offer, value: "dismissed" }]);

/** Whether the tour is under way. */
export const [touring, setTouring] = createSignal(false);
