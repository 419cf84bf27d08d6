import { expect, test } from 'vitest';
import { mistakeIn } from '../../src/commands/demo/demo-paper.ts';

const usual = { kind: 'passport', type: 'passport' };

test.each([
  ['a kind that there is not', { kind: 'foo' }, 'no kind foo'],
  ['a forgery that there is not', { forge: 'bogus' }, '--forge is one of'],
  ['a seed that is no number', { seed: 'abc' }, '--seed takes'],
  ['a type that there is not', { type: 'library-card' }, '--type is one of'],
  ['a file that is not there', { file: '/nowhere.jpg' }, 'no file /nowhere.jpg'],
  ['a back without a front', { back: 'package.json' }, '--back needs --file'],
])('the demo refuses %s before it starts a session', (_what, wrong, said) => {
  expect(mistakeIn({ ...usual, ...wrong })).toContain(said);
});

test('the demo accepts a kind, a forgery, a seed and a file that exist', () => {
  expect(mistakeIn(usual)).toBeNull();
  expect(mistakeIn({ ...usual, forge: 'face', seed: '5' })).toBeNull();
  expect(mistakeIn({ ...usual, file: 'package.json' })).toBeNull();
});
