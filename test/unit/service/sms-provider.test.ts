import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineSmsProvider } from '../../../src/adapters/sms/sms-provider.ts';
import { readSmsAccount, smsSettingNames, smsSettingsTogether } from '../../../src/adapters/sms/sms-providers.ts';

const pigeon = defineSmsProvider({
  name: 'pigeon',
  settings: { PIGEON_KEY: z.string().min(8), PIGEON_LOFT: z.string().default('north') },
  open: ({ PIGEON_KEY: key }) => ({
    looksUp: [],
    approvesCodes: false,
    createSender: () =>
      Promise.resolve({ send: () => Promise.resolve({ providerId: key }), approve: null, close: () => {} }),
    createNumberLookup: null,
    createReports: null,
  }),
});

test('a provider consists of its settings and what it opens with them', async () => {
  expect(pigeon).toMatchObject({ settings: ['PIGEON_KEY', 'PIGEON_LOFT'], needs: ['PIGEON_KEY'] });
  expect(pigeon.read({})).toEqual({ account: null, issues: [] });
  expect(pigeon.read({ PIGEON_KEY: 'short' })).toMatchObject({ account: null, issues: [{ path: ['PIGEON_KEY'] }] });
  const { account } = pigeon.read({ PIGEON_KEY: 'long enough', OTHER: 'ignored' });
  expect(account?.provider).toBe('pigeon');
  const sender = await account?.createSender({ reportUrl: null });
  const message = { to: '+5511987654321', subject: null, text: '', html: null, codeSendId: 'x', code: '123456' };
  expect(await sender?.send(message)).toEqual({ providerId: 'long enough' });
});

test('settings of all providers have their own names', () => {
  expect(smsSettingNames).toContain('TWILIO_AUTH_TOKEN');
  expect(new Set(smsSettingNames).size).toBe(smsSettingNames.length);
});

test('an incomplete account is none; the settings say what it needs', () => {
  const whole = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+12015550199' };
  expect(readSmsAccount(whole).account?.provider).toBe('twilio');
  for (const name of Object.keys(whole)) expect(readSmsAccount({ ...whole, [name]: undefined }).account).toBeNull();
  expect(smsSettingsTogether.flatMap(({ needs }) => needs)).toEqual([
    'TWILIO_ACCOUNT_SID',
    'TWILIO_AUTH_TOKEN',
    ['TWILIO_FROM', 'TWILIO_VERIFY_SERVICE'],
  ]);
});
