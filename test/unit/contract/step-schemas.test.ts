import { describe, expect, it } from 'vitest';
import {
  reasonCodes,
  reasonTable,
  type ReasonCode,
  type ReasonDefinition,
} from '../../../src/domain/faults/reason-codes.ts';
import { stepTypes } from '../../../src/domain/verifications/step-type.ts';
import type { StepSchema } from '../../../src/steps/define-step-schema.ts';
import { exampleOf } from '../../../src/steps/named-schema.ts';
import { stepSchemas } from '../../../src/steps/schemas.ts';

/** The table's entry for any code. */
const kindOf = (code: ReasonCode): ReasonDefinition['kind'] => reasonTable[code].kind;

const codesOf = (step: StepSchema): ReasonCode[] => [
  ...step.captureCodes,
  ...Object.values(step.checks).flatMap((check) => check.codes),
];

describe('step schemas', () => {
  it('use every reason code that is not one of every check', () => {
    const used = new Set<string>(Object.values(stepSchemas).flatMap(codesOf));
    expect(reasonCodes.filter((code) => !used.has(code) && !code.startsWith('check.'))).toEqual([]);
  });

  it.each(stepTypes)('let the person try again only for retake codes of %s', (type) => {
    const { retakeCodes } = stepSchemas[type];
    expect(retakeCodes.filter((code) => kindOf(code) !== 'retake')).toEqual([]);
    expect(
      codesOf(stepSchemas[type])
        .filter((code) => kindOf(code) === 'retake')
        .sort(),
    ).toEqual(expect.arrayContaining([...retakeCodes].sort()));
  });

  it.each(stepTypes)('give the capture help of %s only retake codes', (type) => {
    expect(stepSchemas[type].captureCodes.filter((code) => kindOf(code) !== 'retake')).toEqual([]);
  });

  it.each(stepTypes)('show the SDK no threshold of %s', (type) => {
    const step: StepSchema = stepSchemas[type];
    const config = step.config.parse(exampleOf(step.config));
    const shown = step.publicConfig.strict().parse(step.toPublicConfig(config));
    const hidden = /threshold|risk|minimum|unexpired|proof|distance|hidden|accuracy|ttl|disposable|duplicates|match/i;
    expect(Object.keys(shown).filter((key) => hidden.test(key))).toEqual([]);
  });

  it('give every type its own key in the record', () => {
    const keys = Object.values(stepSchemas).map((step) => step.resultKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
