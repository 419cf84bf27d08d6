import { hash } from '@node-rs/argon2';
import { newId } from '../../src/domain/id.ts';
import type { Role } from '../../src/domain/operators/role.ts';
import type { Answer, ApiClient, CallOptions } from './api-client.ts';
import { auditLines } from './audit-lines.ts';
import type { Stack } from './stack.ts';

export const operatorPassword = 'correct horse battery';

export interface SignedInBody {
  operator: { id: string; email: string; name: string; role: Role; totpEnabled: boolean; lastSeenAt: string | null };
  clients: { id: string; mode: string }[];
  csrfToken: string;
}

/** The cheapest hash that argon2 makes. A hash says what it costs to compare it, and hundreds of sign-ins compare this one. */
const cheapest = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let passwordHash: Promise<string> | null = null;

/** Puts an operator into the database without any checks. */
export async function addOperator({ container }: Stack, role: Role) {
  passwordHash ??= hash(operatorPassword, cheapest);
  const id = newId('operator');
  const email = `${id.slice(-10)}@example.com`;
  await container.db.operators.create({ id, email, name: `An ${role}`, role, passwordHash: await passwordHash });
  return { operatorId: id, email };
}

/** The cookie of a response, as a browser would send it back. */
export function cookieOf(answer: Answer): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Requests as a page of the dashboard makes them for an operator who is signed in. */
export function browserOf(api: ApiClient, signedIn: Answer<SignedInBody>) {
  const headers = { cookie: cookieOf(signedIn), 'x-csrf-token': signedIn.body.csrfToken };
  return {
    headers,
    call: <Body = unknown>(method: string, path: string, options: CallOptions = {}) =>
      api.call<Body>(method, path, { ...options, headers: { ...headers, ...options.headers } }),
  };
}

/** An operator of this role at their browser. */
export async function signInAs(stack: Stack, role: Role) {
  const { operatorId, email } = await addOperator(stack, role);
  const json = { email, password: operatorPassword };
  const answer = await stack.api.post<SignedInBody>('/v2/sign-in', { json });
  return { operatorId, email, ...browserOf(stack.api, answer) };
}

/** Signs in by password. Returns a refusal as well. */
export function signIn(
  { api }: Stack,
  email: string,
  password = operatorPassword,
  totp?: string,
): Promise<Answer<SignedInBody>> {
  return api.post<SignedInBody>('/v2/sign-in', { json: { email, password, ...(totp !== undefined && { totp }) } });
}

/** What the audit log says about an operator, in order. */
export async function auditOf({ sql, client }: Stack, operatorId: string): Promise<string[]> {
  const { rows } = await sql.query<{ action: string }>(
    `select action from ${auditLines} where subject_id = $1 and client_id = $2 order by sequence`,
    [operatorId, client.clientId],
  );
  return rows.map(({ action }) => action);
}
