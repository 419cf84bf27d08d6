export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of a picture that is visible in a box that it covers (`object-fit: cover`), in pixels of the picture. */
export function visiblePart(picture: { width: number; height: number }, box: { width: number; height: number }): Part {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const width = Math.min(picture.width, box.width / scale);
  const height = Math.min(picture.height, box.height / scale);
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
}
