import { beforeEach, expect, it } from 'vitest';
import { hashSecretToken } from '../../../src/domain/encryption/secret-token.ts';
import type { Message } from '../../../src/domain/ports/messages/message-sender.ts';
import { createMailSetUpLink } from '../../../src/services/operators/mail-set-up-link.ts';

const sent: Message[] = [];
let stored: Buffer | null;
let operators: boolean;
let isMailServerAway: boolean;
beforeEach(() => {
  sent.length = 0;
  [stored, operators, isMailServerAway] = [null, false, false];
});

const mailSetUpLink = createMailSetUpLink({
  db: {
    operators: { exist: () => Promise.resolve(operators) },
    installation: {
      readSetUpToken: () => Promise.resolve(stored),
      setSetUpToken: (hash: Buffer) => Promise.resolve(void (stored = hash)),
    },
  } as unknown as Parameters<typeof createMailSetUpLink>[0]['db'],
  send: (message) => {
    if (isMailServerAway) return Promise.reject(new Error('away'));
    sent.push(message);
    return Promise.resolve();
  },
  ownerEmail: 'ana@bank.example',
  publicUrl: 'https://verify.bank.example',
});

it('mails a link that works, once', async () => {
  expect([await mailSetUpLink(), await mailSetUpLink()]).toEqual([true, false]);
  expect(sent).toHaveLength(1);
  const [mail] = sent;
  expect(mail).toMatchObject({ to: 'ana@bank.example', subject: 'Become the owner of verify.bank.example' });
  const token = /^https:\/\/verify\.bank\.example\/dashboard\/set-up#(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? '';
  expect(stored?.equals(hashSecretToken(token))).toBe(true);
});

it('mails nothing if there is an operator, nor after a link was printed', async () => {
  operators = true;
  expect(await mailSetUpLink()).toBe(false);
  [operators, stored] = [false, Buffer.alloc(32)];
  expect(await mailSetUpLink()).toBe(false);
  expect(sent).toEqual([]);
});

it('tries again with another link if the mail server was down, and stores no link that was not sent', async () => {
  isMailServerAway = true;
  await expect(mailSetUpLink()).rejects.toThrow('away');
  expect(stored).toBeNull();
  isMailServerAway = false;
  expect(await mailSetUpLink()).toBe(true);
});
