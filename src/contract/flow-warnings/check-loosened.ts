import { z } from 'zod';
import type { StepType } from '../../domain/verifications/step-type.ts';
import { defaultProviderThreshold } from '../../steps/enhanced-liveness/schema.ts';
import { riskLevels } from '../../steps/phone/schema.ts';
import { stepSchemas } from '../../steps/schemas.ts';
import { defaultMaxAttempts } from '../flows/flow-document.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

/** Whether a setting accepts more than its default does. */
type IsLooser = (value: unknown, standard: unknown) => boolean;

const whereHigher: IsLooser = (value, standard) => value === null || Number(value) > Number(standard);
const whereLower: IsLooser = (value, standard) => Number(value) < Number(standard);
const whereOff: IsLooser = (value, standard) => value !== standard;
/** `strictFirst`: the values in order, the strictest first. */
const whereLater = (strictFirst: readonly unknown[]): IsLooser => {
  return (value, standard) => strictFirst.indexOf(value) > strictFirst.indexOf(standard);
};

const providerSchema = z.object({ threshold: z.number() });

/**
 * The settings by which a flow can loosen a check. Face limits are not included: a flow can only tighten those. Settings with their own
 * warnings are not included, either.
 */
export const loosenableSettings: Readonly<Record<StepType, Readonly<Record<string, IsLooser>>>> = {
  document: { requireUnexpired: whereOff, maxAgeOfProofDays: whereHigher },
  selfie: {},
  'passive-liveness': {
    faceMaskCheck: whereOff,
    faceMaskThreshold: whereHigher,
    lensCheck: whereOff,
    lensThreshold: whereHigher,
  },
  'active-liveness': { promptCount: whereLower, promptTimeoutMs: whereHigher },
  'enhanced-liveness': {
    provider: (value) => (providerSchema.safeParse(value).data?.threshold ?? 0) < defaultProviderThreshold,
  },
  'voice-liveness': { digitCount: whereLower },
  location: {
    maxAccuracyMeters: whereHigher,
    maxNetworkDistanceKm: whereHigher,
    hiddenNetworks: whereLater(['fail', 'warn', 'accept']),
  },
  phone: {
    riskCheck: whereOff,
    warnFromRisk: whereLater(riskLevels),
    failFromRisk: whereLater(riskLevels),
    maxOtherIdentities: whereHigher,
  },
  email: { disposableDomains: whereLater(['refuse', 'warn', 'accept']), maxOtherIdentities: whereHigher },
};

export const checkLoosened: FlowWarningDefinition = {
  code: 'flow.check_loosened',
  cause: 'A setting is more lenient than its default. How well the check works then was not measured.',
  remedy: 'Leave the setting out, unless you know what it lets pass and accept the risk.',
  find: ({ steps, maxAttemptsPerStep }) => [
    ...(maxAttemptsPerStep > defaultMaxAttempts
      ? [{ pointer: '/maxAttemptsPerStep', detail: `an attacker has ${maxAttemptsPerStep} tries at each step` }]
      : []),
    ...steps.flatMap(({ id, type, config }, index) => {
      const shape: Readonly<Record<string, z.ZodType | undefined>> = stepSchemas[type].config.shape;
      return Object.entries(config).flatMap(([name, value]) => {
        const setting = shape[name];
        const isLooser = loosenableSettings[type][name];
        if (setting === undefined || isLooser === undefined) return [];
        const standard: unknown = z.safeParse(setting, undefined).data;
        if (!isLooser(value, standard)) return [];
        return [{ pointer: `/steps/${index}/config/${name}`, detail: `${name} of ${id} is looser than its default` }];
      });
    }),
  ],
};
