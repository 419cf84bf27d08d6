import type { StepType } from '../../domain/verifications/step-type.ts';
import type { StepConfig } from '../../steps/define-step-schema.ts';
import type { StepSchemas } from '../../steps/schemas.ts';

/**
 * When a setting of a step is at least as strict as another's. Equal settings always are.
 * - `same`: only when equal. `ignored`: the setting decides nothing about the evidence.
 * - `higher`, `lower`: numbers; null asks for nothing. `higherOfTwo`, `lowerOfTwo`: null is a default that cannot be ranked.
 * - `fewer`: a list of what is taken, null for everything. `more`: a list of what is refused.
 * - `ranked`: weakest first; a value that is not listed cannot be ranked.
 * - `refersTo`: another step, which must be as strict itself; `ifNone` says what a missing reference is.
 */
export type StrictnessRule =
  | 'same'
  | 'ignored'
  | 'higher'
  | 'lower'
  | 'higherOfTwo'
  | 'lowerOfTwo'
  | 'fewer'
  | 'more'
  | { ranked: readonly unknown[] }
  | { refersTo: StepType; ifNone: 'same' | 'weaker' };

/** No document named means every one that shows a portrait; `none` names no step and ranks below all. */
const documentMatch: StrictnessRule = { refersTo: 'document', ifNone: 'same' };

const yes = { ranked: [false, true] };
const no = { ranked: [true, false] };
const riskLevels = { ranked: ['very-high', 'high', 'medium', 'low', 'very-low'] };

/** Every setting of every step type: a new one does not compile until it says how it ranks. */
export const stepRules: {
  readonly [T in StepType]: Readonly<Record<keyof StepConfig<StepSchemas[T]>, StrictnessRule>>;
} = {
  document: {
    accept: 'fewer',
    pages: 'same',
    allowPdf: no,
    maxPdfPages: 'ignored',
    capture: { ranked: ['both', 'camera'] },
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
    light: { ranked: ['off', 'evidence', 'required'] },
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
  },
  email: { canSkip: no, disposableDomains: { ranked: ['accept', 'warn', 'refuse'] } },
  location: {
    gps: { ranked: ['optional', 'required'] },
    allowedCountries: 'fewer',
    maxAccuracyMeters: 'lower',
    hiddenNetworks: { ranked: ['accept', 'warn', 'fail'] },
    maxNetworkDistanceKm: 'lower',
  },
};
