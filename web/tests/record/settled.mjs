// Makes recordings of one day and of another alike: ids are numbered as they come, times by their order. What reads the
// logs only compares ids, and only asks of times which is later.

const ALPHABET = "ybndrfg8ejkmcpqxot1uwisza345h769";
const ID = /(?<![0-9a-z])[13-9a-km-uw-z]{26}(?![0-9a-z])/g;
const TIME = /(?<!\d)1[789]\d{11}(?!\d)/g;
/** Long ago, as what was recorded happened before it is read. */
const EPOCH_MS = 1_600_000_000_000;
/** Between two times that follow each other. */
const STEP_MS = 1_000;

/** The outer form of an id whose 128 bits are this number. */
function idOf(number) {
  const bits = (BigInt(number) << 2n).toString(2).padStart(130, "0");
  return bits.replace(/.{5}/g, (five) => ALPHABET[Number.parseInt(five, 2)]);
}

/** Texts of one recording, in their order. */
export function settled(texts) {
  const ids = new Map();
  const numbered = (id) => {
    if (!ids.has(id)) ids.set(id, idOf(ids.size + 1));
    return ids.get(id);
  };
  const times = [...new Set(texts.flatMap((text) => text.match(TIME) ?? []))].sort();
  const places = new Map(times.map((time, at) => [time, String(EPOCH_MS + at * STEP_MS)]));
  return texts.map((text) => text.replace(ID, numbered).replace(TIME, (time) => places.get(time)));
}
