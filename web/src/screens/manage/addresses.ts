// Addresses that somebody types or pastes.

/** Email addresses in a text, parted by commas, semicolons, spaces or lines. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one.includes("@"));
