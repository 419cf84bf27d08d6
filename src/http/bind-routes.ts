import type { Clock } from '../domain/ports/clock.ts';
import type { ApiTokenUseCases } from '../services/api-tokens/api-tokens.ts';
import type { ConfigurationUseCases } from '../services/encryption/configurations.ts';
import type { ActivityUseCases } from '../services/verifications/activity.ts';
import type { PasskeyUseCases } from '../services/operators/passkeys.ts';
import type { SingleSignOnUseCases } from '../services/operators/single-sign-on.ts';
import type { BoundRoute } from './bound-route.ts';
import type { PublicUrlSetting } from './public-url.ts';
import { activityRoutes } from './routes/activity.ts';
import { analyticsRoutes, type AnalyticsRouteUseCases } from './routes/analytics.ts';
import { apiTokenRoutes } from './routes/api-tokens.ts';
import { auditLogRoutes, type AuditLogRouteUseCases } from './routes/audit-log.ts';
import { catalogueRoutes } from './routes/catalogues.ts';
import { encryptionConfigurationRoutes } from './routes/encryption-configurations.ts';
import { flowRoutes, type FlowRouteUseCases } from './routes/flows.ts';
import { identityRoutes, type IdentityRouteUseCases } from './routes/identities.ts';
import { mediaRoutes, type MediaRouteUseCases } from './routes/media.ts';
import { operatorRoutes, type OperatorRouteUseCases } from './routes/operators.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { deliveryReportRoutes, type DeliveryReportRouteUseCases } from './routes/delivery-reports.ts';
import { handOverRoutes, type HandOverRouteUseCases } from './routes/sdk-hand-over.ts';
import { singleSignOnRoutes } from './routes/single-sign-on.ts';
import { stepRoutes, type StepRouteUseCases } from './routes/sdk-steps.ts';
import { sessionRoutes, type SessionRouteUseCases } from './routes/sdk.ts';
import { serviceRoutes, type ServiceRouteUseCases } from './routes/service.ts';
import { settingsRoutes, type SettingsRouteUseCases } from './routes/settings.ts';
import { testModeRoutes, type TestModeRouteUseCases } from './routes/test-mode.ts';
import { verificationRoutes, type VerificationRouteUseCases } from './routes/verifications.ts';
import { webhookRoutes, type WebhookRouteUseCases } from './routes/webhooks.ts';

/** The use cases behind the routes, by noun. */
export interface UseCases {
  analytics: AnalyticsRouteUseCases;
  apiTokens: ApiTokenUseCases;
  auditLog: AuditLogRouteUseCases;
  deliveryReports: DeliveryReportRouteUseCases;
  encryptionConfigurations: ConfigurationUseCases;
  flows: FlowRouteUseCases;
  handOver: HandOverRouteUseCases;
  identities: IdentityRouteUseCases;
  media: MediaRouteUseCases;
  operators: OperatorRouteUseCases & PasskeyUseCases & SingleSignOnUseCases;
  service: ServiceRouteUseCases;
  sessions: SessionRouteUseCases;
  settings: SettingsRouteUseCases;
  steps: StepRouteUseCases;
  testMode: TestModeRouteUseCases;
  verifications: VerificationRouteUseCases & ActivityUseCases;
  webhooks: WebhookRouteUseCases;
}

export interface RouteSettings extends PublicUrlSetting {
  clock: Clock;
  /** Null: only this machine may read the metrics. */
  metricsToken: string | null;
  openapi: object;
  secondFactorRequired: boolean;
}

/** Binds every route of the contract to its use case. */
export function bindRoutes(useCases: UseCases, settings: RouteSettings): BoundRoute[] {
  return [
    ...analyticsRoutes(useCases.analytics),
    ...apiTokenRoutes(useCases.apiTokens),
    ...auditLogRoutes(useCases.auditLog),
    ...catalogueRoutes(),
    ...encryptionConfigurationRoutes(useCases.encryptionConfigurations),
    ...flowRoutes(useCases.flows),
    ...handOverRoutes(useCases.handOver, settings),
    ...identityRoutes(useCases.identities),
    ...mediaRoutes(useCases.media),
    ...operatorRoutes(useCases.operators, settings),
    ...passkeyRoutes(useCases.operators, settings),
    ...singleSignOnRoutes(useCases.operators, settings),
    ...deliveryReportRoutes(useCases.deliveryReports),
    ...serviceRoutes(useCases.service, settings),
    ...sessionRoutes(useCases.sessions),
    ...settingsRoutes(useCases.settings),
    ...stepRoutes(useCases.steps),
    ...testModeRoutes(useCases.testMode),
    ...verificationRoutes(useCases.verifications, settings),
    ...activityRoutes(useCases.verifications),
    ...webhookRoutes(useCases.webhooks, settings),
  ];
}
