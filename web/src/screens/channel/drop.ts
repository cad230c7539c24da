// Files that are dragged over a part of the window, and let go there.

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;

interface DropZone {
  readonly onFiles: (files: FileList) => void;
  /** Files are over it, or no longer. */
  readonly onOver?: (isOver: boolean) => void;
}

/** Takes files that are let go anywhere in `element`, unless something inside took them. Returns what ends it. */
export function dropZone(element: HTMLElement, { onFiles, onOver = () => {} }: DropZone): () => void {
  const over = (event: DragEvent) => {
    if (event.defaultPrevented || !carriesFiles(event)) return onOver(false);
    event.preventDefault();
    onOver(true);
  };
  const leave = (event: DragEvent) => {
    // Going from one thing inside to the next is no leaving.
    if (!element.contains(event.relatedTarget as Node | null)) onOver(false);
  };
  const drop = (event: DragEvent) => {
    onOver(false);
    if (event.defaultPrevented || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    onFiles(event.dataTransfer.files);
  };
  element.addEventListener("dragover", over);
  element.addEventListener("dragleave", leave);
  element.addEventListener("drop", drop);
  return () => {
    element.removeEventListener("dragover", over);
    element.removeEventListener("dragleave", leave);
    element.removeEventListener("drop", drop);
  };
}

/** A file that is let go where nobody takes it would open in place of the chat. */
export function refuseDrops(): () => void {
  const refuse = (event: DragEvent) => {
    const takes = event.target instanceof HTMLInputElement && event.target.type === "file";
    if (event.defaultPrevented || takes || !carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
  };
  document.addEventListener("dragover", refuse);
  document.addEventListener("drop", refuse);
  return () => {
    document.removeEventListener("dragover", refuse);
    document.removeEventListener("drop", refuse);
  };
}
