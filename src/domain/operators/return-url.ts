/** Where a person goes after the hosted page. */
export interface ReturnTo {
  /** After everything is submitted, and after a cancellation if there is no separate address. */
  returnUrl: string;
  cancelUrl: string | null;
  /** The host's own value, returned unchanged. */
  state: string | null;
}

const localHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The address in the form that browsers use; null for one that must not be listed: only `https` (`http` on this machine alone), without
 * credentials, and without a fragment.
 */
export function plainReturnUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, username, password, hash, href } = new URL(address);
  const secure = protocol === 'https:' || (protocol === 'http:' && localHosts.includes(hostname));
  return secure && username === '' && password === '' && hash === '' && !href.endsWith('#') ? href : null;
}

/**
 * Whether the list contains the whole address: an address with a different scheme, host, path or query is a different address. A flow's
 * list narrows the client's.
 */
export function isReturnUrlListed(
  address: string,
  { ofClient, ofFlow }: { ofClient: readonly string[]; ofFlow: readonly string[] | null },
): boolean {
  const plain = plainReturnUrl(address);
  const lists = (list: readonly string[]) => list.some((listed) => plainReturnUrl(listed) === plain);
  return plain !== null && lists(ofClient) && (ofFlow === null || lists(ofFlow));
}
