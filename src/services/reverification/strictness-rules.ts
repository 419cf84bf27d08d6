import type { StepType } from '../../domain/verifications/step-type.ts';
import type { StepConfig } from '../../steps/define-step-schema.ts';
import { defaultNetworkDistanceKm } from '../../steps/location/schema.ts';
import type { StepSchemas } from '../../steps/schemas.ts';

/**
 * When a setting of a step is at least as strict as another. Equal settings always are.
 * - `same`: only when equal. `ignored`: the setting does not affect the evidence.
 * - `higher`, `lower`: numbers; null requires nothing. `higherOfTwo`, `lowerOfTwo`: null is a default that cannot be ranked.
 * - `lowerExcept`: as `lower`, but this one value also lets an unknown pass, so it is as strict only as itself.
 * - `fewer`: a list of what is accepted, null for everything. `more`: a list of what is refused.
 * - `fewerDocuments`: as `fewer`, but a step that asks for a portrait is covered only by one that does, too: the person's face is compared
 *   with no portrait in a flow that asks for letters alone.
 * - `ranked`: weakest first; a value that is not listed cannot be ranked.
 * - `refersTo`: another step, which must be as strict itself; `ifNone` is the meaning of a missing reference.
 */
export type StrictnessRule =
  | 'same'
  | 'ignored'
  | 'higher'
  | 'lower'
  | 'higherOfTwo'
  | 'lowerOfTwo'
  | 'fewer'
  | 'fewerDocuments'
  | 'more'
  | { lowerExcept: number }
  | { ranked: readonly unknown[] }
  | { refersTo: StepType; ifNone: 'same' | 'weaker' };

/** Naming no document means every document that shows a portrait; `none` turns the comparison off and ranks below all. */
const documentMatch: StrictnessRule = { refersTo: 'document', ifNone: 'same' };

const yes = { ranked: [false, true] };
const no = { ranked: [true, false] };
const riskLevels = { ranked: ['very-high', 'high', 'medium', 'low', 'very-low'] };

/** Every setting of every step type. A new setting does not compile until its ranking is stated. */
export const stepRules: {
  readonly [T in StepType]: Readonly<Record<keyof StepConfig<StepSchemas[T]>, StrictnessRule>>;
} = {
  document: {
    accept: 'fewerDocuments',
    pages: 'same',
    allowPdf: no,
    maxPdfPages: 'ignored',
    capture: { ranked: ['both', 'camera'] },
    presence: { ranked: ['off', 'tilt', 'tilt-required'] },
    presenceLifts: { ranked: ['flat-copy', 'nothing'] },
    requireUnexpired: yes,
    minimumAge: 'higher',
    maxAgeOfProofDays: 'lower',
  },
  selfie: {
    match: documentMatch,
    threshold: 'lowerOfTwo',
    searchDuplicates: yes,
    capture: { ranked: ['both', 'camera'] },
  },
  'passive-liveness': {
    reuseSelfieOf: { refersTo: 'selfie', ifNone: 'same' },
    threshold: 'higherOfTwo',
    faceMaskCheck: yes,
    faceMaskThreshold: 'same',
    lensCheck: yes,
    lensThreshold: 'same',
    capture: { ranked: ['both', 'camera'] },
    match: documentMatch,
  },
  'active-liveness': {
    match: documentMatch,
    // An answered light clears a doubt, so a flow with a light is not stricter than one without.
    light: { ranked: ['evidence', 'required'] },
    promptCount: 'higher',
    promptTimeoutMs: 'lower',
    challengeTtlSeconds: 'ignored',
  },
  'voice-liveness': {
    digitCount: 'higher',
    language: 'ignored',
    withVideo: yes,
    match: documentMatch,
    challengeTtlSeconds: 'ignored',
  },
  'enhanced-liveness': { match: documentMatch, provider: 'same', challengeTtlSeconds: 'ignored' },
  phone: {
    allowedCountries: 'fewer',
    deniedCountries: 'more',
    defaultCountry: 'ignored',
    canSkip: no,
    riskCheck: yes,
    warnFromRisk: riskLevels,
    failFromRisk: riskLevels,
    maxOtherIdentities: 'lower',
  },
  email: { canSkip: no, disposableDomains: { ranked: ['accept', 'warn', 'refuse'] }, maxOtherIdentities: 'lower' },
  location: {
    gps: { ranked: ['optional', 'required'] },
    allowedCountries: 'fewer',
    maxAccuracyMeters: 'lower',
    hiddenNetworks: { ranked: ['accept', 'warn', 'fail'] },
    maxNetworkDistanceKm: { lowerExcept: defaultNetworkDistanceKm },
  },
};
