import { useEffect, useRef } from 'react';
import { messageOf } from '../api/problem.ts';
import type { MediaRecord } from '../api/schema.ts';
import { drawPart, middleOf } from './draw-part.ts';
import { useMediaUrl } from './media-files.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** In pixels; shown at half of it, for sharp screens. */
const sidePx = 320;
/** Of the face's larger side: hair and chin belong to a face. */
const room = 1.7;

/** A face, cut out of its picture by this browser and turned upright. Without a box: the whole picture. */
export function FaceCrop({
  media,
  box,
  turnDegrees,
  name,
}: {
  media: MediaRecord;
  box: Box | null;
  turnDegrees: 0 | 90 | 180 | 270;
  name: string;
}) {
  const { url, error } = useMediaUrl(media);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (url === null) return;
    const picture = new Image();
    picture.onload = () => {
      const context = canvas.current?.getContext('2d');
      if (context) drawFace(context, picture, box, turnDegrees);
    };
    picture.src = url;
    return () => {
      picture.onload = null;
    };
  }, [url, box, turnDegrees]);
  return (
    <figure className="w-36 shrink-0">
      {error === null ? (
        <canvas
          ref={canvas}
          width={sidePx}
          height={sidePx}
          role="img"
          aria-label={name}
          className={`aspect-square w-full rounded-lg border border-line bg-sunken ${url === null ? 'skeleton' : ''}`}
        />
      ) : (
        <p className="flex aspect-square w-full items-center rounded-lg border border-line bg-sunken p-3 text-center text-[13px] text-faint">
          {messageOf(error)}
        </p>
      )}
      <figcaption className="mt-1.5 text-[13px] text-soft">{name}</figcaption>
    </figure>
  );
}

function drawFace(context: CanvasRenderingContext2D, picture: HTMLImageElement, box: Box | null, turn: number): void {
  const { naturalWidth, naturalHeight } = picture;
  const whole = box ?? { x: 0, y: 0, width: 1, height: 1 };
  const side = Math.max(whole.width * naturalWidth, whole.height * naturalHeight) * (box === null ? 1 : room);
  drawPart(context, picture, {
    middle: middleOf(whole, picture),
    scale: sidePx / side,
    turnDegrees: turn,
    outline: null,
  });
}
