import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { examine, exitCodeOf } from '../../../src/commands/doctor/examine.ts';
import { CouldNotLook, defineLook } from '../../../src/commands/doctor/look.ts';
import { looks } from '../../../src/commands/doctor/looks/index.ts';
import type { Surroundings } from '../../../src/commands/doctor/surroundings.ts';

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const codes = looks.flatMap(({ finds }) => Object.keys(finds));

test('docs/operations.md lists exactly the findings of doctor', () => {
  const [, section = ''] = /## Is everything in order\?([^]*?)\n## /.exec(read('docs/operations.md')) ?? [];
  const listed = [...section.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, code]) => code);
  expect(listed.sort()).toEqual([...codes].sort());
});

test('each code belongs to one look, and a test plants its fault', () => {
  expect(new Set(codes).size).toBe(codes.length);
  const tried = ['operations/doctor.test.ts', 'operations/planted-rows.ts', 'unit/service/doctor-looks.test.ts']
    .map((name) => read(`test/${name}`))
    .join('');
  expect(codes.filter((code) => !tried.includes(`'${code}'`))).toEqual([]);
});

test('a look that fails is named, with a reason that repeats no value, and the others still look', async () => {
  const about = (name: string, look: () => Promise<never[]>) => defineLook({ about: name, finds: {}, look });
  const examination = await examine({} as Surroundings, [
    about('a', () => Promise.reject(new Error('wrong password "hunter2"'))),
    about('b', () => Promise.reject(new CouldNotLook('nobody is in'))),
    about('c', () => Promise.resolve([])),
  ]);
  expect(examination).toEqual({
    findings: [],
    notLooked: [
      { about: 'a', why: 'Error: wrong password …' },
      { about: 'b', why: 'nobody is in' },
    ],
    sound: 1,
  });
});

test('an exit code of 2 means that nothing is risky as far as doctor could look', () => {
  const notLooked = [{ about: 'Redis', why: 'it took too long' }];
  const advice = { code: 'x', severity: 'advice', says: '', next: '' } as const;
  expect(exitCodeOf({ findings: [advice], notLooked: [] })).toBe(0);
  expect(exitCodeOf({ findings: [advice], notLooked })).toBe(2);
  expect(exitCodeOf({ findings: [{ ...advice, severity: 'risk' }], notLooked })).toBe(1);
});
