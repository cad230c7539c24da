// The emoji picker as others open it: it is no part of the first view, and comes while the page is idle.
import { type ComponentProps, lazy, Suspense } from "solid-js";

const Picker = lazy(() => import("./picker"));

export function EmojiPicker(props: ComponentProps<typeof Picker>) {
  return (
    <Suspense>
      <Picker {...props} />
    </Suspense>
  );
}
