/** The part of a picture to draw, and how: its middle in pixels of the picture, the enlargement, the turn, and the outline. */
interface Part {
  middle: { x: number; y: number };
  scale: number;
  turnDegrees: number;
  outline: { width: number; height: number } | null;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Shares of the canvas that a place fills at most, so that its surroundings show where it is. */
const filled = { width: 0.8, height: 0.45 };
/** The largest enlargement, on a canvas that is twice as fine as the screen: more would show no further detail. */
const mostScale = 6;

/** A place upright in the middle of the canvas, outlined, as large as fits with its surroundings. */
export function partAround(
  { box, turnDegrees }: { box: Box; turnDegrees: number },
  picture: { naturalWidth: number; naturalHeight: number },
  canvas: { width: number; height: number },
): Part {
  const [width, height] = [box.width * picture.naturalWidth, box.height * picture.naturalHeight];
  const [wide, high] = turnDegrees % 180 === 0 ? [width, height] : [height, width];
  const scale = Math.min((filled.width * canvas.width) / wide, (filled.height * canvas.height) / high, mostScale);
  return { middle: middleOf(box, picture), scale, turnDegrees, outline: { width, height } };
}

export function middleOf(
  { x, y, width, height }: Box,
  { naturalWidth, naturalHeight }: { naturalWidth: number; naturalHeight: number },
): Part['middle'] {
  return { x: (x + width / 2) * naturalWidth, y: (y + height / 2) * naturalHeight };
}

/** Draws a part of a picture into the middle of a canvas, turned upright. */
export function drawPart(
  context: CanvasRenderingContext2D,
  picture: HTMLImageElement,
  { middle, scale, turnDegrees, outline }: Part,
): void {
  const { width, height } = context.canvas;
  context.setTransform(1, 0, 0, 1, width / 2, height / 2);
  context.clearRect(-width / 2, -height / 2, width, height);
  context.rotate((turnDegrees * Math.PI) / 180);
  context.scale(scale, scale);
  context.drawImage(picture, -middle.x, -middle.y);
  if (outline === null) return;
  const room = 8 / scale;
  context.lineWidth = 4 / scale;
  context.strokeStyle = getComputedStyle(context.canvas).getPropertyValue('--accent') || '#3049d0';
  context.strokeRect(
    -outline.width / 2 - room,
    -outline.height / 2 - room,
    outline.width + 2 * room,
    outline.height + 2 * room,
  );
}
