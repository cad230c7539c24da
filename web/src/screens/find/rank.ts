// How well a name answers what was typed: the letters in order, better at the beginnings of words and side by side.
// Pure and linear, so that ten thousand names are ranked between two keystrokes.

/** 0 where it does not match; the higher the better. */
export function rank(name: string, typed: string): number {
  if (typed === "") return 1;
  const text = name.toLowerCase();
  const whole = text.indexOf(typed);
  if (whole === 0) return 1_000 - Math.min(text.length, 200);
  if (whole > 0) return (isBoundary(text, whole) ? 800 : 600) - Math.min(text.length, 200);
  return scattered(text, typed);
}

function scattered(text: string, typed: string): number {
  let score = 0;
  let at = 0;
  let run = 0;
  for (const letter of typed) {
    const found = text.indexOf(letter, at);
    if (found < 0) return 0;
    run = found === at && at > 0 ? run + 1 : 0;
    score += 1 + run * 3 + (isBoundary(text, found) ? 8 : 0);
    at = found + 1;
  }
  return Math.min(score, 390);
}

const isBoundary = (text: string, at: number): boolean => at === 0 || /[\s._\-,@~]/.test(text[at - 1] ?? "");
