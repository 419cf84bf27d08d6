import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { findFaults, type RequestPart } from '../contract/problems/faults.ts';
import { problemContentType, problemDocumentOf } from '../contract/problems/problem.ts';
import { findUnstorableText } from '../contract/unstorable-text.ts';
import type { ErrorReports } from '../domain/ports/error-reports.ts';
import { describeFault } from '../domain/faults/describe-fault.ts';
import { Problem } from '../domain/faults/errors.ts';

/** Seconds after which a caller may try again when a part of the service is away. */
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
 * The one way from an exception to an answer. Detail goes to the log, text to the caller; what is not a Problem is an
 * internal error and says nothing of itself.
 */
export function createErrorHandler({
  isAway,
  errors,
}: {
  isAway: (error: unknown) => boolean;
  errors: Pick<ErrorReports, 'report'>;
}) {
  return function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    // The client broke off: whatever the rest of its body led to is no fault of ours, and nobody reads the answer.
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
    // What is away is seen by readiness; what nobody foresaw is a fault of ours.
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
 * A request that comes over a connection that is still open, while the process ends: its caller finds another process, or this one
 * started again. The framework closes the connection behind the answer.
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

/** Whether the connection closed before the whole request was there. */
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

/** Fastify's own refusals, which happen before a handler runs. */
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

/** Whatever a later version of the framework refuses is the caller's fault, too, if it says so. */
function isCallersFault(statusCode: number | undefined): boolean {
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500;
}

/** @throws Problem `request.invalid` for text that nothing of ours can store */
export function refuseUnstorableText(value: unknown, part: RequestPart): void {
  const errors = findUnstorableText(value, part);
  if (errors.length > 0) throw new Problem('request.invalid', { errors });
}

/** The faults of one part of a request as a 400. */
export function invalidRequest(error: ZodError, part: RequestPart): Problem {
  return new Problem('request.invalid', { errors: findFaults(error, part) });
}

/** An unexpected failure and its place. Only lines that name places are taken from the stack: the message may quote data. */
function faultOf(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  const places = cause.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return [describeFault(cause), ...places].join('\n').slice(0, 2_000);
}
