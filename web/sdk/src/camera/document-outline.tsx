import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Corners, Point } from './find-document.ts';
import type { Size } from './lens-box.ts';

/** How much of the lens the guide fills before a document is found. */
const guideShare = { width: 0.88, height: 0.6 };
/** How far the outline moves towards the document in one step: a full move at once would make it tremble. */
const ease = 0.6;

/** The frame over the camera’s picture: a guide until a document is seen, then the document’s own edges. */
export function DocumentOutline({
  lens,
  aspect,
  corners,
  good,
}: {
  lens: Size;
  aspect: number;
  corners: Corners | null;
  good: boolean;
}): JSX.Element {
  const shown = useRef<readonly Point[] | null>(null);
  const { width, height } = lens;
  const before = shown.current;
  const drawn =
    corners === null || before === null
      ? corners
      : corners.map((corner, index) => between(before[index] ?? corner, corner));
  shown.current = drawn;
  const points = drawn?.map(({ x, y }) => ({ x: x * width, y: y * height })) ?? guideOf(lens, aspect);
  const path = `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
  return (
    <svg class="outline" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path class="outside" fill-rule="evenodd" d={`M0 0H${width}V${height}H0Z${path}`} />
      <path class={corners === null ? 'guide-line' : `found ${good ? 'good' : ''}`} d={path} />
    </svg>
  );
}

function guideOf({ width, height }: Size, aspect: number): Point[] {
  const wide = Math.min(width * guideShare.width, height * guideShare.height * aspect);
  const high = wide / aspect;
  const [left, top] = [(width - wide) / 2, (height - high) / 2];
  return [
    { x: left, y: top },
    { x: left + wide, y: top },
    { x: left + wide, y: top + high },
    { x: left, y: top + high },
  ];
}

const between = (from: Point, to: Point): Point => ({
  x: from.x + ease * (to.x - from.x),
  y: from.y + ease * (to.y - from.y),
});
