import { describe, expect, it } from 'vitest';
import { flowDocumentSchema } from '../../../src/contract/flows/flow-document.ts';
import { findFlowWarnings } from '../../../src/contract/flow-warnings/flow-warnings.ts';
import type { Check } from '../../../src/domain/verifications/check.ts';
import { stepTypes, type StepType } from '../../../src/domain/verifications/step-type.ts';
import { checkAge } from '../../../src/steps/document/checks/age.ts';
import { checkDocumentExpiry } from '../../../src/steps/document/checks/document-expiry.ts';
import { checkDocumentPresence } from '../../../src/steps/document/checks/document-presence.ts';
import { checkDocumentType } from '../../../src/steps/document/checks/document-type.ts';
import { judgeDuplicateFace } from '../../../src/steps/faces/judge-history.ts';
import { stepSchemas } from '../../../src/steps/schemas.ts';
import { card, evidenceOf } from '../../support/documents/bare-evidence.ts';
import { placesOf } from '../../support/people/judged-places.ts';
import { faceAt } from '../../support/people/made-up-face.ts';
import { nothing } from '../contract/flow-parts.ts';
import {
  unread,
  noPortrait,
  uncalibrated,
  unseenFace,
  withoutSelfie,
  withoutModel,
  film,
  voice,
  unansweredProvider,
  number,
  network,
} from './checks-without.ts';

/** What happens to a check when the data, the model, the provider or the input that the setting needs is missing. */
type WhenMissing =
  /** Why the setting needs none. */
  | { needs: string }
  /** The checks without it: none may pass. */
  | { without: string; checks: () => Check[] }
  /** The check passes; its data and a warning at publication say what it does not contain. */
  | { without: string; told: () => unknown; warning: string };

const passport = { id: 'passport', type: 'document' as const, config: { accept: [{ type: 'passport' as const }] } };
const person = { needs: 'the person gives it, and the step refuses a submit without it' };
const choice = { needs: 'it says what the person has to do, and who does otherwise is refused' };
const clock = { needs: 'the service’s own clock' };
const ownRows = { needs: 'the service’s own database, without which nothing is answered' };

const stepSettings: Record<StepType, Record<string, WhenMissing>> = {
  document: {
    accept: {
      without: 'a kind that is recognised',
      checks: () => checkDocumentType(evidenceOf({ type: null, kind: null, country: null, isKindCertain: false })),
    },
    pages: person,
    allowPdf: choice,
    maxPdfPages: choice,
    capture: choice,
    presence: {
      without: 'a film',
      checks: () =>
        ['tilt', 'tilt-required'].flatMap((presence) =>
          checkDocumentPresence(evidenceOf({ config: { presence }, result: { pages: [], film: null } })),
        ),
    },
    presenceLifts: { needs: 'a passed `document-presence`; without one it lifts nothing' },
    requireUnexpired: { without: 'a date of expiry', checks: () => checkDocumentExpiry(unread({})) },
    minimumAge: { without: 'a date of birth', checks: () => [checkAge(unread({ minimumAge: 18 })) as Check] },
    maxAgeOfProofDays: {
      without: 'a date of issue',
      checks: () => checkDocumentExpiry(evidenceOf({ kind: { ...card, type: 'proof-of-residency' } })),
    },
  },
  selfie: {
    match: { without: 'a portrait', checks: () => [...noPortrait(null), ...noPortrait('passport')] },
    threshold: { without: 'limits for the model', checks: uncalibrated },
    searchDuplicates: {
      without: 'faces of the same model',
      checks: () =>
        judgeDuplicateFace({ face: faceAt(1) }, {
          enrolled: null,
          duplicates: [],
          searchComplete: false,
          calibrations: [],
        } as never),
    },
    capture: choice,
  },
  'passive-liveness': {
    reuseSelfieOf: { without: 'a selfie', checks: withoutSelfie },
    match: { without: 'a portrait', checks: () => noPortrait('passport') },
    threshold: { without: 'the anti-spoofing model', checks: withoutModel },
    faceMaskCheck: { without: 'a measurement', checks: () => unseenFace({}).slice(0, 1) },
    faceMaskThreshold: { without: 'a measurement', checks: () => unseenFace({ faceMaskThreshold: 1 }).slice(0, 1) },
    lensCheck: { without: 'a measurement', checks: () => unseenFace({}).slice(1) },
    lensThreshold: { without: 'a measurement', checks: () => unseenFace({ lensThreshold: 1 }).slice(1) },
    capture: choice,
  },
  'active-liveness': {
    light: {
      without: 'pictures of the light',
      checks: () =>
        film({ light: 'required' }, { lightOffered: true, lightSamples: [] }).filter(
          ({ id }) => id === 'light-response',
        ),
    },
    promptCount: choice,
    promptTimeoutMs: clock,
    match: { without: 'a portrait', checks: () => noPortrait('passport') },
    challengeTtlSeconds: clock,
  },
  'enhanced-liveness': {
    provider: {
      without: 'an answer',
      checks: () => unansweredProvider().filter(({ id }) => id === 'enhanced-liveness'),
    },
    match: { without: 'a portrait', checks: () => noPortrait('passport') },
    challengeTtlSeconds: clock,
  },
  'voice-liveness': {
    digitCount: {
      without: 'a challenge',
      checks: () => voice({ digits: null }).filter(({ id }) => id === 'voice-liveness'),
    },
    language: {
      without: 'an engine',
      checks: () => voice({ engine: 'missing', heardDigits: null }).filter(({ id }) => id === 'voice-liveness'),
    },
    withVideo: {
      without: 'a mouth',
      checks: () => voice({}, { withVideo: true }).filter(({ id }) => id === 'voice-liveness'),
    },
    match: { without: 'a portrait', checks: () => noPortrait('passport') },
    challengeTtlSeconds: clock,
  },
  location: {
    gps: person,
    allowedCountries: {
      without: 'a country',
      checks: () =>
        placesOf({ allowedCountries: ['BR'] }, { country: null as never, network: { country: null } }).filter(
          ({ id }) => id !== 'location-consistency',
        ),
    },
    maxAccuracyMeters: person,
    hiddenNetworks: {
      without: 'a database of hidden networks',
      checks: () => ['warn', 'fail'].flatMap((hiddenNetworks) => network({ hiddenNetworks })),
    },
    maxNetworkDistanceKm: {
      without: 'a database of cities',
      told: () => placesOf({}, { network: { place: null } }).find(({ id }) => id === 'ip-location')?.data,
      warning: 'flow.network_distance_unknown',
    },
  },
  phone: {
    allowedCountries: person,
    deniedCountries: person,
    defaultCountry: choice,
    canSkip: choice,
    riskCheck: {
      without: 'a number lookup',
      told: () => number({ phoneNotAsked: ['simSwapped'] })[0]?.data?.notAsked,
      warning: 'flow.number_not_looked_up',
    },
    warnFromRisk: { without: 'an answer of the lookup', checks: () => number({ phoneInsights: null }) },
    failFromRisk: {
      without: 'a part of the answer',
      checks: () => number({ phoneUnanswered: ['simSwapped'] }, { failFromRisk: 'very-high' }),
    },
    maxOtherIdentities: ownRows,
  },
  email: {
    canSkip: choice,
    disposableDomains: { needs: 'a list in a package, without which nothing is sent' },
    maxOtherIdentities: ownRows,
  },
};

const flowSettings: Record<string, WhenMissing> = {
  steps: { needs: 'every step type has its rows above' },
  language: choice,
  branding: { needs: 'no check reads it' },
  sessionTtlMinutes: clock,
  maxAttemptsPerStep: ownRows,
  maxImageBytes: choice,
  consent: person,
  duplicateFaceConsent: person,
  ipRestriction: { needs: 'the address of the request; one that is no address is refused (`session-rules.test.ts`)' },
  returnUrls: choice,
  reverification: ownRows,
  policy: { needs: 'a code that no check gives is warned of' },
  encryptionConfigurationId: { needs: 'a configuration, without which no session starts (`encryption.test.ts`)' },
  cooldownMinutes: clock,
};

describe('when what a setting needs is missing', () => {
  it.each(stepTypes)('every setting of a %s step says what happens', (type) => {
    expect(Object.keys(stepSettings[type]).sort()).toEqual(Object.keys(stepSchemas[type].config.shape).sort());
  });

  it('every setting of a flow says what happens', () => {
    expect(Object.keys(flowSettings).sort()).toEqual(Object.keys(flowDocumentSchema.shape).sort());
  });

  const rows = stepTypes.flatMap((type) =>
    Object.entries(stepSettings[type]).map(([name, row]) => [`${type}.${name}`, type, row] as const),
  );

  it.each(rows.filter(([, , row]) => 'checks' in row))('%s lets no check pass', (_name, _type, row) => {
    if (!('checks' in row)) return;
    const checks = row.checks();
    expect(checks.length, row.without).toBeGreaterThan(0);
    for (const check of checks) expect([check.id, check.outcome]).not.toEqual([check.id, 'passed']);
  });

  it.each(rows.filter(([, , row]) => 'told' in row))(
    '%s passes a check, and the result and a warning say so',
    (_name, type, row) => {
      if (!('told' in row)) return;
      expect(row.told()).not.toBeUndefined();
      const flow = flowDocumentSchema.parse({ steps: [passport, { id: 'step', type, config: {} }] });
      expect(findFlowWarnings(flow, nothing).map(({ code }) => code)).toContain(row.warning);
    },
  );
});
