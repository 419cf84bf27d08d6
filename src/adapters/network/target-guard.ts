import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { mayConnectTo, parseNetworkRange } from '../../domain/network-range.ts';
import { TargetRefused, type TargetGuard } from '../../domain/ports/target-guard.ts';

/** All addresses of a name, as the system sees them (its hosts file included). */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>;

export interface ConnectionGuard extends TargetGuard {
  /** Looks at the URL alone. @throws TargetRefused */
  checkUrl(url: string, options: { httpsOnly: boolean }): URL;
  mayConnectTo(address: string): boolean;
  /** For sockets: answers only addresses that may be connected to, so that what was checked is what is connected to. */
  lookup: LookupFunction;
}

/**
 * Refuses targets in private networks, three times: the literal address of a URL (a lookup is not asked for those), every
 * address that a name has at the moment of connecting, and (in the sender) the far end of the connected socket.
 */
export function createTargetGuard(options: {
  /** Networks that are allowed although they are private. */
  allowCidrs: readonly string[];
  resolveName?: ResolveName;
}): ConnectionGuard {
  const allowed = options.allowCidrs.map(parseNetworkRange);
  const resolveName = options.resolveName ?? shareLookups(resolveBySystem);
  const admitted = (address: string) => mayConnectTo(address, allowed);

  function checkUrl(url: string, { httpsOnly }: { httpsOnly: boolean }): URL {
    const parsed = URL.canParse(url) ? new URL(url) : null;
    if (parsed === null) throw new TargetRefused('is not a URL');
    if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') throw new TargetRefused('is not a web address');
    if (httpsOnly && parsed.protocol !== 'https:') throw new TargetRefused('must begin with https://');
    if (parsed.username !== '' || parsed.password !== '') throw new TargetRefused('must not name a user');
    // Decimal, hexadecimal, octal and short spellings of IPv4 have become dotted ones here (WHATWG URL).
    const literal = parsed.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !admitted(literal)) throw new TargetRefused('is not a public address');
    if (localName.test(literal) && !admitted('127.0.0.1')) throw new TargetRefused('is not a public address');
    return parsed;
  }

  async function findAddresses(hostname: string): Promise<LookupAddress[]> {
    const addresses = await resolveName(hostname);
    if (addresses.length === 0 || !addresses.every(({ address }) => admitted(address))) {
      throw new TargetRefused('is not a public address');
    }
    return addresses;
  }

  return {
    checkUrl,
    mayConnectTo: admitted,

    async check(url, rules) {
      const { hostname } = checkUrl(url, rules);
      if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return;
      await findAddresses(hostname).catch((error: unknown) => {
        throw error instanceof TargetRefused ? error : new TargetRefused('has no address');
      });
    },

    lookup(hostname, lookupOptions, callback) {
      findAddresses(hostname).then(
        (addresses) => {
          const [first] = addresses;
          if (lookupOptions.all === true) callback(null, addresses);
          else callback(null, first?.address ?? '', first?.family);
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error('lookup failed'), ''),
      );
    },
  };
}

/** This machine by the standard (RFC 6761), whatever a name server says. */
const localName = /(^|\.)localhost\.?$/;

function resolveBySystem(hostname: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
      error === null ? resolve(addresses) : reject(error),
    );
  });
}

/** Lookups take one of a few threads each: however many requests ask for a name whose server is slow, one lookup waits. */
function shareLookups(resolveName: ResolveName): ResolveName {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  return (hostname) => {
    const known = underWay.get(hostname);
    if (known !== undefined) return known;
    const asked = resolveName(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, asked);
    return asked;
  };
}
