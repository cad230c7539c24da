// Words of what programs ask: buttons, menus and forms; in English.

export const forms = {
  actions: "Actions",
  cancel: "Cancel",
  choose: "Choose…",
  nothingFound: "Nothing found",
  optional: "{label} (optional)",
  required: "This is needed.",
  submit: "Submit",
  takeAway: "Remove {name}",
  tooLong: "At most {count, plural, one {# character} other {# characters}}.",
  tooShort: "At least {count, plural, one {# character} other {# characters}}.",
  wrongEmail: "This is no email address.",
  wrongNumber: "This is no number.",
  wrongUrl: "An address begins with http:// or https://.",
} as const;
