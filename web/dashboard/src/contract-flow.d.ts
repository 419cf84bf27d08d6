import type { ConfigSchema } from './flow/config-schema.ts';

/** `virtual:contract-flow`, as contract-plugin.ts cuts it out of openapi.json. */
export declare const stepTypes: readonly {
  type: string;
  config: ConfigSchema;
  checks: readonly { id: string; codes: readonly string[] }[];
}[];
export declare const flowSettings: Readonly<Record<string, ConfigSchema>>;
