import ipaddr from 'ipaddr.js';

/** What one subscriber has of IPv6: counting single addresses there would count nothing. */
const ipv6Bits = 64;

/** The network address that tries to sign in are counted by: IPv4 whole, of IPv6 the network of the subscriber. */
export function signInSourceOf(networkAddress: string): string {
  if (!ipaddr.isValid(networkAddress)) return networkAddress;
  const address = ipaddr.process(networkAddress);
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < ipv6Bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${ipv6Bits}`;
}
