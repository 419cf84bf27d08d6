import { flowDocumentSchema, type FlowDocumentInput } from '../../contract/flows/flow-document.ts';
import { documentTypes } from '../../domain/documents/document-type.ts';
import { newId } from '../../domain/id.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { scopes } from '../../domain/operators/scope.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import { newWebhookSecret } from '../../domain/webhooks/webhook-signature.ts';

export type DemoFlowName = 'document-only' | 'full' | 'contact';

/**
 * The demo client's flows. `document-only` accepts every kind, including visas, expired documents and old bills, so that people can try
 * specimens.
 */
export const demoFlows: Readonly<Record<DemoFlowName, FlowDocumentInput>> = {
  'document-only': {
    steps: [
      {
        id: 'document',
        type: 'document',
        config: {
          accept: [...documentTypes.map((type) => ({ type })), { type: 'passport', subtypes: ['visa'] }],
          allowPdf: true,
          requireUnexpired: false,
          maxAgeOfProofDays: 3650,
        },
      },
    ],
  },
  full: {
    steps: [
      { id: 'passport', type: 'document', config: { accept: [{ type: 'passport' }], minimumAge: 18 } },
      { id: 'selfie', type: 'selfie', config: { match: 'passport' } },
      { id: 'passive-liveness', type: 'passive-liveness', config: { reuseSelfieOf: 'selfie' } },
      { id: 'active-liveness', type: 'active-liveness', config: {} },
      { id: 'voice-liveness', type: 'voice-liveness', config: {} },
    ],
  },
  contact: {
    steps: [
      { id: 'phone', type: 'phone', config: { defaultCountry: 'US', canSkip: true } },
      { id: 'email', type: 'email', config: {} },
      { id: 'location', type: 'location', config: {} },
    ],
    // No database knows the location of this machine's own address, and the packaged one knows no VPN.
    policy: { 'ip_location.country_unknown': 'accept', 'ip_location.hidden_networks_unknown': 'accept' },
  },
};

/** Why the demo flows have their warnings. `docs/flows.md` repeats it. */
export const explainedWarnings: Readonly<Record<DemoFlowName, Readonly<Record<string, string>>>> = {
  'document-only': {
    'flow.no_presence': 'It is for trying documents, which need nobody in front of a camera.',
    'flow.nothing_compared': 'It takes no face.',
    'flow.files_in_place_of_camera': 'Specimens are files.',
    'flow.check_loosened': 'Specimens have expired.',
    'flow.duplicates_not_searched': 'It accepts letters, too, so that people can try them.',
  },
  full: { 'flow.files_in_place_of_camera': '`npm run demo` sends pictures from files.' },
  contact: {
    'flow.no_presence': 'It confirms a number and an address, not a person.',
    'flow.duplicates_not_searched': 'It confirms a number and an address, not a person.',
    'flow.phone_of_any_country': 'The demo client sends no message to anybody: codes are read in its test inbox.',
    'flow.check_voided': 'No database knows the place of the machine that the demo runs on, or a VPN.',
  },
};

export interface DemoClient {
  clientId: string;
  flows: Record<DemoFlowName, string>;
  apiToken: string;
  webhookSecret: string;
}

/** The demo client's webhook address on this machine, where `npm run demo` listens. */
export const demoWebhookPort = 3939;

/** Adds the endpoint on this machine and returns its secret. */
export async function seedDemoEndpoint(tx: Pick<Repositories, 'webhookEndpoints'>, clientId: string): Promise<string> {
  const secret = newWebhookSecret();
  const url = `http://127.0.0.1:${demoWebhookPort}/`;
  const endpoint = { id: newId('webhookEndpoint'), clientId, url, description: 'npm run demo', eventTypes: [], secret };
  await tx.webhookEndpoints.create(endpoint);
  return secret;
}

/** Creates a client in test mode with its flows, a token and a webhook endpoint. Returns the secrets, which cannot be read again. */
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
        administers: true,
      });
      const flows = {} as Record<DemoFlowName, string>;
      for (const name of Object.keys(demoFlows) as DemoFlowName[]) {
        const flowId = newId('flow');
        const document = flowDocumentSchema.parse(demoFlows[name]);
        await tx.flows.create({ flowId, clientId, name, versionId: newId('flowVersion'), document });
        flows[name] = flowId;
      }
      return { clientId, flows, apiToken, webhookSecret: await seedDemoEndpoint(tx, clientId) };
    });
  };
}
