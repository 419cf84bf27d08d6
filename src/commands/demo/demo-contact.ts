import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { testNumbers } from '../../domain/codes/test-values.ts';
import type { VerifyClient } from '../../../openapi/client/create-verify-client.ts';
import { ServiceRefused } from '../patiently.ts';
import type { SdkClient, Session } from '../sdk-client.ts';

type DemoStep = Session['steps'][number];

/** New York. */
const location = { latitude: 40.7128, longitude: -74.006, accuracyMeters: 25 };
const areaCodes = ['212', '315', '347', '516', '518', '585', '607', '631', '646', '716'] as const;

/**
 * The number and the mailbox of a new person: a fourth one with the same would go to review. The numbering plan reserves 555-0100 to
 * 555-0199 for fiction.
 */
function drawPerson() {
  const areaCode = areaCodes[randomInt(areaCodes.length)] ?? areaCodes[0];
  return {
    phone: { phoneNumber: `(${areaCode}) 555-01${String(randomInt(100)).padStart(2, '0')}` },
    email: { email: `ana.${randomBytes(4).toString('hex')}@example.com` },
  };
}

const inboxPatienceMs = 10_000;

/** Whether the step needs no document: a phone, an email address or a location. */
export function isContactStep({ type }: Pick<DemoStep, 'type'>): boolean {
  return type === 'phone' || type === 'email' || type === 'location';
}

interface ContactStepRequest {
  /** The host app's side, which may read the test inbox. */
  backend: VerifyClient;
  session: Session;
  step: DemoStep;
  say: (line: string) => void;
}

/** Acts as the person would: requests the code, reads it in the test inbox, types it and submits the step. */
export async function submitContactStep(
  client: SdkClient,
  { backend, session, step, say }: ContactStepRequest,
): Promise<void> {
  const { sessionToken: token, verificationId } = session;
  if (step.type === 'location') {
    await client.submit(token, step.id, location);
    say('place submitted');
    return;
  }
  if (step.type !== 'phone' && step.type !== 'email') throw new Error(`a ${step.type} step is no contact step`);
  const typed = drawPerson()[step.type];
  await client.sendCode(token, step.id, typed);
  say(`code asked for: ${Object.values(typed).join()}`);
  const code = await readCode(backend, { verificationId, channel: step.type === 'phone' ? 'sms' : 'email' });
  say(`the test inbox (GET /v2/test-inbox) has it: ${code}`);
  const { verified } = await client.checkCode(token, step.id, code).catch(whetherUsed);
  say(verified ? 'the code is right' : 'the code is wrong');
  await client.submit(token, step.id, {});
  say(`${step.type} submitted`);
}

/** A guess has no key that makes repeating it safe: if its answer was lost, our own try has used the code. */
function whetherUsed(error: unknown): { verified: boolean } {
  if (error instanceof ServiceRefused && error.problem.code === 'code.used') return { verified: true };
  throw error;
}

async function readCode(
  backend: VerifyClient,
  { verificationId, channel: wanted }: { verificationId: string; channel: string },
): Promise<string> {
  const deadline = performance.now() + inboxPatienceMs;
  while (performance.now() < deadline) {
    const { data: page } = await backend.GET('/v2/test-inbox', { params: { query: { verificationId } } });
    const code = page?.data.find(({ channel }) => channel === wanted)?.code;
    if (code != null) return code;
    await delay(100);
  }
  throw new Error(`No message came to the test inbox. Numbers that never get one: ${testNumbers.undeliverable}`);
}
