import type { components, paths } from '../../../generated/api.d.ts';

/** The contract, as generated from openapi.json. */
export type { paths };
export type Schemas = components['schemas'];
export type Problem = Schemas['Problem'];
export type Verification = Schemas['Verification'];
export type StepRecord = Verification['steps'][number];
export type Check = StepRecord['checks'][number];
export type MediaRecord = Schemas['MediaRecord'];
export type Role = Schemas['Role'];
