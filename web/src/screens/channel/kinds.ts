// What a file is to people, by its name and type: a document to look into, an office file, or any other.

import type { IconName } from "../../ui";
import type { FileInfo } from "../../wire.gen";

/** Larger documents are not looked into without being asked. */
const PDF_BYTES_MAX = 50 * 1024 * 1024;

export const isPdf = ({ extension, mime_type, size }: FileInfo): boolean =>
  extension === "pdf" && mime_type.startsWith("application/pdf") && size <= PDF_BYTES_MAX;

/** Files of office programs, as they are called by most of these. */
const OFFICE = {
  document: ["doc", "docx", "docm", "dotx", "odt", "ott", "rtf", "pages"],
  sheet: ["xls", "xlsx", "xlsm", "xltx", "ods", "ots", "numbers"],
  slides: ["ppt", "pptx", "pptm", "ppsx", "potx", "odp", "otp", "key"],
} as const;

export type Office = keyof typeof OFFICE;

export const officeOf = ({ extension }: FileInfo): Office | undefined =>
  (Object.keys(OFFICE) as Office[]).find((kind) => (OFFICE[kind] as readonly string[]).includes(extension));

/** Larger ones are fetched, not unfolded: they travel whole. */
const OFFICE_BYTES_MAX = 10 * 1024 * 1024;

/** Those of which this client reads the words: zips of XML. */
const OFFICE_READ = [
  ...(["docx", "docm", "dotx", "xlsx", "xlsm", "xltx", "pptx", "pptm", "ppsx", "potx"] as const),
  ...(["odt", "ott", "ods", "ots", "odp", "otp"] as const),
] as const;
export type OfficeRead = (typeof OFFICE_READ)[number];

/** How an office file is read in place; nothing when it cannot be. */
export const officeRead = ({ extension, size }: FileInfo): OfficeRead | undefined =>
  size <= OFFICE_BYTES_MAX ? OFFICE_READ.find((one) => one === extension.toLowerCase()) : undefined;

const ICONS: Readonly<Record<Office, IconName>> = { document: "fileText", sheet: "fileSheet", slides: "fileSlides" };

export function iconOf(file: FileInfo): IconName {
  const office = officeOf(file);
  return office ? ICONS[office] : "file";
}
