import type { Schemas } from '../api/schema.ts';

/** What a flow does not check, place by place, each with a link to its remedy. */
export function FlowWarnings({ warnings }: { warnings: readonly Schemas['FlowWarning'][] }) {
  return (
    <ul className="mt-1">
      {warnings.map(({ pointer, code, detail }) => (
        <li key={`${pointer} ${code}`}>
          <code className="font-mono text-[13px]">{pointer}</code> {detail}{' '}
          <a className="underline" href={`/docs/error-codes#${code}`} target="_blank" rel="noreferrer">
            What to do
          </a>
        </li>
      ))}
    </ul>
  );
}
