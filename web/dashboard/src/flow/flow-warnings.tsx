import type { Schemas } from '../api/schema.ts';
import { words } from '../app/words.ts';

/** `/steps/2/config/capture`: the numbers of the list of steps begin at 1. */
function placeOf(pointer: string): string {
  const step = /^\/steps\/(\d+)/.exec(pointer)?.[1];
  return step === undefined ? words(pointer.split('/').at(-1) ?? pointer) : `Step ${Number(step) + 1}`;
}

/** What a flow does not check, place by place, each with a link to its remedy. */
export function FlowWarnings({ warnings }: { warnings: readonly Schemas['FlowWarning'][] }) {
  return (
    <ul className="mt-1">
      {warnings.map(({ pointer, code, detail }) => (
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
