// The words that people use for times, for each language that is read: small letters, without accents.
//
// Names of weekdays and months come from the browser. Languages that do not part their words by spaces have no row.

export type Unit = "minute" | "hour" | "day" | "week" | "month";

export interface TimeWords {
  /** Before a span: "in 2 hours". */
  readonly in: readonly string[];
  /** Before a time of day. */
  readonly at: readonly string[];
  /** Before a day. */
  readonly on: readonly string[];
  /** Before or after a weekday or "week". */
  readonly next: readonly string[];
  /** Between the parts of a span. */
  readonly and: readonly string[];
  /** After an hour, where it says only that it is one: "9 o'clock". */
  readonly clock: readonly string[];
  /** Before an hour, and half an hour earlier: "halb neun". */
  readonly halfBefore: readonly string[];
  readonly half: readonly string[];
  readonly units: Readonly<Record<Unit, readonly string[]>>;
  readonly numbers: Readonly<Record<string, number>>;
  /** Days from today. */
  readonly days: Readonly<Record<string, number>>;
  /** Hours of the day; those from noon on make a small hour beside them one after noon: "at 9 in the evening". */
  readonly hours: Readonly<Record<string, number>>;
  /** What stands before what one is reminded of. */
  readonly lead: readonly string[];
  /** Words that may stand anywhere and mean nothing. */
  readonly filler: readonly string[];
}

const en: TimeWords = {
  in: ["in"],
  at: ["at", "around", "by"],
  on: ["on", "this"],
  next: ["next", "coming"],
  and: ["and"],
  clock: ["o'clock", "oclock"],
  halfBefore: [],
  half: ["half"],
  units: {
    minute: ["m", "min", "mins", "minute", "minutes"],
    hour: ["h", "hr", "hrs", "hour", "hours"],
    day: ["d", "day", "days"],
    week: ["w", "week", "weeks"],
    month: ["month", "months"],
  },
  numbers: { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  days: { today: 0, tonight: 0, tomorrow: 1, "day after tomorrow": 2 },
  hours: {
    tonight: 20,
    noon: 12,
    midday: 12,
    midnight: 24,
    morning: 9,
    "in the morning": 9,
    "this afternoon": 15,
    "in the afternoon": 15,
    afternoon: 15,
    "this evening": 18,
    "in the evening": 18,
    evening: 18,
  },
  lead: ["me to", "me", "to"],
  filler: ["the", "of", "an"],
};

const de: TimeWords = {
  in: ["in"],
  at: ["um", "gegen", "ab"],
  on: ["am", "den", "diesen", "dieser"],
  next: ["nachste", "nachsten", "nachster", "nachstes", "kommende", "kommenden", "kommender"],
  and: ["und"],
  clock: ["uhr"],
  halfBefore: ["halb"],
  half: ["halbe", "halben"],
  units: {
    minute: ["m", "min", "minute", "minuten"],
    hour: ["h", "std", "stunde", "stunden"],
    day: ["tag", "tage", "tagen"],
    week: ["woche", "wochen"],
    month: ["monat", "monate", "monaten"],
  },
  numbers: {
    ein: 1,
    eine: 1,
    einem: 1,
    einen: 1,
    einer: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    funf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
    neun: 9,
    zehn: 10,
    elf: 11,
    zwolf: 12,
  },
  days: { heute: 0, "heute morgen": 0, morgen: 1, ubermorgen: 2 },
  hours: {
    mittag: 12,
    mittags: 12,
    mitternacht: 24,
    fruh: 9,
    morgens: 9,
    vormittag: 10,
    nachmittag: 15,
    nachmittags: 15,
    abend: 18,
    abends: 18,
  },
  lead: ["mich daran", "mich an", "mich", "an"],
  filler: ["der", "des", "im"],
};

const fr: TimeWords = {
  in: ["dans", "d'ici"],
  at: ["a", "vers"],
  on: ["le", "ce", "cet", "cette"],
  next: ["prochain", "prochaine"],
  and: ["et"],
  clock: ["heures", "heure", "h"],
  halfBefore: [],
  half: ["demi", "demie", "demi-heure"],
  units: {
    minute: ["m", "min", "minute", "minutes"],
    hour: ["h", "heure", "heures"],
    day: ["j", "jour", "jours"],
    week: ["semaine", "semaines"],
    month: ["mois"],
  },
  numbers: { un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8, neuf: 9, dix: 10 },
  days: { "aujourd'hui": 0, demain: 1, "apres-demain": 2 },
  hours: {
    midi: 12,
    minuit: 24,
    matin: 9,
    "apres-midi": 15,
    "de l'apres-midi": 15,
    soir: 18,
    "du soir": 18,
    "du matin": 9,
  },
  lead: ["moi de", "moi", "de"],
  filler: ["du", "de"],
};

const es: TimeWords = {
  in: ["en", "dentro de"],
  at: ["a las", "a la", "sobre las"],
  on: ["el", "este", "esta"],
  next: ["proximo", "proxima", "que viene"],
  and: ["y"],
  clock: ["horas"],
  halfBefore: [],
  half: ["media"],
  units: {
    minute: ["m", "min", "minuto", "minutos"],
    hour: ["h", "hora", "horas"],
    day: ["dia", "dias"],
    week: ["semana", "semanas"],
    month: ["mes", "meses"],
  },
  numbers: { un: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9, diez: 10 },
  days: { hoy: 0, manana: 1, "pasado manana": 2 },
  hours: {
    mediodia: 12,
    medianoche: 24,
    "por la manana": 9,
    "por la tarde": 16,
    "por la noche": 20,
    "de la manana": 9,
    "de la tarde": 16,
    "de la noche": 20,
  },
  lead: ["me de", "me", "de"],
  filler: ["de", "al", "la"],
};

const pt: TimeWords = {
  in: ["em", "daqui a", "dentro de"],
  at: ["as", "a"],
  on: ["na", "no", "em", "nesta", "neste"],
  next: ["proximo", "proxima", "que vem"],
  and: ["e"],
  clock: ["horas", "h"],
  halfBefore: [],
  half: ["meia"],
  units: {
    minute: ["m", "min", "minuto", "minutos"],
    hour: ["h", "hora", "horas"],
    day: ["dia", "dias"],
    week: ["semana", "semanas"],
    month: ["mes", "meses"],
  },
  numbers: {
    um: 1,
    uma: 1,
    dois: 2,
    duas: 2,
    tres: 3,
    quatro: 4,
    cinco: 5,
    seis: 6,
    sete: 7,
    oito: 8,
    nove: 9,
    dez: 10,
  },
  days: { hoje: 0, amanha: 1, "depois de amanha": 2 },
  hours: {
    "meio-dia": 12,
    "meia-noite": 24,
    "de manha": 9,
    "a tarde": 15,
    "a noite": 20,
    "da manha": 9,
    "da tarde": 15,
    "da noite": 20,
  },
  lead: ["me de", "me", "de"],
  filler: ["de", "ao"],
};

export const TIME_WORDS: Readonly<Partial<Record<string, TimeWords>>> = { en, de, fr, es, pt };
