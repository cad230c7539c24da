// How large a picture is drawn in the viewer, and which part of it is in sight. Pure: sizes in, sizes out.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels of the screen for each of the picture, and how far its middle is from the middle of the room. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Of a pixel one sees no more than a square, at whatever size. */
const SCALE_MAX = 8;
/** An icon of some pixels is still looked at from near. */
const TIMES_FIT_MAX = 4;

/** The whole picture, as large as the room but no larger than it is. */
export function fitted(picture: Size, room: Size): View {
  if (picture.width <= 0 || picture.height <= 0 || room.width <= 0 || room.height <= 0) return { scale: 1, x: 0, y: 0 };
  return { scale: Math.min(1, room.width / picture.width, room.height / picture.height), x: 0, y: 0 };
}

const scaleMax = (picture: Size, room: Size): number =>
  Math.max(SCALE_MAX, fitted(picture, room).scale * TIMES_FIT_MAX);

/** The view within bounds: no edge of the picture comes into a room that it is larger than. */
function bounded({ scale, x, y }: View, picture: Size, room: Size): View {
  const free = (of: number, within: number) => Math.max(0, (of * scale - within) / 2);
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  return {
    scale,
    x: within(x, free(picture.width, room.width)),
    y: within(y, free(picture.height, room.height)),
  };
}

/** Nearer by a factor; what is under the point, as seen from the middle of the room, stays there. */
export function zoomed(view: View, factor: number, point: Point, picture: Size, room: Size): View {
  const least = fitted(picture, room).scale;
  const scale = Math.min(scaleMax(picture, room), Math.max(least, view.scale * factor));
  const by = scale / view.scale;
  return bounded({ scale, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by }, picture, room);
}

export const panned = (view: View, by: Point, picture: Size, room: Size): View =>
  bounded({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, room);

/** Whether some of the picture is out of sight. */
export const isCut = (view: View, picture: Size, room: Size): boolean =>
  picture.width * view.scale > room.width + 1 || picture.height * view.scale > room.height + 1;

/** Whether it is drawn larger than it is to be seen whole. */
export const isNear = (view: View, picture: Size, room: Size): boolean =>
  view.scale > fitted(picture, room).scale * 1.001;
