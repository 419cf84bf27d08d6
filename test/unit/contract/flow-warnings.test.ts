import { describe, expect, it } from 'vitest';
import { flowDocumentSchema, type FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import type { InstalledParts } from '../../../src/contract/flow-warnings/flow-warning.ts';
import { findFlowWarnings, flowWarnings } from '../../../src/contract/flow-warnings/flow-warnings.ts';
import { firstFlow } from '../../../src/services/flows/first-flow.ts';
import { demoFlows, explainedWarnings } from '../../../src/services/flows/seed-demo.ts';
import { everything, linesOf, ownPicture, passport, selfie, sound, spoken } from './flow-parts.ts';

const cases: Record<string, { flow: FlowDocumentInput; installed?: InstalledParts; warned: string[] }> = {
  'flow.no_presence': {
    flow: { steps: [passport, selfie] },
    warned: ['/steps flow.no_presence'],
  },
  'flow.presence_by_voice_alone': {
    flow: { steps: [{ id: 'voice', type: 'voice-liveness', config: {} }] },
    warned: ['/steps flow.presence_by_voice_alone', '/steps flow.duplicates_not_searched'],
  },
  'flow.presence_by_picture_alone': {
    flow: { steps: [passport, selfie, ownPicture, spoken(false)] },
    warned: ['/steps flow.presence_by_picture_alone'],
  },
  'flow.nothing_compared': {
    flow: { steps: [passport, { ...selfie, config: { ...selfie.config, match: 'none' } }, ownPicture] },
    warned: [
      '/steps flow.presence_by_picture_alone',
      '/steps/0 flow.nothing_compared',
      '/steps/1/config/match flow.nothing_compared',
    ],
  },
  'flow.liveness_model_missing': {
    flow: sound,
    installed: { ...everything, antiSpoofing: false },
    warned: ['/steps/2 flow.liveness_model_missing'],
  },
  'flow.no_speech_engine': {
    flow: sound,
    installed: { ...everything, speech: false },
    warned: ['/steps/3 flow.no_speech_engine'],
  },
  'flow.sender_missing': {
    flow: { ...sound, steps: [...sound.steps, { id: 'mail', type: 'email', config: {} }] },
    installed: { ...everything, senders: { sms: true, email: false } },
    warned: ['/steps/5 flow.sender_missing'],
  },
  'flow.liveness_provider_missing': {
    flow: {
      ...sound,
      steps: [
        ...sound.steps,
        {
          id: 'alive',
          type: 'enhanced-liveness',
          config: { provider: { name: 'aws-rekognition', region: 'eu-west-1' } },
        },
      ],
    },
    installed: { ...everything, awsLiveness: false },
    warned: ['/steps/5 flow.liveness_provider_missing'],
  },
  'flow.hidden_networks_unknown': {
    flow: {
      ...sound,
      steps: [
        ...sound.steps,
        { id: 'place', type: 'location', config: {} },
        { id: 'other', type: 'location', config: { hiddenNetworks: 'fail' } },
      ],
    },
    installed: { ...everything, networks: { places: true, hiddenNetworks: false } },
    warned: [
      '/steps/5/config/hiddenNetworks flow.hidden_networks_unknown',
      '/steps/6/config/hiddenNetworks flow.hidden_networks_unknown',
    ],
  },
  'flow.network_distance_unknown': {
    flow: {
      ...sound,
      steps: [
        ...sound.steps,
        { id: 'place', type: 'location', config: {} },
        { id: 'near', type: 'location', config: { maxNetworkDistanceKm: 50 } },
      ],
    },
    installed: { ...everything, networks: { places: false, hiddenNetworks: true } },
    warned: [
      '/steps/5/config/maxNetworkDistanceKm flow.network_distance_unknown',
      '/steps/6/config/maxNetworkDistanceKm flow.network_distance_unknown',
    ],
  },
  'flow.number_not_looked_up': {
    flow: sound,
    installed: { ...everything, numberLookup: ['lineType'] },
    warned: ['/steps/4/config/riskCheck flow.number_not_looked_up'],
  },
  'flow.setting_without_effect': {
    flow: { ...sound, duplicateFaceConsent: { version: '1' } },
    warned: ['/duplicateFaceConsent flow.setting_without_effect'],
  },
  'flow.duplicates_not_searched': {
    flow: { steps: [ownPicture] },
    warned: ['/steps flow.presence_by_picture_alone', '/steps flow.duplicates_not_searched'],
  },
  'flow.phone_of_any_country': {
    flow: { steps: [...sound.steps, { id: 'second', type: 'phone', config: {} }] },
    warned: ['/steps/5/config/allowedCountries flow.phone_of_any_country'],
  },
  'flow.files_in_place_of_camera': {
    flow: {
      ...sound,
      steps: [
        { ...passport, config: { ...passport.config, capture: 'both', allowPdf: true } },
        { ...selfie, config: { match: 'passport' } },
        ...sound.steps.slice(2),
        { id: 'own', type: 'passive-liveness', config: {} },
      ],
    },
    warned: [
      '/steps/0/config/capture flow.files_in_place_of_camera',
      '/steps/0/config/allowPdf flow.files_in_place_of_camera',
      '/steps/1/config/capture flow.files_in_place_of_camera',
      '/steps/5/config/capture flow.files_in_place_of_camera',
    ],
  },
  'flow.presence_lift_unmeasured': {
    flow: {
      ...sound,
      steps: [
        { ...passport, config: { ...passport.config, presence: 'tilt', presenceLifts: 'flat-copy' } },
        ...sound.steps.slice(1),
      ],
    },
    warned: ['/steps/0/config/presenceLifts flow.presence_lift_unmeasured'],
  },
  'flow.check_loosened': {
    flow: {
      steps: [
        passport,
        selfie,
        {
          id: 'live',
          type: 'passive-liveness',
          // The limits for lenses are stricter than the default, and the limit of the models can only be tightened.
          config: { reuseSelfieOf: 'selfie', lensThreshold: 0.4, faceMaskThreshold: 0.9, threshold: -50 },
        },
        { id: 'place', type: 'location', config: { maxNetworkDistanceKm: null, maxAccuracyMeters: 100 } },
      ],
    },
    warned: [
      '/steps flow.presence_by_picture_alone',
      '/steps/2/config/faceMaskThreshold flow.check_loosened',
      '/steps/3/config/maxNetworkDistanceKm flow.check_loosened',
    ],
  },
  'flow.check_voided': {
    flow: { ...sound, policy: { 'active_liveness.not_live': 'accept', 'ip_location.vpn': 'accept' } },
    warned: [
      '/steps flow.presence_by_voice_alone',
      '/policy/active_liveness.not_live flow.check_voided',
      '/policy/ip_location.vpn flow.setting_without_effect',
    ],
  },
};

describe('a flow', () => {
  it('that takes everything live, compares it and searches for duplicates has no warning', () => {
    expect(linesOf(sound)).toEqual([]);
  });

  it('with which a client begins has no warning', () => {
    expect(linesOf(firstFlow)).toEqual([]);
  });

  it('exists for each kind of warning in these tests', () => {
    expect(Object.keys(cases).sort()).toEqual(flowWarnings.map(({ code }) => code).sort());
  });

  it.each(Object.entries(cases))('gets the warning %s, at the right place', (_code, { flow, installed, warned }) => {
    expect(linesOf(flow, installed)).toEqual(warned);
  });

  it.each<[string, FlowDocumentInput['steps'], string[]]>([
    ['a face before a document', [passport, ownPicture], []],
    ['a selfie without a setting', [passport, { ...selfie, config: { capture: 'camera' } }, ownPicture], []],
    [
      'liveness that names the document where the selfie is compared with none',
      [
        passport,
        { ...selfie, config: { capture: 'camera', match: 'none' } },
        { ...ownPicture, config: { capture: 'camera', match: 'passport' } },
      ],
      ['/steps/1/config/match'],
    ],
    [
      'liveness alone that is compared with none',
      [passport, { ...ownPicture, config: { capture: 'camera', match: 'none' } }],
      ['/steps/0'],
    ],
    [
      'a bill, which shows nobody',
      [
        passport,
        ownPicture,
        { id: 'bill', type: 'document', config: { accept: [{ type: 'proof-of-residency' }], capture: 'camera' } },
      ],
      [],
    ],
    ['a document and a voice alone', [passport, spoken(false)], ['/steps/0']],
    ['a document and a voice in a video', [passport, spoken(true)], []],
  ])('with %s is warned of what is compared with nothing, and of nothing else', (_name, steps, warned) => {
    const found = linesOf({ steps }).filter((line) => line.endsWith('flow.nothing_compared'));
    expect(found).toEqual(warned.map((pointer) => `${pointer} flow.nothing_compared`));
  });

  it('whose document step accepts letters is warned that a letter is searched for nowhere', () => {
    const accept = [...passport.config.accept, { type: 'proof-of-residency' as const }];
    const either = { ...passport, config: { ...passport.config, accept } };
    const warning = '/steps flow.duplicates_not_searched';
    expect(linesOf({ ...sound, steps: [either, ...sound.steps.slice(1)] })).toContain(warning);
    expect(linesOf({ ...sound, steps: [...sound.steps, { ...either, id: 'either' }] })).not.toContain(warning);
  });

  it('for a bill that comes as a PDF gets no warning about files', () => {
    const config = { accept: [{ type: 'proof-of-residency' as const }], allowPdf: true };
    const steps: FlowDocumentInput['steps'] = [...sound.steps, { id: 'bill', type: 'document', config }];
    expect(linesOf({ ...sound, steps }).filter((line) => line.includes('camera'))).toEqual([]);
  });
});

it.each(Object.entries(demoFlows))('the demo flow %s has no warning that is not explained', (name, flow) => {
  const found = new Set(findFlowWarnings(flowDocumentSchema.parse(flow), everything).map(({ code }) => code));
  const explained = Object.entries(explainedWarnings).find(([flowName]) => flowName === name)?.[1] ?? {};
  expect([...found].sort()).toEqual(Object.keys(explained).sort());
});
