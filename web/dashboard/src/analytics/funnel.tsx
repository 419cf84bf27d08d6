import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/schema.ts';
import { stepText } from '../app/flows/step-texts.ts';
import { durationText } from '../ui/time.tsx';
import { percentText } from './report-query.ts';

type FunnelStep = Schemas['AnalyticsReport']['funnel'][number];

/** How many reach each step and get through it, flow by flow. */
export function Funnel({ steps, nameOf }: { steps: readonly FunnelStep[]; nameOf: (flowId: string) => string }) {
  const flows = [...new Set(steps.map(({ flowId }) => flowId))];
  if (flows.length === 0) return <p className="p-5 text-soft">Nobody reached a step in this period.</p>;
  return flows.map((flowId) => (
    <section
      key={flowId}
      aria-label={`Funnel of ${nameOf(flowId)}`}
      className="border-b border-line p-5 last:border-b-0"
    >
      <h3 className="mb-3 font-medium">
        <Link to="/verifications" search={{ flowId }} className="hover:text-link">
          {nameOf(flowId)}
        </Link>
      </h3>
      <ol className="flex flex-col gap-3">
        {steps
          .filter((step) => step.flowId === flowId)
          .map((step) => (
            <FunnelRow key={step.stepId} step={step} />
          ))}
      </ol>
    </section>
  ));
}

function FunnelRow({ step }: { step: FunnelStep }) {
  const { name, Icon } = stepText(step.type);
  const through = step.finished + step.skipped;
  const lost = Math.max(0, step.reached - through);
  return (
    <li>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-[13px]">
        <span className="inline-flex items-center gap-2 font-medium">
          <Icon aria-hidden className="size-4 self-center text-faint" />
          {name}
          <code className="font-mono text-xs font-normal text-faint">{step.stepId}</code>
        </span>
        <span className="text-soft tabular-nums">
          {through.toLocaleString()} of {step.reached.toLocaleString()} through
          {step.medianMs !== null && ` · ${durationText(step.medianMs)} median`}
          {step.skipped > 0 && ` · ${step.skipped.toLocaleString()} skipped`}
        </span>
      </div>
      <div className="mt-1.5 flex items-center gap-3">
        <div aria-hidden className="h-2.5 flex-1 overflow-hidden rounded-full bg-sunken">
          <div
            className="h-full rounded-full bg-accent"
            style={{ width: `${step.reached === 0 ? 0 : (through / step.reached) * 100}%` }}
          />
        </div>
        <span className="w-24 shrink-0 text-right text-[13px] text-soft tabular-nums">
          {percentText(lost, step.reached)} left
        </span>
      </div>
    </li>
  );
}
