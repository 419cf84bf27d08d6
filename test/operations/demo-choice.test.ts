import { expect, test } from 'vitest';
import { mistakeIn, showsPortrait, type DemoChoice } from '../../src/commands/demo/demo-paper.ts';
import { forgeries } from '../../src/commands/demo-forgeries/index.ts';

test.each<[string, DemoChoice, string]>([
  ['a kind that there is not', { kind: 'foo' }, 'no kind foo'],
  ['a forgery that there is not', { forge: 'bogus' }, '--forge is one of'],
  ['a seed that is no number', { seed: 'abc' }, '--seed takes'],
  ['a type that there is not', { file: 'package.json', type: 'library-card' }, '--type is one of'],
  ['a file that does not exist', { file: '/nowhere.jpg' }, 'no file /nowhere.jpg'],
  ['a back without a front', { back: 'package.json' }, '--back needs --file'],
])('the demo refuses %s before it starts a session', (_what, wrong, said) => {
  expect(mistakeIn(wrong)).toContain(said);
});

test.each<[DemoChoice, string, string]>([
  [{ forge: 'face', kind: 'cnh' }, '--forge', '--kind'],
  [{ file: 'package.json', kind: 'cnh' }, '--file', '--kind'],
  [{ file: 'package.json', seed: '5' }, '--file', '--seed'],
  [{ file: 'package.json', forge: 'face' }, '--file', '--forge'],
  [{ attack: true, kind: 'cnh' }, '--attack', '--kind'],
  [{ attack: true, json: true }, '--attack', '--json'],
  [{ attack: true, flow: 'full' }, '--attack', '--flow'],
  [{ flow: 'contact', kind: 'cnh' }, 'contact', '--kind'],
  [{ flow: 'contact', forge: 'face' }, 'contact', '--forge'],
  [{ type: 'passport' }, '--type', '--file'],
])('the demo refuses %o: it would ignore one of the two', (choice, ...named) => {
  for (const name of named) expect(mistakeIn(choice)).toContain(name);
});

test('the demo accepts a kind, a forgery, a seed and a file that exist', () => {
  expect(mistakeIn({})).toBeNull();
  expect(mistakeIn({ kind: 'cnh', seed: '5', flow: 'full', json: true })).toBeNull();
  expect(mistakeIn({ forge: 'face', seed: '5', flow: 'full' })).toBeNull();
  expect(mistakeIn({ file: 'package.json', type: 'national-id' })).toBeNull();
  expect(mistakeIn({ attack: true, json: false })).toBeNull();
  expect(mistakeIn({ flow: 'contact' })).toBeNull();
});

test('the demo names a portrait only where the document shows one', () => {
  const portraits: DemoChoice[] = [{}, { kind: 'cnh' }, { forge: 'face' }];
  const none: DemoChoice[] = [{ kind: 'bill' }, { kind: 'bill-pdf' }, { forge: 'pdf' }, { file: 'a.jpg' }];
  expect(portraits.filter(showsPortrait)).toEqual(portraits);
  expect(none.filter(showsPortrait)).toEqual([]);
  // Each forgery's description says what is forged when that is no passport.
  for (const { document, description } of forgeries) expect(description.includes('bill')).toBe(document === 'bill');
});
