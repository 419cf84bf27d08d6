import type { WebApp } from './web-apps.ts';

const self = "'self'";

/** The operators' dashboard: one page, whose script handles all addresses. */
export const dashboardApp: WebApp = {
  name: 'dashboard',
  pages: [{ url: '/dashboard', file: 'index.html' }],
  fallback: 'index.html',
  policy: {
    'script-src': [self],
    'style-src': [self],
    // The script requests people's pictures with a header that names the client, so they arrive as blobs.
    'img-src': [self, 'blob:'],
    'media-src': [self, 'blob:'],
    'font-src': [self],
    'connect-src': [self],
    // The preview of a flow's appearance is a page of the SDK.
    'frame-src': [self],
  },
  permissions: 'camera=(), microphone=(), geolocation=()',
  forOtherOrigins: false,
};
