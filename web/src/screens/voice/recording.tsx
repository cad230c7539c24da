// What is shown while a voice message is spoken: how long it is, how loud, and what becomes of it.

import { createEffect, createResource, onCleanup, onMount, Show } from "solid-js";
import { IconButton, toast } from "../../ui";
import { recordedAs } from "./kinds";
import { createRecorder, LENGTH_MAX_MS } from "./recorder";
import { ofVoice } from "./strings";
import { BARS, clock } from "./wave";
import { WaveBars } from "./wave-bars";
import "./voice.css";

interface RecordingProps {
  /** Whether the place that it is for is still shown; when it is left, the recording is done. */
  readonly isHere: boolean;
  readonly onDone: (file: File) => void;
  readonly onEnd: () => void;
}

export default function Recording(props: RecordingProps) {
  let isGone = false;
  onCleanup(() => {
    isGone = true;
  });
  const [stream] = createResource(async () => {
    try {
      const given = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (!isGone) return given;
      for (const track of given.getTracks()) track.stop();
    } catch (problem) {
      const isDenied = problem instanceof DOMException && problem.name === "NotAllowedError";
      toast({ text: ofVoice(isDenied ? "denied" : "noMicrophone"), kind: "danger" });
    }
    if (!isGone) props.onEnd();
    return undefined;
  });
  return <Show when={stream()}>{(given) => <Spoken {...props} stream={given()} />}</Show>;
}

function Spoken(props: RecordingProps & { stream: MediaStream }) {
  const kind = recordedAs();
  if (!kind) throw new Error("a recording began in a browser that records nothing");
  const recorder = createRecorder(props.stream, kind, (how, file) => {
    if (how === "tooLong") toast({ text: ofVoice("tooLong", { minutes: LENGTH_MAX_MS / 60_000 }) });
    if (file) props.onDone(file);
    props.onEnd();
  });
  createEffect(() => !props.isHere && recorder.end("done"));
  let bar!: HTMLDivElement;
  onMount(() => bar.querySelector<HTMLElement>("[data-done]")?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    recorder.end("discarded");
  };
  const bars = () => [...Array<number>(BARS).fill(0), ...recorder.levels()].slice(-BARS);
  return (
    <div class="voice-recording" role="group" aria-label={ofVoice("recording")} ref={bar} onKeyDown={onKeyDown}>
      <span class="voice-live" aria-hidden="true" />
      <span class="unseen" role="status">
        {ofVoice("recording")}
      </span>
      <time>{clock(recorder.elapsed() / 1_000)}</time>
      <WaveBars bars={bars()} />
      <IconButton
        size="small"
        icon="trash"
        label={ofVoice("discard")}
        keys="Escape"
        onClick={() => recorder.end("discarded")}
      />
      <IconButton
        size="small"
        class="voice-done"
        icon="check"
        label={ofVoice("done")}
        data-done=""
        onClick={() => recorder.end("done")}
      />
    </div>
  );
}
