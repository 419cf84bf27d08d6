import { describe, expect, it } from 'vitest';
import { flowDocumentSchema } from '../../../src/contract/flows/flow-document.ts';
import { loosenableSettings } from '../../../src/contract/flow-warnings/check-loosened.ts';
import { findFlowWarnings } from '../../../src/contract/flow-warnings/flow-warnings.ts';
import { stepTypes } from '../../../src/domain/verifications/step-type.ts';
import { stepSchemas } from '../../../src/steps/schemas.ts';
import { everything } from './flow-parts.ts';

describe('a setting that can loosen a check', () => {
  /** Settings that say which checks there are or what people have to do, or that another warning or fault covers. */
  const otherSettings: Record<(typeof stepTypes)[number], string[]> = {
    document: ['accept', 'pages', 'allowPdf', 'maxPdfPages', 'presence', 'presenceLifts', 'capture', 'minimumAge'],
    selfie: ['match', 'threshold', 'searchDuplicates', 'capture'],
    'passive-liveness': ['reuseSelfieOf', 'match', 'threshold', 'capture'],
    'active-liveness': ['light', 'match', 'challengeTtlSeconds'],
    'enhanced-liveness': ['match', 'challengeTtlSeconds'],
    'voice-liveness': ['language', 'withVideo', 'match', 'challengeTtlSeconds'],
    location: ['gps', 'allowedCountries'],
    phone: ['allowedCountries', 'deniedCountries', 'defaultCountry', 'canSkip'],
    email: ['canSkip'],
  };

  it.each(stepTypes)('in a %s step is listed as loosening a check or as not loosening one', (type) => {
    const known = [...Object.keys(loosenableSettings[type]), ...otherSettings[type]];
    expect(Object.keys(stepSchemas[type].config.shape).sort()).toEqual(known.sort());
  });

  const provider = { name: 'aws-rekognition', region: 'eu-west-1' };
  it.each<[string, object, string, boolean]>([
    ['passive-liveness', { faceMaskThreshold: 0.51 }, 'faceMaskThreshold', true],
    ['passive-liveness', { faceMaskThreshold: 0.5 }, 'faceMaskThreshold', false],
    ['passive-liveness', { faceMaskCheck: false }, 'faceMaskCheck', true],
    ['passive-liveness', { lensThreshold: 1 }, 'lensThreshold', true],
    ['passive-liveness', { lensThreshold: 0 }, 'lensThreshold', false],
    ['passive-liveness', { lensCheck: false }, 'lensCheck', true],
    ['active-liveness', { promptCount: 2 }, 'promptCount', true],
    ['active-liveness', { promptCount: 4 }, 'promptCount', false],
    ['active-liveness', { promptTimeoutMs: 4001 }, 'promptTimeoutMs', true],
    ['enhanced-liveness', { provider: { ...provider, threshold: 0.79 } }, 'provider', true],
    ['enhanced-liveness', { provider }, 'provider', false],
    ['voice-liveness', { digitCount: 5 }, 'digitCount', true],
    ['location', { maxAccuracyMeters: 5001 }, 'maxAccuracyMeters', true],
    ['location', { maxNetworkDistanceKm: 499 }, 'maxNetworkDistanceKm', false],
    ['location', { maxNetworkDistanceKm: 501 }, 'maxNetworkDistanceKm', true],
    ['location', { hiddenNetworks: 'accept' }, 'hiddenNetworks', true],
    ['location', { hiddenNetworks: 'fail' }, 'hiddenNetworks', false],
    ['phone', { riskCheck: false }, 'riskCheck', true],
    ['phone', { warnFromRisk: 'very-high' }, 'warnFromRisk', true],
    ['phone', { warnFromRisk: 'low' }, 'warnFromRisk', false],
    ['phone', { maxOtherIdentities: 3 }, 'maxOtherIdentities', true],
    ['phone', { maxOtherIdentities: 1 }, 'maxOtherIdentities', false],
    ['email', { maxOtherIdentities: null }, 'maxOtherIdentities', true],
    ['email', { disposableDomains: 'accept' }, 'disposableDomains', true],
    ['email', { disposableDomains: 'refuse' }, 'disposableDomains', false],
    ['document', { accept: [{ type: 'passport' }], requireUnexpired: false }, 'requireUnexpired', true],
    ['document', { accept: [{ type: 'passport' }], maxAgeOfProofDays: 91 }, 'maxAgeOfProofDays', true],
  ])('%s with %j: %s is warned of: %s', (type, config, setting, isWarned) => {
    const flow = flowDocumentSchema.parse({ steps: [{ id: 'step', type, config }] });
    const found = findFlowWarnings(flow, everything).filter(({ code }) => code === 'flow.check_loosened');
    expect(found.map(({ pointer }) => pointer)).toEqual(isWarned ? [`/steps/0/config/${setting}`] : []);
  });

  it('more attempts than the default are warned of, and fewer are not', () => {
    const warned = (maxAttemptsPerStep: number) =>
      findFlowWarnings(
        flowDocumentSchema.parse({ steps: [{ id: 'step', type: 'phone', config: {} }], maxAttemptsPerStep }),
        everything,
      ).filter(({ code }) => code === 'flow.check_loosened');
    expect([1, 3, 4].map((attempts) => warned(attempts).map(({ pointer }) => pointer))).toEqual([
      [],
      [],
      ['/maxAttemptsPerStep'],
    ]);
  });
});
