/**
 * Headers of every response. Responses are data: nothing in them may be loaded, framed, sniffed or executed. They are constant and set at
 * once: on the hottest route, a plugin that builds them for each response took a fifteenth of the time.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  // Responses concern people: no cache on the way and no browser stores them unless a route says otherwise.
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
