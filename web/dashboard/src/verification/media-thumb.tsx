import { FileText, ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { MediaRecord } from '../api/schema.ts';
import { messageOf } from '../api/problem.ts';
import { saveFile } from '../app/lists/save-file.ts';
import { readFile } from '../api/client.ts';
import { PlaceOutline, usePointedPlace } from './field-place.tsx';
import { captureText, isPicture, mediaTexts, useMediaUrl } from './media-files.ts';

/** A file of a step: pictures open large, other files are saved. Recordings are not served, and the API's answer says so. */
export function MediaThumb({ media, onOpen }: { media: MediaRecord; onOpen: () => void }) {
  const name = mediaTexts[media.kind];
  return (
    <figure className="min-w-0">
      <MediaBody media={media} name={name} onOpen={onOpen} />
      <figcaption className="mt-1.5 text-[13px] text-soft">
        {name}
        {media.capture != null && <span className="block text-faint">{captureText(media.capture)}</span>}
      </figcaption>
    </figure>
  );
}

const frame = 'flex h-36 w-full items-center justify-center overflow-hidden rounded-lg border border-line bg-sunken';

function MediaBody({ media, name, onOpen }: { media: MediaRecord; name: string; onOpen: () => void }) {
  const { url, error } = useMediaUrl(media);
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null);
  const place = usePointedPlace(media);
  if (error !== null) {
    return (
      <div className={`${frame} flex-col gap-2 p-3 text-center text-[13px] text-faint`}>
        <ImageOff aria-hidden className="size-5" />
        {messageOf(error)}
      </div>
    );
  }
  if (url === null) return <div role="status" aria-label={`${name} is loading`} className={`${frame} skeleton`} />;
  if (isPicture(media)) {
    return (
      <button
        type="button"
        aria-label={`Enlarge: ${name}`}
        onClick={onOpen}
        className={`${frame} relative hover:border-accent ${place === null ? '' : 'border-accent'}`}
      >
        <img
          src={url}
          alt={name}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setNatural({ width, height })}
          className="size-full object-contain"
        />
        {place !== null && natural !== null && <PlaceOutline place={place} {...natural} />}
      </button>
    );
  }
  const format = media.contentType.split('/')[1]?.toUpperCase();
  return (
    <div className={`${frame} flex-col gap-2 text-[13px] text-soft`}>
      <FileText aria-hidden className="size-6" />
      {/* The browser's own viewer, which the page's policy would not allow in a frame. */}
      <a href={url} target="_blank" rel="noreferrer" className="link">
        Open {format}
      </a>
      <button
        type="button"
        aria-label={`Save ${name} as ${format}`}
        className="link"
        onClick={() => void readFile(media.url).then((file) => saveFile(file, media.id))}
      >
        Save
      </button>
    </div>
  );
}
