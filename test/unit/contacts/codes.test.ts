import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/domain/language.ts';
import { hotp, isSameCode, oneTimeCodeOf } from '../../../src/domain/codes/one-time-code.ts';
import { sendCountsOf } from '../../../src/domain/codes/send-limits.ts';
import { composeCodeMessage } from '../../../src/services/codes/compose-code-message.ts';

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
