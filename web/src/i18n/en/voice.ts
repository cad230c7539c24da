// Words of voice messages, in English.

export const voice = {
  at: "{at} of {length}",
  denied: "The browser gives no microphone to this site. You can change that beside the address.",
  discard: "Discard the recording",
  done: "Attach the recording",
  message: "Voice message",
  noMicrophone: "No microphone was found.",
  pause: "Pause",
  place: "Place in the voice message",
  play: "Play",
  record: "Record a voice message",
  recording: "Recording",
  speed: "Speed: {speed}",
  tooLong:
    "{minutes, plural, one {After one minute} other {After # minutes}} a recording ends by itself. It is attached.",
} as const;
