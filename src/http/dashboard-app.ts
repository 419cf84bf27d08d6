import type { WebApp } from './web-apps.ts';

const self = "'self'";

/** The operators' dashboard: one page, whose addresses its own script tells apart. */
export const dashboardApp: WebApp = {
  name: 'dashboard',
  pages: [{ url: '/dashboard', file: 'index.html' }],
  fallback: 'index.html',
  policy: {
    'script-src': [self],
    'style-src': [self],
    // Pictures of people come by a request of the script's own, which names the client: as blobs.
    'img-src': [self, 'blob:'],
    'media-src': [self, 'blob:'],
    'font-src': [self],
    'connect-src': [self],
    // The preview of a flow's looks is a page of the SDK.
    'frame-src': [self],
  },
  permissions: 'camera=(), microphone=(), geolocation=()',
  forOtherOrigins: false,
};
