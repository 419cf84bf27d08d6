import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVerifyClient } from '../../openapi/client/create-verify-client.ts';
import type { SocketMessage } from '../contract/sessions/socket-message.ts';
import { loadEmbeddedSettings } from '../embedded-settings.ts';
import { documentTypes } from '../domain/documents/document-type.ts';
import { reasonTable } from '../domain/faults/reason-codes.ts';
import { demoFileIn, readDemoFile, type DemoFile } from './demo/demo-file.ts';
import { submitContactStep, isContactStep } from './demo/demo-contact.ts';
import { listDemoKinds } from './demo/demo-kinds.ts';
import { choosePaper, mistakeIn, showsPortrait, submitPaper, type Paper } from './demo/demo-paper.ts';
import { summariseIdentity } from './demo/demo-summary.ts';
import { listenForWebhook } from './demo/demo-webhook.ts';
import { say } from './demo/say.ts';
import { explainTrouble } from './explain/explain-trouble.ts';
import { faultIn } from './read-arguments.ts';
import { createSdkClient, type SdkClient, type Session } from './sdk-client.ts';
import { photographPerson, type PhotographedPerson } from '../../specimens/captures/photograph-person.ts';
import { submitFaceStep, isFaceStep } from './demo/demo-face.ts';
import { attacks, runAttacks } from './demo-attacks/index.ts';
import { forgeries } from './demo-forgeries/index.ts';

/** `npm run demo [-- --kind KIND]`: a whole verification against the running server. */

/** About two minutes, enough for a service that restarts meanwhile. */
const backendTries = 30;

const options = {
  kind: { type: 'string' },
  seed: { type: 'string' },
  file: { type: 'string' },
  back: { type: 'string' },
  type: { type: 'string' },
  flow: { type: 'string' },
  forge: { type: 'string' },
  attack: { type: 'boolean' },
  json: { type: 'boolean' },
  kinds: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const namesOf = (type: 'string' | 'boolean') =>
  Object.entries(options).flatMap(([name, option]) => (option.type === type ? [name] : []));
const takes = { values: namesOf('string'), flags: namesOf('boolean') };

async function demo(): Promise<number> {
  const args = process.argv.slice(2);
  const fault = faultIn(takes, args);
  if (fault !== null) {
    say(`${fault} All options: npm run demo -- --help`);
    return 1;
  }
  const { values } = parseArgs({ args, options });
  if (values.help === true || values.kinds === true) {
    process.stdout.write(values.kinds === true ? kindsList() : help);
    return 0;
  }
  const mistake = mistakeIn(values);
  if (mistake !== null) {
    say(mistake);
    return 1;
  }
  const { dir } = loadEmbeddedSettings();
  const settings = readDemoFile(dir);
  if (settings === null) {
    say(
      existsSync(demoFileIn(dir))
        ? `${demoFileIn(dir)} cannot be read. Run the demo as the user who started the service, in the same version.`
        : 'There is no running server to talk to. Start one first: npm start',
    );
    return 1;
  }
  if (values.attack === true) {
    const missed = await runAttacks(settings, path.join(dir, 'demo'), (line) => process.stdout.write(`${line}\n`));
    return missed === 0 ? 0 : 1;
  }
  const { flow = 'document-only' } = values;
  const flowId = settings.flows[flow];
  if (flowId === undefined) {
    say(`There is no flow ${flow}. Choose one of: ${Object.keys(settings.flows).join(', ')}`);
    return 1;
  }
  const demoDir = path.join(dir, 'demo');
  return verify(settings, flowId, {
    choosePaper: (person) => choosePaper(values, demoDir, person),
    showsPortrait: showsPortrait(values),
    asJson: values.json === true,
    dir: demoDir,
  });
}

const help = `A whole verification of a fictitious document on the running server (npm start).

  npm run demo                     a passport
  npm run demo -- --kind KIND      another document: cnh, id-card, licence-us, bill … All of them: --kinds
      --seed N                     the same person and document again
      --flow NAME                  another flow of .verify/demo.json: full, contact
      --json                       also prints the identity as your backend gets it
  npm run demo -- --file FRONT [--back BACK] [--type TYPE]
                                   your own pictures, or a PDF. TYPE: ${documentTypes.join(', ')}
  npm run demo -- --forge WORD     a forged document, and whether a check catches it:
${forgeries.map(({ word, description }) => `      ${word.padEnd(15)}${description}`).join('\n')}
  npm run demo -- --attack         ${attacks.length} attempts to pass as another person, and what stops each
`;

function kindsList(): string {
  const kinds = listDemoKinds();
  const width = Math.max(...kinds.map(({ word }) => word.length));
  return kinds
    .map(({ word, kind, asPdf }) => `  ${word.padEnd(width)}  ${kind.name}${asPdf ? ', as a PDF' : ''}\n`)
    .join('');
}

interface DemoRun {
  choosePaper: (person: PhotographedPerson | null) => Promise<Paper | null>;
  /** Whether that document needs a portrait. */
  showsPortrait: boolean;
  asJson: boolean;
  /** The folder of the files, for a person to look at. */
  dir: string;
}

async function verify(
  settings: DemoFile,
  flowId: string,
  { choosePaper, showsPortrait: drawsFace, asJson, dir }: DemoRun,
): Promise<number> {
  const { baseUrl, apiToken } = settings;
  const client = createSdkClient(baseUrl);
  const backend = createVerifyClient({ baseUrl, apiToken, tries: backendTries });
  const session = await client.start(settings.clientId, flowId);
  say(`session started: identity ${session.identityId}, verification ${session.verificationId}`);
  const asksForDocument = !session.steps.every(isContactStep);
  const needsFace = session.steps.some(isFaceStep) || (asksForDocument && drawsFace);
  const person = needsFace ? await photographPerson() : null;
  if (person !== null) say(`portrait and selfie: one woman in ${person.source}`);
  const paper = asksForDocument ? await choosePaper(person) : undefined;
  if (paper === null) return 1;
  const finished = follow(client, session);
  const webhookToTell = await listenForWebhook(settings, session.verificationId);

  if (session.consent.required && session.consent.version !== null) {
    await client.consent(session.sessionToken, session.consent.version);
    say(`consent to text ${session.consent.version} recorded`);
  }
  for (const step of session.steps) {
    if (isContactStep(step)) await submitContactStep(client, { backend, session, step, say });
    else if (isFaceStep(step) && person !== null) await submitFaceStep(client, { session, step, person, dir, say });
    else if (paper !== undefined) await submitPaper(client, session, step.id, paper);
  }

  const outcome = await finished;
  if (outcome !== 'inputsCompleted' && paper?.caughtBy !== undefined) {
    say(`The person is asked for another picture. ${outcome}`);
    return sayWhetherCaught(paper.caughtBy, outcome, true);
  }
  if (outcome !== 'inputsCompleted') {
    say(`The step asks for another try: ${outcome}`);
    say('Try another one: npm run demo -- --help');
    return 1;
  }
  const { data: identity } = await backend.GET('/v2/identities/{identityId}', {
    params: { path: { identityId: session.identityId } },
  });
  say(`the verdict: ${String(identity?.status)}`);
  await webhookToTell();
  if (asJson) process.stdout.write(`${JSON.stringify(identity, null, 2)}\n`);
  process.stdout.write(`\n${summariseIdentity(identity).join('\n')}\n\n`);
  if (paper?.caughtBy !== undefined) {
    return sayWhetherCaught(
      paper.caughtBy,
      JSON.stringify(identity?.latestVerification),
      identity?.status !== 'verified',
    );
  }
  process.stdout.write('The whole record: add --json. Other documents: npm run demo -- --kinds\n');
  return 0;
}

/** A forgery that went to review for another reason was stopped, but not caught. `said`: the codes of the checks. */
function sayWhetherCaught(caughtBy: readonly string[], said: string, isStopped: boolean): number {
  const seenBy = caughtBy.filter((code) => said.includes(code));
  if (seenBy.length > 0) say(`Caught: ${seenBy.join(', ')}.`);
  else if (isStopped)
    say(`NOT CAUGHT: no check saw the forgery (${caughtBy.join(', ')}). Another reason kept it from being verified.`);
  else say('NOT CAUGHT: the forgery was verified.');
  return seenBy.length > 0 ? 0 : 1;
}

/** Prints a line for every message, until the person has nothing more to do or the step returns. */
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

/** Ends the process after all output, even with open handles: a refused picture leaves a socket open. */
function exitWith(code: number): void {
  process.stdout.write('', () => process.exit(code));
}

demo().then(exitWith, (error: unknown) => {
  say(explainTrouble(error));
  exitWith(1);
});
