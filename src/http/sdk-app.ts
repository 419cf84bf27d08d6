import type { WebApp } from './web-apps.ts';

const self = "'self'";

/** The browser SDK, and the pages with which the service hosts it. Hand-overs and started verifications link to them. */
export function sdkApp({
  withDemo,
  framersOf,
}: {
  withDemo: boolean;
  /** The web origins that a client allows. With none, nobody may show its flows in a frame. */
  framersOf: (clientId: string) => Promise<readonly string[]>;
}): WebApp {
  return {
    name: 'sdk',
    pages: [
      { url: '/verify/start', file: 'hosted.html' },
      { url: '/verify/continue', file: 'hosted.html' },
      { url: '/verify/preview', file: 'preview.html', framed: true },
      {
        url: '/verify/:clientId/:flowId',
        file: 'hosted.html',
        framedBy: ({ clientId = '' }) => framersOf(clientId),
      },
      ...(withDemo ? [{ url: '/demo', file: 'demo.html' }] : []),
    ],
    policy: {
      'script-src': [self],
      'style-src': [self],
      // The host's logos and fonts are on the host's own servers.
      'img-src': [self, 'data:', 'blob:', 'https:'],
      'font-src': [self, 'https:'],
      'media-src': [self, 'blob:'],
      'connect-src': [self],
      'worker-src': [self, 'blob:'],
    },
    permissions: 'camera=(self), microphone=(self), geolocation=(self)',
    forOtherOrigins: true,
  };
}
