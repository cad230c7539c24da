// GIFs of the provider that the server asks: whether there are any, and which there are for some words.
import { get } from "../net/rest";
import type { Gif } from "../wire.gen";
import { config } from "./world";

/** Whom the server asks; empty where it offers none. */
export const gifProvider = (): string => config().GifProvider ?? "";

/** Those for these words, or what is in fashion. */
export const findGifs = (words: string): Promise<Gif[]> => get("/gifs", { q: words === "" ? undefined : words });
