/** Whoever points with a finger would get a keyboard over half of the screen with a field that takes the focus. */
export const FINE = matchMedia("(pointer: fine)");
