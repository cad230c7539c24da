// Numbers of a spreadsheet as people read them: a date is kept as a number of days, and only its format says so.

const DAY_MS = 86_400_000;
/** The day 0 of spreadsheets, in days before 1970. */
const DAY_ZERO = 25_569;
/** The formats of dates that every spreadsheet program has. */
const DATES = new Set([14, 15, 16, 17, 22, 27, 30, 36, 45, 46, 47, 50, 57]);
/** Later ones are no dates of people. */
const DAYS_MAX = 2_958_466;

const attributeOf = (element: Element, name: string): string => element.getAttribute(name) ?? "";

/** Whether each style of cells is one of dates, by its number. */
export function datesOf(styles: Document): readonly boolean[] {
  const own = new Map<number, boolean>();
  for (const one of styles.getElementsByTagNameNS("*", "numFmt")) {
    // Without what is quoted, and the colours and conditions in brackets.
    const code = attributeOf(one, "formatCode").replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
    own.set(Number(attributeOf(one, "numFmtId")), /[yd]/i.test(code));
  }
  const formats = styles.getElementsByTagNameNS("*", "cellXfs")[0]?.getElementsByTagNameNS("*", "xf") ?? [];
  return [...formats].map((one) => {
    const id = Number(attributeOf(one, "numFmtId"));
    return own.get(id) ?? DATES.has(id);
  });
}

/** As it is written: dates as year, month and day; numbers without the noise of binary fractions. */
export function shownNumber(value: string, isDate: boolean): string {
  const number = Number(value);
  if (value === "" || !Number.isFinite(number)) return value;
  if (!isDate || number < 0 || number > DAYS_MAX) return String(Number(number.toPrecision(12)));
  const at = new Date(Math.round((number - DAY_ZERO) * DAY_MS)).toISOString();
  return number % 1 === 0 ? at.slice(0, 10) : `${at.slice(0, 10)} ${at.slice(11, 16)}`;
}
