import { describe, expect, it } from 'vitest';
import { placesOf } from '../../support/people/judged-places.ts';

describe('a flow that refuses hidden networks', () => {
  const unknown = { hosting: null, vpn: null, tor: null, proxy: null };
  const networkOf = (config: object, network: object) =>
    placesOf(config, { network }).find(({ id }) => id === 'ip-location');

  it('passes no network of which no database tells whether it is one', () => {
    expect(networkOf({ hiddenNetworks: 'fail' }, unknown)).toMatchObject({
      outcome: 'error',
      code: 'check.model_missing',
    });
    for (const kind of ['hosting', 'vpn', 'tor', 'proxy']) {
      expect(networkOf({ hiddenNetworks: 'fail' }, { [kind]: null })).toMatchObject({ outcome: 'error' });
    }
    expect(networkOf({ hiddenNetworks: 'fail' }, {})).toMatchObject({ outcome: 'passed' });
    expect(networkOf({}, { proxy: true })).toMatchObject({ outcome: 'warning', code: 'ip_location.proxy' });
    expect(networkOf({ hiddenNetworks: 'fail' }, { vpn: true })).toMatchObject({ code: 'ip_location.vpn' });
    expect(networkOf({ hiddenNetworks: 'accept' }, unknown)).toMatchObject({ outcome: 'passed' });
  });

  it('sends every network to review of which nothing tells, where the flow warns of hidden ones', () => {
    const doubt = { outcome: 'warning', code: 'ip_location.hidden_networks_unknown' };
    expect(networkOf({}, unknown)).toMatchObject(doubt);
    for (const kind of ['hosting', 'vpn', 'tor', 'proxy']) {
      expect(networkOf({ hiddenNetworks: 'warn' }, { [kind]: null })).toMatchObject(doubt);
    }
    expect(networkOf({}, {})).toMatchObject({ outcome: 'passed' });
  });
});
