// A picture to the clipboard, as PNG: the one kind that every browser takes.
import { toast } from "../../ui";
import { t } from "../../ui/strings";

async function asPng(image: HTMLImageElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("the picture is too large to be drawn");
  return blob;
}

export function copyPicture(image: HTMLImageElement | undefined): void {
  const done = async () => {
    if (!image) throw new Error("the picture is not there yet");
    await navigator.clipboard.write([new ClipboardItem({ "image/png": asPng(image) })]);
  };
  done().then(
    () => toast({ text: t("copied"), kind: "success" }),
    () => toast({ text: t("copyFailed"), kind: "danger" }),
  );
}
