import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { SocketMessage } from '../contract/socket-message.ts';
import { loadEmbeddedSettings } from '../config.ts';
import { reasonTable } from '../domain/reason-codes.ts';
import { demoWebhookPort } from '../services/seed-demo.ts';
import { drawPassport } from '../specimens/draw-passport.ts';
import { readDemoFile, type DemoFile } from './demo-file.ts';
import { createSdkClient, ServiceRefused, type SdkClient, type Session } from './sdk-client.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/** `npm run demo [-- --file PICTURE] [--flow NAME] [--type TYPE]`: a whole verification against the running server. */
const startedAt = performance.now();
/** The second attempt of a delivery comes after five seconds. */
const webhookPatienceMs = 15_000;
const say = (line: string) => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  process.stdout.write(`${seconds} s  ${line}\n`);
};

async function demo(): Promise<number> {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      flow: { type: 'string', default: 'document-only' },
      type: { type: 'string', default: 'passport' },
    },
  });
  const settings = readDemoFile(loadEmbeddedSettings().dir);
  if (settings === null) {
    say('There is no running server to talk to. Start one first: npm start');
    return 1;
  }
  const flowId = settings.flows[values.flow];
  if (flowId === undefined) {
    say(`There is no flow ${values.flow}. Choose one of: ${Object.keys(settings.flows).join(', ')}`);
    return 1;
  }
  const picture = await choosePicture(values.file);
  return verify(settings, flowId, values.type, picture);
}

async function choosePicture(file: string | undefined): Promise<Buffer> {
  if (file !== undefined) return readFileSync(file);
  const specimen = await drawPassport({ seed: Math.floor(Math.random() * 1_000_000) });
  const { givenNames, surname, documentNumber } = specimen.truth.fields;
  say(`drew a made-up passport: ${givenNames} ${surname}, number ${documentNumber}`);
  return specimen.jpeg;
}

async function verify(settings: DemoFile, flowId: string, documentType: string, picture: Buffer): Promise<number> {
  const client = createSdkClient(settings.baseUrl);
  const session = await client.start(settings.clientId, flowId);
  say(`session started: identity ${session.identityId}, verification ${session.verificationId}`);
  const [step] = session.steps;
  if (step === undefined) throw new Error('the flow has no step');
  const finished = follow(client, session);
  const told = listenForWebhook(settings, session.verificationId);

  const uploaded = await client.upload(session.sessionToken, step.id, 'document-front', picture);
  say(`picture uploaded: ${qualityOf(uploaded.quality)}`);
  await client.submit(session.sessionToken, step.id, { documentType });
  say('handed in; the workers are reading it');

  const outcome = await finished;
  if (outcome !== 'inputsCompleted') {
    say(`The step asks for another try: ${outcome}`);
    return 1;
  }
  const identity = await client.identity(settings.apiToken, session.identityId);
  say(`the verdict: ${String(identity.status)}`);
  await told;
  process.stdout.write(`${JSON.stringify(identity, null, 2)}\n`);
  return 0;
}

/** Resolves with the webhook that tells of the verdict, or when none can come. */
async function listenForWebhook(settings: DemoFile, verificationId: string): Promise<void> {
  if (settings.webhookSecret === null) return;
  let heard = () => {};
  const verdictTold = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const options = { port: demoWebhookPort, secret: settings.webhookSecret };
  const receiver = await startWebhookReceiver(options, (event) => {
    if (event.verificationId !== verificationId) return;
    say(`webhook ${event.type}, its signature is right`);
    if (event.type === 'verification.completed') heard();
  }).catch(() => null);
  if (receiver === null) {
    say(`port ${demoWebhookPort} is taken: webhooks are not listened for`);
    return;
  }
  const patience = setTimeout(() => {
    say('no webhook has come yet; it will be tried again later');
    heard();
  }, webhookPatienceMs);
  await verdictTold;
  clearTimeout(patience);
  receiver.close();
}

/** A line for every message, until nothing more is asked of the person or the step comes back. */
async function follow(client: SdkClient, session: Session): Promise<string> {
  let outcome = 'the connection was lost';
  await client.follow(session.sessionToken, (message: SocketMessage) => {
    if (message.type === 'verification.finished') {
      outcome = message.outcome;
      return true;
    }
    if (message.type !== 'step.updated') return false;
    const { id, status, codes } = message.step;
    say(`step ${id} is ${status}`);
    if (codes.length === 0) return false;
    outcome = codes.map((code) => `${reasonTable[code].text} (${code})`).join(' ');
    return true;
  });
  return outcome;
}

function qualityOf({ acceptable, codes }: { acceptable: boolean | null; codes: readonly string[] }): string {
  if (acceptable === null) return 'its quality is still being looked at';
  return acceptable ? 'good enough to read' : `better take it again (${codes.join(', ')})`;
}

function explain(error: unknown): string {
  if (error instanceof ServiceRefused) return error.message;
  if (error instanceof TypeError) return 'The server does not answer. Is it running? npm start';
  return error instanceof Error ? error.message : String(error);
}

/** Ends the process once everything is printed, whatever is still listening: a refused picture leaves a socket open. */
function exitWith(code: number): void {
  process.stdout.write('', () => process.exit(code));
}

demo().then(exitWith, (error: unknown) => {
  say(explain(error));
  exitWith(1);
});
