import type { Row } from './section.ts';

/**
 * `npm run bench -- scale`: the sections that hold the service at size against its bars, in the order in which an installation meets them.
 * The value says what each is about.
 */
export const scaleSections = {
  'session-start': 'starts by the SDK',
  'backend-writes': 'audited writes, one API and two',
  'large-tables': 'numbers of eight bytes',
  'audit-integrity': 'check of a long audit log',
  analytics: 'analytics of a year',
  fairness: 'clients take turns',
  'waiting-time': 'announced waits',
  'identity-lookup': 'lookup among a million people',
  'real-records': 'lookup of real records',
  'webhook-deliveries': 'webhooks',
  'dead-endpoints': 'dead webhook endpoints',
  'document-files': 'long files, memory of the workers',
  'memory-at-rest': 'memory at rest',
  simulation: 'what runs out first',
  retention: 'retention and erasure',
} as const satisfies Record<string, string>;

export function isScaleSection(name: string): name is keyof typeof scaleSections {
  return Object.hasOwn(scaleSections, name);
}

/** One line for each figure that has a bar, after everything was measured. */
export function summarise(measured: readonly { name: string; rows: readonly Row[] }[]): string {
  const lines = measured.flatMap(({ name, rows }) =>
    rows
      .filter(({ bar }) => bar !== '–')
      .map(({ what, ratio, bar, met }) => {
        const about = isScaleSection(name) ? scaleSections[name] : name;
        return `${met ? 'met   ' : 'MISSED'}  ${about}: ${what}: ${ratio} (bar ${bar})`;
      }),
  );
  const missed = lines.filter((line) => line.startsWith('MISSED')).length;
  return [...lines, `${lines.length} figures with a bar, ${missed} missed`].join('\n');
}
