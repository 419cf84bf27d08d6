import type { Schemas } from '../api/schema.ts';
import { words } from '../app/words.ts';

/** `/steps/2/config/capture` belongs to step 3: the numbers of the list of steps begin at 1. Null: it concerns the whole flow. */
function stepOf(pointer: string): number | null {
  const index = /^\/steps\/(\d+)/.exec(pointer)?.[1];
  return index === undefined ? null : Number(index) + 1;
}

function placeOf(pointer: string): string {
  const step = stepOf(pointer);
  return step === null ? words(pointer.split('/').at(-1) ?? pointer) : `Step ${step}`;
}

/** What a flow does not check, place by place, each with a link to its remedy. */
export function FlowWarnings({ warnings }: { warnings: readonly Schemas['FlowWarning'][] }) {
  // The whole flow first, then step by step; the service's order, which is that of weight, within each.
  const ordered = warnings.toSorted((a, b) => (stepOf(a.pointer) ?? 0) - (stepOf(b.pointer) ?? 0));
  return (
    <ul className="mt-1">
      {ordered.map(({ pointer, code, detail }) => (
        <li key={`${pointer} ${code}`}>
          {placeOf(pointer)}: {detail}{' '}
          <a className="underline" href={`/docs/error-codes#${code}`} target="_blank" rel="noreferrer">
            What to do
          </a>
        </li>
      ))}
    </ul>
  );
}
