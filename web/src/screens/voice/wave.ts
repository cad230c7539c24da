// The wave of a recording: how loud it is along its way, and how long. Pure, but for the browser's decoder.

/** Bars that a wave is drawn with. */
export const BARS = 48;
/** Enough for how loud it is; a minute is 2 MB then. */
const SAMPLES_PER_SECOND = 8_000;

export interface Wave {
  /** From 0 to 1; the loudest is 1. */
  readonly bars: readonly number[];
  /** In seconds. */
  readonly length: number;
}

/** How loud each of `count` parts is, the loudest as 1. Of silence all are 0. */
export function loudness(samples: Float32Array, count = BARS): number[] {
  const part = Math.max(1, samples.length / count);
  const levels = Array.from({ length: count }, (_, at) => {
    const [from, to] = [Math.floor(at * part), Math.floor((at + 1) * part)];
    return rootMeanSquare(samples.subarray(from, to));
  });
  const most = Math.max(...levels);
  return most === 0 ? levels : levels.map((level) => level / most);
}

export function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}

/** The wave of what was recorded. Files of recorders do not say how long they are: it is heard from them. */
export async function waveOf(recording: Blob): Promise<Wave> {
  const decoder = new OfflineAudioContext(1, 1, SAMPLES_PER_SECOND);
  const heard = await decoder.decodeAudioData(await recording.arrayBuffer());
  return { bars: loudness(heard.getChannelData(0)), length: heard.duration };
}

/** Seconds as a clock shows them: `0:07`, `12:30`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
