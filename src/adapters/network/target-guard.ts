import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { mayConnectTo, parseNetworkRange } from '../../domain/network-range.ts';
import { TargetRefused, type TargetGuard } from '../../domain/ports/target-guard.ts';

/** All addresses of a name according to the system, including its hosts file. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>;

export interface ConnectionGuard extends TargetGuard {
  /** Checks only the URL. @throws TargetRefused */
  checkUrl(url: string, options: { httpsOnly: boolean }): URL;
  mayConnectTo(address: string): boolean;
  /** For sockets: returns only allowed addresses, so that the checked address is the one that is connected to. */
  lookup: LookupFunction;
}

/**
 * Refuses targets in private networks, at three points: the literal address in a URL (which needs no lookup), every address that a name has
 * at the time of connecting, and (in the sender) the remote end of the connected socket.
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
    // The URL parser has already converted decimal, hexadecimal, octal and short notations of IPv4 (WHATWG URL).
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

/** Always this machine by the standard (RFC 6761), whatever a name server says. */
const localName = /(^|\.)localhost\.?$/;

function resolveBySystem(hostname: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
      error === null ? resolve(addresses) : reject(error),
    );
  });
}

/** Each lookup occupies one of a few threads: however many requests resolve a name with a slow server, one lookup waits. */
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
