import { describe, expect, it } from 'vitest';
import { flowDocumentSchema, type FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import { findFlowWarnings } from '../../../src/contract/flow-warnings/flow-warnings.ts';
import type { StepType } from '../../../src/domain/verifications/step-type.ts';
import { nothing } from './flow-parts.ts';

const passport = { id: 'passport', type: 'document' as const, config: { accept: [{ type: 'passport' as const }] } };

describe('a setting', () => {
  const idleOf = (flow: FlowDocumentInput) =>
    findFlowWarnings(flowDocumentSchema.parse(flow), nothing)
      .filter(({ code }) => code === 'flow.setting_without_effect')
      .map(({ pointer }) => pointer);
  const selfie = { id: 'selfie', type: 'selfie' as const, config: {} };
  const letters = [{ type: 'proof-of-residency' as const }];

  it.each<[StepType, string, object, object]>([
    ['document', 'maxPdfPages', { accept: [{ type: 'passport' }], maxPdfPages: 3 }, { allowPdf: true }],
    ['document', 'maxAgeOfProofDays', { accept: [{ type: 'passport' }], maxAgeOfProofDays: 30 }, { accept: letters }],
    ['document', 'minimumAge', { accept: letters, minimumAge: 18 }, { accept: [{ type: 'passport' }] }],
    ['selfie', 'threshold', { match: 'none', threshold: 0.5 }, { match: 'passport' }],
    [
      'passive-liveness',
      'faceMaskThreshold',
      { faceMaskCheck: false, faceMaskThreshold: 0.3 },
      { faceMaskCheck: true },
    ],
    ['passive-liveness', 'lensThreshold', { lensCheck: false, lensThreshold: 0.3 }, { lensCheck: true }],
    ['passive-liveness', 'capture', { reuseSelfieOf: 'selfie', capture: 'camera' }, { reuseSelfieOf: null }],
    ['active-liveness', 'light', { promptCount: 5 }, { promptCount: 4 }],
    ['voice-liveness', 'match', { match: 'passport' }, { withVideo: true }],
    ['phone', 'deniedCountries', { allowedCountries: ['PT'], deniedCountries: ['BR'] }, { allowedCountries: null }],
    ['phone', 'warnFromRisk', { riskCheck: false, warnFromRisk: 'low' }, { riskCheck: true }],
    ['phone', 'failFromRisk', { riskCheck: false, failFromRisk: 'high' }, { riskCheck: true }],
  ])('of a %s step, %s, is warned of while another makes it idle', (type, name, config, repair) => {
    const flowOf = (given: object) => ({ steps: [passport, selfie, { id: 'step', type, config: given }] });
    expect(idleOf(flowOf(config) as FlowDocumentInput)).toEqual([`/steps/2/config/${name}`]);
    expect(idleOf(flowOf({ ...config, ...repair }) as FlowDocumentInput)).toEqual([]);
  });

  it('of the flow is warned of while nothing uses it', () => {
    const duplicateFaceConsent = { version: '1' };
    expect(idleOf({ steps: [passport, selfie], duplicateFaceConsent })).toEqual(['/duplicateFaceConsent']);
    const searches = { ...selfie, config: { searchDuplicates: true } };
    expect(idleOf({ steps: [passport, searches], duplicateFaceConsent })).toEqual([]);
    expect(idleOf({ steps: [passport], policy: { 'ip_location.vpn': 'reject', 'check.broken': 'reject' } })).toEqual([
      '/policy/ip_location.vpn',
    ]);
    expect(idleOf({ steps: [passport], policy: { 'document.expired': 'review' } })).toEqual([]);
  });
});
