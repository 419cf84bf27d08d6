import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import { Problem, type ProblemCode } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import {
  admitClaims,
  dashboardPathOf,
  secretsOfSignIn,
  type Admission,
  type ProviderClaims,
  type SingleSignOnRules,
} from '../../domain/operators/single-sign-on.ts';
import { ProviderAway } from '../../domain/ports/provider-away.ts';
import type { SignInProvider } from '../../domain/ports/sign-in-provider.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { createOwner } from './create-owner.ts';
import { releaseCases } from './release-cases.ts';
import { openSignIn, type SignedIn, type SignInPlace } from './open-sign-in.ts';

export type SingleSignOnUseCases = ReturnType<typeof createSingleSignOnUseCases>;

/** How operators sign in through an OpenID provider, which states their identity and role. */
export function createSingleSignOnUseCases({
  db,
  provider,
  rules,
  secondFactorRequired,
  passwordsOff,
}: {
  db: Database;
  /** Null: no provider is configured. */
  provider: SignInProvider | null;
  rules: SingleSignOnRules;
  secondFactorRequired: boolean;
  passwordsOff: boolean;
}) {
  /** @throws Problem `sso.off`, `sso.away` */
  async function ask<T>(question: (provider: SignInProvider) => Promise<T>): Promise<T> {
    if (provider === null) throw new Problem('sso.off');
    try {
      return await question(provider);
    } catch (error) {
      if (error instanceof ProviderAway) throw new Problem('sso.away');
      throw error;
    }
  }

  return {
    readSignInMethods: () => ({ password: !passwordsOff, provider: provider?.name ?? null }),

    /** The address for the browser, and the secret that it keeps until it returns. @throws Problem `sso.off`, `sso.away` */
    async beginProviderSignIn(returnTo: string | undefined, redirectUrl: URL): Promise<{ url: URL; token: string }> {
      const token = newSecretToken('providerSignIn');
      const url = await ask((asked) => asked.addressFor(secretsOfSignIn(token), redirectUrl));
      await db.providerSignIns.create(hashSecretToken(token), dashboardPathOf(returnTo));
      return { url, token };
    },

    /**
     * Signs in the person whom the provider names: the linked operator, or else a new one. The role follows the provider at each sign-in. A
     * person to whom the provider no longer gives a role is refused, and their sessions end.
     * @throws Problem `sso.…`
     */
    async finishProviderSignIn(
      token: string | null,
      callbackUrl: URL,
      place: SignInPlace,
    ): Promise<{ signedIn: SignedIn; returnTo: string }> {
      if (provider === null) throw new Problem('sso.off');
      if (token === null) throw new Problem('sso.failed');
      const secrets = secretsOfSignIn(token);
      // Compared before it is used up: a page of another site can link here, too, and must not break a running sign-in.
      if (callbackUrl.searchParams.get('state') !== secrets.state) throw new Problem('sso.failed');
      const returnTo = await db.providerSignIns.redeem(hashSecretToken(token));
      if (returnTo === null) throw new Problem('sso.failed');
      const claims = await ask((asked) => asked.readClaims(secrets, callbackUrl));
      if (claims === null) throw new Problem('sso.failed');

      const admission = admitClaims(claims, rules, { secondFactorRequired });
      if ('refused' in admission) return refuse(db, claims, admission.refused);
      const entered = await db.transaction((tx) => enter(tx, claims, admission, rules, place));
      return 'refused' in entered ? refuse(db, claims, entered.refused) : { signedIn: entered, returnTo };
    },
  };
}

/** A person who may no longer sign in loses all sessions. */
async function refuse(db: Database, claims: ProviderClaims, code: ProblemCode): Promise<never> {
  await db.transaction(async (tx) => {
    const operator = await tx.operators.findByProvider(claims);
    if (operator === null) return;
    await tx.operatorSessions.endAll(operator.id);
    await auditEverywhere(tx, { actorId: operator.id, action: 'operator.refused', subjectId: operator.id });
  });
  throw new Problem(code);
}

async function enter(
  tx: Repositories,
  claims: ProviderClaims,
  admission: Admission,
  { linkByEmail }: SingleSignOnRules,
  place: SignInPlace,
): Promise<SignedIn | { refused: ProblemCode }> {
  const clientIds = await knownClients(tx, admission);
  if (clientIds === 'none') return { refused: 'sso.client_missing' };
  const linked = await tx.operators.findByProvider(claims);
  const operator = linked ?? (await link(tx, claims, admission, linkByEmail)) ?? (await create(tx, claims, admission));
  if (operator === null) return { refused: 'sso.operator_exists' };

  const { id } = operator;
  const bound = clientIds ?? operator.clientIds;
  if (operator.role !== admission.role || bound.join() !== operator.clientIds.join()) {
    await tx.operators.setRole(id, admission.role);
    await tx.operators.bindTo(id, bound);
    await releaseCases(tx, {
      actorId: id,
      operatorId: id,
      after: { ...operator, role: admission.role, clientIds: [...bound] },
    });
    await auditEverywhere(tx, { actorId: id, action: 'operator.updated', subjectId: id });
  }
  const signedIn = await openSignIn(tx, id, place, { providerSecondFactor: admission.secondFactor });
  await auditEverywhere(tx, { actorId: id, action: 'operator.signed_in', subjectId: id });
  return signedIn;
}

/** Unknown ids are ignored. If none is left, the person has no client, rather than all of them. */
async function knownClients(tx: Repositories, { clientIds }: Admission): Promise<readonly string[] | null | 'none'> {
  if (clientIds === null || clientIds.length === 0) return clientIds;
  const existing = new Set(await tx.clients.listIds());
  const known = clientIds.filter((id) => existing.has(id)).sort();
  return known.length === 0 ? 'none' : known;
}

async function link(tx: Repositories, claims: ProviderClaims, { email }: Admission, byEmail: boolean) {
  const found = byEmail ? await tx.operators.findByEmail(email) : null;
  if (found === null || !(await tx.operators.linkToProvider(found.operator.id, claims))) return null;
  const { id } = found.operator;
  await auditEverywhere(tx, { actorId: id, action: 'operator.linked', subjectId: id });
  return found.operator;
}

/** Null when an operator already has the email address. */
async function create(
  tx: Repositories,
  claims: ProviderClaims,
  { email, name, role }: Admission,
): Promise<Operator | null> {
  let id: string | null;
  if (role === 'owner') {
    id = await createOwner(tx, { email, name, passwordHash: null });
  } else {
    const made = await tx.operators.create({ id: newId('operator'), email, name, role, passwordHash: null });
    id = made?.id ?? null;
    if (id !== null) await auditEverywhere(tx, { actorId: id, action: 'operator.created', subjectId: id });
  }
  if (id === null) return null;
  await tx.operators.linkToProvider(id, claims);
  return tx.operators.find(id);
}
