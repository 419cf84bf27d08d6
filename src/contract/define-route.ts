import type { z } from 'zod';
import type { AuditAction } from '../domain/privacy/audit.ts';
import { problemTable, type ProblemCode } from '../domain/faults/errors.ts';
import type { OperatorRight } from '../domain/operators/role.ts';
import type { Scope } from '../domain/operators/scope.ts';

/**
 * The kinds of caller. `apiToken`: a host-app backend. `session`: the SDK. `operator`: a person's sign-in cookie. The combinations accept
 * either. `signedLink`: a query with expiry and signature. `socketSession`: a session token as WebSocket subprotocol. `watch`: the token of
 * a device that handed its session over; `socketWatch`: the same as WebSocket subprotocol.
 */
export const authKinds = [
  'none',
  'apiToken',
  'session',
  'socketSession',
  'watch',
  'socketWatch',
  'operator',
  'apiTokenOrOperator',
  'apiTokenOrSignedLink',
] as const;
export type AuthKind = (typeof authKinds)[number];

/** Each name is one counter; the settings define what it counts and its limit. */
export const rateLimitNames = ['apiToken', 'upload', 'sessionStart', 'signIn', 'session', 'address', 'none'] as const;
export type RateLimitName = (typeof rateLimitNames)[number];

export const tags = [
  'sdk',
  'identities',
  'verifications',
  'media',
  'flows',
  'webhooks',
  'account',
  'test mode',
  'catalogues',
  'operators',
  'service',
] as const;
export type Tag = (typeof tags)[number];

/** A file and the fields that come before it in the same multipart body. */
export interface MultipartBody {
  fields: z.ZodObject;
  /** Name of the part that holds the file; it comes last. */
  fileField: string;
  description: string;
}

export interface ResponseDefinition {
  description: string;
  /** For the JSON body. Without it and without `contentType` there is no body. */
  schema?: z.ZodType;
  /** For a body that is not JSON. */
  contentType?: string;
  /** Headers of this response only. */
  headers?: Readonly<Record<string, { description: string; example: string }>>;
}

export interface RouteDefinition {
  operationId: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters in braces: `/v2/identities/{identityId}`. */
  path: `/${string}`;
  tag: Tag;
  summary: string;
  description?: string;
  auth: AuthKind;
  /** The scopes that an API token needs, all of them. */
  scopes?: readonly [Scope, ...Scope[]];
  /** The right that an operator needs in addition to being signed in. */
  right?: OperatorRight;
  /** On a live client, an operator also needs the role of an admin or owner. So does the maker of a token. */
  administers?: true;
  /** Open to an operator who has not yet enrolled the second factor that the installation requires. */
  beforeSecondFactor?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** Fields of an `application/x-www-form-urlencoded` body, which other services' callbacks send. */
  form?: z.ZodType;
  multipart?: MultipartBody;
  responses: Readonly<Record<number, ResponseDefinition>>;
  /** Problems of this route only; `problemCodesOf` adds those that follow from its other properties. */
  errors?: readonly ProblemCode[];
  /** Omitted: `apiToken` or `session` by the credential, `upload` for files. */
  rateLimit?: RateLimitName;
  /** For routes that return personal data: the action in the audit log. Its subject is the object that the path names, or the client. */
  reads?: AuditAction;
  /** Accepts an `Idempotency-Key`. */
  idempotent?: true;
}

export function defineRoute<const R extends RouteDefinition>(route: R): R {
  return route;
}

export function rateLimitOf(route: RouteDefinition): RateLimitName {
  if (route.rateLimit !== undefined) return route.rateLimit;
  if (route.multipart !== undefined) return 'upload';
  return rateLimitByAuth[route.auth];
}

const rateLimitByAuth: Readonly<Record<AuthKind, RateLimitName>> = {
  none: 'address',
  apiToken: 'apiToken',
  session: 'session',
  socketSession: 'session',
  watch: 'session',
  socketWatch: 'session',
  operator: 'session',
  apiTokenOrOperator: 'apiToken',
  apiTokenOrSignedLink: 'apiToken',
};

const operatorCodes = [
  'auth.role_missing',
  'auth.second_factor_missing',
  'auth.csrf_invalid',
  'client.not_found',
] as const satisfies readonly ProblemCode[];
const codesByAuth: Readonly<Record<AuthKind, readonly ProblemCode[]>> = {
  none: [],
  apiToken: ['auth.unauthorized', 'auth.address_not_allowed'],
  // An invalid token ends every route, including those that read.
  session: ['auth.unauthorized', 'session.ended', 'session.replaced', 'session.ip_restricted'],
  socketSession: [
    'auth.unauthorized',
    'session.ended',
    'session.replaced',
    'session.ip_restricted',
    'request.upgrade_required',
  ],
  watch: ['auth.unauthorized'],
  socketWatch: ['auth.unauthorized', 'request.upgrade_required'],
  operator: ['auth.unauthorized', 'auth.role_missing', 'auth.second_factor_missing', 'auth.csrf_invalid'],
  apiTokenOrOperator: ['auth.unauthorized', 'auth.address_not_allowed', ...operatorCodes],
  apiTokenOrSignedLink: ['auth.unauthorized', 'auth.address_not_allowed', ...operatorCodes, 'media.link_expired'],
};

/** Every problem that the route can return, sorted by status and code. */
export function problemCodesOf(route: RouteDefinition): ProblemCode[] {
  const takesInput = route.body ?? route.form ?? route.multipart ?? route.query ?? route.headers ?? route.params;
  const codes = new Set<ProblemCode>([...codesByAuth[route.auth], ...(route.errors ?? [])]);
  const add = (...more: ProblemCode[]) => more.forEach((code) => codes.add(code));
  if (takesInput !== undefined) add('request.invalid');
  if (route.body !== undefined || route.form !== undefined)
    add('request.body_too_large', 'request.unsupported_media_type');
  if (route.multipart !== undefined) add('request.unsupported_media_type', 'upload.incomplete');
  if (route.scopes !== undefined) add('auth.scope_missing');
  if (route.idempotent) add('idempotency.key_invalid', 'idempotency.key_reused', 'idempotency.in_flight');
  if (route.idempotent && route.auth === 'none') add('idempotency.key_guessable');
  if (rateLimitOf(route) !== 'none') add('rate.limited', 'service.unavailable', 'flow.too_new');
  add('service.internal_error');
  return [...codes].sort((a, b) => problemTable[a].status - problemTable[b].status || (a < b ? -1 : 1));
}

type OutputOf<R, K extends PropertyKey> =
  R extends Readonly<Record<K, infer S extends z.ZodType>> ? z.output<S> : undefined;

/** The parsed input of a handler: `undefined` for the parts that the route does not accept. */
export interface RouteInput<R extends RouteDefinition> {
  params: OutputOf<R, 'params'>;
  query: OutputOf<R, 'query'>;
  headers: OutputOf<R, 'headers'>;
  body: OutputOf<R, 'body'>;
  form: OutputOf<R, 'form'>;
}

/** The fields of a multipart body, parsed. */
export type RouteFields<R extends { multipart: MultipartBody }> = z.output<R['multipart']['fields']>;

type BodyOf<D> = D extends { readonly schema: infer S extends z.ZodType }
  ? z.input<S>
  : D extends { readonly contentType: string }
    ? string | Uint8Array | NodeJS.ReadableStream
    : undefined;

/** A handler's possible responses: one variant for each declared status. */
export type RouteResponse<R extends RouteDefinition> = {
  [Status in keyof R['responses'] & number]: {
    status: Status;
    body: BodyOf<R['responses'][Status]>;
    headers?: Readonly<Record<string, string>>;
  };
}[keyof R['responses'] & number];

/** The body of one declared response. */
export type RouteBody<R extends RouteDefinition, Status extends keyof R['responses']> = BodyOf<R['responses'][Status]>;
