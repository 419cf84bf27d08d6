import { Maximize, Minus, Plus, RotateCw } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { MediaRecord } from '../api/schema.ts';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { isPicture, mediaTexts, useMediaUrl } from './media-files.ts';

interface Placed {
  stepId: string;
  media: MediaRecord;
}

/** Pictures at full size: each can be turned and enlarged, and a second one shown next to it. */
export function MediaViewer({
  files,
  first,
  onClose,
}: {
  files: readonly Placed[];
  first: string;
  onClose: () => void;
}) {
  const pictures = files.filter(({ media }) => isPicture(media));
  const [left, setLeft] = useState(first);
  const [right, setRight] = useState(() => counterpart(pictures, first));
  const chosen = (id: string) => pictures.find(({ media }) => media.id === id);
  const shown = [chosen(left), chosen(right)].filter((placed) => placed !== undefined);
  return (
    <Dialog title="Pictures" onClose={onClose} wide>
      <div className="mb-4 grid gap-3 sm:grid-cols-2">
        <Choice label="Picture" pictures={pictures} value={left} onChange={setLeft} />
        <Choice
          label="Next to it"
          pictures={pictures.filter(({ media }) => media.id !== left)}
          value={right}
          none
          onChange={setRight}
        />
      </div>
      <div className={`grid gap-3 ${shown.length === 2 ? 'sm:grid-cols-2' : ''}`}>
        {shown.map(({ media }) => (
          <Picture key={media.id} media={media} />
        ))}
      </div>
    </Dialog>
  );
}

type Kind = MediaRecord['kind'];
const documents: readonly Kind[] = ['document-portrait', 'document-front', 'document-page'];
const faces: readonly Kind[] = ['selfie', 'liveness-best-frame'];

/** Shows a face next to the document's portrait, or next to what there is of the document, and the other way round. */
function counterpart(pictures: readonly Placed[], id: string): string {
  const kind = pictures.find(({ media }) => media.id === id)?.media.kind;
  if (kind === undefined) return '';
  const wanted = faces.includes(kind) ? documents : documents.includes(kind) ? faces : [];
  const idOf = (of: Kind) => pictures.find(({ media }) => media.kind === of)?.media.id;
  return wanted.map(idOf).find((found) => found !== undefined) ?? '';
}

function Choice({
  label,
  pictures,
  value,
  none = false,
  onChange,
}: {
  label: string;
  pictures: readonly Placed[];
  value: string;
  none?: boolean;
  onChange: (id: string) => void;
}) {
  return (
    <Field label={label}>
      {(described) => (
        <select className="control" value={value} onChange={(event) => onChange(event.target.value)} {...described}>
          {none && <option value="">None</option>}
          {pictures.map(({ stepId, media }) => (
            <option key={media.id} value={media.id}>
              {mediaTexts[media.kind]} ({stepId})
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const zooms = [1, 1.5, 2, 3, 4] as const;

function Picture({ media }: { media: MediaRecord }) {
  const { url } = useMediaUrl(media);
  const [step, setStep] = useState(0);
  const [turns, setTurns] = useState(0);
  const zoom = zooms[step] ?? 1;
  const frame = useRef<HTMLDivElement>(null);
  // The middle of the view stays there.
  useLayoutEffect(() => {
    const element = frame.current;
    element?.scrollTo(
      (element.scrollWidth - element.clientWidth) / 2,
      (element.scrollHeight - element.clientHeight) / 2,
    );
  }, [zoom]);
  const name = mediaTexts[media.kind];
  return (
    <figure className="min-w-0">
      <div
        ref={frame}
        role="region"
        aria-label={`${name}, enlarged`}
        tabIndex={0}
        className="h-[58dvh] overflow-auto rounded-lg border border-line bg-sunken"
        style={{ containerType: 'size' }}
      >
        {url === null ? (
          <div className="skeleton size-full" />
        ) : (
          <div className="relative" style={{ width: `${zoom * 100}cqw`, height: `${zoom * 100}cqh` }}>
            <img
              src={url}
              alt={name}
              className="absolute top-1/2 left-1/2 max-w-none object-contain"
              style={{
                // A picture on its side is as wide as the frame is high.
                width: `${zoom * 100}${turns % 2 === 0 ? 'cqw' : 'cqh'}`,
                height: `${zoom * 100}${turns % 2 === 0 ? 'cqh' : 'cqw'}`,
                transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
              }}
            />
          </div>
        )}
      </div>
      <figcaption className="mt-2 flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        <IconButton label={`Make ${name} smaller`} disabled={step === 0} onClick={() => setStep(step - 1)}>
          <Minus aria-hidden className="size-4" />
        </IconButton>
        <span className="w-14 text-center text-[13px] whitespace-nowrap text-soft tabular-nums">
          {Math.round(zoom * 100)} %
        </span>
        <IconButton
          label={`Make ${name} larger`}
          disabled={step === zooms.length - 1}
          onClick={() => setStep(step + 1)}
        >
          <Plus aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={`Turn ${name}`} onClick={() => setTurns((turns + 1) % 4)}>
          <RotateCw aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label={`Reset ${name}`}
          onClick={() => {
            setStep(0);
            setTurns(0);
          }}
        >
          <Maximize aria-hidden className="size-4" />
        </IconButton>
      </figcaption>
    </figure>
  );
}
