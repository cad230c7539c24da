// Records what is said into the microphone, until it is done, discarded, or too long.

import { createSignal, onCleanup } from "solid-js";
import { type Kind, voiceName } from "./kinds";
import { BARS, rootMeanSquare } from "./wave";

/** Longer ones nobody listens to. */
export const LENGTH_MAX_MS = 10 * 60_000;
/** Speech stays clear; ten minutes are 2.4 MB. */
const BITS_PER_SECOND = 32_000;
const LEVEL_EVERY_MS = 100;

export type Ending = "done" | "discarded" | "tooLong";

export interface Recorder {
  /** Milliseconds since it began. */
  readonly elapsed: () => number;
  /** How loud the last moments were, from 0 to 1; the newest is last. */
  readonly levels: () => readonly number[];
  readonly end: (how: Ending) => void;
}

/**
 * Begins to record `stream` as `kind`; it ends with the component that asks. `onEnd` comes once, with the file unless it
 * was discarded, and the microphone is let go before.
 */
export function createRecorder(
  stream: MediaStream,
  kind: Kind,
  onEnd: (how: Ending, file: File | undefined) => void,
): Recorder {
  const recorder = new MediaRecorder(stream, { mimeType: kind.mime, audioBitsPerSecond: BITS_PER_SECOND });
  const parts: Blob[] = [];
  const began = performance.now();
  const [elapsed, setElapsed] = createSignal(0);
  const [levels, setLevels] = createSignal<readonly number[]>([]);
  let ending: Ending | undefined;

  const hearing = new AudioContext();
  const ear = new AnalyserNode(hearing, { fftSize: 2048 });
  hearing.createMediaStreamSource(stream).connect(ear);
  const heard = new Float32Array(ear.fftSize);

  const end = (how: Ending) => {
    if (ending) return;
    ending = how;
    clearInterval(timer);
    if (recorder.state !== "inactive") recorder.stop();
    for (const track of stream.getTracks()) track.stop();
    void hearing.close();
  };
  const timer = setInterval(() => {
    ear.getFloatTimeDomainData(heard);
    // Speech is far below the loudest that can be recorded.
    setLevels([...levels().slice(1 - BARS), Math.min(1, rootMeanSquare(heard) * 4)]);
    setElapsed(performance.now() - began);
    if (elapsed() > LENGTH_MAX_MS) end("tooLong");
  }, LEVEL_EVERY_MS);

  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => {
    // The microphone may have been pulled out: what was said until then stays.
    end("done");
    const how = ending ?? "done";
    const type = kind.mime.split(";")[0] ?? "";
    const file = how === "discarded" ? undefined : new File(parts, voiceName(new Date(), kind), { type });
    onEnd(how, file);
  };
  recorder.start();
  onCleanup(() => end("discarded"));
  return { elapsed, levels, end };
}
