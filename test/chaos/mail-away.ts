import { setTimeout as pause } from 'node:timers/promises';
import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { sessionStart } from '../support/sdk-client.ts';
import { seedClient } from '../support/seed.ts';
import { startNetwork } from './network.ts';
import type { SceneOfRun, Surroundings } from './scenario.ts';

const awayMs = 300_000;
const pressEveryMs = 3_000;
/** From the return of the mail server until the last code arrived. */
const heardWithinMs = 60_000;

const emailFlow = {
  steps: [{ id: 'email', type: 'email', config: {} }],
} satisfies FlowDocumentInput;

/** People of a live client request codes by email while there is no mail server. Others, with codes by text message, continue. */
export async function openMailAway(): Promise<Surroundings> {
  const mail = await startMailServer();
  const network = await startNetwork(() => Number(new URL(mail.url).port));
  return {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${network.port}`,
      SMTP_FROM: 'Verify <verify@bank.example>',
      // No server answers there: what is unknown about a domain does not stop a code.
      DNS_SERVERS: '127.0.0.1:9',
    },
    play: (scene) => playMailAway(scene, { network, arrived: () => mail.messages.map(({ to }) => to) }),
    close: async () => {
      await network.close();
      await mail.close();
    },
  };
}

async function playMailAway(
  { service, noteFault, violate }: SceneOfRun,
  { network, arrived }: { network: Awaited<ReturnType<typeof startNetwork>>; arrived: () => string[] },
): Promise<void> {
  const live = await seedClient(service.container.db, 'live');
  const flowId = await live.addFlow('email', emailFlow);
  const pressed: string[] = [];
  const tokens: string[] = [];
  const press = async (email: string) => {
    const started = await post(service.urls[0] ?? '', '/v2/sdk/sessions', null, sessionStart(live.clientId, flowId));
    const token = String(started.body.sessionToken);
    tokens.push(token);
    const { status } = await post(service.urls[1] ?? '', '/v2/sdk/session/steps/email/code', token, { email });
    if (status === 202) pressed.push(email);
    else violate(`a code by email was answered ${status}`);
  };
  await press('before@bank.example');
  while (arrived().length === 0) await pause(200);
  network.cut();
  const until = Date.now() + awayMs;
  for (let number = 0; Date.now() < until; number += 1) {
    await press(`person-${number}@bank.example`);
    await pause(pressEveryMs);
  }
  network.heal();
  const healedAt = Date.now();
  const missing = () => pressed.filter((one) => !arrived().includes(one)).length;
  while (missing() > 0 && Date.now() - healedAt < heardWithinMs) await pause(250);
  const tookSeconds = ((Date.now() - healedAt) / 1_000).toFixed(1);
  const twice = arrived().length - new Set(arrived()).size;
  let told = 0;
  for (const token of tokens) {
    const answer = await fetch(`${service.urls[0] ?? ''}/v2/sdk/session`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if ((await answer.text()).includes('email.undeliverable')) told += 1;
  }
  noteFault(
    `no mail server for ${awayMs / 1_000} s: ${pressed.length} codes asked for, ${missing()} missing after ${tookSeconds} s, ` +
      `${twice} came twice, ${told} people told that they cannot be reached`,
  );
  if (missing() > 0) violate(`${missing()} codes by email did not come within ${heardWithinMs / 1_000} s`);
  if (told > 0) violate(`${told} people were told that they cannot be reached while the mail server was down`);
  if (twice > 0) violate(`${twice} codes by email came twice`);
}

async function post(url: string, path: string, token: string | null, json: object) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(json),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
