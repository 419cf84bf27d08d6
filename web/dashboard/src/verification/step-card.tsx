import type { StepRecord } from '../api/schema.ts';
import { stepText } from '../app/flows/step-texts.ts';
import { useSession } from '../app/session/session.tsx';
import { countryName } from '../app/words.ts';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/classes.ts';
import { Details } from '../ui/details.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { CheckRow } from './check-row.tsx';
import { DocumentData } from './document-data.tsx';
import { FieldPlaces } from './field-place.tsx';
import { MediaThumb } from './media-thumb.tsx';
import { RecordingPlots } from './recording-plots.tsx';
import { TiltPlots } from './tilt-plots.tsx';

/** Where the page shows a step: reasons lead there. */
export const stepPlace = (stepId: string) => `step-${stepId}`;

/** A step: its pictures, the values read from them, and the checks. Checks that did not pass come first. */
export function StepCard({ step, onOpen }: { step: StepRecord; onOpen: (mediaId: string) => void }) {
  const { may } = useSession();
  const { name, Icon } = stepText(step.type);
  const checks = step.checks.toSorted(
    (one, other) => Number(one.outcome === 'passed') - Number(other.outcome === 'passed'),
  );
  const hasPictures = step.media.length > 0 && may('media:read', 'read');
  return (
    <Card
      id={stepPlace(step.id)}
      flush
      title={
        <span className="flex flex-wrap items-center gap-2">
          <Icon aria-hidden className="size-4 text-faint" />
          {name}
          <code className="font-mono text-xs font-normal text-faint">{step.id}</code>
        </span>
      }
      actions={
        <>
          {step.attempts > 1 && <span className="text-[13px] text-faint">{step.attempts} attempts</span>}
          <StatusBadge state={step.status} />
        </>
      }
    >
      <FieldPlaces media={hasPictures ? step.media : []}>
        <div className="@container">
          {/* Where there is room, the pictures stay in view next to the values. */}
          <div className={classes(hasPictures && '@2xl:grid @2xl:grid-cols-[15rem_minmax(0,1fr)] @2xl:items-start')}>
            {hasPictures && (
              <div className="grid grid-cols-2 gap-4 p-5 sm:grid-cols-3 @2xl:sticky @2xl:top-0 @2xl:max-h-dvh @2xl:grid-cols-1 @2xl:overflow-y-auto">
                {step.media.map((media) => (
                  <MediaThumb key={media.id} media={media} onOpen={() => onOpen(media.id)} />
                ))}
              </div>
            )}
            <div
              className={classes('min-w-0', hasPictures && '@2xl:border-l @2xl:border-line @2xl:*:first:border-t-0')}
            >
              {step.type === 'document' && <DocumentData step={step} onOpen={onOpen} />}
              {step.type === 'document' && <TiltPlots report={step.document?.presence} />}
              <StepResult step={step} />
              {step.type === 'active-liveness' && <RecordingPlots step={step} />}
              {checks.length > 0 ? (
                <ul className="border-t border-line first:border-t-0">
                  {checks.map((check) => (
                    <CheckRow
                      key={`${check.id} ${check.attempt} ${check.verificationId} ${check.code}`}
                      check={check}
                    />
                  ))}
                </ul>
              ) : (
                <p className="border-t border-line px-5 py-4 text-soft first:border-t-0">
                  {step.status === 'finished'
                    ? 'No checks were made.'
                    : 'Checks run once the person has submitted this.'}
                </p>
              )}
            </div>
          </div>
        </div>
      </FieldPlaces>
    </Card>
  );
}

function StepResult({ step }: { step: StepRecord }) {
  const items = resultItems(step);
  if (items === null) return null;
  return (
    <div className="border-t border-line px-5 py-4 first:border-t-0">
      <Details items={items} />
    </div>
  );
}

/** The step's own result, apart from its files and checks. A new type does not compile until it has a case. */
function resultItems(step: StepRecord): (readonly [string, string | null])[] | null {
  switch (step.type) {
    case 'phone':
      return (
        step.phone && [
          ['Number', step.phone.number],
          ['Country', step.phone.country && countryName(step.phone.country)],
          ['Kind of line', step.phone.lineType],
        ]
      );
    case 'email':
      return step.email && [['Address', step.email.address]];
    case 'location':
      return step.location && locationItems(step.location);
    case 'document':
    case 'selfie':
    case 'passive-liveness':
    case 'active-liveness':
    case 'voice-liveness':
    case 'enhanced-liveness':
      return null;
    default:
      // A page that was loaded before an update of the service may see a type that it does not know.
      step satisfies never;
      return null;
  }
}

type LocationRecord = NonNullable<Extract<StepRecord, { type: 'location' }>['location']>;

function locationItems({ coordinates, country, networkCountry }: LocationRecord): [string, string | null][] {
  return [
    [
      'Place',
      coordinates &&
        `${coordinates.latitude.toFixed(5)}, ${coordinates.longitude.toFixed(5)} (± ${Math.round(coordinates.accuracyMeters)} m)`,
    ],
    ['Country', country && countryName(country)],
    ['Country of the network', networkCountry && countryName(networkCountry)],
  ];
}
