import type { Clock } from '../domain/ports/clock.ts';
import type { BoundRoute } from './bound-route.ts';
import type { PublicUrlSetting } from './public-url.ts';
import { accountRoutes, type AccountUseCases } from './routes/account.ts';
import { analyticsRoutes, type AnalyticsUseCases } from './routes/analytics.ts';
import { catalogueRoutes } from './routes/catalogues.ts';
import { flowRoutes, type FlowUseCases } from './routes/flows.ts';
import { identityRoutes, type IdentityUseCases } from './routes/identities.ts';
import { mediaRoutes, type MediaUseCases } from './routes/media.ts';
import { operatorRoutes, type OperatorUseCases } from './routes/operators.ts';
import { providerRoutes, type ProviderUseCases } from './routes/providers.ts';
import { handOverRoutes, type HandOverUseCases } from './routes/sdk-hand-over.ts';
import { stepRoutes, type StepUseCases } from './routes/sdk-steps.ts';
import { sessionRoutes, type SessionUseCases } from './routes/sdk.ts';
import { serviceRoutes, type ServiceUseCases } from './routes/service.ts';
import { testModeRoutes, type TestModeUseCases } from './routes/test-mode.ts';
import { verificationRoutes, type VerificationUseCases } from './routes/verifications.ts';
import { webhookRoutes, type WebhookUseCases } from './routes/webhooks.ts';

/** The use cases that routes call, by noun. */
export interface UseCases {
  account: AccountUseCases;
  analytics: AnalyticsUseCases;
  codes: ProviderUseCases;
  flows: FlowUseCases;
  handOver: HandOverUseCases;
  identities: IdentityUseCases;
  media: MediaUseCases;
  operators: OperatorUseCases;
  service: ServiceUseCases;
  sessions: SessionUseCases;
  steps: StepUseCases;
  testMode: TestModeUseCases;
  verifications: VerificationUseCases;
  webhooks: WebhookUseCases;
}

export interface RouteSettings extends PublicUrlSetting {
  clock: Clock;
  /** Null: anyone may read the metrics. */
  metricsToken: string | null;
  openapi: object;
}

/** Binds every route of the contract to its use case. */
export function bindRoutes(useCases: UseCases, settings: RouteSettings): BoundRoute[] {
  return [
    ...accountRoutes(useCases.account),
    ...analyticsRoutes(useCases.analytics),
    ...catalogueRoutes(),
    ...flowRoutes(useCases.flows),
    ...handOverRoutes(useCases.handOver, settings),
    ...identityRoutes(useCases.identities),
    ...mediaRoutes(useCases.media),
    ...operatorRoutes(useCases.operators, settings),
    ...providerRoutes(useCases.codes),
    ...serviceRoutes(useCases.service, settings),
    ...sessionRoutes(useCases.sessions),
    ...stepRoutes(useCases.steps),
    ...testModeRoutes(useCases.testMode),
    ...verificationRoutes(useCases.verifications, settings),
    ...webhookRoutes(useCases.webhooks, settings),
  ];
}
