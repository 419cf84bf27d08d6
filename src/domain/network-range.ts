import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A parsed network in CIDR notation. */
export type NetworkRange = [Address, number];

/** @throws when the text is not a network such as 203.0.113.0/24 or 2001:db8::/32 */
export function parseNetworkRange(cidr: string): NetworkRange {
  return ipaddr.parseCIDR(cidr);
}

/** IPv6 networks whose addresses contain an IPv4 address in their last 32 bits, to which a gateway may deliver. */
const carryingIpv4 = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48'].map(
  parseNetworkRange,
);
/** 6to4 (RFC 3056) has it in bits 16 to 47. */
const sixToFour = parseNetworkRange('2002::/16');
/** IPv4 addresses in IPv6 notation (RFC 4291 2.5.5.2). */
const mappedIpv4 = parseNetworkRange('::ffff:0:0/96');
/** The only part of IPv6 that is allocated for the public internet. */
const publicIpv6 = parseNetworkRange('2000::/3');
/** A public address that the machine's own host answers (Azure). */
const hostServices = [parseNetworkRange('168.63.129.16/32')];

/**
 * Whether the service may connect to this address: it is public unicast, or a network in `allowed` contains it. Private, loopback,
 * link-local, multicast and reserved addresses are not, nor are IPv6 addresses that contain an IPv4 address. An IPv4 address in IPv6
 * notation counts as that address.
 */
export function mayConnectTo(text: string, allowed: readonly NetworkRange[] = []): boolean {
  // Only link-local addresses have a zone (`fe80::1%eth0`).
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

/** The size of one subscriber's IPv6 network: counting single addresses there would be useless. */
const subscriberBits = 64;

/**
 * The network under which an address is counted: the whole address for IPv4, the subscriber's 64 bits for IPv6. Other texts stay as they
 * are.
 */
export function subscriberNetworkOf(networkAddress: string): string {
  if (!ipaddr.isValid(networkAddress)) return networkAddress;
  const address = ipaddr.process(networkAddress);
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < subscriberBits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${subscriberBits}`;
}
