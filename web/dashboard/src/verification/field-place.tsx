import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { MediaRecord, Schemas } from '../api/schema.ts';
import { drawPart, partAround } from './draw-part.ts';
import { isPicture, mediaTexts, useMediaUrl } from './media-files.ts';

export type FieldPlace = Schemas['FieldPlace'];

interface Places {
  media: readonly MediaRecord[];
  pointed: FieldPlace | null;
  point: (place: FieldPlace | null) => void;
}

const PlacesContext = createContext<Places>({ media: [], pointed: null, point: () => undefined });

/** Joins the fields of a step to its pictures: pointing at one marks it in the other. */
export function FieldPlaces({ media, children }: { media: readonly MediaRecord[]; children: ReactNode }) {
  const [pointed, point] = useState<FieldPlace | null>(null);
  return <PlacesContext value={{ media, pointed, point }}>{children}</PlacesContext>;
}

/** The place that somebody points at, where it is in this picture. */
export function usePointedPlace(media: MediaRecord): FieldPlace | null {
  const { pointed } = useContext(PlacesContext);
  return pointed?.mediaId === media.id ? pointed : null;
}

/** A value that shows where it was read while a pointer is over it or the keyboard is on it. Plain text where no picture shows it. */
export function PlacedValue({
  place,
  onOpen,
  children,
}: {
  place: FieldPlace | null;
  onOpen: (mediaId: string) => void;
  children: ReactNode;
}) {
  const { media, point, pointed } = useContext(PlacesContext);
  const picture = media.find(({ id }) => id === place?.mediaId);
  const button = useRef<HTMLButtonElement>(null);
  const lens = useId();
  if (place === null || picture === undefined || !isPicture(picture)) return children;
  const isPointed = pointed === place;
  const leave = () => point(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-describedby={isPointed ? lens : undefined}
        onPointerEnter={() => point(place)}
        onPointerLeave={leave}
        onFocus={() => point(place)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Escape' && leave()}
        onClick={() => onOpen(place.mediaId)}
        className={`-mx-1 rounded px-1 text-left underline decoration-edge decoration-dotted underline-offset-4 hover:bg-accent-soft ${isPointed ? 'bg-accent-soft' : ''}`}
      >
        {children}
      </button>
      {isPointed && <Lens id={lens} picture={picture} place={place} anchor={button} />}
    </>
  );
}

/** In pixels of the page; drawn twice as fine, for sharp screens. */
const size = { width: 400, height: 140 };
const gapPx = 8;

/** The place, enlarged and turned upright, next to the value. */
function Lens({
  id,
  picture,
  place,
  anchor,
}: {
  id: string;
  picture: MediaRecord;
  place: FieldPlace;
  anchor: { current: HTMLElement | null };
}) {
  const { url } = useMediaUrl(picture);
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const put = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (box === undefined || frame.current === null) return;
      const { offsetWidth, offsetHeight, style } = frame.current;
      const above = box.top - gapPx - offsetHeight;
      style.left = `${Math.max(gapPx, Math.min(box.left, innerWidth - offsetWidth - gapPx))}px`;
      style.top = `${above >= gapPx ? above : box.bottom + gapPx}px`;
    };
    put();
    addEventListener('scroll', put, true);
    addEventListener('resize', put);
    return () => {
      removeEventListener('scroll', put, true);
      removeEventListener('resize', put);
    };
  }, [anchor]);
  useEffect(() => {
    if (url === null) return;
    const image = new Image();
    image.onload = () => {
      const context = canvas.current?.getContext('2d');
      if (context) drawPart(context, image, partAround(place, image, context.canvas));
    };
    image.src = url;
    return () => {
      image.onload = null;
    };
  }, [url, place]);
  return createPortal(
    <div
      ref={frame}
      id={id}
      role="tooltip"
      className="pointer-events-none fixed z-50 max-w-[calc(100vw-1rem)] overflow-hidden rounded-lg border border-line bg-surface shadow-float"
    >
      <canvas
        ref={canvas}
        width={size.width * 2}
        height={size.height * 2}
        aria-hidden
        className={`block max-w-full ${url === null ? 'skeleton' : ''}`}
        style={{ width: size.width, aspectRatio: `${size.width} / ${size.height}` }}
      />
      <p className="border-t border-line px-3 py-1.5 text-xs text-soft">Read here: {mediaTexts[picture.kind]}</p>
    </div>,
    // Within the page's landmark, and outside the table, which would cut it off.
    document.querySelector('main') ?? document.body,
  );
}

/** Outlines the place that somebody points at in a picture that fills its frame like `object-contain`. */
export function PlaceOutline({ place, width, height }: { place: FieldPlace; width: number; height: number }) {
  const { box } = place;
  // A little around the letters, so that the line covers none of them.
  const room = 0.006 * Math.max(width, height);
  return (
    <svg
      data-testid="place"
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      <rect
        x={box.x * width - room}
        y={box.y * height - room}
        width={box.width * width + 2 * room}
        height={box.height * height + 2 * room}
        rx={room}
        vectorEffect="non-scaling-stroke"
        className="fill-accent/20 stroke-accent"
        strokeWidth={2}
      />
    </svg>
  );
}
