import type { Client } from '../../domain/operators/client.ts';
import { isReturnUrlListed, type ReturnTo } from '../../domain/operators/return-url.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Flow } from '../flows/load-flow.ts';

/** The part of a request that says where the person returns to. */
export interface AskedReturn {
  returnUrl?: string | undefined;
  cancelUrl?: string | undefined;
  state?: string | undefined;
}

/** Null when no address is given: a `state` alone leads nowhere. */
export function returnToOf({ returnUrl, cancelUrl, state }: AskedReturn): ReturnTo | null {
  const address = returnUrl ?? cancelUrl;
  return address === undefined ? null : { returnUrl: address, cancelUrl: cancelUrl ?? null, state: state ?? null };
}

/**
 * Allows only return addresses that the client has listed, because people trust links to this page.
 * @throws Problem `session.return_url_not_allowed`
 */
export function requireListedReturn(returnTo: ReturnTo | null, client: Client, flow: Flow): void {
  if (returnTo === null) return;
  const lists = { ofClient: client.settings.returnUrls, ofFlow: flow.document.returnUrls };
  for (const address of [returnTo.returnUrl, returnTo.cancelUrl]) {
    if (address !== null && !isReturnUrlListed(address, lists)) throw new Problem('session.return_url_not_allowed');
  }
}
