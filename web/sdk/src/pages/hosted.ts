import { presentFlow } from '../present-flow.tsx';
import type { Presentation } from '../public-types.ts';

/**
 * The page that the service hosts: `/verify/{clientId}/{flowId}`, the one-time link `/verify/start` and the hand-over
 * `/verify/continue`. What a link carries lies behind its `#`, which reaches no server; it stays there, so that a reload
 * leads to the same place, and a used token opens nothing.
 */
function readPresentation(): Pick<Presentation, 'clientId' | 'flowId' | 'metadata' | 'clientToken' | 'handOverToken'> {
  const [, , first = '', second = ''] = location.pathname.split('/');
  const carried = new URLSearchParams(location.hash.slice(1));
  const value = (name: string) => carried.get(name) ?? undefined;
  const clientToken = value('clientToken');
  const handOverToken = first === 'continue' ? (value('handOverToken') ?? '') : undefined;
  const metadata = parseObject(value('metadata'));
  return {
    clientId: value('clientId') ?? decodeURIComponent(first),
    flowId: value('flowId') ?? decodeURIComponent(second),
    ...(metadata && { metadata }),
    ...(clientToken !== undefined && { clientToken }),
    ...(handOverToken !== undefined && { handOverToken }),
  };
}

function parseObject(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>; // The server checks that it is an object.
  } catch {
    return null;
  }
}

void presentFlow({
  ...readPresentation(),
  baseUrl: location.origin,
  hosted: true,
  started: () => {},
  ended: () => {},
});
// Another link pasted over this one differs behind the `#` alone, which loads nothing by itself.
addEventListener('hashchange', () => location.reload());
