import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Gate } from './app/session/gate.tsx';
import { NotFound } from './app/not-found.tsx';
import { PageFailure } from './app/page-failure.tsx';
import { recordSearch } from './app/lists/record-filters.tsx';
import { parseSearch, searchOf, stringifySearch } from './app/lists/search.ts';
import { Shell } from './app/shell.tsx';
import { lazyPage } from './ui/parts/lazy-part.tsx';

/** Every address of the dashboard. Pages are loaded when they are first opened. */
const rootRoute = createRootRoute({ notFoundComponent: NotFound, errorComponent: PageFailure });

const join = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: lazyPage(() => import('./pages/entrance/join.tsx'), 'JoinPage'),
});
const setUp = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  component: lazyPage(() => import('./pages/entrance/set-up.tsx'), 'SetUpPage'),
});

/** Everything behind the sign-in. */
const gate = createRoute({ getParentRoute: () => rootRoute, id: 'gate', component: Gate });
const shell = createRoute({ getParentRoute: () => gate, id: 'shell', component: Shell, errorComponent: PageFailure });
const inShell = { getParentRoute: () => shell };

const pages = [
  createRoute({
    ...inShell,
    path: '/',
    component: lazyPage(() => import('./pages/overview.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...inShell,
    path: '/verifications',
    validateSearch: searchOf('flowId', 'identityId', 'assigneeId', ...recordSearch),
    component: lazyPage(() => import('./pages/verifications.tsx'), 'VerificationsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/verifications/$verificationId',
    validateSearch: searchOf('queue'),
    component: lazyPage(() => import('./pages/verification.tsx'), 'VerificationPage'),
  }),
  createRoute({
    ...inShell,
    path: '/identities',
    validateSearch: searchOf('fullName', 'documentNumber', 'phone', 'email', ...recordSearch),
    component: lazyPage(() => import('./pages/identities.tsx'), 'IdentitiesPage'),
  }),
  createRoute({
    ...inShell,
    path: '/identities/$identityId',
    component: lazyPage(() => import('./pages/identity.tsx'), 'IdentityPage'),
  }),
  createRoute({
    ...inShell,
    path: '/flows',
    validateSearch: searchOf('after'),
    component: lazyPage(() => import('./pages/flows.tsx'), 'FlowsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/flows/$flowId',
    component: lazyPage(() => import('./pages/flow.tsx'), 'FlowPage'),
  }),
  createRoute({
    ...inShell,
    path: '/flows/$flowId/versions',
    validateSearch: searchOf('from', 'to'),
    component: lazyPage(() => import('./pages/flow-versions.tsx'), 'FlowVersionsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/developers/tokens',
    component: lazyPage(() => import('./pages/settings/api-tokens.tsx'), 'ApiTokensPage'),
  }),
  createRoute({
    ...inShell,
    path: '/developers/sdk',
    component: lazyPage(() => import('./pages/settings/sdk.tsx'), 'SdkPage'),
  }),
  createRoute({
    ...inShell,
    path: '/developers/webhooks',
    validateSearch: searchOf('after'),
    component: lazyPage(() => import('./pages/webhooks.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    ...inShell,
    path: '/developers/webhooks/$endpointId',
    validateSearch: searchOf('state', 'after'),
    component: lazyPage(() => import('./pages/webhook.tsx'), 'WebhookPage'),
  }),
  createRoute({
    ...inShell,
    path: '/developers/events',
    validateSearch: searchOf('type', 'identityId', 'verificationId', 'after'),
    component: lazyPage(() => import('./pages/events.tsx'), 'EventsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/developers/events/$eventId',
    component: lazyPage(() => import('./pages/event.tsx'), 'EventPage'),
  }),
  createRoute({
    ...inShell,
    path: '/developers/test-inbox',
    validateSearch: searchOf('verificationId', 'after'),
    component: lazyPage(() => import('./pages/test-inbox.tsx'), 'TestInboxPage'),
  }),
  createRoute({
    ...inShell,
    path: '/developers/encryption',
    component: lazyPage(() => import('./pages/settings/encryption.tsx'), 'EncryptionPage'),
  }),
  createRoute({
    ...inShell,
    path: '/settings',
    component: lazyPage(() => import('./pages/settings/settings.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/settings/access',
    component: lazyPage(() => import('./pages/settings/ip-rules.tsx'), 'IpRulesPage'),
  }),
  createRoute({
    ...inShell,
    path: '/settings/retention',
    component: lazyPage(() => import('./pages/settings/retention.tsx'), 'RetentionPage'),
  }),
  createRoute({
    ...inShell,
    path: '/settings/team',
    component: lazyPage(() => import('./pages/settings/team.tsx'), 'TeamPage'),
  }),
  createRoute({
    ...inShell,
    path: '/settings/audit-log',
    validateSearch: searchOf('actor', 'action', 'subject', 'from', 'to', 'after'),
    component: lazyPage(() => import('./pages/audit-log.tsx'), 'AuditLogPage'),
  }),
  createRoute({
    ...inShell,
    path: '/settings/health',
    component: lazyPage(() => import('./pages/health.tsx'), 'HealthPage'),
  }),
  createRoute({
    ...inShell,
    path: '/profile',
    component: lazyPage(() => import('./pages/settings/profile.tsx'), 'ProfilePage'),
  }),
  createRoute({
    ...inShell,
    path: '/analytics',
    validateSearch: searchOf('days', 'flowId'),
    component: lazyPage(() => import('./pages/analytics.tsx'), 'AnalyticsPage'),
  }),
  // Any other address keeps the navigation around it.
  createRoute({ ...inShell, path: '$', component: NotFound }),
] as const;

export const router = createRouter({
  basepath: '/dashboard',
  routeTree: rootRoute.addChildren([join, setUp, gate.addChildren([shell.addChildren(pages)])]),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // A page that fails leaves the navigation around it.
  defaultErrorComponent: PageFailure,
  parseSearch,
  stringifySearch,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
