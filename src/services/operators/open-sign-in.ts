import type { Client } from '../../domain/operators/client.ts';
import { newId } from '../../domain/id.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';

/** Clients that are named at once; the list of clients has the others. */
export const clientsShown = 100;

export interface SignedIn {
  /** For the cookie: answered here and nowhere else. */
  sessionToken: string;
  operator: Operator;
  clients: Client[];
}

/** Opens a sign-in session for somebody whose credentials were right. */
export async function openSignIn(
  tx: Pick<Repositories, 'operatorSessions' | 'operators' | 'clients'>,
  operatorId: string,
): Promise<SignedIn> {
  const sessionToken = newSecretToken('operator');
  const tokenHash = hashSecretToken(sessionToken);
  await tx.operatorSessions.create({ id: newId('operatorSession'), operatorId, tokenHash });
  const operator = await tx.operators.find(operatorId);
  if (operator === null) throw new Error('the operator of a new session is not there');
  return { sessionToken, operator, clients: await tx.clients.list({ limit: clientsShown, after: null }) };
}
