import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runChecks, exitCodeOf } from '../../../src/commands/doctor/run-checks.ts';
import { CannotCheck, defineCheck } from '../../../src/commands/doctor/doctor-check.ts';
import { doctorChecks } from '../../../src/commands/doctor/checks/index.ts';
import type { CheckContext } from '../../../src/commands/doctor/check-context.ts';

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const codes = doctorChecks.flatMap(({ finds }) => Object.keys(finds));

test('docs/operations.md lists exactly the findings of doctor', () => {
  const [, section = ''] = /## Is everything in order\?([^]*?)\n## /.exec(read('docs/operations.md')) ?? [];
  const listed = [...section.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, code]) => code);
  expect(listed.sort()).toEqual([...codes].sort());
});

test('each code belongs to one check, and a test plants its fault', () => {
  expect(new Set(codes).size).toBe(codes.length);
  const tried = [
    'operations/doctor.test.ts',
    'operations/planted-faults.ts',
    'operations/planted-rows.ts',
    'unit/service/doctor-checks.test.ts',
  ]
    .map((name) => read(`test/${name}`))
    .join('');
  expect(codes.filter((code) => !tried.includes(`'${code}'`))).toEqual([]);
});

test('a check that fails is named, with a reason that repeats no value, and the others still run', async () => {
  const about = (name: string, run: () => Promise<never[]>) => defineCheck({ about: name, finds: {}, run });
  const report = await runChecks({} as CheckContext, [
    about('a', () => Promise.reject(new Error('wrong password "hunter2"'))),
    about('b', () => Promise.reject(new CannotCheck('nobody is in'))),
    about('c', () => Promise.resolve([])),
  ]);
  expect(report).toEqual({
    findings: [],
    notChecked: [
      { about: 'a', why: 'Error: wrong password …' },
      { about: 'b', why: 'nobody is in' },
    ],
    sound: 1,
  });
});

test('an exit code of 2 means that nothing is risky as far as doctor could check', () => {
  const notChecked = [{ about: 'Redis', why: 'it took too long' }];
  const advice = { code: 'x', severity: 'advice', says: '', next: '' } as const;
  expect(exitCodeOf({ findings: [advice], notChecked: [] })).toBe(0);
  expect(exitCodeOf({ findings: [advice], notChecked })).toBe(2);
  expect(exitCodeOf({ findings: [{ ...advice, severity: 'risk' }], notChecked })).toBe(1);
});
