import { describe, expect, it } from 'vitest';
import { mayConnectTo, parseNetworkRange, subscriberNetworkOf } from '../../../src/domain/network-range.ts';

describe('addresses that may be connected to', () => {
  it.each(['93.184.215.14', '8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    'public: %s',
    (address) => {
      expect(mayConnectTo(address)).toBe(true);
    },
  );

  it.each([
    ['this machine', '127.0.0.1', '127.255.255.254', '0.0.0.0', '::1', '::'],
    ['private networks', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fd12::1', 'fec0::1'],
    ['the link and its metadata service', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', '168.63.129.16'],
    ['groups and reserved ones', '224.0.0.1', '255.255.255.255', '240.0.0.1', '192.0.2.1', '198.18.0.1', 'ff02::1'],
    ['IPv4 inside IPv6, mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe'],
    ['IPv4 inside IPv6, compatible', '::127.0.0.1', '::7f00:1', '::808:808'],
    ['IPv4 inside IPv6, translated', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a00:1', '::ffff:0:7f00:1'],
    ['IPv4 inside IPv6, 6to4 and Teredo', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2001::1'],
    ['parts of IPv6 that are not given out', '2001:db8::1', '4000::1', '100::1', '3fff::1', '5f00::1'],
    ['what is no address', '', 'localhost', '127.1', '0x7f000001'],
  ])('not %s', (_kind, ...addresses) => {
    expect(addresses.filter((address) => mayConnectTo(address))).toEqual([]);
  });

  it('those of a network that the operator allows, in their IPv6 spelling too, and no others', () => {
    const allowed = [parseNetworkRange('10.1.0.0/16'), parseNetworkRange('::1/128')];
    expect(['10.1.2.3', '::ffff:10.1.2.3', '::1'].filter((address) => !mayConnectTo(address, allowed))).toEqual([]);
    expect(['10.2.0.1', '127.0.0.1', '::2'].filter((address) => mayConnectTo(address, allowed))).toEqual([]);
  });
});

it('an IPv4 address counts by itself, and an IPv6 address by the subscriber’s network', () => {
  expect(subscriberNetworkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(subscriberNetworkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(subscriberNetworkOf('2001:db8:1:2:3:4:5:6')).toBe(subscriberNetworkOf('2001:db8:1:2:ffff::1'));
  expect(subscriberNetworkOf('2001:db8:1:2::1')).not.toBe(subscriberNetworkOf('2001:db8:1:3::1'));
});
