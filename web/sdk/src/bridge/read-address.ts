import type { Presentation } from '../presentation.ts';

export interface HostedAddress extends Pick<
  Presentation,
  'clientId' | 'flowId' | 'metadata' | 'clientToken' | 'handOverToken' | 'returnUrl' | 'cancelUrl' | 'state'
> {
  /** The version of the bridge that the host speaks. Null: the host wants no bridge. */
  bridge: number | null;
}

/**
 * The page that the service hosts: `/verify/{clientId}/{flowId}`, the one-time link `/verify/start` and the hand-over `/verify/continue`. A
 * link carries its data after the `#`, which reaches no server; it stays there, so that a reload leads to the same place, and a used token
 * opens nothing. Only the one-time link names the client there: the server lets a client's own origins frame that client's path, and no page
 * frames the link.
 */
export function readAddress({ pathname, hash }: { pathname: string; hash: string }): HostedAddress {
  const [, , first = '', second = ''] = pathname.split('/');
  const carried = new URLSearchParams(hash.slice(1));
  const value = (name: string) => carried.get(name) ?? undefined;
  const clientToken = value('clientToken');
  const handOverToken = first === 'continue' ? (value('handOverToken') ?? '') : undefined;
  const [returnUrl, cancelUrl, state] = [value('returnUrl'), value('cancelUrl'), value('state')];
  const metadata = parseObject(value('metadata'));
  return {
    ...(first === 'start'
      ? { clientId: value('clientId') ?? '', flowId: value('flowId') ?? '' }
      : { clientId: decodeURIComponent(first), flowId: decodeURIComponent(second) }),
    ...(metadata && { metadata }),
    ...(clientToken !== undefined && { clientToken }),
    ...(handOverToken !== undefined && { handOverToken }),
    ...(returnUrl !== undefined && { returnUrl }),
    ...(cancelUrl !== undefined && { cancelUrl }),
    ...(state !== undefined && { state }),
    bridge: /^[1-9]\d{0,3}$/.test(value('bridge') ?? '') ? Number(value('bridge')) : null,
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
