import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { twilio as twilioProvider } from '../../src/adapters/sms/twilio/twilio.ts';
import { createTwilioMessageSender } from '../../src/adapters/sms/twilio/twilio-message-sender.ts';
import { createTwilioNumberLookup } from '../../src/adapters/sms/twilio/twilio-number-lookup.ts';
import { problemLine } from '../support/api-client.ts';
import { phoneOnly, stepRecord } from '../support/contact.ts';
import { eventually } from '../support/eventually.ts';
import { eventuallyWithoutPauses } from '../support/patience.ts';
import { sessionStart, startSdkSession, type SdkSession } from '../support/sdk-client.ts';
import { seedClient, type SeededClient } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { startTwilioServer, twilioError, twilioSignature } from '../support/servers/twilio-server.ts';

const authToken = 'a-token-of-the-account';
const publicUrl = 'https://verify.example';
const settings = { accountSid: `AC${'1'.repeat(32)}`, authToken, from: '+12015550199', verifyServiceSid: null };

const environment = () => ({
  TWILIO_ACCOUNT_SID: settings.accountSid,
  TWILIO_AUTH_TOKEN: authToken,
  TWILIO_FROM: settings.from,
  TWILIO_LOOKUP: 'line_type_intelligence,sim_swap,sms_pumping_risk',
  TWILIO_API_BASE: twilio.url,
  PUBLIC_URL: publicUrl,
  CODE_LIMIT_ADDRESS_PER_HOUR: '1000',
  CODE_LIMIT_PREFIX_PER_HOUR: '1000',
});

let twilio: Awaited<ReturnType<typeof startTwilioServer>>;
let stack: Stack;
let live: SeededClient;
let session: SdkSession;
beforeAll(async () => {
  twilio = await startTwilioServer();
  stack = await startStack({ env: environment() });
  live = await seedClient(stack.container.db, 'live');
  await live.addFlow('phone', phoneOnly());
  // The relay picks up what has to be tried again.
  await stack.startWorkers({ otp: true, maintenance: true });
});
afterAll(async () => {
  await stack.close();
  await twilio.close();
});
beforeEach(async () => {
  await stack.sql.query('delete from send_counts');
  twilio.requests.length = 0;
  session = await startSdkSession(stack.api, sessionStart(live.clientId, live.flowOf('phone')));
});

const press = () => session.sendCode('phone', { phoneNumber: '+5511987654321' });
const messages = (count: number) =>
  eventuallyWithoutPauses(stack, () => twilio.messages().length >= count && twilio.messages());
const codesIn = (sent: { fields: Record<string, string> }[]) =>
  sent.map(({ fields }) => /\b\d{6}\b/.exec(fields.Body ?? '')?.[0] ?? '');

async function report(status: string, { signedWith = authToken, codeSendId = '', to = 'twilio' } = {}) {
  const fields = { MessageSid: 'SM1', MessageStatus: status, To: '+5511987654321' };
  const path = `/v2/providers/${to}/reports?codeSendId=${codeSendId}`;
  const body = new URLSearchParams(fields);
  const response = await fetch(stack.api.baseUrl + path, {
    method: 'POST',
    body,
    headers: { 'x-twilio-signature': twilioSignature(signedWith, publicUrl + path, fields) },
  });
  return response.status;
}

const callbackOf = (sent: { fields: Record<string, string> } | undefined) =>
  new URL(sent?.fields.StatusCallback ?? 'x:').searchParams.get('codeSendId') ?? '';

describe('the official client against a server in Twilio’s shape', () => {
  test('sends the code of a live client, once, with the account’s credentials', async () => {
    expect((await press()).status).toBe(202);
    const [sent] = await messages(1);
    expect(sent).toMatchObject({
      path: `/2010-04-01/Accounts/${settings.accountSid}/Messages.json`,
      fields: { To: '+5511987654321', From: settings.from },
      authorization: `Basic ${Buffer.from(`${settings.accountSid}:${authToken}`).toString('base64')}`,
    });
    const [code] = codesIn(twilio.messages());
    expect((await session.checkCode('phone', code ?? '')).body).toMatchObject({ verified: true });
    expect(twilio.messages()).toHaveLength(1);
  });

  test('asks Lookup v2 about the number and judges its risk by the answer', async () => {
    await press();
    await messages(1);
    await session.checkCode('phone', codesIn(twilio.messages())[0] ?? '');
    await session.submit('phone', {});
    const { step } = await eventually(async () => {
      const record = await stepRecord(stack, session, 0, live.token);
      return record.status !== 'pending' && record.status !== 'running' && record;
    });
    expect(step?.phone).toMatchObject({ lineType: 'voip' });
    expect(step?.checks).toMatchObject([
      { id: 'phone-ownership', outcome: 'passed' },
      {
        id: 'phone-risk',
        outcome: 'failed',
        code: 'phone_risk.too_high',
        data: { level: 'very-high', insights: ['sms-pumping', 'sim-swapped', 'line-voip'] },
      },
      { id: 'duplicate-phone' },
    ]);
  });

  test('tries again after 429, 500 and a lost connection, always with the same code', async () => {
    twilio.answerNext(twilioError(429, 20429), twilioError(500, 20500));
    await press();
    const sent = await messages(3);
    expect(new Set(codesIn(sent)).size).toBe(1);
    expect((await session.checkCode('phone', codesIn(sent)[0] ?? '')).body).toMatchObject({ verified: true });
  });

  test('tells the person at once when Twilio refuses the number, and does not ask again', async () => {
    twilio.answerNext(twilioError(400, 21211));
    await press();
    await eventually(async () => (await session.state()).body.steps[0]?.codes.includes('phone.undeliverable'));
    expect(twilio.messages()).toHaveLength(1);
    expect((await press()).status).toBe(202);
    await messages(2);
  });

  test('believes a delivery report with the right signature, and no other', async () => {
    await press();
    const codeSendId = callbackOf((await messages(1))[0]);
    expect(await report('undelivered', { codeSendId, signedWith: 'another token' })).toBe(403);
    expect(await report('undelivered', { codeSendId, to: 'another-provider' })).toBe(404);
    expect((await session.state()).body.steps[0]?.codes).toEqual([]);
    expect(await report('undelivered', { codeSendId })).toBe(204);
    expect((await session.state()).body.steps[0]?.codes).toEqual(['phone.undeliverable']);
    // Twilio repeats its reports, and a late `delivered` changes nothing.
    expect(await report('undelivered', { codeSendId })).toBe(204);
    expect(await report('delivered', { codeSendId })).toBe(204);
    const { rows } = await stack.sql.query('select state from code_sends where id = $1', [codeSendId]);
    expect(rows).toEqual([{ state: 'undeliverable' }]);
  });

  test('a report in JSON is not accepted', async () => {
    const answer = await stack.api.post(`/v2/providers/twilio/reports?codeSendId=cds_01k2m3n4p5q6r7s8t9v0w1x2y3`, {
      json: { MessageStatus: 'delivered' },
    });
    expect(problemLine(answer)).toBe('415 request.unsupported_media_type');
  });

  test('never sends a message of a client in test mode', async () => {
    await stack.client.addFlow('phone', phoneOnly());
    const test = await stack.startSession('phone');
    await test.sendCode('phone', { phoneNumber: '+5511987654321' });
    await eventually(async () => {
      const { rows } = await stack.sql.query('select 1 from test_messages');
      return rows.length > 0;
    });
    expect(twilio.messages()).toEqual([]);
  });
});

describe('Verify as the sender of our codes', () => {
  const serviceSid = `VA${'2'.repeat(32)}`;
  let verifying: Stack;
  let person: SdkSession;
  beforeAll(async () => {
    verifying = await startStack({ env: { ...environment(), TWILIO_VERIFY_SERVICE: serviceSid } });
    const client = await seedClient(verifying.container.db, 'live');
    await client.addFlow('phone', phoneOnly());
    await verifying.startWorkers({ otp: true, maintenance: true });
    person = await startSdkSession(verifying.api, sessionStart(client.clientId, client.flowOf('phone')));
  });
  afterAll(() => verifying.close());

  const asks = () => twilio.requests.filter(({ path }) => path.includes('/Verifications'));

  test('gets the code that was confirmed here, and no wrong one', async () => {
    await person.sendCode('phone', { phoneNumber: '+5511987654321' });
    const [sent] = await eventually(() => asks().length > 0 && asks());
    expect(sent).toMatchObject({ path: `/v2/Services/${serviceSid}/Verifications`, fields: { Channel: 'sms' } });
    const code = sent?.fields.CustomCode ?? '';
    const name = [...twilio.verifications.keys()].at(-1) ?? '';
    await person.checkCode('phone', code === '111111' ? '222222' : '111111');
    expect(twilio.verifications.get(name)).toBe('pending');
    // The first word of it is lost on the way.
    twilio.answerNext(twilioError(500, 20500));
    expect((await person.checkCode('phone', code)).body).toMatchObject({ verified: true });
    await eventuallyWithoutPauses(verifying, () => twilio.verifications.get(name) === 'approved');
    await eventually(async () => (await verifying.sql.query('select 1 from outbox')).rowCount === 0);
    expect(asks().map(({ path }) => path.split('/Verifications')[1])).toEqual(['', `/${name}`, `/${name}`]);
  });

  test('that no longer knows the verification is not asked again', async () => {
    const sender = createTwilioMessageSender(
      { ...settings, lookupFields: [], apiBase: twilio.url, verifyServiceSid: serviceSid },
      { statusUrl: null },
    );
    await sender.approve?.(`VE${'9'.repeat(32)}`);
    expect(asks()).toHaveLength(1);
    expect(
      createTwilioMessageSender({ ...settings, lookupFields: [], apiBase: null }, { statusUrl: null }).approve,
    ).toBeNull();
  });
});

describe('a package of the lookup', () => {
  const all = { ...settings, lookupFields: ['line_type_intelligence', 'sim_swap', 'sms_pumping_risk'] };
  const known = {
    line_type_intelligence: { type: 'mobile', error_code: null },
    sim_swap: { last_sim_swap: { swapped_in_period: false }, error_code: null },
    sms_pumping_risk: { sms_pumping_risk_score: 3, error_code: null },
  };

  test.each([
    ['that answered', {}, []],
    ['without a type', { line_type_intelligence: { type: null, error_code: 60600 } }, ['lineType']],
    ['that does not know the type', { line_type_intelligence: { type: 'unknown' } }, ['lineType']],
    ['with an unknown type', { line_type_intelligence: { type: 'satellite' } }, ['lineType']],
    ['without the last swap', { sim_swap: { last_sim_swap: null, error_code: 60606 } }, ['simSwapped']],
    ['with half a swap', { sim_swap: { last_sim_swap: { swapped_period: 'PT24H' } } }, ['simSwapped']],
    ['without a score', { sms_pumping_risk: { sms_pumping_risk_score: null } }, ['smsPumpingRisk']],
    ['that is null', { sim_swap: null, sms_pumping_risk: null }, ['simSwapped', 'smsPumpingRisk']],
    ['of another shape', { line_type_intelligence: 'mobile', sim_swap: [] }, ['lineType', 'simSwapped']],
    ['that is missing', { line_type_intelligence: undefined }, ['lineType']],
  ] as const)('%s', async (_what, answer, unanswered) => {
    const lookup = createTwilioNumberLookup({ ...all, apiBase: twilio.url });
    twilio.answerNext({ status: 200, body: { ...known, ...answer } });
    expect(await lookup.lookUp('+5511987654321')).toMatchObject({ unanswered });
  });

  test('that the service did not ask for leaves no question open', async () => {
    const lookup = createTwilioNumberLookup({ ...all, lookupFields: ['sim_swap'], apiBase: twilio.url });
    expect(await lookup.lookUp('+5511987654321')).toMatchObject({ lineType: null, unanswered: [] });
  });

  test('without an answer sends the verification to review, next to packages that answered', async () => {
    await press();
    await messages(1);
    await session.checkCode('phone', codesIn(twilio.messages())[0] ?? '');
    twilio.answerNext({ status: 200, body: { ...known, sim_swap: { last_sim_swap: null, error_code: 60606 } } });
    await session.submit('phone', {});
    const { step, status } = await eventually(async () => {
      const record = await stepRecord(stack, session, 0, live.token);
      return record.status !== 'pending' && record.status !== 'running' && record;
    });
    expect(status).toBe('reviewNeeded');
    expect(step?.checks).toMatchObject([
      { id: 'phone-ownership', outcome: 'passed' },
      {
        id: 'phone-risk',
        outcome: 'warning',
        code: 'phone_risk.incomplete',
        data: { level: 'very-low', insights: [], unanswered: ['simSwapped'] },
      },
      { id: 'duplicate-phone' },
    ]);
  });

  test('that the service does not read is refused', () => {
    const given = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: settings.from };
    const read = (TWILIO_LOOKUP: string) => twilioProvider.read({ ...given, TWILIO_LOOKUP });
    expect(read('sim_swap, caller_name').issues).toMatchObject([
      { path: ['TWILIO_LOOKUP'], message: expect.stringContaining('sim_swap') as string },
    ]);
    for (const good of ['', 'sim_swap', 'line_type_intelligence, sms_pumping_risk,'])
      expect(read(good).issues).toEqual([]);
  });
});
