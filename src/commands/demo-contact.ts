import { setTimeout as delay } from 'node:timers/promises';
import { testNumbers } from '../domain/test-values.ts';
import type { SdkClient, Session } from './sdk-client.ts';

type DemoStep = Session['steps'][number];

/** Somebody in New York whose number the numbering plan keeps for fiction. */
const person = {
  phone: { phoneNumber: '(201) 555-0142' },
  email: { email: 'ana@example.com' },
  location: { latitude: 40.7128, longitude: -74.006, accuracyMeters: 25 },
};

const inboxPatienceMs = 10_000;

/** Whether this is a step that needs no paper: a phone, an e-mail address or a place. */
export function isContactStep({ type }: Pick<DemoStep, 'type'>): boolean {
  return type === 'phone' || type === 'email' || type === 'location';
}

/** Does what the person would do: asks for the code, reads it in the test inbox, types it and hands the step in. */
export async function handInContactStep(
  client: SdkClient,
  { apiToken, session, step, say }: { apiToken: string; session: Session; step: DemoStep; say: (line: string) => void },
): Promise<void> {
  const { sessionToken: token, verificationId } = session;
  if (step.type === 'location') {
    await client.submit(token, step.id, person.location);
    say('place handed in');
    return;
  }
  if (step.type !== 'phone' && step.type !== 'email') throw new Error(`a ${step.type} step is no contact step`);
  const typed = person[step.type];
  await client.sendCode(token, step.id, typed);
  say(`code asked for: ${Object.values(typed).join()}`);
  const code = await readCode(client, { apiToken, verificationId, channel: step.type === 'phone' ? 'sms' : 'email' });
  say(`the test inbox (GET /v2/test-inbox) has it: ${code}`);
  const { verified } = await client.checkCode(token, step.id, code);
  say(verified ? 'the code is right' : 'the code is wrong');
  await client.submit(token, step.id, {});
  say(`${step.type} handed in`);
}

async function readCode(
  client: SdkClient,
  asked: { apiToken: string; verificationId: string; channel: string },
): Promise<string> {
  const deadline = performance.now() + inboxPatienceMs;
  while (performance.now() < deadline) {
    const { data } = await client.testInbox(asked.apiToken, asked.verificationId);
    const code = data.find(({ channel }) => channel === asked.channel)?.code;
    if (code != null) return code;
    await delay(100);
  }
  throw new Error(`No message came to the test inbox. Numbers that never get one: ${testNumbers.undeliverable}`);
}
