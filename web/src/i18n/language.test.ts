// Dates, numbers and lists in the reader's language; the catalogue follows the choice.

import { afterEach, describe, expect, it, vi } from "vitest";
import { t } from "../ui/strings";
import {
  directionOf,
  formatBytes,
  formatDate,
  formatList,
  formatRelative,
  nearest,
  setHourCycle,
  setLanguage,
  setTimeZone,
} from "./language";

const AT = Date.UTC(2026, 0, 2, 15, 4);

afterEach(() => {
  setLanguage("en");
  setHourCycle("language");
  setTimeZone(undefined);
});

describe("the language", () => {
  it("is the nearest one to the locale", () => {
    expect(["de-AT", "ja_JP", "en-GB", "fr-CA", "tlh"].map(nearest)).toEqual(["de", "ja", "en", "fr", "en"]);
    expect(["ar-EG", "pt", "zh", "zh-TW"].map(nearest)).toEqual(["ar", "pt-BR", "zh-CN", "en"]);
  });

  it("changes the words once they are there", async () => {
    setLanguage("de");
    await vi.waitFor(() => expect(t("close")).toBe("Schließen"));
    expect(document.documentElement.lang).toBe("de");
  });

  it("mirrors for scripts that run from right to left", () => {
    expect([directionOf("ar-EG"), directionOf("ja")]).toEqual(["rtl", "ltr"]);
  });

  it("writes times in the chosen zone and clock", () => {
    setTimeZone("Asia/Tokyo");
    setHourCycle("24");
    expect(formatDate(AT, "time")).toBe("00:04");
    expect(formatDate(AT, "time", "Europe/Berlin")).toBe("16:04");
    setLanguage("de");
    expect(formatDate(AT, "date")).toBe("3. Jan. 2026");
  });

  it("writes what is near in words", () => {
    expect(formatRelative(AT - 5 * 60_000, AT)).toBe("5 minutes ago");
    expect(formatRelative(AT - 86_400_000, AT)).toBe("yesterday");
    expect(formatRelative(AT - 900, AT)).toBe("now");
  });

  it("joins lists and sizes", () => {
    expect(formatList(["Ann", "Ben", "Cid"])).toBe("Ann, Ben, and Cid");
    expect(formatBytes(1_572_864)).toBe("1.5 MB");
    expect(formatBytes(222)).toBe("222 bytes");
  });
});
