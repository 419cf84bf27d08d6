/** Types of the steps that a setting can name. */
export type NamedStepType = 'document' | 'selfie';

interface SettingText {
  label?: string;
  help?: string;
  /** Of a setting that names a step: the type of that step. */
  names?: NamedStepType;
  /** The meaning of an empty choice. */
  empty?: string;
  /** Choices that are not steps. */
  also?: readonly { value: string; text: string }[];
}

/** Help where the contract's own description is too short for an operator who writes a first flow. */
const texts: Readonly<Record<string, SettingText>> = {
  accept: { label: 'Accepted documents', help: 'The documents that people can choose from.' },
  pages: { label: 'Sides', help: '“auto” asks for every side that the chosen document has.' },
  allowPdf: { label: 'Accept PDF files', help: 'For proofs of residency that people receive by email.' },
  maxPdfPages: { label: 'Maximum pages in a PDF' },
  presence: {
    label: 'Video of the tilted document',
    help: 'The person films the front and tilts it as the server asks. A warning goes to review; with “tilt-required” so does a video that shows too little, or a missing one.',
  },
  presenceLifts: {
    label: 'Warnings that the video clears',
    help: '“flat-copy”: a video that passes clears the warning that the front is a black and white copy. This was measured on synthetic videos only.',
  },
  capture: {
    label: 'Source of pictures',
    help: 'A picture from the gallery is easier to forge than one from the camera.',
  },
  requireUnexpired: { label: 'Refuse expired documents' },
  minimumAge: { label: 'Minimum age', help: 'In years, by the date of birth on the document. Leave empty for none.' },
  maxAgeOfProofDays: { label: 'Maximum age of a proof of residency (days)' },
  match: {
    label: 'Compare with the portrait of',
    help: 'The document step whose portrait must show the same person.',
    names: 'document',
    empty: 'Every document that shows one',
    also: [{ value: 'none', text: 'None: do not compare faces' }],
  },
  threshold: {
    label: 'Threshold',
    help: 'Leave empty to use the model’s calibration. Change it only if you have measured your own.',
  },
  searchDuplicates: { label: 'Search all enrolled faces', help: 'Requires a separate consent text, below.' },
  reuseSelfieOf: {
    label: 'Reuse the picture from',
    help: 'Saves the person taking a second picture.',
    names: 'selfie',
  },
  faceMaskCheck: { label: 'Check for masks' },
  faceMaskThreshold: { label: 'Mask threshold' },
  lensCheck: { label: 'Check for sunglasses' },
  lensThreshold: { label: 'Sunglasses threshold' },
  promptCount: {
    label: 'Prompts',
    help: 'Head turns, smiles and blinks, different each time. More prompts are safer but slower.',
  },
  light: {
    label: 'Screen light',
    help: 'The screen lights the face with random colours. “evidence” can clear a warning; with “required”, a missing response leads to review.',
  },
  promptTimeoutMs: { label: 'Time per prompt (ms)' },
  challengeTtlSeconds: {
    label: 'Challenge lifetime (seconds)',
    help: 'How long the person has to complete the recording.',
  },
  digitCount: { label: 'Digits to read' },
  withVideo: { label: 'Record the face, too', help: 'Checks whether the mouth moves with the voice.' },
  allowedCountries: { label: 'Allowed countries', help: 'Leave empty to allow every country.' },
  deniedCountries: { label: 'Denied countries', help: 'Takes precedence over the allowed ones.' },
  countries: { label: 'Countries', help: 'Leave empty to allow every country.' },
  subtypes: {
    label: 'Subtypes',
    help: 'Leave empty to allow all except visas. Use names from the catalogue, such as cnh-2022 or visa.',
  },
  defaultCountry: { label: 'Default country' },
  canSkip: { label: 'Optional', help: 'Skipping the step does not lead to review.' },
  riskCheck: { label: 'Check the number’s risk' },
  warnFromRisk: { label: 'Review from this risk level' },
  failFromRisk: { label: 'Reject from this risk level' },
  maxOtherIdentities: {
    label: 'Other identities that may have the same',
    help: 'More lead to review. Leave empty to allow any number.',
  },
  disposableDomains: { label: 'Disposable addresses' },
  gps: { label: 'Coordinates' },
  maxAccuracyMeters: { label: 'Required accuracy (m)' },
  hiddenNetworks: { label: 'VPN, hosting and Tor' },
  maxNetworkDistanceKm: {
    label: 'Maximum distance between coordinates and network (km)',
    help: 'Leave empty to allow any distance.',
  },
  sessionTtlMinutes: {
    label: 'Session lifetime (minutes)',
    help: 'Counted from the last time that the person made progress.',
  },
  maxAttemptsPerStep: { label: 'Attempts per step', help: 'After the last attempt, the step ends with its result.' },
  maxImageBytes: { label: 'Maximum picture size (bytes)' },
  cooldownMinutes: { label: 'Pause between attempts (minutes)', help: 'Per person.' },
  language: { label: 'Language', help: 'Leave empty to use the person’s own language.' },
  from: { label: 'People who may be verified again', help: 'By the person’s current status.' },
};

export function settingText(name: string): SettingText {
  return texts[name] ?? {};
}
