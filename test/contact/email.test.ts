import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDnsMailDomains } from '../../src/adapters/network/dns-mail-domains.ts';
import { createSmtpMessageSender } from '../../src/adapters/smtp-message-sender.ts';
import { testCodes } from '../../src/domain/codes/test-values.ts';
import { Undeliverable } from '../../src/domain/ports/messages/message-sender.ts';
import { problemLine } from '../support/api-client.ts';
import { ageSends, emailOnly, nextMessage, stepRecord } from '../support/contact.ts';
import { startDnsServer } from '../support/servers/dns-server.ts';
import { eventually } from '../support/eventually.ts';
import { eventuallyWithoutPauses } from '../support/patience.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { sessionStart, startSdkSession, type SdkSession } from '../support/sdk-client.ts';
import { seedClient, type SeededClient } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let stack: Stack;
let live: SeededClient;
let session: SdkSession;
beforeAll(async () => {
  mail = await startMailServer();
  dns = await startDnsServer({
    'bank.example': ['mx.bank.example'],
    'mailinator.com': ['mx.mailinator.com'],
    'gmail.com': ['mx.gmail.com'],
    'googlemail.com': ['mx.gmail.com'],
    'nomail.example': ['.'],
    'quiet.example': 'silence',
  });
  stack = await startStack({
    env: {
      SMTP_URL: mail.url,
      SMTP_FROM: 'Verify <verify@bank.example>',
      DNS_SERVERS: dns.address,
      CODE_LIMIT_ADDRESS_PER_HOUR: '1000',
    },
  });
  live = await seedClient(stack.container.db, 'live');
  for (const client of [live, stack.client]) {
    await client.addFlow('email', emailOnly());
    await client.addFlow('strict', emailOnly({ disposableDomains: 'refuse' }));
  }
  await stack.startWorkers({ otp: true, maintenance: true });
});
afterAll(async () => {
  await stack.close();
  await mail.close();
  await dns.close();
});
beforeEach(async () => {
  await stack.sql.query('delete from send_counts');
  mail.reset();
  session = await liveSession('email');
});

const liveSession = (flow: string, language = 'en') =>
  startSdkSession(stack.api, sessionStart(live.clientId, live.flowOf(flow), { device: { languages: [language] } }));
const press = (email: string) => session.sendCode('email', { email });
const mails = (count: number) => eventuallyWithoutPauses(stack, () => mail.messages.length >= count && mail.messages);
const codeIn = (raw: string | undefined) => /Subject: (\d{6})/.exec(raw ?? '')?.[1] ?? '';

describe('an email step', () => {
  test('sends a code by SMTP, as text and as HTML, and verifies the address', async () => {
    expect((await press(' Ana.Souza@BANK.example ')).status).toBe(202);
    const [sent] = await mails(1);
    expect(sent?.to).toBe('Ana.Souza@bank.example');
    expect(sent?.raw).toContain('From: Verify <verify@bank.example>');
    expect(sent?.raw).toContain('Content-Type: text/plain');
    expect(sent?.raw).toContain('Content-Type: text/html');
    expect((await session.checkCode('email', codeIn(sent?.raw))).body).toMatchObject({ verified: true });
    expect((await session.submit('email', {})).status).toBe(202);
    const { step } = await eventually(async () => {
      const record = await stepRecord(stack, session, 0, live.token);
      return record.status === 'verified' && record;
    });
    expect(step).toMatchObject({
      email: { address: 'Ana.Souza@bank.example' },
      checks: [
        { id: 'email-ownership', outcome: 'passed', data: { sendCount: 1, wrongCodeCount: 0 } },
        {
          id: 'email-risk',
          outcome: 'passed',
          data: { disposableDomain: false, roleAddress: false, receivesMail: true },
        },
        { id: 'duplicate-email', outcome: 'passed', data: { otherIdentities: 0, identityIds: [] } },
      ],
    });
  });

  test.each([
    ['no address', 'ana', '422 email.invalid_address'],
    ['two addresses', 'a@bank.example, b@bank.example', '422 email.invalid_address'],
    ['a line break', 'a@bank.example\r\nBcc: b@bank.example', '422 email.invalid_address'],
    ['a domain that does not exist', 'ana@nowhere.example', '422 email.unknown_domain'],
    ['a domain that takes no mail', 'ana@nomail.example', '422 email.unknown_domain'],
  ])('answers %s with its own code and sends nothing', async (_what, address, problem) => {
    expect(problemLine(await press(address))).toBe(problem);
    expect(mail.recipients()).toBe(0);
  });

  test('refuses disposable domains if the flow says so, and otherwise sends them to review', async () => {
    session = await liveSession('strict');
    expect(problemLine(await press('ana@mailinator.com'))).toBe('422 email.disposable_domain');
    session = await liveSession('email');
    await press('ana@mailinator.com');
    await session.checkCode('email', codeIn((await mails(1))[0]?.raw));
    await session.submit('email', {});
    const { step } = await eventually(async () => {
      const record = await stepRecord(stack, session, 0, live.token);
      return record.status === 'reviewNeeded' && record;
    });
    expect(step?.checks[1]).toMatchObject({ outcome: 'warning', code: 'email_risk.disposable_domain' });
  });

  test('does not know whether a domain receives mail when DNS does not answer, and says so', async () => {
    const domains = createDnsMailDomains({ servers: [dns.address], timeoutMs: 150 });
    expect(await domains.receivesMail('quiet.example')).toBeNull();
    expect(await domains.receivesMail('bank.example')).toBe(true);
  });

  test('tries again after 451, with the same code', async () => {
    mail.refuseNext(451, 451);
    await press('ana@bank.example');
    const [sent] = await mails(1);
    expect(mail.recipients()).toBe(3);
    expect((await session.checkCode('email', codeIn(sent?.raw))).body).toMatchObject({ verified: true });
  });

  test('tells the person at once after 550, and does not ask the server again', async () => {
    mail.refuseNext(550);
    await press('nobody@bank.example');
    await eventually(async () => (await session.state()).body.steps[0]?.codes.includes('email.undeliverable'));
    expect(mail.recipients()).toBe(1);
    expect(mail.messages).toEqual([]);
  });

  test('stops waiting for a server that falls silent, and reports a temporary fault', async () => {
    mail.refuseNext('silence');
    const sender = createSmtpMessageSender({ url: mail.url, from: 'verify@bank.example' }, { timeoutMs: 300 });
    const message = { to: 'ana@bank.example', subject: 's', text: 't', html: null, codeSendId: 'x', code: '123456' };
    const failure = await sender.send(message).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(Undeliverable);
    sender.close();
  });

  test('takes a refusal of the sender for an outage: the person’s address is right', async () => {
    const sender = createSmtpMessageSender({ url: mail.url, from: 'refused@bank.example' });
    const message = { to: 'ana@bank.example', subject: 's', text: 't', html: null, codeSendId: 'x', code: '123456' };
    const failure = await sender.send(message).catch((error: unknown) => error);
    expect(failure).toMatchObject({ responseCode: 550 });
    expect(failure).not.toBeInstanceOf(Undeliverable);
    sender.close();
  });

  test('speaks the person’s language', async () => {
    session = await liveSession('email', 'th');
    await press('ana@bank.example');
    const [sent] = await mails(1);
    expect(sent?.raw).toMatch(/Subject: =\?UTF-8\?/);
  });

  test('leaves no address in the log', async () => {
    await press('very-private-name@bank.example');
    await mails(1);
    await ageSends(stack, session, 31);
    mail.refuseNext(451);
    await press('very-private-name@bank.example');
    await mails(2);
    expect(stack.logLines.join('\n')).not.toContain('very-private-name');
  });

  test('finds other identities that confirmed the same mailbox, whichever of its addresses they gave', async () => {
    const addresses = [
      'rosa.lima@gmail.com',
      'rosalima+1@gmail.com',
      'r.osalima+x@googlemail.com',
      'RosaLima@gmail.com',
    ];
    const found: unknown[] = [];
    for (const email of addresses) {
      const person = await stack.startSession('email');
      expect((await person.sendCode('email', { email })).status).toBe(202);
      await person.checkCode('email', testCodes.right);
      await person.submit('email', {});
      const { status, step } = await eventually(async () => {
        const record = await stepRecord(stack, person);
        return record.status !== 'pending' && record.status !== 'running' && record;
      });
      const shared = step?.checks.find(({ id }) => id === 'duplicate-email');
      found.push([status, shared?.data?.otherIdentities, shared?.code]);
    }
    expect(found).toEqual([
      ['verified', 0, null],
      ['verified', 1, null],
      ['verified', 2, null],
      ['reviewNeeded', 3, 'email.shared'],
    ]);
  });

  test('of a client in test mode writes only to the test inbox', async () => {
    session = await stack.startSession('email');
    await press('ana@example.com');
    const { to, subject, code, channel } = await nextMessage(stack, session);
    expect({ to, channel }).toEqual({ to: 'ana@example.com', channel: 'email' });
    expect(subject).toContain(code);
    expect(mail.recipients()).toBe(0);
  });
});
