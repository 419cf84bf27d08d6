import type { StepRecord } from '../api/schema.ts';
import { Plot } from './plot.tsx';
import { TurnPlot } from './turn-plot.tsx';

type Report = NonNullable<NonNullable<Extract<StepRecord, { type: 'document' }>['document']>['presence']>;

/** What the film says, for a reviewer. */
const answers: Readonly<Record<Report['answer'], string>> = {
  shown:
    'Tilted as asked: the reflection moves, and the document moves separately from its surroundings. A screen that shows only the document looks the same.',
  notFollowed: 'Not tilted as asked.',
  otherPage: 'The video shows a different page from the photo.',
  lost: 'The document could not be followed.',
  flat: 'The document and its surroundings move as one plane, as in a picture of both.',
  early: 'The video cannot have been made at the time that it claims.',
  stalled: 'The network delayed the video for too long.',
  noReflection: 'Could not tell: no reflection moves over the document, as on matt paper.',
  noSurroundings: 'Could not tell: nothing around the document could be seen to stay or move.',
  noPicture: 'Could not tell: the document in the video could not be compared with the photo.',
  unseen: 'Could not tell: no outline of a document at the beginning.',
  unreadable: 'Could not tell: the video cannot be used.',
};

/** How the person tilted the document, when each tilt was asked for, and where a reflection moved over it. */
export function TiltPlots({ report }: { report: Report | null | undefined }) {
  if (report == null) return null;
  const { answer, filmMs, prompts, turnCurve, reflectionCurve } = report;
  const span = { fromMs: 0, toMs: filmMs };
  const figures = [
    ['Similarity to the photo', report.alikePicture],
    ['Separate from its surroundings', report.parallax],
    ['Path of the reflection (document widths)', report.reflectionTravel],
    ['Share of pictures without the document', report.lostShare],
  ] as const;
  return (
    <div className="space-y-5 border-t border-line px-5 py-4 first:border-t-0">
      <p className="text-sm">{answers[answer]}</p>
      {turnCurve.length > 1 && (
        <TurnPlot
          title="Tilt of the document"
          upright="Top and bottom"
          toMs={filmMs}
          curve={turnCurve}
          prompts={prompts}
        />
      )}
      {reflectionCurve.length > 1 && (
        <Plot
          title="Place of the reflection"
          summary={`it moved by ${(report.reflectionTravel ?? 0).toFixed(1)} widths of the document`}
          legend={[
            ['Across', 'bg-accent'],
            ['Down', 'bg-warn'],
          ]}
          span={span}
          reach={0.5}
          lines={[
            { className: 'text-accent', points: reflectionCurve.map(({ atMs, x }) => [atMs, x - 0.5]) },
            { className: 'text-warn', points: reflectionCurve.map(({ atMs, y }) => [atMs, 0.5 - y]) },
          ]}
          marks={[]}
        />
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-[13px]">
        {figures.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="tabular-nums">{value === null ? 'not known' : value.toFixed(2)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
