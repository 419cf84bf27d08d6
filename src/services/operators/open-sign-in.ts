import type { Client } from '../../domain/operators/client.ts';
import { newId } from '../../domain/id.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';

/** The most clients listed here; the list of clients has the others. */
const clientsShown = 100;

/** The signed-in operator, and what they may work on. */
export interface Self {
  operator: Operator;
  clients: Client[];
  recoveryCodesLeft: number;
  /** Whether this session was opened with two factors. */
  hasSecondFactor: boolean;
}

export interface SignedIn extends Self {
  /** For the cookie. Returned only once, here. */
  sessionToken: string;
}

/** The place of a sign-in. */
export interface SignInPlace {
  /** The network address. */
  source: string;
  /** Browser and system in words. */
  device: string | null;
}

/** Opens a session for an operator whose credentials were right. */
export async function openSignIn(
  tx: Pick<Repositories, 'operatorSessions' | 'operators' | 'clients' | 'recoveryCodes'>,
  operatorId: string,
  { device }: Pick<SignInPlace, 'device'>,
  {
    byPasskey = false,
    providerSecondFactor = null,
  }: { byPasskey?: boolean; providerSecondFactor?: boolean | null } = {},
): Promise<SignedIn> {
  const sessionToken = newSecretToken('operator');
  const tokenHash = hashSecretToken(sessionToken);
  await tx.operatorSessions.create({
    id: newId('operatorSession'),
    operatorId,
    tokenHash,
    device,
    byPasskey,
    providerSecondFactor,
  });
  const self = await readSelfOf(
    tx,
    operatorId,
    ({ totpEnabled }) => providerSecondFactor ?? (totpEnabled || byPasskey),
  );
  if (self === null) throw new Error('the operator of a new session does not exist');
  return { sessionToken, ...self };
}

/** Null when the operator no longer exists. */
export async function readSelfOf(
  db: Pick<Repositories, 'operators' | 'clients' | 'recoveryCodes'>,
  operatorId: string,
  hasSecondFactor: (operator: Operator) => boolean,
): Promise<Self | null> {
  const operator = await db.operators.find(operatorId);
  if (operator === null) return null;
  const recoveryCodesLeft = await db.recoveryCodes.count(operatorId);
  const clients = await db.clients.list({ limit: clientsShown, after: null, among: operator.clientIds });
  return { operator, clients, recoveryCodesLeft, hasSecondFactor: hasSecondFactor(operator) };
}
