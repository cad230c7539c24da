// Words of the primitives, in English.

export const ui = {
  cancel: "Cancel",
  clear: "Clear",
  close: "Close",
  copied: "Copied",
  copy: "Copy",
  copyFailed: "That could not be copied",
  dismiss: "Dismiss",
  hidePassword: "Hide password",
  loading: "Loading…",
  nothingFound: "Nothing found",
  notifications: "Messages from the app",
  save: "Save",
  saved: "Saved",
  showPassword: "Show password",
  status: "{status, select, online {Online} away {Away} dnd {Do not disturb} other {Offline}}",
  tryAgain: "Try again",
  taskDone: "Done",
  taskOpen: "Not done",
} as const;
