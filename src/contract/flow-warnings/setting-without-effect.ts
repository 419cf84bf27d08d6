import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { commonCheckCodes } from '../../domain/faults/reason-codes.ts';
import { mostPromptsWithLight } from '../../domain/verifications/light-colours.ts';
import type { StepSchema } from '../../steps/define-step-schema.ts';
import { stepSchemas } from '../../steps/schemas.ts';
import type { FlowDocument, FlowStep } from '../flows/flow-document.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

type StepOf<Type extends FlowStep['type']> = Extract<FlowStep, { type: Type }>;
type Config<Type extends FlowStep['type']> = StepOf<Type>['config'];

/** Why a setting has no effect with the others of its step; null when it has one. */
type Idle<Type extends FlowStep['type']> = (config: Config<Type>) => string | null;
type IdleSettings = { readonly [Type in FlowStep['type']]: { readonly [S in keyof Config<Type>]?: Idle<Type> } };

const asksForLetters = ({ accept }: Config<'document'>) => accept.some(({ type }) => type === 'proof-of-residency');
const asksForLettersAlone = ({ accept }: Config<'document'>) =>
  accept.every(({ type }) => type === 'proof-of-residency');
const withoutFace = 'a voice without `withVideo` shows no face';

/** The settings that other settings of their step can make idle. Contradictions that keep a flow from being saved are left out. */
export const idleSettings: IdleSettings = {
  document: {
    maxPdfPages: ({ allowPdf }) => (allowPdf ? null : '`allowPdf` is false'),
    maxAgeOfProofDays: (config) => (asksForLetters(config) ? null : 'the step accepts no proof of residency'),
    minimumAge: (config) => (asksForLettersAlone(config) ? 'letters have no date of birth' : null),
  },
  selfie: { threshold: ({ match }) => (match === 'none' ? '`match` is `none`' : null) },
  'passive-liveness': {
    faceMaskThreshold: ({ faceMaskCheck }) => (faceMaskCheck ? null : '`faceMaskCheck` is false'),
    lensThreshold: ({ lensCheck }) => (lensCheck ? null : '`lensCheck` is false'),
    capture: ({ reuseSelfieOf }) => (reuseSelfieOf === null ? null : `the step ${reuseSelfieOf} takes the picture`),
  },
  'active-liveness': {
    light: ({ light, promptCount }) =>
      light !== 'off' && promptCount > mostPromptsWithLight
        ? `no time remains for the light after more than ${mostPromptsWithLight} prompts`
        : null,
  },
  'enhanced-liveness': {},
  'voice-liveness': { match: ({ withVideo }) => (withVideo ? null : withoutFace) },
  location: {},
  phone: {
    deniedCountries: ({ allowedCountries }) =>
      allowedCountries === null ? null : 'only `allowedCountries` are allowed',
    warnFromRisk: ({ riskCheck }) => (riskCheck ? null : '`riskCheck` is false'),
    failFromRisk: ({ riskCheck }) => (riskCheck ? null : '`riskCheck` is false'),
  },
  email: {},
};

/** Settings whose default promises something, too. */
const promisedByDefault: readonly string[] = ['light'];

export const settingWithoutEffect: FlowWarningDefinition = {
  code: 'flow.setting_without_effect',
  cause: 'A setting belongs to something that the flow does not check.',
  remedy: 'Remove it, or turn on what it belongs to.',
  find: (flow) => [...flow.steps.flatMap(idleOf), ...idleConsent(flow), ...idlePolicy(flow)],
};

function idleOf(step: FlowStep, index: number) {
  const { type, config } = step;
  const shape: Readonly<Record<string, z.ZodType | undefined>> = stepSchemas[type].config.shape;
  // The row of the table and the config have the same type.
  const rows = idleSettings[type] as Readonly<Record<string, ((given: typeof config) => string | null) | undefined>>;
  return Object.entries(config).flatMap(([name, value]) => {
    const setting = shape[name];
    const reason = rows[name]?.(config) ?? null;
    if (reason === null || setting === undefined) return [];
    const isDefault = isDeepStrictEqual(value, z.safeParse(setting, undefined).data);
    if (isDefault && !promisedByDefault.includes(name)) return [];
    return [{ pointer: `/steps/${index}/config/${name}`, detail: `${name} of ${step.id} has no effect: ${reason}` }];
  });
}

function idleConsent({ steps, duplicateFaceConsent }: FlowDocument) {
  if (duplicateFaceConsent === null || steps.some((step) => step.type === 'selfie' && step.config.searchDuplicates)) {
    return [];
  }
  return [{ pointer: '/duplicateFaceConsent', detail: 'no selfie of the flow has `searchDuplicates`' }];
}

/** A code that no check of the flow gives. */
function idlePolicy({ steps, policy }: FlowDocument) {
  const given = new Set<string>([
    ...commonCheckCodes,
    ...steps.flatMap(({ type }) => {
      const { checks }: StepSchema = stepSchemas[type];
      return Object.values(checks).flatMap(({ codes }) => [...codes]);
    }),
  ]);
  return Object.keys(policy)
    .filter((code) => !given.has(code))
    .map((code) => ({ pointer: `/policy/${code}`, detail: 'no check of the flow gives this code' }));
}
