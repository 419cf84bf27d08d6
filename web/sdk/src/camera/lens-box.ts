export interface Size {
  width: number;
  height: number;
}
export interface Box extends Size {
  left: number;
  top: number;
}

/** Up to this share of the camera's picture may be cut off to fill the screen; where it would be more, the whole picture is shown. */
const mostCut = 0.3;

/**
 * The place of the camera's picture on the screen, in its pixels: filling it, or whole and centred. The visible part is the part that is
 * sent.
 */
export function lensBox(picture: Size, screen: Size): Box {
  const [one, other] = [picture.width / picture.height, screen.width / screen.height];
  if (1 - Math.min(one, other) / Math.max(one, other) <= mostCut) return { left: 0, top: 0, ...screen };
  const scale = Math.min(screen.width / picture.width, screen.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { left: (screen.width - width) / 2, top: (screen.height - height) / 2, width, height };
}
