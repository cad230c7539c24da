import { describe, expect, it } from "vitest";
import { readTime } from "./natural";
import { toField } from "./times";

/** A Wednesday. */
const NOW = new Date("2026-11-18T15:20").getTime();
const read = (text: string, language = "en"): string | undefined => {
  const at = readTime(text, NOW, language);
  return at === undefined ? undefined : toField(at);
};

describe("a time in words", () => {
  it.each([
    ["in 2 hours", "2026-11-18T17:20"],
    ["2h", "2026-11-18T17:20"],
    ["1h30m", "2026-11-18T16:50"],
    ["in 1 hour and 30 minutes", "2026-11-18T16:50"],
    ["in half an hour", "2026-11-18T15:50"],
    ["in an hour", "2026-11-18T16:20"],
    ["in 3 days", "2026-11-21T15:20"],
    ["in 3 days at 8", "2026-11-21T08:00"],
    ["in a week", "2026-11-25T15:20"],
    ["in two months", "2027-01-18T15:20"],
    ["tomorrow", "2026-11-19T09:00"],
    ["Tomorrow at 9", "2026-11-19T09:00"],
    ["tomorrow 9.30 pm", "2026-11-19T21:30"],
    ["tomorrow evening at 8", "2026-11-19T20:00"],
    ["at 9 in the evening", "2026-11-18T21:00"],
    ["tonight", "2026-11-18T20:00"],
    ["today", "2026-11-18T17:00"],
    ["at 9", "2026-11-19T09:00"],
    ["at noon", "2026-11-19T12:00"],
    ["16:00", "2026-11-18T16:00"],
    ["5pm", "2026-11-18T17:00"],
    ["12 am", "2026-11-19T00:00"],
    ["midnight", "2026-11-19T00:00"],
    ["next monday", "2026-11-23T09:00"],
    ["friday at 14:15", "2026-11-20T14:15"],
    ["on wed, 10am", "2026-11-25T10:00"],
    ["next week", "2026-11-23T09:00"],
    ["next month", "2026-12-01T09:00"],
    ["2026-12-24 18:00", "2026-12-24T18:00"],
    ["December 24th at 6pm", "2026-12-24T18:00"],
    ["on the 1st of March", "2027-03-01T09:00"],
    ["12/24", "2026-12-24T09:00"],
    ["the day after tomorrow at seven", "2026-11-20T07:00"],
  ])("is understood in English: %s", (text, at) => {
    expect(read(text)).toBe(at);
  });

  it.each([
    ["in 2 Stunden", "2026-11-18T17:20"],
    ["in einer halben Stunde", "2026-11-18T15:50"],
    ["morgen um 9", "2026-11-19T09:00"],
    ["Morgen früh", "2026-11-19T09:00"],
    ["morgen Abend um 8", "2026-11-19T20:00"],
    ["übermorgen um halb neun", "2026-11-20T08:30"],
    ["heute um 17 Uhr 30", "2026-11-18T17:30"],
    ["nächsten Montag", "2026-11-23T09:00"],
    ["am Freitag um 14.15 Uhr", "2026-11-20T14:15"],
    ["nächste Woche", "2026-11-23T09:00"],
    ["in drei Tagen", "2026-11-21T15:20"],
    ["24.12. um 18 Uhr", "2026-12-24T18:00"],
    ["am 3. März 2027", "2027-03-03T09:00"],
    ["tomorrow at 9", "2026-11-19T09:00"],
  ])("is understood in German: %s", (text, at) => {
    expect(read(text, "de")).toBe(at);
  });

  it.each([
    ["fr", "demain à 9h30", "2026-11-19T09:30"],
    ["fr", "dans 2 heures", "2026-11-18T17:20"],
    ["fr", "lundi prochain", "2026-11-23T09:00"],
    ["es", "mañana por la mañana", "2026-11-19T09:00"],
    ["es", "el lunes a las 5 de la tarde", "2026-11-23T17:00"],
    ["es", "dentro de 2 horas", "2026-11-18T17:20"],
    ["es", "la semana que viene", "2026-11-23T09:00"],
    ["pt-BR", "amanhã às 9", "2026-11-19T09:00"],
    ["pt-BR", "na próxima segunda", "2026-11-23T09:00"],
    ["pt-BR", "daqui a 30 minutos", "2026-11-18T15:50"],
  ])("is understood in %s: %s", (language, text, at) => {
    expect(read(text, language)).toBe(at);
  });

  it.each([
    "",
    "soon",
    "9",
    "at 25",
    "13 pm",
    "31.2.",
    "in 9999 months",
    "tomorrow or so",
    "call Ben",
    "in 2 hours at 9",
  ])("is not guessed from: %s", (text) => {
    expect(read(text)).toBeUndefined();
  });
});
