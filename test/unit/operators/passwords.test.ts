import { expect, test } from 'vitest';
import { findPasswordWeakness } from '../../../src/domain/operators/password-weakness.ts';
import { newRecoveryCodes, recoveryCodeDigest } from '../../../src/domain/operators/recovery-codes.ts';
import { admitPassword } from '../../../src/services/operators/admit-password.ts';

const ana = { email: 'ana.sousa@riverbank.example', name: 'Ana Sousa' };
const common = new Set(['password', 'letmein', '1qaz2wsx3edc', 'sunshine']);
const weaknessOf = (password: string) => findPasswordWeakness(password, ana, common);

test.each([
  '1qaz2wsx3edc',
  '1QAZ2WSX3EDC',
  'Password1234!',
  '!!!letmein2026',
  'sunshinesunshine',
  'aaaaaaaaaaaa',
  'abcabcabcabcabc',
  '123456789012',
  '987654321098',
  'abcdefghijkl',
])('the password %s is common or too simple', (password) => {
  expect(weaknessOf(password)).toBe('common');
});

test.each([
  'anasousa1982',
  'Sousa-Ana-2026!',
  'ana.sousa@riverbank.example',
  'riverbank2026',
  'VERIFY-verify-1234',
  'Ana@Verify99x',
])('the password %s is made of what everybody knows about the person', (password) => {
  expect(weaknessOf(password)).toBe('personal');
});

test.each(['correct horse battery', 'q7Xw0f3dS1cV9nB2', 'banana hammock 77 verify', 'sousa likes purple walruses'])(
  'the password %s is accepted',
  (password) => {
    expect(weaknessOf(password)).toBeNull();
  },
);

test('passwords are compared with the list of the package', async () => {
  const admit = (password: string) => admitPassword(password, ana, '/password');
  await expect(admit('1q2w3e4r5t6y')).rejects.toMatchObject({ code: 'request.invalid' });
  await expect(admit('correct horse battery')).resolves.toBeUndefined();
});

test('a recovery code may be typed without dashes, in capitals and with letters that look like digits', () => {
  const key = Buffer.alloc(32, 7);
  const digestOf = (code: string, operator = 'opr_1') => recoveryCodeDigest(key, operator, code).toString('hex');
  expect(digestOf('K0QM 21V9-HT1D')).toBe(digestOf('koqm-2iv9-htld'));
  expect(digestOf('k0qm-21v9-ht1d')).not.toBe(digestOf('k0qm-21v9-ht1e'));
  expect(digestOf('k0qm-21v9-ht1d')).not.toBe(digestOf('k0qm-21v9-ht1d', 'opr_2'));
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
});
