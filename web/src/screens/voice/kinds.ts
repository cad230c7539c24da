// Which files are voice messages, and how this browser records them.
//
// A voice message is a file like any other, so that every client plays it; its name says that it was spoken.

import type { FileInfo } from "../../wire.gen";

/** What is recorded, the best first, with the extension by which the server knows it for sound and not for a film. */
const KINDS = [
  { mime: "audio/webm;codecs=opus", extension: "weba" },
  { mime: "audio/ogg;codecs=opus", extension: "oga" },
  { mime: "audio/mp4", extension: "m4a" },
] as const;

export type Kind = (typeof KINDS)[number];

/** The first kind that this browser records; nothing where it records none, or where no microphone is given to the page. */
export function recordedAs(): Kind | undefined {
  if (typeof MediaRecorder === "undefined" || !navigator.mediaDevices) return undefined;
  return KINDS.find(({ mime }) => MediaRecorder.isTypeSupported(mime));
}

export const canRecord = (): boolean => recordedAs() !== undefined;

/** What a recording of that moment is called: `voice-20261127-130500.weba`, in the reader's zone. */
export function voiceName(at: Date, { extension }: Kind): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  return `voice-${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}.${extension}`;
}

export const isVoice = ({ name, mime_type, size }: FileInfo): boolean =>
  /^voice-\d{8}-\d{6}\.(?:weba|oga|m4a)$/.test(name) && mime_type.startsWith("audio/") && size <= VOICE_BYTES_MAX;

/** Larger ones are played as other sound is: to draw its wave, all of it is loaded. Ten minutes are 3 MB. */
export const VOICE_BYTES_MAX = 8 * 1024 * 1024;
