// The dialogs, each a chunk that loads when it is opened first.
import { type Component, lazy, Show, Suspense } from "solid-js";
import { Dynamic } from "solid-js/web";
import { type DialogName, dialog } from "./place";

const CHANNELS = () => import("./find/channels");

/** What shows each dialog; one without an entry does nothing yet. */
const VIEWS: { readonly [K in DialogName["kind"]]?: Component } = {
  switcher: lazy(() => import("./find/switcher")),
  browse: lazy(() => CHANNELS().then((module) => ({ default: module.Browse }))),
  createChannel: lazy(() => CHANNELS().then((module) => ({ default: module.Create }))),
  editChannel: lazy(() => CHANNELS().then((module) => ({ default: module.EditChannel }))),
  category: lazy(() => CHANNELS().then((module) => ({ default: module.NewCategory }))),
  direct: lazy(() => import("./find/direct")),
  confirmDelete: lazy(() => import("./channel/delete")),
  viewer: lazy(() => import("./channel/viewer")),
};

export const hasDialog = (kind: DialogName["kind"]): boolean => VIEWS[kind] !== undefined;

export function Dialogs() {
  return (
    <Suspense>
      <Show when={dialog() && VIEWS[dialog()?.kind ?? "switcher"]}>{(view) => <Dynamic component={view()} />}</Show>
    </Suspense>
  );
}
