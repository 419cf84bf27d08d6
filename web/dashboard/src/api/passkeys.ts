import { api, read } from './client.ts';
import type { Schemas } from './schema.ts';

/** Whether this browser can make and use passkeys here: it needs https or localhost. */
export const passkeysWork =
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

type Credential = Schemas['NewPasskey']['credential'];

function toJson(credential: globalThis.Credential | null): Credential {
  const json: unknown = credential instanceof PublicKeyCredential ? credential.toJSON() : null;
  if (!isCredential(json)) throw new Error('the browser made no passkey');
  return json;
}

function isCredential(value: unknown): value is Credential {
  return typeof value === 'object' && value !== null && 'id' in value && 'type' in value && value.type === 'public-key';
}

/** Asks the authenticator for a passkey and registers it. */
export async function addPasskey(
  name: string,
  factors: { password: string; totp?: string; recoveryCode?: string },
): Promise<void> {
  const options = await read(api.POST('/v2/self/passkey-options', { body: factors }));
  // The server's library made the options for this call.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = toJson(await navigator.credentials.create({ publicKey }));
  await read(api.POST('/v2/self/passkeys', { body: { name, credential } }));
}

/** Signs in with a passkey of this browser. */
export async function signInWithPasskey(): Promise<Schemas['SignedIn']> {
  const options = await read(api.POST('/v2/sign-in/passkey-options'));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = toJson(await navigator.credentials.get({ publicKey }));
  return read(api.POST('/v2/sign-in/passkey', { body: { credential } }));
}
