import type { Schemas } from './api/schema.ts';

/** `virtual:contract-words`, as contract-plugin.ts cuts it out of openapi.json. */
export declare const verificationStatuses: readonly Schemas['VerificationStatus'][];
export declare const identityStatuses: readonly Schemas['IdentityStatus'][];
export declare const verdicts: readonly Schemas['Verdict'][];
export declare const roles: readonly Schemas['Role'][];
export declare const languages: readonly Schemas['Language'][];
export declare const scopes: readonly Schemas['NewApiToken']['scopes'][number][];
export declare const eventTypes: readonly NonNullable<Schemas['NewWebhookEndpoint']['eventTypes']>[number][];
export declare const auditActions: readonly Schemas['AuditAction'][];
export declare const deliveryStates: readonly Schemas['Delivery']['state'][];
export declare const reasonCodes: readonly Schemas['ReasonCode'][];
export declare const reasonTexts: Readonly<Record<string, string>>;
