import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../domain/faults/errors.ts';
import { sendProblem } from './problem-replies.ts';

/** A page of an application of `web/`. */
export interface WebPage {
  /** As Fastify writes routes. */
  url: string;
  /** Below the application's `dist`. */
  file: string;
  /** Pages of ours may show it in a frame. */
  framed?: boolean;
}

/** An application of `web/`: its built files lie under `/<name>/`, its pages where it says. */
export interface WebApp {
  name: string;
  pages: readonly WebPage[];
  /** Below `dist`: the page of every other address under `/<name>/` that is not one of a file. */
  fallback?: string;
  policy: Readonly<Record<string, readonly string[]>>;
  /** `Permissions-Policy` of its pages. */
  permissions: string;
  /** Whether pages of hosts may load its scripts. */
  forOtherOrigins: boolean;
}

const webDir = fileURLToPath(new URL('../../web/', import.meta.url));

/** A name with its hash in it never means anything else. */
const immutable = 'public, max-age=31536000, immutable';
/** What is loaded by a fixed name is asked for each time and mostly answered with 304. */
const checked = 'public, max-age=0, must-revalidate';

/** Serves what `npm run build:web` made. Without it the pages answer 503 and everything else works. */
export async function registerWebApps(app: FastifyInstance, apps: readonly WebApp[]): Promise<void> {
  await app.register(async (web) => {
    await web.register(fastifyStatic, { root: webDir, serve: false, cacheControl: false, preCompressed: true });
    for (const webApp of apps) {
      for (const page of webApp.pages) web.get(page.url, (request, reply) => sendPage(webApp, page, request, reply));
      web.get(`/${webApp.name}/*`, (request, reply) => sendAsset(webApp, request, reply));
    }
  });
}

function sendPage(
  { name, policy, permissions }: WebApp,
  { file, framed = false }: Pick<WebPage, 'file' | 'framed'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const path = `${name}/dist/${file}`;
  if (!existsSync(`${webDir}${path}`)) return sendProblem(reply, new Problem('service.unavailable'));
  void reply.headers({
    'content-security-policy': policyOf(framed ? { ...policy, 'frame-ancestors': ["'self'"] } : policy, request),
    ...(framed && { 'x-frame-options': 'SAMEORIGIN' }),
    'permissions-policy': permissions,
    'cache-control': checked,
  });
  return reply.sendFile(path);
}

function sendAsset(webApp: WebApp, request: FastifyRequest, reply: FastifyReply) {
  const { name, fallback, forOtherOrigins } = webApp;
  const { '*': file } = request.params as { '*': string }; // The wildcard of the route.
  if (fallback !== undefined && !/\.[a-z0-9]+$/.test(file)) return sendPage(webApp, { file: fallback }, request, reply);
  // Pages have their own addresses, where their policy comes along.
  if (file.endsWith('.html')) return sendProblem(reply, new Problem('route.not_found'));
  void reply.headers({
    'cache-control': file.startsWith('assets/') ? immutable : checked,
    ...(forOtherOrigins && { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }),
  });
  return reply.sendFile(`${name}/dist/${file}`);
}

function policyOf(policy: WebApp['policy'], request: FastifyRequest): string {
  // Older Safari does not count sockets of the same host to 'self'.
  const sockets = `${request.protocol === 'https' ? 'wss' : 'ws'}://${request.host}`;
  return Object.entries({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...policy,
  })
    .map(([directive, sources]) => [directive, ...sources, ...(directive === 'connect-src' ? [sockets] : [])].join(' '))
    .join('; ');
}
