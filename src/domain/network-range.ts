import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network in CIDR notation, parsed. */
export type NetworkRange = [Address, number];

/** @throws when the text is no network such as 203.0.113.0/24 or 2001:db8::/32. */
export function parseNetworkRange(cidr: string): NetworkRange {
  return ipaddr.parseCIDR(cidr);
}

/** IPv6 networks whose addresses carry an IPv4 address in their last 32 bits, at which a gateway may deliver. */
const carryingIpv4 = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48'].map(
  parseNetworkRange,
);
/** 6to4 (RFC 3056) carries it in bits 16 to 47. */
const sixToFour = parseNetworkRange('2002::/16');
/** IPv4 addresses in their IPv6 spelling (RFC 4291 2.5.5.2). */
const mappedIpv4 = parseNetworkRange('::ffff:0:0/96');
/** The only part of IPv6 that is given out for the public internet. */
const publicIpv6 = parseNetworkRange('2000::/3');
/** Public by its number, but answered by the machine's own host (Azure). */
const hostServices = [parseNetworkRange('168.63.129.16/32')];

/**
 * Whether we may connect to this address: it is public unicast, or one of `allowed` contains it. Private, loopback,
 * link-local, multicast and reserved ones are not, nor is an IPv6 address that carries an IPv4 one; only the IPv6 spelling of
 * an IPv4 address counts as that address.
 */
export function mayConnectTo(text: string, allowed: readonly NetworkRange[] = []): boolean {
  // A zone (`fe80::1%eth0`) belongs to link-local addresses alone.
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (isIn(allowed, address)) return true;
  if (address instanceof ipaddr.IPv4) return isPublic(address);
  const carried = ipv4CarriedBy(address);
  if (carried === null) return isIn([publicIpv6], address) && address.range() === 'unicast';
  return isIn(allowed, carried) || (isIn([mappedIpv4], address) && isPublic(carried));
}

function isPublic(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !isIn(hostServices, address);
}

function isIn(ranges: readonly NetworkRange[], address: Address): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

function ipv4CarriedBy(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  if (isIn([sixToFour], address)) return new ipaddr.IPv4(bytes.slice(2, 6));
  return isIn(carryingIpv4, address) ? new ipaddr.IPv4(bytes.slice(12)) : null;
}

/** What one subscriber has of IPv6: counting single addresses there would count nothing. */
const subscriberBits = 64;

/** The network that an address is counted by: IPv4 whole, of IPv6 the subscriber's 64 bits. Other texts stay as they are. */
export function subscriberNetworkOf(networkAddress: string): string {
  if (!ipaddr.isValid(networkAddress)) return networkAddress;
  const address = ipaddr.process(networkAddress);
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < subscriberBits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${subscriberBits}`;
}
