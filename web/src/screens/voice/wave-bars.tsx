// Bars as high as a recording is loud. Decoration: what it says is said beside it.

import { Index } from "solid-js";

const BAR_PX = 3;
const GAP_PX = 2;
const HIGH_PX = 28;

export function WaveBars(props: {
  bars: readonly number[];
  /** The part that was heard, from 0 to 1. */
  heard?: number;
}) {
  const width = () => props.bars.length * (BAR_PX + GAP_PX) - GAP_PX;
  const high = (level: number) => Math.max(2, level * HIGH_PX);
  return (
    <svg class="voice-bars" viewBox={`0 0 ${width()} ${HIGH_PX}`} preserveAspectRatio="none" aria-hidden="true">
      <Index each={props.bars}>
        {(level, at) => (
          <rect
            x={at * (BAR_PX + GAP_PX)}
            y={(HIGH_PX - high(level())) / 2}
            width={BAR_PX}
            height={high(level())}
            data-heard={(at + 0.5) / props.bars.length <= (props.heard ?? 0) ? "" : undefined}
          />
        )}
      </Index>
    </svg>
  );
}
