import type { Client } from '../../domain/operators/client.ts';
import { isReturnUrlListed, type ReturnTo } from '../../domain/operators/return-url.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Flow } from '../flows/load-flow.ts';

/** What a request names of the way back. */
export interface AskedReturn {
  returnUrl?: string | undefined;
  cancelUrl?: string | undefined;
  state?: string | undefined;
}

/** Null where no address is named: a `state` alone leads nowhere. */
export function returnToOf({ returnUrl, cancelUrl, state }: AskedReturn): ReturnTo | null {
  const address = returnUrl ?? cancelUrl;
  return address === undefined ? null : { returnUrl: address, cancelUrl: cancelUrl ?? null, state: state ?? null };
}

/**
 * Nobody is led to an address that the client has not listed: a link to this page is one that people trust.
 * @throws Problem `session.return_url_not_allowed`
 */
export function requireListedReturn(returnTo: ReturnTo | null, client: Client, flow: Flow): void {
  if (returnTo === null) return;
  const lists = { ofClient: client.settings.returnUrls, ofFlow: flow.document.returnUrls };
  for (const address of [returnTo.returnUrl, returnTo.cancelUrl]) {
    if (address !== null && !isReturnUrlListed(address, lists)) throw new Problem('session.return_url_not_allowed');
  }
}
