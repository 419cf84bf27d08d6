/** Types of the steps that a setting can name. */
export type NamedStepType = 'document' | 'selfie';

interface SettingText {
  label?: string;
  help?: string;
  /** Of a setting that names a step: the type of that step. */
  names?: NamedStepType;
  /** What an empty choice means. */
  empty?: string;
  /** Choices that are no step. */
  also?: readonly { value: string; text: string }[];
}

/** Help where the contract's own description is too short for somebody who draws up a first flow. */
const texts: Readonly<Record<string, SettingText>> = {
  accept: { label: 'Accepted documents', help: 'What the person can choose from.' },
  pages: { label: 'Sides', help: '“auto” asks for the sides that the chosen document has.' },
  allowPdf: { label: 'Take PDF files', help: 'For proofs of residency that came by e-mail.' },
  maxPdfPages: { label: 'Pages of a PDF, at most' },
  capture: {
    label: 'Where pictures come from',
    help: 'A picture from the gallery is easier to forge than one from the camera.',
  },
  requireUnexpired: { label: 'Refuse expired documents' },
  minimumAge: { label: 'Minimum age', help: 'In years, by the date of birth on the document. Empty: none.' },
  maxAgeOfProofDays: { label: 'Age of a proof of residency, at most (days)' },
  match: {
    label: 'Compare with the portrait of',
    help: 'The document step whose portrait must be the same person.',
    names: 'document',
    empty: 'Every document that shows one',
    also: [{ value: 'none', text: 'None: do not compare faces' }],
  },
  threshold: {
    label: 'Threshold',
    help: 'Empty: as calibrated for the model. Change it only with figures of your own.',
  },
  searchDuplicates: { label: 'Search all enrolled faces', help: 'Needs its own consent text, below.' },
  reuseSelfieOf: { label: 'Use the picture of', help: 'Spares the person a second picture.', names: 'selfie' },
  faceMaskCheck: { label: 'Look for masks' },
  faceMaskThreshold: { label: 'Threshold for masks' },
  lensCheck: { label: 'Look for sunglasses' },
  lensThreshold: { label: 'Threshold for sunglasses' },
  promptCount: {
    label: 'Prompts',
    help: 'Head turns, smiles and blinks, different each time. More are safer and slower.',
  },
  light: {
    label: 'Light of the screen',
    help: 'The screen lights the face with drawn colours. As evidence it can lift a doubt; required, no answer goes to review.',
  },
  promptTimeoutMs: { label: 'Time for a prompt (ms)' },
  challengeTtlSeconds: {
    label: 'Lifetime of a challenge (seconds)',
    help: 'From when it is drawn until the recording must be in.',
  },
  digitCount: { label: 'Digits to read' },
  withVideo: { label: 'Record the face, too', help: 'Sees whether the mouth moves with the voice.' },
  allowedCountries: { label: 'Allowed countries', help: 'Empty: every country.' },
  deniedCountries: { label: 'Denied countries', help: 'Stronger than the allowed ones.' },
  countries: { label: 'Countries', help: 'Empty: every country.' },
  subtypes: {
    label: 'Subtypes',
    help: 'Empty: every one but visas. Names of the catalogue, such as cnh-2022 or visa.',
  },
  defaultCountry: { label: 'Country to begin with' },
  canSkip: { label: 'May be skipped', help: 'A skipped step then does not send to review.' },
  riskCheck: { label: 'Check the risk of the number' },
  warnFromRisk: { label: 'Review from this risk on' },
  failFromRisk: { label: 'Reject from this risk on' },
  disposableDomains: { label: 'Disposable addresses' },
  gps: { label: 'Coordinates' },
  maxAccuracyMeters: { label: 'Accuracy, at least (m)' },
  hiddenNetworks: { label: 'VPN, hosting and Tor' },
  maxNetworkDistanceKm: { label: 'Between coordinates and network, at most (km)', help: 'Empty: any distance.' },
  sessionTtlMinutes: { label: 'Lifetime of a session (minutes)', help: 'Without progress.' },
  maxAttemptsPerStep: { label: 'Attempts for each step', help: 'Then the step ends with what it has.' },
  maxImageBytes: { label: 'Size of a picture, at most (bytes)' },
  cooldownMinutes: { label: 'Pause between attempts (minutes)', help: 'Of one person.' },
  language: { label: 'Language', help: 'Empty: the person’s own.' },
  from: { label: 'People who may be verified again', help: 'By the status that the person has.' },
};

export function settingText(name: string): SettingText {
  return texts[name] ?? {};
}
