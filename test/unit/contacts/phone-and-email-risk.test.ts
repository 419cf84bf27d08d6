import { describe, expect, it } from 'vitest';
import type { Traits } from '../../../src/domain/traits.ts';
import type { FinishedStep } from '../../../src/steps/conclusion.ts';
import { emailStep } from '../../../src/steps/email/index.ts';
import { isDisposable, isRoleAddress, readEmailAddress } from '../../../src/steps/email/read-email-address.ts';
import { emailSchema } from '../../../src/steps/email/schema.ts';
import { phoneConclusion } from '../../../src/steps/phone/conclude-phone.ts';
import { insightsOfNumber, riskLevelOf, riskScoreOf } from '../../../src/steps/phone/phone-risk.ts';
import { readPhoneNumber } from '../../../src/steps/phone/read-phone-number.ts';
import { phoneSchema } from '../../../src/steps/phone/schema.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const other = (traits: Traits): FinishedStep => ({ stepId: 'other', type: 'document', config: {}, traits });

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

describe('a number or an address that was copied from another app', () => {
  const marked = (text: string) => `\ufeff\u202a${text.slice(0, 5)}\u200b${text.slice(5)}\u202c`;
  const mailDomains = { receivesMail: () => Promise.resolve(true) };

  it('may contain the invisible marks that came with it', async () => {
    expect(readPhoneNumber(phoneSchema.config.parse({}), { phoneNumber: marked('+12015550123') }).address).toBe(
      '+12015550123',
    );
    const config = emailSchema.config.parse({});
    const request = { config, body: { email: marked('ana.silva@Bank.example') }, mailDomains, testMode: false };
    expect((await readEmailAddress(request)).address).toBe('ana.silva@bank.example');
  });

  it('is refused with any other invisible character: a line break starts a header', async () => {
    const config = emailSchema.config.parse({});
    for (const character of ['\r', '\n', '\0', '\u2028', '\u0085', '\t']) {
      const email = `ana${character}bcc:eve@bank.example`;
      const reading = readEmailAddress({ config, body: { email }, mailDomains, testMode: false });
      await expect(reading, JSON.stringify(character)).rejects.toMatchObject({ code: 'email.invalid_address' });
    }
  });
});

it('disposable domains and role addresses are recognised, also in subdomains and with tags', async () => {
  const domains = ['mailinator.com', 'a.MAILINATOR.com', 'gmail.com'];
  expect(await Promise.all(domains.map(isDisposable))).toEqual([true, true, false]);
  expect(['info@x.example', 'Support+1@x.example', 'ana@x.example'].map(isRoleAddress)).toEqual([true, true, false]);
});
