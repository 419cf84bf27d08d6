import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../src/contract/problems/faults.ts';
import { flowDocumentSchema } from '../../../src/contract/flows/flow-document.ts';
import { stepTypes } from '../../../src/domain/verifications/step-type.ts';
import { exampleOf } from '../../../src/steps/named-schema.ts';
import { stepSchemas } from '../../../src/steps/schemas.ts';

const idCard = { id: 'id-card', type: 'document', config: { accept: [{ type: 'national-id' }] } };
const selfie = (config: object = {}) => ({ id: 'selfie', type: 'selfie', config });
const phone = (config: object) => ({ id: 'phone', type: 'phone', config });

function faultsOf(document: unknown) {
  const { error } = flowDocumentSchema.safeParse(document);
  return error === undefined ? [] : findFaults(error).map(({ pointer, code }) => [pointer, code]);
}

describe('a flow document', () => {
  it('fills in the defaults of the design', () => {
    expect(flowDocumentSchema.parse({ steps: [idCard] })).toMatchObject({
      sessionTtlMinutes: 30,
      maxAttemptsPerStep: 3,
      maxImageBytes: 10_000_000,
      reverification: { from: ['verified', 'reviewNeeded', 'rejected'] },
      ipRestriction: { allow: [], deny: [] },
      policy: {},
      cooldownMinutes: 0,
      consent: { version: '1', texts: {} },
      steps: [{ config: { maxPdfPages: 20, maxAgeOfProofDays: 90, capture: 'both', pages: 'auto' } }],
    });
  });

  it.each(stepTypes)('takes a step of type %s with the example of its config', (type) => {
    const steps = [
      idCard,
      { id: 'selfie', type: 'selfie', config: {} },
      { id: 'tested', type, config: exampleOf(stepSchemas[type].config) },
    ];
    expect(faultsOf({ steps })).toEqual([]);
  });

  it('takes its own output again, unchanged', () => {
    const document = flowDocumentSchema.parse({ steps: [idCard, selfie({ match: 'id-card' })] });
    expect(flowDocumentSchema.parse(document)).toEqual(document);
  });

  it.each<[string, unknown, [string, string][]]>([
    ['no steps', { steps: [] }, [['/steps', 'value.too_small']]],
    ['an unknown key', { steps: [idCard], colour: 1 }, [['/colour', 'value.unknown_key']]],
    [
      'an unknown step type',
      { steps: [{ id: 'x', type: 'iris', config: {} }] },
      [['/steps/0/type', 'value.not_valid']],
    ],
    ['an id with spaces', { steps: [{ ...idCard, id: 'id card' }] }, [['/steps/0/id', 'value.wrong_format']]],
    ['two steps of one id', { steps: [idCard, idCard] }, [['/steps/1/id', 'flow.step_id_taken']]],
    [
      'a document step that accepts nothing',
      { steps: [{ ...idCard, config: { accept: [] } }] },
      [['/steps/0/config/accept', 'value.too_small']],
    ],
    [
      'a country that does not exist',
      { steps: [{ ...idCard, config: { accept: [{ type: 'passport', countries: ['ZZ'] }] } }] },
      [['/steps/0/config/accept/0/countries/0', 'country.unknown']],
    ],
    [
      'a country that no kind of document has',
      { steps: [{ ...idCard, config: { accept: [{ type: 'driving-license', countries: ['BR', 'AQ'] }] } }] },
      [['/steps/0/config/accept/0/countries/1', 'document.country_without_kind']],
    ],
    [
      'a subtype that its country does not have',
      {
        steps: [
          { ...idCard, config: { accept: [{ type: 'national-id', countries: ['BR'], subtypes: ['rg', 'ine'] }] } },
        ],
      },
      [['/steps/0/config/accept/0/subtypes/1', 'document.subtype_without_kind']],
    ],
    [
      'a match with a step that is missing',
      { steps: [idCard, selfie({ match: 'passport' })] },
      [['/steps/1/config/match', 'flow.step_not_found']],
    ],
    [
      'a match with a step that is no document',
      { steps: [selfie({ match: 'selfie' })] },
      [['/steps/0/config/match', 'flow.step_of_wrong_type']],
    ],
    [
      'a search of faces without its own consent',
      { steps: [selfie({ searchDuplicates: true })] },
      [['/steps/0/config/searchDuplicates', 'flow.consent_needed']],
    ],
    ['a biometric step without consent', { steps: [selfie()], consent: null }, [['/consent', 'flow.consent_needed']]],
    [
      'a country both allowed and denied',
      { steps: [phone({ allowedCountries: ['BR'], deniedCountries: ['BR'] })] },
      [['/steps/0/config/deniedCountries/0', 'flow.country_denied']],
    ],
    [
      'a default country that is not allowed',
      { steps: [phone({ allowedCountries: ['BR'], defaultCountry: 'PT' })] },
      [['/steps/0/config/defaultCountry', 'flow.country_denied']],
    ],
    [
      'risk levels that cross',
      { steps: [phone({ warnFromRisk: 'high', failFromRisk: 'low' })] },
      [['/steps/0/config/failFromRisk', 'flow.risk_levels_crossed']],
    ],
    [
      'a policy for an unknown code',
      { steps: [idCard], policy: { 'document.ugly': 'accept' } },
      [['/policy/document.ugly', 'flow.unknown_reason_code']],
    ],
    [
      'a policy that accepts a check that could not tell',
      { steps: [idCard], policy: { 'check.model_missing': 'accept' } },
      [['/policy/check.model_missing', 'flow.code_not_acceptable']],
    ],
    [
      'a network that is none',
      { steps: [idCard], ipRestriction: { deny: ['10.0.0.0/33'] } },
      [['/ipRestriction/deny/0', 'cidr.not_valid']],
    ],
  ])('is refused for %s, with the path of the fault', (_what, document, faults) => {
    expect(faultsOf(document)).toEqual(faults);
  });

  it('may reject or accept a code that a check reports, and may only reject one of a check that could not tell', () => {
    const policy = {
      'document.field_doubtful': 'accept',
      'document.expired': 'review',
      'check.model_missing': 'reject',
    };
    expect(faultsOf({ steps: [idCard], policy })).toEqual([]);
  });
});
