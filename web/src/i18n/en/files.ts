// Words of files: in a post, in the composer, in the viewer. In English.

export const files = {
  asFile: "As a file",
  copyPicture: "Copy picture",
  fit: "Fit to window",
  foldFile: "Hide {name}",
  leaveText: "Leave it as text",
  longText: "That is a long text: {count, plural, one {one line} other {# lines}}.",
  notRead: "It could not be loaded. It can be downloaded.",
  notText: "This is no text after all. It can be downloaded.",
  onTheWay: "{part} of {size}",
  onlyBeginning: "This is its beginning. Download it to read the rest.",
  openMore: "Open {name}, {count, plural, one {and one more} other {and # more}}",
  original: "Original size",
  pastedName: "pasted.txt",
  pictures: "Pictures of this message",
  unfoldFile: "Show {name}",
  zoom: "Zoom",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
} as const;
