import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../domain/faults/errors.ts';
import { within } from '../domain/within.ts';
import { sendProblem } from './problem-replies.ts';

/** A page of an application of `web/`. */
export interface WebPage {
  /** In Fastify's route syntax. */
  url: string;
  /** Below the application's `dist`. */
  file: string;
  /** Pages of this service may show it in a frame. */
  framed?: boolean;
  /** Origins that may show it in a frame, depending on the parameters of its address. */
  framedBy?: (parameters: Readonly<Record<string, string>>) => Promise<readonly string[]>;
}

/** An application of `web/`: its built files are under `/<name>/`, its pages at their own addresses. */
export interface WebApp {
  name: string;
  pages: readonly WebPage[];
  /** Below `dist`: the page for every other address under `/<name>/` that is not a file's. */
  fallback?: string;
  policy: Readonly<Record<string, readonly string[]>>;
  /** The `Permissions-Policy` of its pages. */
  permissions: string;
  /** Whether the host's pages may load its scripts. */
  forOtherOrigins: boolean;
}

const webDir = fileURLToPath(new URL('../../web/', import.meta.url));

/** A file with its hash in its name never changes. */
const immutable = 'public, max-age=31536000, immutable';
/** A file with a fixed name is revalidated each time and mostly answered with 304. */
const checked = 'public, max-age=0, must-revalidate';

/** Serves the output of `npm run build:web`. Without it, the pages answer 503 and everything else works. */
export async function registerWebApps(app: FastifyInstance, apps: readonly WebApp[]): Promise<void> {
  await app.register(async (web) => {
    await web.register(fastifyStatic, { root: webDir, serve: false, cacheControl: false, preCompressed: true });
    for (const webApp of apps) {
      for (const page of webApp.pages) {
        web.get(page.url, async (request, reply) =>
          sendPage(webApp, page, request, reply, await findFramers(page, request)),
        );
      }
      web.get(`/${webApp.name}/*`, (request, reply) => sendAsset(webApp, request, reply));
    }
  });
}

function sendPage(
  { name, policy, permissions }: WebApp,
  { file }: Pick<WebPage, 'file'>,
  request: FastifyRequest,
  reply: FastifyReply,
  framers: readonly string[] = [],
) {
  const path = `${name}/dist/${file}`;
  if (!existsSync(`${webDir}${path}`)) return sendProblem(reply, new Problem('service.unavailable'));
  void reply.headers({
    'content-security-policy': policyOf(
      framers.length > 0 ? { ...policy, 'frame-ancestors': framers } : policy,
      request,
    ),
    'permissions-policy': permissions,
    'cache-control': checked,
  });
  // It knows no list of origins, and the policy says the same.
  if (framers.length > 0) void reply.removeHeader('x-frame-options');
  return reply.sendFile(path);
}

/** An origin without anything that means more to a policy than a host: `;` and `,` may be part of a host name. */
const plainOrigin = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?$/;

const framersWithinMs = 1_000;

async function findFramers({ framed = false, framedBy }: WebPage, request: FastifyRequest): Promise<readonly string[]> {
  if (framed) return ["'self'"];
  if (framedBy === undefined) return [];
  try {
    const parameters = request.params as Record<string, string>; // Those of `url`.
    const origins = await within(framersWithinMs, framedBy(parameters), () => {
      throw new Error(`no answer within ${framersWithinMs} ms`);
    });
    return origins.filter((origin) => plainOrigin.test(origin));
  } catch (error) {
    // Without the database the page can still show what is wrong. Who may frame it is then unknown, so nobody may.
    request.log.warn(error, 'the origins that may frame the page could not be read');
    return [];
  }
}

function sendAsset(webApp: WebApp, request: FastifyRequest, reply: FastifyReply) {
  const { name, fallback, forOtherOrigins } = webApp;
  const { '*': file } = request.params as { '*': string }; // The wildcard of the route.
  if (fallback !== undefined && !/\.[a-z0-9]+$/.test(file)) return sendPage(webApp, { file: fallback }, request, reply);
  // Pages have their own addresses, where they get their policy.
  if (file.endsWith('.html')) return sendProblem(reply, new Problem('route.not_found'));
  void reply.headers({
    'cache-control': file.startsWith('assets/') ? immutable : checked,
    ...(forOtherOrigins && { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }),
  });
  return reply.sendFile(`${name}/dist/${file}`);
}

function policyOf(policy: WebApp['policy'], request: FastifyRequest): string {
  // Older Safari does not include sockets of the same host in 'self'.
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
