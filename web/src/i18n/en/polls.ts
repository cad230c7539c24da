// Words of polls, in English.

export const polls = {
  command: "Ask people to choose",
  commandHint: '"question" "option" "option"',
  create: "Ask",
  many: "Several answers",
  manyHint: "Otherwise a new answer takes back the one before",
  options: "Options",
  optionsFew: "Two at least",
  optionsHint: "One per line, from two to ten",
  optionsMany: "Ten at most",
  poll: "Poll",
  question: "Question",
  start: "Begin a poll",
  voters: "{count, plural, =0 {Nobody has voted yet} one {One person has voted} other {# people have voted}}",
  votes: "{count, plural, =0 {no votes} one {one vote} other {# votes}}",
} as const;
