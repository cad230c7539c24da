// The name of a file as it is shown. Marks that turn the direction of writing are taken out: with them `photo<turn>gpj.exe`
// would read as a picture's name.

const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export const nameShown = (name: string): string => name.replaceAll(TURNS, "");
