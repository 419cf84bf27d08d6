/** Where a person goes on after the hosted page. */
export interface ReturnTo {
  /** After everything is in, and after a cancellation where there is no other address for it. */
  returnUrl: string;
  cancelUrl: string | null;
  /** The host's own word, given back as it came. */
  state: string | null;
}

const localHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The address as browsers write it; null for one that may not be listed: only `https` (`http` on this machine alone), without
 * credentials, and without a fragment.
 */
export function plainReturnUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, username, password, hash, href } = new URL(address);
  const secure = protocol === 'https:' || (protocol === 'http:' && localHosts.includes(hostname));
  return secure && username === '' && password === '' && hash === '' && !href.endsWith('#') ? href : null;
}

/**
 * Whether the address is one of those listed, whole: a scheme, a host, a path or a query that differs in anything is another
 * address. A flow's list narrows the client's.
 */
export function isReturnUrlListed(
  address: string,
  { ofClient, ofFlow }: { ofClient: readonly string[]; ofFlow: readonly string[] | null },
): boolean {
  const plain = plainReturnUrl(address);
  const lists = (list: readonly string[]) => list.some((listed) => plainReturnUrl(listed) === plain);
  return plain !== null && lists(ofClient) && (ofFlow === null || lists(ofFlow));
}
