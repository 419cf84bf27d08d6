import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { codesPagePath } from '../../contract/known-codes/codes-page.ts';
import { demoPath } from './demo-host.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}
a{display:inline-block;padding:.6rem 0}`;
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `GET /`: links to the pages. `showsDemo`: whether this request may open the demo. */
export function registerStartPage(app: FastifyInstance, showsDemo: (request: FastifyRequest) => boolean): void {
  app.get('/', (request, reply) => {
    const links = [
      ['/dashboard', 'Dashboard', 'review verifications, edit flows, manage access'],
      ...(showsDemo(request) ? [[demoPath, 'Demo', 'verify yourself in test mode']] : []),
      ['/docs', 'API reference', 'every route, with examples'],
      [codesPagePath, 'Codes', 'every error and reason, with its remedy'],
    ];
    const items = links.map(([url, name, text]) => `<li><a href="${url}">${name}</a>: ${text}</li>`).join('\n');
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Verify</title>
<style>${style}</style></head>
<body><main><h1>Verify</h1>
<ul>
${items}
</ul>
</main></body></html>
`);
  });
}
