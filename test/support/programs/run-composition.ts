import type { ChildProcess } from 'node:child_process';
import { createLogger } from '../../../src/adapters/telemetry/logger.ts';
import { loadConfig } from '../../../src/config.ts';
import { createContainer } from '../../../src/container.ts';
import { findFreePort } from '../../../src/embedded/free-port.ts';
import { createApiClient } from '../api-client.ts';
import { eventually } from '../eventually.ts';
import { sessionStart, startSdkSession } from '../sdk-client.ts';
import { documentOnly, seedClient } from '../seed.ts';
import { ours } from './compose-file.ts';
import { ended, exitCodeOf, type Composition } from './composition.ts';

/**
 * Migrates, starts the API and every worker, uploads and submits one picture of a document, and asks all processes to stop. Returns the
 * status of the identity and the exit codes.
 */
export async function runComposition(
  composition: Composition,
  picture: Buffer,
): Promise<{ status: string; exitCodes: (number | null)[] }> {
  const migrated = await ended(composition.start('migrate'));
  const port = String(await findFreePort());
  const children: ChildProcess[] = [
    composition.start('api', { PORT: port, RATE_LIMIT_SESSION_STARTS_PER_MINUTE: '1000' }),
  ];
  for (const [name] of ours.filter(([, { command = [] }]) => command[0] === 'worker'))
    children.push(composition.start(name, { METRICS_PORT: String(await findFreePort()) }));
  const base = `http://127.0.0.1:${port}`;
  const ready = async () => (await fetch(`${base}/health/ready`).catch(() => null))?.ok === true;
  await eventually(ready, { withinMs: 180_000, what: 'readiness' });

  const status = await verdictOn(picture, { composition, base });
  for (const child of children) child.kill('SIGTERM');
  return { status, exitCodes: [migrated, ...(await Promise.all(children.map(exitCodeOf)))] };
}

async function verdictOn(
  picture: Buffer,
  { composition, base }: { composition: Composition; base: string },
): Promise<string> {
  const container = createContainer(
    loadConfig(composition.environmentOf('api')),
    createLogger({ level: 'silent', process: 'admin' }),
  );
  try {
    const client = await seedClient(container.db);
    await client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
    const sdk = createApiClient(base);
    const session = await startSdkSession(sdk, sessionStart(client.clientId, client.flowOf('once')));
    const answers = [(await session.upload(picture)).status, (await session.submit()).status];
    if (String(answers) !== '201,202')
      throw new Error(`the picture and the submit were answered ${answers.join(', ')}`);
    return await eventually(
      async () => {
        const { body } = await sdk.get<{ status: string }>(`/v2/identities/${session.identityId}`, {
          token: client.token,
        });
        return body.status !== 'pending' && body.status;
      },
      { withinMs: 180_000, what: 'the verdict' },
    );
  } finally {
    await container.close();
  }
}
