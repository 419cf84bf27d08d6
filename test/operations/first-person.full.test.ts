import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { drawPassport } from '../../specimens/documents/draw-passport.ts';
import { throughCamera } from '../../specimens/captures/through-camera.ts';
import { sendLive } from '../../specimens/faces/film-live.ts';
import { openPerson } from '../../specimens/faces/record-person.ts';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { codeBlocks } from '../support/files/code-blocks.ts';
import { browserOf, type SignedInBody } from '../support/operator.ts';
import { cropFace, samplePicture } from '../support/people/face-pictures.ts';
import { ours } from '../support/programs/compose-file.ts';
import { ended, openComposition, type Composition } from '../support/programs/composition.ts';
import { createSdkSession, sessionStart, type SdkSession } from '../support/sdk-client.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { openFaceAnalyser } from '../support/test-models.ts';
import type { Session } from '../../src/contract/sessions/session.ts';

/**
 * docs/operations.md, "From an empty server to the first verified person": its block, line by line and in its order. The test sends to the
 * processes that compose would start what the block asks of docker.
 */
const root = new URL('../../', import.meta.url);
const [block] = codeBlocks(readFileSync(new URL('docs/operations.md', root), 'utf8'));
/** A command may continue over several lines. The comments say what the reader does. */
const commands = (block?.code ?? '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.replace(/\s+# .*$/, ''));

let composition: Composition;
let mail: Awaited<ReturnType<typeof startMailServer>>;
const given: Record<string, string> = {};
beforeAll(async () => {
  mail = await startMailServer();
  composition = await openComposition('first_person', given);
}, 120_000);
afterAll(async () => {
  await composition.close();
  await mail.close();
});

/** A line of the block that talks to the service, as the reader's shell runs it. */
const inShell = (line: string, variables: Record<string, string>): unknown =>
  JSON.parse(
    execFileSync('bash', ['-euo', 'pipefail', '-c', line.replace(/^curl /, 'curl -sS --fail-with-body ')], {
      env: { PATH: process.env.PATH, ...variables },
      encoding: 'utf8',
    }),
  );

/** What compose reads from `.env`. */
function settingsIn(file: string): Record<string, string> {
  const pairs = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z0-9_]+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  return Object.fromEntries(pairs);
}

const camera = {
  source: 'camera',
  session: { id: 'c-1', openMs: 2_000, frames: 60, frameMs: 33.3, jitterMs: 0.3, widthPx: 1280, heightPx: 720 },
};

/**
 * The person opens the link on a phone, photographs a passport and then themselves, and moves as asked. Returns what they do when a step
 * has to be repeated.
 */
async function verifyOnPhone(api: ApiClient, hostedUrl: string): Promise<() => Promise<void>> {
  const page = new URL(hostedUrl);
  expect((await fetch(page)).status).toBe(200);
  const link = new URLSearchParams(page.hash.slice(1));
  const start = sessionStart(link.get('clientId') ?? '', link.get('flowId') ?? '', {
    clientToken: link.get('clientToken') ?? '',
  });
  const begun = await api.post<Session>('/v2/sdk/sessions', { json: start });
  expect(begun.status).toBe(201);
  const phone = createSdkSession(api, begun.body);
  // One woman in two photographs that come with an npm package.
  const analyser = await openFaceAnalyser();
  const faceOf = async (name: 'sample1' | 'sample3', index: number) => {
    const picture = await samplePicture(name);
    const face = (await analyser.analyse(picture)).faces[index];
    if (face === undefined) throw new Error('no such face');
    return cropFace(picture, face);
  };
  // The selfie and the film are of the other photograph: the film must not show the document's own portrait.
  const [portrait, selfie] = [await faceOf('sample1', 2), await faceOf('sample3', 0)];
  const drawn = await drawPassport({ seed: 4, holder: { expirationDate: '2034-05-17' }, portrait });
  const passport = await throughCamera(drawn.jpeg);
  const give: Record<string, () => Promise<unknown>> = {
    document: async () => {
      expect((await phone.upload(passport, { capture: camera })).status).toBe(201);
      expect((await phone.submit()).status).toBe(202);
    },
    selfie: async () => {
      expect((await phone.upload(selfie, { stepId: 'selfie', kind: 'selfie', capture: camera })).status).toBe(201);
      expect((await phone.submit('selfie', {})).status).toBe(202);
    },
    liveness: async () => expect((await phone.submit('liveness', {})).status).toBe(202),
    movements: () => recordMovements(phone, selfie),
  };
  expect((await phone.consent()).status).toBe(204);
  for (const submit of Object.values(give)) await submit();
  return async function tryAgain() {
    const { body } = await phone.state();
    for (const { id, status } of body.steps) if (status === 'waiting') await give[id]?.();
  };
}

/** A film of the photograph, made while it is sent: it follows the prompts as they arrive. */
async function recordMovements(phone: SdkSession, photograph: Buffer): Promise<void> {
  const film = await openPerson(photograph);
  const { body: challenge } = await phone.drawChallenge('movements');
  if (!('promptCount' in challenge)) throw new Error('a challenge without prompts');
  const { challengeId, promptCount } = challenge;
  const drawnAt = performance.now();
  const { chunkCount, sha256 } = await sendLive(film(promptCount), {
    untilMs: (atMs) => delay(Math.max(0, drawnAt + atMs - performance.now())),
    send: async (index, bytes) => (await phone.sendChunk('movements', { challengeId, index, bytes })).body,
  });
  const finished = { challengeId, chunkCount, sha256 };
  expect((await phone.finishRecording('movements', finished)).status).toBe(201);
  expect((await phone.submit('movements', {})).status).toBe(202);
}

test('the documented way takes at most 15 commands, and numbers each of them', () => {
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.length).toBeLessThanOrEqual(15);
  const numbers = [...(block?.code ?? '').matchAll(/# (\d+)\./g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(commands.map((_, index) => index + 1));
});

test('the documented way leads from nothing to a verified person', { timeout: 600_000 }, async () => {
  const left = [...commands];
  /** The next line of the block; the test knows no other. */
  const next = (expected: RegExp) => {
    const line = left.shift() ?? '';
    expect(line).toMatch(expected);
    return line;
  };
  const port = await findFreePort();
  const base = `http://127.0.0.1:${port}`;

  // 1. The reader sets the value that the comment names.
  next(/^cp \.env\.example \.env$/);
  const envFile = join(composition.folder, '.env');
  copyFileSync(new URL('.env.example', root), envFile);
  const owner = 'ana@bank.example';
  appendFileSync(envFile, `\nPUBLIC_URL=${base}\nSMTP_URL=${mail.url}\nOWNER_EMAIL=${owner}\n`);
  // 2. The secrets: this same script made them when the composition was opened.
  next(/^sh deploy\/make-secrets\.sh$/);
  expect(existsSync(join(composition.folder, 'root_key'))).toBe(true);
  // 3. A docker-compose that is installed reads the file in compose.full.test.ts.
  next(/^docker compose config -q$/);
  Object.assign(given, settingsIn(envFile));
  // 4.
  next(/^docker compose up --build -d$/);
  expect(await ended(composition.start('migrate'))).toBe(0);
  composition.start('api', { PORT: String(port) });
  const portOf = new Map<string, number>();
  for (const [name] of ours.filter(([, { command = [] }]) => command[0] === 'worker')) {
    portOf.set(name, await findFreePort());
    composition.start(name, { METRICS_PORT: String(portOf.get(name)) });
  }
  const api = createApiClient(base);
  const ready = async () => (await fetch(`${base}/health/ready`).catch(() => null))?.ok === true;
  await eventually(ready, { withinMs: 180_000, what: 'readiness' });
  // The API is ready before its workers, and `doctor` names a queue without a worker.
  for (const [name, workerPort] of portOf) {
    const isLive = async () =>
      (await fetch(`http://127.0.0.1:${workerPort}/health/live`).catch(() => null))?.ok === true;
    await eventually(isLive, { withinMs: 60_000, what: `${name} to be ready` });
  }
  // The first run mails a link to the address that .env names.
  await eventually(() => mail.messages.length > 0, { withinMs: 60_000, what: 'the mail with the set-up link' });
  expect(mail.messages[0]?.to).toBe(owner);
  // A quoted-printable line of a mail ends with `=` where it is broken.
  const mailed = /set-up#(\S+)/.exec(mail.messages[0]?.raw.replaceAll(/=\r?\n/g, '') ?? '')?.[1];
  expect(mailed).toBeDefined();

  // 5. The printed link takes the place of the mailed one.
  const [, args = ''] = /^docker compose run --rm admin (set-up-link)$/.exec(next(/set-up-link/)) ?? [];
  const linked = await composition.run('admin', [args]);
  expect(linked).toMatchObject({ code: 0 });
  const setUpToken = /\/dashboard\/set-up#(\S+)/.exec(linked.said)?.[1] ?? '';
  const become = (token: string) =>
    api.post<SignedInBody>('/v2/set-up', {
      json: { setUpToken: token, email: owner, name: 'Ana', password: 'a mountain of blue teapots' },
    });
  expect((await become(mailed ?? '')).status).toBe(403);
  const signedIn = await become(setUpToken);
  expect(signedIn.status).toBe(201);

  // 6. Its answer names the two commands that follow.
  const [, mode = '', name = ''] =
    /^docker compose run --rm admin create-client (\w+) "(.*)"$/.exec(next(/create-client/)) ?? [];
  expect(mode).toBe('live');
  const made = await composition.run('admin', ['create-client', mode, name]);
  expect(made).toMatchObject({ code: 0 });
  const token = /API token +(\S+)/.exec(made.said)?.[1] ?? '';
  const flow = /flow +(flw_\S+)/.exec(made.said)?.[1] ?? '';
  const shell = { PUBLIC_URL: base, TOKEN: token, FLOW: flow };

  // 7.
  const start = next(/^curl "\$PUBLIC_URL\/v2\/verifications"/);
  const prepared = inShell(start, shell) as { identityId: string; verificationId: string; hostedUrl: string };
  const tryAgain = await verifyOnPhone(api, prepared.hostedUrl);

  // 8. Without a downloaded anti-spoofing model, a person reviews it: the owner who signed in by the link.
  const look = next(/^curl "\$PUBLIC_URL\/v2\/identities\/\$IDENTITY"/);
  const read = () => inShell(look, { ...shell, IDENTITY: prepared.identityId }) as { status: string };
  const verdict = await eventually(
    async () => {
      const answer = read();
      if (answer.status !== 'pending') return answer;
      await tryAgain();
      return false;
    },
    { withinMs: 240_000, what: 'the verdict' },
  );
  expect(['verified', 'reviewNeeded'], JSON.stringify(verdict)).toContain(verdict.status);
  if (verdict.status === 'reviewNeeded') {
    const clientId = /Created the client (cli_\S+)\./.exec(made.said)?.[1] ?? '';
    const reviewed = await browserOf(api, signedIn).call(
      'POST',
      `/v2/verifications/${prepared.verificationId}/review`,
      { json: { status: 'verified', reason: 'same person' }, headers: { 'x-client-id': clientId } },
    );
    expect(reviewed.status, JSON.stringify(reviewed.body)).toBe(200);
  }
  expect(read().status).toBe('verified');
  expect(left).toEqual([]);

  // `doctor` names what an installation that was set up like this lacks. Only the image downloads the models.
  const doctor = await composition.run('admin', ['doctor', '--json']);
  const { findings } = JSON.parse(/^\{\n {2}"findings"[^]*\n\}$/m.exec(doctor.said)?.[0] ?? '') as {
    findings: { code: string; severity: string; says: string }[];
  };
  const faults = findings.filter(({ code, severity }) => severity === 'fault' && code !== 'models.missing');
  expect(faults.map(({ code, says }) => `${code} ${says}`)).toEqual([]);
});
