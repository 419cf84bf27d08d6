import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problemCodesOf } from '../../../src/contract/define-route.ts';
import { listScreenCodes } from '../../../src/contract/problems/list-screen-codes.ts';
import { routes } from '../../../src/contract/routes.ts';
import { screenCodes, type ScreenCode } from '../../../src/contract/problems/screen-codes.ts';
import { screenTextIds } from '../../../src/contract/screen-texts/screen-text-id.ts';
import { screenTexts } from '../../../src/contract/screen-texts/screen-texts.ts';
import { isProblemCode, problemTable } from '../../../src/domain/faults/errors.ts';
import { languages } from '../../../src/domain/language.ts';
import { isReasonCode, isRetakeCode, reasonCodes } from '../../../src/domain/faults/reason-codes.ts';
import { stepSchemas } from '../../../src/steps/schemas.ts';

const listed = Object.keys(screenCodes).sort();
const sdkRoutes = routes.filter((route) => route.path.startsWith('/v2/sdk/'));

/** Every code that a route of the SDK declares, or with which a step can ask for a retake. */
const occurring = [
  ...new Set<string>([
    ...sdkRoutes.flatMap(problemCodesOf),
    ...Object.values(stepSchemas).flatMap((schema) => schema.retakeCodes),
  ]),
].sort();

describe('the codes that a screen can show', () => {
  it('include every code that an SDK can get', () => {
    expect(occurring.filter((code) => !listed.includes(code))).toEqual([]);
    expect(reasonCodes.filter(isRetakeCode).filter((code) => !listed.includes(code))).toEqual([]);
  });

  it('include no code that an SDK cannot get', () => {
    expect(listed.filter((code) => !occurring.includes(code))).toEqual([]);
  });

  it('are each used by a rule, a step or a part of the service, and not only in a table', () => {
    const sources = sourcesBelow('src').filter(
      (path) => !/contract\/routes\/|screen-codes|problem-table|define-route|reason-codes|schema\.ts$/.test(path),
    );
    const text = [...sources.map((path) => readFileSync(path, 'utf8'))].join('\n');
    const unsaid = listed.filter((code) => !text.includes(`'${code}'`));
    expect(unsaid).toEqual([]);
  });

  it.each(languages)('each have a text in %s that is a sentence and fits on a screen', (language) => {
    const texts = screenTexts[language];
    expect(Object.keys(texts).sort()).toEqual([...screenTextIds].sort());
    for (const text of Object.values(texts)) {
      expect(text.length).toBeGreaterThan(5);
      expect(text.length).toBeLessThan(140);
      if (language !== 'th') expect(text).toMatch(/^[\p{Lu}].*\.$/u);
    }
    expect(new Set(Object.values(texts)).size).toBe(screenTextIds.length);
  });

  it('use every text', () => {
    const used = new Set(Object.values<ScreenCode>(screenCodes).map(({ text }) => text));
    expect(screenTextIds.filter((id) => !used.has(id))).toEqual([]);
  });

  it('are listed with the status of their response, or without one if they come with a step', () => {
    for (const { code, status, kind } of listScreenCodes('en')) {
      if (isProblemCode(code)) expect(status).toBe(problemTable[code].status);
      else expect([status, isReasonCode(code) && isRetakeCode(code)]).toEqual([null, true]);
      // A code of something that may succeed later must not send a person away.
      if (isProblemCode(code) && problemTable[code].retryable) expect(kind).toBe('retry');
    }
  });
});

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
    .map((name) => `${folder}/${name}`);
}
