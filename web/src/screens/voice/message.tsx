// A voice message: played where it stands, at the speed one likes, from any place of its wave.

import { createResource, createSignal, onCleanup, Show } from "solid-js";
import { formatNumber } from "../../i18n/language";
import { link } from "../../net/rest";
import { IconButton } from "../../ui";
import { along, isRightToLeft } from "../../ui/direction";
import type { FileInfo } from "../../wire.gen";
import { ofFiles } from "../channel/strings";
import { t } from "../strings";
import { ofVoice } from "./strings";
import { clock, type Wave, waveOf } from "./wave";
import { WaveBars } from "./wave-bars";
import "./voice.css";

const SPEEDS = [1, 1.5, 2] as const;
const STEP_S = 5;

/** Of several only one is heard: whoever begins stops the one before. */
let stopOther: () => void = () => {};
/** As it was chosen last, for all that follow. */
const [speed, setSpeed] = createSignal<(typeof SPEEDS)[number]>(1);

interface Loaded extends Wave {
  readonly source: string;
}

export default function VoiceMessage(props: { file: FileInfo }) {
  const gone = new AbortController();
  onCleanup(() => gone.abort());
  // Files of recorders can be entered at any place only once they are whole.
  const [loaded] = createResource(async (): Promise<Loaded> => {
    const answer = await fetch(link(`/files/${props.file.id}`), { signal: gone.signal });
    if (!answer.ok) throw new Error(`the file answered ${answer.status}`);
    const recording = await answer.blob();
    return { ...(await waveOf(recording)), source: URL.createObjectURL(recording) };
  });
  onCleanup(() => loaded.state === "ready" && URL.revokeObjectURL(loaded().source));
  const download = () => link(`/files/${props.file.id}`, { download: 1 });
  return (
    <div class="voice" role="group" aria-label={ofVoice("message")}>
      <Show when={loaded.error === undefined} fallback={<p role="alert">{ofFiles("notRead")}</p>}>
        <Show when={loaded()}>{(recording) => <Player recording={recording()} />}</Show>
      </Show>
      <IconButton size="small" icon="download" label={t("download")} onClick={() => location.assign(download())} />
    </div>
  );
}

function createPlayback(recording: Loaded) {
  const [at, setAt] = createSignal(0);
  const [playing, setPlaying] = createSignal(false);
  const sound = new Audio(recording.source);
  let frame = 0;
  const follow = () => {
    setAt(sound.currentTime);
    frame = requestAnimationFrame(follow);
  };
  const rest = () => {
    cancelAnimationFrame(frame);
    setPlaying(false);
  };
  const stop = () => sound.pause();
  sound.onpause = rest;
  sound.onended = () => {
    rest();
    setAt(0);
    sound.currentTime = 0;
  };
  sound.onplay = () => {
    setPlaying(true);
    follow();
  };
  onCleanup(() => {
    stop();
    rest();
    if (stopOther === stop) stopOther = () => {};
  });
  const play = () => {
    if (stopOther !== stop) stopOther();
    stopOther = stop;
    sound.playbackRate = speed();
    // Paused again before it began, which is no mistake.
    sound.play().catch(rest);
  };
  return {
    at,
    playing,
    toggle: () => (playing() ? stop() : play()),
    seek: (to: number) => {
      sound.currentTime = Math.min(Math.max(0, to), recording.length);
      setAt(sound.currentTime);
    },
    faster: () => {
      setSpeed(SPEEDS[(SPEEDS.indexOf(speed()) + 1) % SPEEDS.length] ?? 1);
      sound.playbackRate = speed();
    },
  };
}

function Player(props: { recording: Loaded }) {
  const sound = createPlayback(props.recording);
  const length = () => props.recording.length;
  const told = () => ofVoice("at", { at: clock(sound.at()), length: clock(length()) });
  const shownSpeed = () => `${formatNumber(speed())}×`;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : along(event.key);
    const to = { Home: 0, End: length() }[event.key] ?? (by === 0 ? undefined : sound.at() + by * STEP_S);
    if (to === undefined) return;
    event.preventDefault();
    sound.seek(to);
  };
  const onPointer = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    if (event.type === "pointermove" && event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - box.left) / box.width;
    sound.seek((isRightToLeft() ? 1 - part : part) * length());
  };
  return (
    <>
      <IconButton
        class="voice-play"
        icon={sound.playing() ? "pause" : "play"}
        label={ofVoice(sound.playing() ? "pause" : "play")}
        onClick={sound.toggle}
      />
      <div
        class="voice-wave"
        role="slider"
        tabIndex={0}
        aria-label={ofVoice("place")}
        aria-valuemin={0}
        aria-valuemax={Math.round(length())}
        aria-valuenow={Math.round(sound.at())}
        aria-valuetext={told()}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
      >
        <WaveBars bars={props.recording.bars} heard={sound.at() / length()} />
      </div>
      <time class="voice-time">{clock(sound.playing() || sound.at() > 0 ? sound.at() : length())}</time>
      <button
        type="button"
        class="voice-speed"
        aria-label={ofVoice("speed", { speed: shownSpeed() })}
        onClick={sound.faster}
      >
        {shownSpeed()}
      </button>
    </>
  );
}
