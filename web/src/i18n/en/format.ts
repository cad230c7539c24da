// Words of the bar over a message field, in English.

export const format = {
  bold: "Bold",
  bullets: "List",
  code: "Code",
  codeBlock: "Block of code",
  formatting: "Formatting",
  heading: "Heading",
  italic: "Italic",
  link: "Link",
  noReplies: "Save what you send again and again: it is here on all your devices.",
  numbers: "Numbered list",
  preview: "Preview",
  quote: "Quote",
  removeReply: "Remove “{text}”",
  replies: "Saved replies",
  saveReply: "Save what is written",
  strike: "Struck through",
} as const;
