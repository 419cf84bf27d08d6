import ipaddr from 'ipaddr.js';
import type { NetworkRange } from '../../domain/network-range.ts';

/**
 * Whether a network address may start a session: no rule denies it and, if there is an allow list, the list contains it. An unreadable
 * address is never on an allow list.
 */
export function isAddressAdmitted(
  address: string,
  rules: { allow: readonly string[]; deny: readonly string[] },
): boolean {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  if (parsed === null) return rules.allow.length === 0 && rules.deny.length === 0;
  if (rules.deny.some((cidr) => contains(cidr, parsed))) return false;
  return rules.allow.length === 0 || rules.allow.some((cidr) => contains(cidr, parsed));
}

/** Whether every address of `inner` is in `outer`, both in CIDR notation. */
export function isWithinNetwork(inner: string, outer: string): boolean {
  const [innerNetwork, innerBits] = plainRange(ipaddr.parseCIDR(inner));
  const [, outerBits] = plainRange(ipaddr.parseCIDR(outer));
  return innerBits >= outerBits && contains(outer, innerNetwork);
}

function contains(cidr: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [network, bits] = plainRange(ipaddr.parseCIDR(cidr));
  return network.kind() === address.kind() && address.match(network, bits);
}

/** A range of IPv4 addresses in IPv6 notation (`::ffff:203.0.113.0/120`), converted to IPv4, as addresses are before they are compared. */
function plainRange([network, bits]: NetworkRange): NetworkRange {
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96;
  return isMapped ? [network.toIPv4Address(), bits - 96] : [network, bits];
}
