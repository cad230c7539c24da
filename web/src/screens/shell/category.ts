// What a category of the sidebar is called, and what moving a channel by its menu does to the categories.
import type { Category, Channel } from "../../wire.gen";
import { t } from "../strings";

export function nameOfCategory(category: Category): string {
  if (category.type === "favorites") return t("favorites");
  if (category.type === "channels") return t("channels");
  if (category.type === "direct_messages") return t("directMessages");
  return category.display_name;
}

/** Where else a channel may stand: conversations and channels of the team have a category of their own each. */
export function othersFor(one: Channel, categories: readonly Category[]): Category[] {
  const foreign = one.team_id === "" ? "channels" : "direct_messages";
  return categories.filter((category) => category.type !== foreign && !category.channel_ids.includes(one.id));
}

/** The categories that change when a channel goes to the top of another one. Each stays sorted as it was. */
export function movedTo(categories: readonly Category[], id: string, categoryId: string): Category[] {
  return categories.flatMap((category) => {
    const without = category.channel_ids.filter((one) => one !== id);
    if (category.id === categoryId) return [{ ...category, channel_ids: [id, ...without] }];
    return without.length < category.channel_ids.length ? [{ ...category, channel_ids: without }] : [];
  });
}

/** The category in which the reader decides where the channel stands, if it is in such a one. */
export function byHand(id: string, categories: readonly Category[]): Category | undefined {
  const category = categories.find((one) => one.channel_ids.includes(id));
  // Conversations come by time or name; favourites are by hand until told otherwise.
  if (!category || category.type === "direct_messages") return undefined;
  if (category.sorting === "manual") return category;
  return category.type === "favorites" && category.sorting !== "recent" ? category : undefined;
}

/** The channels beside it among those that are shown. */
export function besides(
  id: string,
  category: Category,
  isShown: (id: string) => boolean,
): { readonly above: string | undefined; readonly below: string | undefined } {
  const shown = category.channel_ids.filter((one) => one === id || isShown(one));
  const at = shown.indexOf(id);
  return { above: shown[at - 1], below: shown[at + 1] };
}
