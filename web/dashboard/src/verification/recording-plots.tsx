import type { Check, StepRecord } from '../api/schema.ts';
import { Plot, secondsText } from './plot.tsx';
import { TurnPlot } from './turn-plot.tsx';

type Filmed = Extract<StepRecord, { type: 'active-liveness' }>;

/** The data of the check `active-liveness` that the plots show; older checks may lack some of it. */
interface FilmedData {
  prompts?: { action: string; atMs: number; followedAtMs: number | null }[];
  cutsAtMs?: number[];
}

/** The prompts, the person's movements, and how their face reflected the colours of the screen, moment by moment. */
export function RecordingPlots({ step }: { step: Filmed }) {
  const record = step.activeLiveness;
  if (record === null || record.poseCurve.length < 2) return null;
  const { prompts = [], cutsAtMs = [] } = dataOf(step.checks);
  const { poseCurve, lightCurve } = record;
  const endMs = record.videoMs ?? poseCurve.at(-1)?.atMs ?? 0;
  return (
    <div className="space-y-5 border-t border-line px-5 py-4 first:border-t-0">
      <TurnPlot title="Head" upright="Up and down" toMs={endMs} curve={poseCurve} prompts={prompts} cutsAtMs={cutsAtMs}>
        {cutsAtMs.map((atMs) => (
          <li key={atMs} className="text-bad">
            Cut at {secondsText(atMs)}
          </li>
        ))}
      </TurnPlot>
      {lightCurve.length > 1 && <LightPlots curve={lightCurve} />}
    </div>
  );
}

function LightPlots({ curve }: { curve: NonNullable<Filmed['activeLiveness']>['lightCurve'] }) {
  const span = { fromMs: curve[0]?.atMs ?? 0, toMs: curve.at(-1)?.atMs ?? 0 };
  const channels = [
    [
      'Red',
      'text-bad',
      ({ atMs, faceRed, shownRed }: (typeof curve)[number]) => ({ atMs, face: faceRed, shown: shownRed }),
    ],
    [
      'Blue',
      'text-info',
      ({ atMs, faceBlue, shownBlue }: (typeof curve)[number]) => ({ atMs, face: faceBlue, shown: shownBlue }),
    ],
  ] as const;
  return channels.map(([name, className, pick]) => {
    const moments = curve.map(pick);
    const most = (of: 'face' | 'shown') => Math.max(0.001, ...moments.map((one) => Math.abs(one[of])));
    // The screen changes far more than the face: each is drawn as high as the plot, so that their shapes can be compared.
    const points = (of: 'face' | 'shown') => moments.map((one) => [one.atMs, one[of] / most(of)] as const);
    return (
      <Plot
        key={name}
        title={`${name} of the light`}
        summary={`the face changed by ${(most('face') * 100).toFixed(0)} % at most`}
        legend={[
          ['Screen', 'bg-edge'],
          ['Face', name === 'Red' ? 'bg-bad' : 'bg-info'],
        ]}
        span={span}
        reach={1.1}
        lines={[
          { className: 'text-edge', points: points('shown') },
          { className, points: points('face') },
        ]}
        marks={[]}
      />
    );
  });
}

function dataOf(checks: readonly Check[]): FilmedData {
  return (checks.find(({ id }) => id === 'active-liveness')?.data ?? {}) as FilmedData;
}
