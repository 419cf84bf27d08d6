import type { RouteDefinition } from './define-route.ts';
import * as apiTokens from './routes/api-tokens.ts';
import * as auditLog from './routes/audit-log.ts';
import * as activity from './routes/activity.ts';
import * as analytics from './routes/analytics.ts';
import * as catalogues from './routes/catalogues.ts';
import * as encryptionConfigurations from './routes/encryption-configurations.ts';
import * as flows from './routes/flows.ts';
import * as identities from './routes/identities.ts';
import * as media from './routes/media.ts';
import * as operators from './routes/operators.ts';
import * as passkeys from './routes/passkeys.ts';
import * as settings from './routes/settings.ts';
import * as singleSignOn from './routes/single-sign-on.ts';
import * as deliveryReports from './routes/delivery-reports.ts';
import * as sdk from './routes/sdk.ts';
import * as handOver from './routes/sdk-hand-over.ts';
import * as sdkRecordings from './routes/sdk-recordings.ts';
import * as sdkSteps from './routes/sdk-steps.ts';
import * as service from './routes/service.ts';
import * as testMode from './routes/test-mode.ts';
import * as verifications from './routes/verifications.ts';
import * as webhooks from './routes/webhooks.ts';

const methods: readonly RouteDefinition['method'][] = ['get', 'post', 'put', 'patch', 'delete'];

/** The order of a module's exports differs between loaders, but the document's order must not. */
function byPlace(a: RouteDefinition, b: RouteDefinition): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return methods.indexOf(a.method) - methods.indexOf(b.method);
}

/** The single list of routes, in the document's order: by area, path and method. A file of routes exports nothing else. */
export const routes: readonly RouteDefinition[] = [
  identities,
  verifications,
  activity,
  media,
  sdk,
  { ...sdkSteps, ...sdkRecordings },
  handOver,
  flows,
  webhooks,
  { ...apiTokens, ...auditLog, ...encryptionConfigurations, ...settings },
  analytics,
  testMode,
  catalogues,
  operators,
  passkeys,
  singleSignOn,
  deliveryReports,
  service,
].flatMap((area) => Object.values<RouteDefinition>(area).sort(byPlace));
