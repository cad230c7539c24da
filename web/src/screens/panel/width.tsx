// How wide the side panel is: its edge is moved with the pointer or with arrow keys, and stays where it was left.
import { createSignal } from "solid-js";
import { along, isRightToLeft } from "../../ui/direction";
import { keep, kept } from "../place";
import { t } from "../strings";

const WIDTH = "muster.panel.width";
const MIN_PX = 320;
/** What is left for the channel and the sidebar together. */
const REST_PX = 560;
const STEP_PX = 24;

const most = () => Math.max(MIN_PX, window.innerWidth - REST_PX);
const within = (px: number) => Math.round(Math.max(MIN_PX, Math.min(px, most())));

const [chosen, setChosen] = createSignal(Number(kept(WIDTH)) || undefined);

/** In pixels; `undefined` is as wide as the style says. */
export const width = (): number | undefined => {
  const px = chosen();
  return px === undefined ? undefined : within(px);
};

function choose(px: number): void {
  setChosen(within(px));
  keep(WIDTH, String(within(px)));
}

/** The edge of the panel. A double click gives the width that the style says. */
export function Edge(props: { of: () => HTMLElement }) {
  const now = () => props.of().getBoundingClientRect();
  const onPointerDown = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    event.preventDefault();
    const edge = event.currentTarget;
    edge.setPointerCapture(event.pointerId);
    const { left, right } = now();
    const move = (at: PointerEvent) => choose(isRightToLeft() ? at.clientX - left : right - at.clientX);
    edge.addEventListener("pointermove", move);
    edge.addEventListener("lostpointercapture", () => edge.removeEventListener("pointermove", move), { once: true });
  };
  return (
    <div
      class="panel-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t("panelWidth")}
      aria-valuenow={width() ?? MIN_PX}
      aria-valuemin={MIN_PX}
      aria-valuemax={most()}
      tabindex={0}
      onPointerDown={onPointerDown}
      onDblClick={() => {
        setChosen(undefined);
        keep(WIDTH, "");
      }}
      onKeyDown={(event) => {
        const by = along(event.key);
        if (by === 0) return;
        event.preventDefault();
        // The panel stands at the end: its edge goes back where it becomes wider.
        choose(now().width - by * STEP_PX);
      }}
    />
  );
}
