import { describe, expect, it, vi } from "vitest";
import type { FileInfo } from "../../wire.gen";
import { isVoice, recordedAs, VOICE_BYTES_MAX, voiceName } from "./kinds";
import { clock, loudness } from "./wave";

const file = (name: string, mime_type = "audio/webm", size = 9) => ({ name, mime_type, size }) as FileInfo;

describe("a voice message", () => {
  it("is known by the name that a recording gets", () => {
    const kind = { mime: "audio/webm;codecs=opus", extension: "weba" } as const;
    const name = voiceName(new Date(2026, 10, 7, 9, 5, 3), kind);
    expect(name).toBe("voice-20261107-090503.weba");
    expect(isVoice(file(name))).toBe(true);
    expect(isVoice(file("voice-of-the-sea.weba"))).toBe(false);
    expect(isVoice(file(name, "video/webm"))).toBe(false);
    expect(isVoice(file(name, "audio/webm", VOICE_BYTES_MAX + 1))).toBe(false);
  });

  it("is recorded as the first kind that the browser has", () => {
    expect(recordedAs()).toBeUndefined();
    vi.stubGlobal("MediaRecorder", { isTypeSupported: (mime: string) => mime === "audio/mp4" });
    vi.stubGlobal("navigator", { mediaDevices: {} });
    expect(recordedAs()?.extension).toBe("m4a");
    vi.unstubAllGlobals();
  });

  it("is drawn as loud as it is, the loudest part highest", () => {
    const samples = Float32Array.from([0, 0, 0.25, -0.25, 0.5, -0.5, 0, 0]);
    expect(loudness(samples, 4)).toEqual([0, 0.5, 1, 0]);
    expect(loudness(new Float32Array(3), 4)).toEqual([0, 0, 0, 0]);
    expect([clock(0), clock(7.9), clock(750)]).toEqual(["0:00", "0:07", "12:30"]);
  });
});
