import type { FastifyRequest } from 'fastify';

/** The base address of our pages: as configured, or else as this caller reached us. */
export function publicUrlOf(configured: string | null, request: FastifyRequest, path: string): URL {
  return new URL(path, configured ?? `${request.protocol}://${request.host}`);
}

/** The web page behind a request. Null outside a browser, and for the service's own pages. */
export function foreignOriginOf(request: FastifyRequest): string | null {
  const { origin } = request.headers;
  return origin === undefined || isOwnPage(request) ? null : origin;
}

/** Whether the request comes from a page of this service, such as the page of a link. */
export function isOwnPage(request: FastifyRequest): boolean {
  return request.headers.origin === `${request.protocol}://${request.host}`;
}

export interface PublicUrlSetting {
  /** Null: as the caller reached us. */
  publicUrl: string | null;
}
