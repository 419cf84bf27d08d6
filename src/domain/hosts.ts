import ipaddr from 'ipaddr.js';

/** `::1`, 127.0.0.0/8, and the latter in IPv6 notation (`::ffff:127.0.0.1`). */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether a request comes from this machine itself. A proxy on this machine connects from here for everybody, so a forwarded request does
 * not count, whatever it says about its origin.
 */
export function isFromThisMachine(
  peer: string | undefined,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  return isLoopback(peer) && forwardingHeaders.every((name) => headers[name] === undefined);
}

/** The name in a Host header, without port, brackets and trailing dot. */
export function hostNameOf(host: string): string {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host.trim().toLowerCase()) ?? [];
  return name.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Names that no stranger can point to this machine: an IP address, and `localhost`. */
export function isUnclaimedName(name: string): boolean {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(name) || ipaddr.IPv6.isValid(name);
  return isAddress || name === 'localhost' || name.endsWith('.localhost');
}

/** Whether a server that listens on this address is reachable from this machine only. */
export function isLoopbackListener(host: string): boolean {
  return isLoopback(host) || hostNameOf(host) === 'localhost';
}
