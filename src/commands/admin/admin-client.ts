import { flowDocumentSchema } from '../../contract/flows/flow-document.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import { newId } from '../../domain/id.ts';
import { clientModes, type ClientMode } from '../../domain/operators/client.ts';
import type { Scope } from '../../domain/operators/scope.ts';
import { systemActor } from '../../domain/privacy/audit.ts';
import { firstFlow } from '../../services/flows/first-flow.ts';
import type { Container } from '../../container.ts';
import type { AdminCommand } from './admin-command.ts';

/** What a backend needs to verify people and receive the verdicts. Changing flows and the account is for operators. */
const backendScopes: readonly Scope[] = ['identities:read', 'media:read', 'verifications:write', 'webhooks:write'];

export const createClientCommand: AdminCommand = {
  usage: 'create-client <live|test> <name>',
  takes: { words: Infinity },
  does: 'makes another client with a token and a first flow, and prints how to verify somebody with them',
  async run(container, [wanted = '', ...words], say) {
    const mode = clientModes.find((known) => known === wanted);
    const name = words.join(' ');
    if (mode === undefined || name === '' || name.length > 100) {
      say('Give the mode and the name: npm run admin -- create-client live Example Bank');
      return 1;
    }
    const { clientId, flowId, apiToken } = await createClient(container, { mode, name });
    const base = container.config.http.publicUrl ?? `http://localhost:${container.config.http.port}`;
    say(`Created the client ${clientId}.`);
    say('');
    say(`  API token   ${apiToken}   (shown once)`);
    say(`  flow        ${flowId}   (document, selfie, liveness with movements; change it on the dashboard)`);
    say('');
    say('Verify somebody: the response contains a hostedUrl for the person, which works once, and an identityId.');
    say(`  curl ${base}/v2/verifications -H 'authorization: Bearer ${apiToken}' \\`);
    say(`    -H 'content-type: application/json' -d '{"flowId": "${flowId}"}'`);
    say('Then read the result:');
    say(`  curl ${base}/v2/identities/IDENTITY_ID -H 'authorization: Bearer ${apiToken}'`);
    return 0;
  },
};

async function createClient({ db }: Container, { mode, name }: { mode: ClientMode; name: string }) {
  const [clientId, flowId, tokenId] = [newId('client'), newId('flow'), newId('apiToken')];
  const apiToken = newSecretToken(mode === 'live' ? 'liveApi' : 'testApi');
  await db.transaction(async (tx) => {
    await tx.clients.create({ id: clientId, name, mode });
    const tokenHash = hashSecretToken(apiToken);
    await tx.apiTokens.create({
      id: tokenId,
      clientId,
      name: 'first token',
      tokenHash,
      scopes: [...backendScopes],
      administers: true,
    });
    const document = flowDocumentSchema.parse(firstFlow);
    await tx.flows.create({ flowId, clientId, name: 'Identity', versionId: newId('flowVersion'), document });
    const note = { clientId, actorId: systemActor };
    await tx.audit.append([
      { ...note, action: 'client.created', subjectId: clientId },
      { ...note, action: 'api_token.created', subjectId: tokenId },
      { ...note, action: 'flow.published', subjectId: flowId },
    ]);
  });
  return { clientId, flowId, apiToken };
}
