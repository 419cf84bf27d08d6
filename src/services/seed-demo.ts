import { flowDocumentSchema, type FlowDocumentInput } from '../contract/flow-document.ts';
import { newId } from '../domain/id.ts';
import type { Database } from '../domain/repositories/repositories.ts';
import { scopes } from '../domain/scope.ts';
import { hashSecretToken, newSecretToken } from '../domain/secret-token.ts';

/** The flows of the demo client. `document-only` also takes expired papers, so that specimens can be tried. */
export const demoFlows = {
  'document-only': {
    steps: [
      {
        id: 'document',
        type: 'document',
        config: {
          accept: [{ type: 'passport' }, { type: 'national-id' }],
          requireUnexpired: false,
        },
      },
    ],
  },
  full: {
    steps: [{ id: 'passport', type: 'document', config: { accept: [{ type: 'passport' }], minimumAge: 18 } }],
  },
} satisfies Record<string, FlowDocumentInput>;

export type DemoFlowName = keyof typeof demoFlows;

export interface DemoClient {
  clientId: string;
  flows: Record<DemoFlowName, string>;
  apiToken: string;
}

/** Makes a client in test mode with its flows and a token. The token is answered here and nowhere else. */
export function createSeedDemo({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function seedDemo(): Promise<DemoClient> {
    const clientId = newId('client');
    const apiToken = newSecretToken('testApi');
    return db.transaction(async (tx) => {
      await tx.clients.create({ id: clientId, name: 'Demo', mode: 'test' });
      await tx.apiTokens.create({
        id: newId('apiToken'),
        clientId,
        name: 'demo',
        tokenHash: hashSecretToken(apiToken),
        scopes: [...scopes],
      });
      const flows = {} as Record<DemoFlowName, string>;
      for (const name of Object.keys(demoFlows) as DemoFlowName[]) {
        const flowId = newId('flow');
        const document = flowDocumentSchema.parse(demoFlows[name]);
        await tx.flows.create({ flowId, clientId, name, versionId: newId('flowVersion'), document });
        flows[name] = flowId;
      }
      return { clientId, flows, apiToken };
    });
  };
}
