import type { Check, MediaRecord, Schemas, StepRecord } from '../api/schema.ts';
import { Card } from '../ui/card.tsx';
import { ReasonText } from '../ui/reason-text.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { FaceCrop } from './face-crop.tsx';

type Selfie = Extract<StepRecord, { type: 'selfie' }>;
type Portrait = NonNullable<Schemas['DocumentResult']['portrait']>;

/** The face on the document next to the one in front of the camera, and the result of their comparison. */
export function FacesCard({ steps }: { steps: readonly StepRecord[] }) {
  const selfie = steps.find((step): step is Selfie => step.type === 'selfie');
  const picture = selfie?.media.find(({ kind }) => kind === 'selfie');
  const check = selfie?.checks.find(({ id }) => id === 'facematch');
  const portraits = steps.flatMap(portraitOf);
  if (selfie === undefined || picture === undefined || check === undefined || portraits.length === 0) return null;
  return (
    <Card title="Faces" description="The document’s portrait and the selfie, cut out of the pictures below.">
      <div className="flex flex-wrap items-start gap-5">
        {portraits.map(({ stepId, media, portrait }) => (
          <FaceCrop
            key={stepId}
            media={media}
            box={portrait.box}
            turnDegrees={portrait.turnDegrees}
            name={portraits.length === 1 ? 'Portrait of the document' : `Portrait of the document (${stepId})`}
          />
        ))}
        <FaceCrop media={picture} box={selfie.selfie?.face?.box ?? null} turnDegrees={0} name="Selfie" />
        <Comparison check={check} />
      </div>
    </Card>
  );
}

function portraitOf(step: StepRecord): { stepId: string; media: MediaRecord; portrait: Portrait }[] {
  const portrait = step.type === 'document' ? (step.document?.portrait ?? null) : null;
  const media = step.media.find(({ id }) => id === portrait?.mediaId);
  return portrait === null || media === undefined ? [] : [{ stepId: step.id, media, portrait }];
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

function Comparison({ check }: { check: Check }) {
  // Of the check `facematch` alone.
  const { distance, threshold } = (check.data ?? {}) as { distance?: number | null; threshold?: number | null };
  return (
    <div className="min-w-0 flex-1 basis-48">
      <StatusBadge state={check.outcome} />
      {check.code !== null && (
        <p className="mt-2 text-[13px] text-soft">
          <ReasonText code={check.code} />
        </p>
      )}
      <dl className="mt-3 grid w-fit grid-cols-[auto_auto] gap-x-4 gap-y-1 text-[13px]">
        <dt className="text-faint">Distance</dt>
        <dd className="font-medium tabular-nums">
          {typeof distance === 'number' ? distance.toLocaleString(undefined, twoDecimals) : 'Not compared'}
        </dd>
        {typeof threshold === 'number' && (
          <>
            <dt className="text-faint">Same person up to</dt>
            <dd className="tabular-nums">{threshold.toLocaleString(undefined, twoDecimals)}</dd>
          </>
        )}
      </dl>
      <p className="mt-2 text-[13px] text-faint">The smaller the distance, the more similar the faces.</p>
    </div>
  );
}
