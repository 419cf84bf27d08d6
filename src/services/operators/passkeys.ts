import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import type { Passkey, SignedInOperator } from '../../domain/operators/operator.ts';
import type { PasswordHasher } from '../../domain/ports/password-hasher.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { createConfirmBoth, type BothFactors } from './confirm-both.ts';
import { requirePasswords } from './require-passwords.ts';
import { openSignIn, type SignedIn, type SignInPlace } from './open-sign-in.ts';

/** The dashboard's origin: a passkey works for this origin only. */
export interface RelyingParty {
  /** The host's name. */
  id: string;
  origin: string;
}

/** Loaded with the first passkey, which most processes never see. */
const loadWebAuthn = () => import('@simplewebauthn/server');

export type PasskeyUseCases = ReturnType<typeof createPasskeyUseCases>;

/** Passkeys (WebAuthn): how operators register them and sign in with one instead of a password. */
export function createPasskeyUseCases({
  db,
  passwords,
  clock,
  passwordsOff,
}: {
  db: Database;
  passwords: PasswordHasher;
  clock: Clock;
  passwordsOff: boolean;
}) {
  const confirmBoth = createConfirmBoth({ db, passwords, clock });

  return {
    /**
     * The options for registering a passkey. Requires full credentials, because a stolen session must not leave a way in.
     * @throws Problem `request.invalid`, `operator.totp_invalid`, `auth.locked_out`
     */
    async beginPasskey(self: SignedInOperator, given: BothFactors, { id }: RelyingParty) {
      const { operator } = await confirmBoth(self, given);
      await db.signInTries.succeed(operator.email, self.sessionId);
      const known = await db.passkeys.list(self.actorId);
      const { generateRegistrationOptions } = await loadWebAuthn();
      const options = await generateRegistrationOptions({
        rpName: 'Verify',
        rpID: id,
        userID: new Uint8Array(Buffer.from(self.actorId, 'utf8')),
        userName: operator.email,
        userDisplayName: operator.name,
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await db.passkeys.keepChallenge(options.challenge, self.actorId);
      return options;
    },

    /** @throws Problem `operator.passkey_invalid` */
    async addPasskey(
      { actorId }: SignedInOperator,
      { name, credential }: { name: string; credential: object },
      { id, origin }: RelyingParty,
    ): Promise<Passkey> {
      const { verifyRegistrationResponse } = await loadWebAuthn();
      const verified = await verifyRegistrationResponse({
        // The library validates its parts.
        response: credential as RegistrationResponseJSON,
        expectedChallenge: (challenge) => db.passkeys.redeemChallenge(challenge, actorId),
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
      }).catch(() => null);
      if (verified?.verified !== true) throw new Problem('operator.passkey_invalid');
      const { credential: made } = verified.registrationInfo;
      if ((await db.passkeys.findByCredential(made.id)) !== null) throw new Problem('operator.passkey_invalid');
      return db.transaction(async (tx) => {
        const passkey = await tx.passkeys.create({
          id: newId('passkey'),
          operatorId: actorId,
          name,
          credentialId: made.id,
          publicKey: Buffer.from(made.publicKey),
          counter: made.counter,
          transports: made.transports ?? [],
        });
        await auditEverywhere(tx, { actorId, action: 'operator.passkey_added', subjectId: passkey.id });
        return passkey;
      });
    },

    async listPasskeys({ actorId }: SignedInOperator): Promise<Passkey[]> {
      return db.passkeys.list(actorId);
    },

    /** @throws Problem `operator.passkey_not_found` */
    async renamePasskey({ actorId }: SignedInOperator, passkeyId: string, name: string): Promise<void> {
      if (!(await db.passkeys.rename(actorId, passkeyId, name))) throw new Problem('operator.passkey_not_found');
    },

    /**
     * Requires full credentials: a stolen session must not leave the operator with weaker ways to sign in.
     * @throws Problem `operator.passkey_not_found`, `request.invalid`, `operator.totp_invalid`, `auth.locked_out`
     */
    async removePasskey(self: SignedInOperator, passkeyId: string, given: BothFactors): Promise<void> {
      const { actorId, sessionId } = self;
      const { operator } = await confirmBoth(self, given);
      await db.transaction(async (tx) => {
        await tx.signInTries.succeed(operator.email, sessionId);
        if (!(await tx.passkeys.delete(actorId, passkeyId))) throw new Problem('operator.passkey_not_found');
        await auditEverywhere(tx, { actorId, action: 'operator.passkey_removed', subjectId: passkeyId });
      });
    },

    /** The options of a sign-in. They name no credential, so that nobody learns which operators have one. */
    async beginPasskeySignIn({ id }: RelyingParty) {
      requirePasswords(passwordsOff);
      const { generateAuthenticationOptions } = await loadWebAuthn();
      const options = await generateAuthenticationOptions({ rpID: id, userVerification: 'required' });
      await db.passkeys.keepChallenge(options.challenge, null);
      return options;
    },

    /**
     * Signs in the operator whose passkey signed the challenge. The authenticator verified the user, so the service asks for neither
     * password nor code.
     * @throws Problem `auth.unauthorized`, whatever is wrong; `auth.password_off`
     */
    async signInWithPasskey(
      { credential }: { credential: object },
      { id, origin }: RelyingParty,
      place: SignInPlace,
    ): Promise<SignedIn> {
      requirePasswords(passwordsOff);
      const response = credential as AuthenticationResponseJSON; // As above.
      const passkey = typeof response.id === 'string' ? await db.passkeys.findByCredential(response.id) : null;
      if (passkey === null) throw new Problem('auth.unauthorized');
      const { verifyAuthenticationResponse } = await loadWebAuthn();
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => db.passkeys.redeemChallenge(challenge, null),
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
        },
      }).catch(() => null);
      if (verified?.verified !== true) throw new Problem('auth.unauthorized');
      const { newCounter } = verified.authenticationInfo;
      const { operatorId } = passkey;
      return db.transaction(async (tx) => {
        // A cloned authenticator that is used at the same time counts from the same number.
        if (!(await tx.passkeys.noteUse(passkey.id, newCounter))) throw new Problem('auth.unauthorized');
        const signedIn = await openSignIn(tx, operatorId, place, { byPasskey: true });
        await auditEverywhere(tx, { actorId: operatorId, action: 'operator.signed_in', subjectId: operatorId });
        return signedIn;
      });
    },
  };
}
