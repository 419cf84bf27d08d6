import { describe, expect, it } from 'vitest';
import { createMmdbNetworkPlaces, packagedGeoipFile } from '../../../src/adapters/network/mmdb-network-places.ts';
import { languages } from '../../../src/domain/language.ts';
import { hotp, isSameCode, oneTimeCodeOf } from '../../../src/domain/codes/one-time-code.ts';
import { sendCountsOf } from '../../../src/domain/codes/send-limits.ts';
import type { Traits } from '../../../src/domain/traits.ts';
import { isAddressAdmitted } from '../../../src/services/starts/address-rules.ts';
import { composeCodeMessage } from '../../../src/services/codes/compose-code-message.ts';
import type { FinishedStep } from '../../../src/steps/conclusion.ts';
import { emailStep } from '../../../src/steps/email/index.ts';
import { isDisposable, isRoleAddress } from '../../../src/steps/email/read-email-address.ts';
import { locationConclusion } from '../../../src/steps/location/conclude-location.ts';
import { distanceKm } from '../../../src/steps/location/geography.ts';
import { locationSchema } from '../../../src/steps/location/schema.ts';
import { phoneConclusion } from '../../../src/steps/phone/conclude-phone.ts';
import { insightsOfNumber, riskLevelOf, riskScoreOf } from '../../../src/steps/phone/phone-risk.ts';
import { phoneSchema } from '../../../src/steps/phone/schema.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const other = (traits: Traits): FinishedStep => ({ stepId: 'other', type: 'document', config: {}, traits });

describe('codes', () => {
  it('are those of RFC 4226, appendix D', () => {
    const key = Buffer.from('12345678901234567890', 'ascii');
    const expected = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
    expect(expected.map((_, counter) => hotp(key, counter))).toEqual(expected);
  });

  it('are the same for the same press, and others for another press, seed or client', () => {
    const key = Buffer.alloc(32, 1);
    const press = { id: 'cds_1', seed: Buffer.alloc(16, 2) };
    const code = oneTimeCodeOf(key, press);
    expect(oneTimeCodeOf(key, press)).toBe(code);
    expect(oneTimeCodeOf(key, { ...press, id: 'cds_2' })).not.toBe(code);
    expect(oneTimeCodeOf(key, { ...press, seed: Buffer.alloc(16, 3) })).not.toBe(code);
    expect(oneTimeCodeOf(Buffer.alloc(32, 4), press)).not.toBe(code);
  });

  it('may be typed with spaces and hyphens, and nothing else', () => {
    expect(isSameCode(' 402-917 ', '402917')).toBe(true);
    expect(['40291', '4029177', '', '４０２９１７'].some((typed) => isSameCode(typed, '402917'))).toBe(false);
  });
});

describe('the limits on codes', () => {
  const recipientsOf = (address: string) =>
    sendCountsOf({
      channel: 'email',
      contact: { address, country: null, receivesMail: true },
      networkAddress: '203.0.113.7',
    }).flatMap(({ name, value }) => (name.startsWith('email-recipient') ? [value] : []));

  it.each([
    ['ana@bank.example', 'ANA@bank.example'],
    ['ana@bank.example', 'ana+1@bank.example'],
    ['ana@bank.example', 'ana+1+2@bank.example'],
    ['ana@bank.example', 'ana+@bank.example'],
    ['ana.souza@gmail.com', 'a.n.a.souza+x@googlemail.com'],
  ])('count one mailbox, whichever of its addresses is given: %s and %s', (one, other) => {
    expect(recipientsOf(other)).toEqual(recipientsOf(one));
  });

  it.each([
    ['ana@bank.example', 'ana.souza@bank.example'],
    ['anasouza@bank.example', 'ana.souza@bank.example'],
    ['ana@bank.example', 'ana@other.example'],
    ['+1@bank.example', '+2@bank.example'],
  ])('do not count two mailboxes as one: %s and %s', (one, other) => {
    expect(recipientsOf(other)).not.toEqual(recipientsOf(one));
  });
});

describe('the message with a code', () => {
  it.each(languages)('exists in %s, for both channels, and contains the code and the client', (language) => {
    const about = { to: 'x', language, clientName: 'Example Bank', code: '402917' };
    const sms = composeCodeMessage({ ...about, channel: 'sms' });
    const email = composeCodeMessage({ ...about, channel: 'email' });
    for (const text of [sms.text, email.text, email.subject, email.html]) expect(text).toContain('402917');
    expect(sms.text).toContain('Example Bank');
    expect(email.html).toContain(`lang="${language}"`);
    if (language !== 'en')
      expect(sms.text).not.toBe(composeCodeMessage({ ...about, language: 'en', channel: 'sms' }).text);
  });

  it('lets a client’s name be neither markup nor a header', () => {
    const clientName = '<b>Bank</b>\r\nBcc: x@example.com';
    const { html, subject } = composeCodeMessage({ channel: 'email', to: 'x', language: 'en', clientName, code: '1' });
    expect(html).not.toContain('<b>');
    expect(subject).not.toMatch(/[\r\n]/);
  });
});

describe('phone risk', () => {
  const facts = { lineType: null, simSwapped: null, smsPumpingRisk: null };
  const config = phoneSchema.config.parse({});
  const judge = (...given: Parameters<typeof judgeAll>) => judgeAll(...given).find(({ id }) => id === 'phone-risk');
  const judgeAll = (traits: Traits, others: FinishedStep[] = [], otherIdentities = 0, more: object = {}) =>
    phoneConclusion.judge({
      stepId: 'phone',
      config: { ...config, ...more },
      traits: { phoneNumber: '+5511987654321', phoneCountry: 'BR', phoneInsights: [], ...traits },
      others,
      seen: { otherIdentities },
      at,
    });

  it('names the risks of a number', () => {
    const named = insightsOfNumber({
      lineType: 'premium',
      facts: { ...facts, simSwapped: true, smsPumpingRisk: 75 },
      recentSends: 6,
    });
    expect(named).toEqual(['line-premium', 'velocity', 'sim-swapped', 'sms-pumping']);
    expect(insightsOfNumber({ lineType: 'mobile', facts, recentSends: 1 })).toEqual([]);
  });

  it('rises with every insight, from very low to very high', () => {
    expect(
      [[], ['line-voip'], ['line-voip', 'velocity'], ['line-premium']].map((list) => riskScoreOf(list as [])),
    ).toEqual([0, 0.4, 0.64, 0.9]);
    expect([0, 0.2, 0.4, 0.65, 0.85].map(riskLevelOf)).toEqual(['very-low', 'low', 'medium', 'high', 'very-high']);
  });

  it('sees a country that is not that of document, network or place, and knows that Puerto Rico is of the United States', () => {
    expect(judge({}, [other({ documentCountry: 'BR' })])).toMatchObject({ outcome: 'passed', data: { insights: [] } });
    expect(judge({}, [other({ documentCountry: 'DE', networkCountry: 'FR', gpsCountry: 'BR' })])).toMatchObject({
      data: { insights: ['country-not-of-document', 'country-not-of-network'] },
    });
    expect(judge({ phoneCountry: 'PR' }, [other({ documentCountry: 'US' })])).toMatchObject({ data: { insights: [] } });
  });

  it('fails and warns from the flow’s own levels', () => {
    expect(judge({ phoneInsights: ['line-voip'] }, [], 3)).toMatchObject({
      outcome: 'warning',
      code: 'phone_risk.elevated',
      data: { level: 'high', insights: ['many-identities', 'line-voip'] },
    });
    expect(judge({ phoneInsights: ['line-voip'] }, [], 3, { failFromRisk: 'high' })).toMatchObject({
      outcome: 'failed',
      code: 'phone_risk.too_high',
    });
    expect(judge({ phoneInsights: ['line-voip'] }, [], 2)).toMatchObject({ outcome: 'passed' });
  });

  it('is an error, never a pass, when the provider did not answer, and not asked for where the flow does not', () => {
    expect(judge({ phoneInsights: null })).toMatchObject({ outcome: 'error', code: 'check.timed_out' });
    expect(judge({ phoneInsights: ['line-premium'] }, [], 0, { riskCheck: false })).toBeUndefined();
  });
});

describe('a number or address that others have confirmed', () => {
  const emailConclusion = emailStep.conclusion;
  const sharing = (otherIdentities: number, maxOtherIdentities?: number | null) => {
    const more = maxOtherIdentities === undefined ? {} : { maxOtherIdentities };
    const about = { stepId: 'own', others: [], seen: { otherIdentities, identityIds: ['idn_1'] }, at };
    const phone = phoneConclusion.judge({
      ...about,
      config: phoneSchema.config.parse({ riskCheck: false, ...more }),
      traits: { phoneNumber: '+5511987654321' },
    });
    const email = emailConclusion?.judge({ ...about, config: more, traits: { email: 'ana@bank.example' } });
    return [...phone, ...(email ?? [])].map(({ id, outcome, code }) => [id, outcome, code]);
  };
  const passed = [
    ['duplicate-phone', 'passed', null],
    ['duplicate-email', 'passed', null],
  ];
  const shared = [
    ['duplicate-phone', 'warning', 'phone.shared'],
    ['duplicate-email', 'warning', 'email.shared'],
  ];

  it('goes to review from three on, without another sign of risk', () => {
    expect(sharing(2)).toEqual(passed);
    expect(sharing(3)).toEqual(shared);
  });

  it('may have as many as the flow says', () => {
    expect(sharing(0, 0)).toEqual(passed);
    expect(sharing(1, 0)).toEqual(shared);
    expect(sharing(5, 5)).toEqual(passed);
    expect(sharing(20, 19)).toEqual(shared);
    expect(sharing(20, null)).toEqual([]);
  });
});

describe('places', () => {
  const config = locationSchema.config.parse({});
  const saoPaulo = { latitude: -23.5505, longitude: -46.6333, accuracyMeters: 10 };
  const rio = { latitude: -22.9068, longitude: -43.1729, accuracyMeters: 10 };
  const tokyo = { latitude: 35.6762, longitude: 139.6503, accuracyMeters: 10 };
  const judge = (
    traits: Traits,
    { last = null, others = [], more = {} }: { last?: object | null; others?: FinishedStep[]; more?: object } = {},
  ) =>
    locationConclusion.judge({
      stepId: 'location',
      config: { ...config, ...more },
      traits,
      others,
      seen: { last } as Parameters<typeof locationConclusion.judge>[0]['seen'],
      at,
    })[0];
  const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 3_600_000).toISOString();

  it('are apart by the great-circle distance, less the uncertainty', () => {
    expect(distanceKm(saoPaulo, rio)).toBeCloseTo(360.7, 0);
    expect(distanceKm(saoPaulo, { ...rio, accuracyMeters: 400_000 })).toBe(0);
  });

  it('cannot be reached faster than any airliner', () => {
    const impossible = judge({ gpsPlace: saoPaulo }, { last: { place: tokyo, at: hoursAgo(2) } });
    expect(impossible).toMatchObject({ outcome: 'warning', code: 'location_consistency.impossible_speed' });
    expect(judge({ gpsPlace: saoPaulo }, { last: { place: tokyo, at: hoursAgo(48) } })).toMatchObject({
      outcome: 'passed',
    });
    expect(judge({ gpsPlace: saoPaulo }, { last: { place: rio, at: hoursAgo(1) } })).toMatchObject({
      outcome: 'passed',
    });
    // Two sessions at the same moment must not cause a division by zero.
    expect(judge({ gpsPlace: saoPaulo }, { last: { place: tokyo, at: at.toISOString() } })).toMatchObject({
      code: 'location_consistency.impossible_speed',
    });
  });

  it('of coordinates and network may be as far apart as the flow says', () => {
    const traits = { gpsPlace: saoPaulo, gpsCountry: 'BR', networkPlace: tokyo, networkCountry: 'JP' };
    expect(judge(traits)).toMatchObject({ code: 'location_consistency.too_far' });
    expect(judge({ ...traits, networkPlace: rio, networkCountry: 'BR' })).toMatchObject({ outcome: 'passed' });
  });

  it('whose distance the flow limits itself go to review if nobody knows it', () => {
    const own = { maxNetworkDistanceKm: 300 };
    const traits = { gpsPlace: saoPaulo, gpsCountry: 'BR', networkPlace: saoPaulo, networkCountry: 'BR' };
    const { gpsPlace, gpsCountry, ...networkAlone } = traits;
    const { networkPlace, ...withoutCity } = traits;
    const unknown = { outcome: 'warning', code: 'location_consistency.distance_unknown' };
    expect(judge(traits, { more: own })).toMatchObject({ outcome: 'passed' });
    expect(judge(withoutCity, { more: own })).toMatchObject(unknown);
    expect(judge({ gpsPlace, gpsCountry }, { more: own })).toMatchObject(unknown);
    expect(judge(networkAlone, { more: own })).toMatchObject(unknown);
    expect(judge({}, { more: own })).toMatchObject(unknown);
    // A network that may be anywhere in a circle larger than the limit is near nothing.
    const vague = { ...networkPlace, accuracyMeters: 1_000_000 };
    expect(judge({ ...traits, networkPlace: vague }, { more: own })).toMatchObject(unknown);
    for (const maxNetworkDistanceKm of [500, null]) {
      expect(judge(withoutCity, { more: { maxNetworkDistanceKm } })).toMatchObject({ outcome: 'passed' });
    }
  });

  it('are compared with phone and document', () => {
    const others = [other({ documentCountry: 'DE' }), other({ phoneCountry: 'BR' })];
    expect(judge({ gpsCountry: 'BR' }, { others })).toMatchObject({
      code: 'location_consistency.countries_differ',
      data: { phoneCountry: 'BR', documentCountry: 'DE' },
    });
  });

  it.each([
    ['document', 'documentCountry'],
    ['number', 'phoneCountry'],
  ] as const)('are compared with every %s, whichever the person shows first', (_what, country) => {
    const [own, foreign] = [other({ [country]: 'BR' }), other({ [country]: 'DE' })];
    for (const others of [
      [own, foreign],
      [foreign, own],
    ]) {
      expect(judge({ gpsCountry: 'BR' }, { others })).toMatchObject({
        code: 'location_consistency.countries_differ',
        data: { [country]: 'DE' },
      });
    }
    expect(judge({ gpsCountry: 'BR' }, { others: [own, own] })).toMatchObject({ outcome: 'passed' });
  });

  it('that are alone contradict nothing, and there is no check', () => {
    expect(judge({ gpsCountry: 'BR' })).toBeUndefined();
  });

  it('of networks come from the packaged database, in both spellings of IPv4', async () => {
    const places = await createMmdbNetworkPlaces([packagedGeoipFile()]);
    expect(places.find('200.147.3.157')).toMatchObject({ country: 'BR', place: null, vpn: null });
    expect(places.find('::ffff:200.147.3.157')).toMatchObject({ country: 'BR' });
    expect(places.find('2001:4860:4860::8888')).toMatchObject({ country: 'US' });
    expect([places.find('127.0.0.1'), places.find('no address')].map(({ country }) => country)).toEqual([null, null]);
  });
});

it('disposable domains and role addresses are recognised, also in subdomains and with tags', async () => {
  const domains = ['mailinator.com', 'a.MAILINATOR.com', 'gmail.com'];
  expect(await Promise.all(domains.map(isDisposable))).toEqual([true, true, false]);
  expect(['info@x.example', 'Support+1@x.example', 'ana@x.example'].map(isRoleAddress)).toEqual([true, true, false]);
});

it('rules in the IPv6 spelling of IPv4 hold for IPv4 addresses', () => {
  const deny = ['::ffff:203.0.113.0/120'];
  expect(
    ['203.0.113.9', '::ffff:203.0.113.9', '203.0.114.1'].map((address) =>
      isAddressAdmitted(address, { allow: [], deny }),
    ),
  ).toEqual([false, false, true]);
});
