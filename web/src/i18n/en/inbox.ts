// Words of the inbox, in English.

export const inbox = {
  inbox: "Inbox",
  nothing: "Nothing is unread",
  nothingHint: "What is new in your channels, conversations and threads comes together here.",
  readHint: "marks as read",
  rest: "{count, plural, one {One more} other {# more}}",
} as const;
