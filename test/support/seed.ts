import { flowDocumentSchema, type FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import type { ClientMode } from '../../src/domain/operators/client.ts';
import { newId } from '../../src/domain/id.ts';
import type { Database } from '../../src/domain/repositories/repositories.ts';
import { scopes, type Scope } from '../../src/domain/operators/scope.ts';
import { hashSecretToken, newSecretToken } from '../../src/domain/encryption/secret-token.ts';

export interface SeededClient {
  clientId: string;
  /** With every scope. */
  token: string;
  /** Id of the flow with that name. @throws if there is none */
  flowOf(name: string): string;
  addFlow(name: string, document: FlowDocumentInput): Promise<string>;
  /** `administers`: whether the maker of the token may; yes, if omitted. */
  addToken(scopes: readonly Scope[], more?: { administers?: boolean }): Promise<{ token: string; tokenId: string }>;
}

/** One step `document` that takes passports and identity cards, expired ones too. */
export const documentOnly = {
  steps: [
    {
      id: 'document',
      type: 'document',
      config: { accept: [{ type: 'passport' }, { type: 'national-id' }], requireUnexpired: false },
    },
  ],
} satisfies FlowDocumentInput;

/** A client in test mode with the flow `document-only`. */
export async function seedClient(db: Database, mode: ClientMode = 'test'): Promise<SeededClient> {
  const clientId = newId('client');
  const flows = new Map<string, string>();
  await db.clients.create({ id: clientId, name: 'Test client', mode });

  async function addToken(wanted: readonly Scope[], { administers = true } = {}) {
    const token = newSecretToken('testApi');
    const tokenId = newId('apiToken');
    const tokenHash = hashSecretToken(token);
    await db.apiTokens.create({
      id: tokenId,
      clientId,
      name: 'test',
      tokenHash,
      scopes: [...wanted],
      administers,
    });
    return { token, tokenId };
  }

  async function addFlow(name: string, document: FlowDocumentInput) {
    const flowId = newId('flow');
    const parsed = flowDocumentSchema.parse(document);
    await db.flows.create({ flowId, clientId, name, versionId: newId('flowVersion'), document: parsed });
    flows.set(name, flowId);
    return flowId;
  }

  const { token } = await addToken(scopes);
  await addFlow('document-only', documentOnly);
  return {
    clientId,
    token,
    addFlow,
    addToken,
    flowOf(name) {
      const flowId = flows.get(name);
      if (flowId === undefined) throw new Error(`no flow ${name}`);
      return flowId;
    },
  };
}
