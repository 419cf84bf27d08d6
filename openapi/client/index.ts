export { ApiProblem, type ProblemDocument } from './api-problem.ts';
export { createVerifyClient, type VerifyClient, type VerifyClientOptions } from './create-verify-client.ts';
export { eachOf } from './each-of.ts';
export { openWebhook, WebhookRefused, type WebhookEvent } from './open-webhook.ts';
export type { components, operations, paths } from './generated/api.d.ts';
