import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { findFaults, type RequestPart } from '../contract/problems/faults.ts';
import { problemContentType, problemDocumentOf } from '../contract/problems/problem.ts';
import { findUnstorableText } from '../contract/unstorable-text.ts';
import type { ErrorReports } from '../domain/ports/error-reports.ts';
import { describeFault } from '../domain/faults/describe-fault.ts';
import { Problem } from '../domain/faults/errors.ts';
import { placesOf } from '../domain/faults/places-of.ts';

/** `Retry-After` in seconds while a part of the service is unavailable. */
const retrySoonSeconds = 5;

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.retryAfterSeconds !== undefined) void reply.header('retry-after', String(problem.retryAfterSeconds));
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problem.status)
    .type(`${problemContentType}; charset=utf-8`)
    .send(JSON.stringify(problemDocumentOf(problem, reply.request.id)));
}

/**
 * The only place that turns exceptions into responses. Details go to the log; the caller gets the problem's text. Anything that is not a
 * Problem becomes an internal error without details.
 */
export function createErrorHandler({
  isAway,
  errors,
}: {
  isAway: (error: unknown) => boolean;
  errors: Pick<ErrorReports, 'report'>;
}) {
  return function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    // The client disconnected: whatever the rest of its body caused is not our fault, and nobody reads the response.
    if (hasLeft(request)) {
      request.log.info({ verificationId: request.verificationId, fault: describeFault(error) }, 'the client broke off');
      return sendProblem(reply, new Problem('request.invalid', { detail: 'The body ended early.' }));
    }
    const problem = toProblem(error, isAway);
    if (problem.status >= 500)
      request.log.error(
        { code: problem.code, verificationId: request.verificationId, fault: faultOf(error) },
        'request failed',
      );
    // Readiness reports an unavailable part; anything unexpected is our fault.
    if (problem.code === 'service.internal_error') {
      errors.report(error, {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
      });
    }
    return sendProblem(reply, problem);
  };
}

/**
 * A request on an open connection while the process shuts down: its caller finds another process, or this one after its restart. The
 * framework closes the connection after the response.
 */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (!isClosing) done();
    else sendProblem(reply, new Problem('service.unavailable', { retryAfterSeconds: retrySoonSeconds }));
  });
}

/** Whether the connection closed before the whole request arrived. */
function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.readableAborted || (!raw.complete && raw.socket.destroyed);
}

function toProblem(error: FastifyError, isAway: (error: unknown) => boolean): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ZodError) return new Problem('service.internal_error', { cause: error });
  if (isAway(error)) return new Problem('service.unavailable', { retryAfterSeconds: retrySoonSeconds, cause: error });
  const known = problemOfFastify(error);
  return known ?? new Problem('service.internal_error', { cause: error });
}

/** Fastify's own errors, which occur before a handler runs. */
function problemOfFastify(error: FastifyError): Problem | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new Problem('request.body_too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new Problem('request.unsupported_media_type');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_INVALID_JSON_FIELD_ERROR':
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PROTO_VIOLATION':
      return new Problem('request.invalid', { detail: 'The body is not well formed.' });
    default:
      return isCallersFault(error.statusCode)
        ? new Problem('request.invalid', { detail: 'The request is not well formed.' })
        : null;
  }
}

/** If a later version of the framework marks an error as the caller's fault, it is treated as such. */
function isCallersFault(statusCode: number | undefined): boolean {
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500;
}

/** @throws Problem `request.invalid` for text that the database cannot store */
export function refuseUnstorableText(value: unknown, part: RequestPart): void {
  const errors = findUnstorableText(value, part);
  if (errors.length > 0) throw new Problem('request.invalid', { errors });
}

/** The faults of one part of a request as a 400. */
export function invalidRequest(error: ZodError, part: RequestPart): Problem {
  return new Problem('request.invalid', { errors: findFaults(error, part) });
}

/** An unexpected error and its places. */
function faultOf(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return [describeFault(cause), ...placesOf(cause)].join('\n').slice(0, 2_000);
}
