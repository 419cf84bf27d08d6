import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import { createReplayDecision } from '../../src/services/steps/replay-decision.ts';
import { problemLine } from '../support/api-client.ts';
import { broken, startAwsServer, throttled, type AwsServer } from '../support/servers/aws-server.ts';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { losePatience, putOff } from '../support/patience.ts';

interface Verification {
  status: string;
  steps: {
    checks: { id: string; outcome: string; code: string | null; data: { score: number | null } | null }[];
    enhancedLiveness: { providerName: string; providerReference: string | null } | null;
  }[];
}

const flowOf = (region: string): FlowDocumentInput => ({
  consent: { version: '1', texts: { en: 'We film your face.' } },
  steps: [{ id: 'alive', type: 'enhanced-liveness', config: { provider: { name: 'aws-rekognition', region } } }],
});

let aws: AwsServer;
let stack: Stack;
let flowName = '';
let flowsAdded = 0;

beforeAll(async () => {
  aws = await startAwsServer();
  stack = await startStack({
    env: {
      AWS_ACCESS_KEY_ID: 'AKIATEST',
      AWS_SECRET_ACCESS_KEY: 'own-secret',
      AWS_LIVENESS_ROLE_ARN: 'arn:aws:iam::123456789012:role/device',
      AWS_ENDPOINT_URL: aws.url,
    },
  });
  await stack.startWorkers({ liveness: true, maintenance: true });
}, 120_000);
// Outages count for one region and one process. A region for each test keeps those of one test out of the next.
beforeEach(async () => {
  flowsAdded += 1;
  flowName = `alive-${flowsAdded}`;
  await stack.client.addFlow(flowName, flowOf(`eu-west-${flowsAdded}`));
});
afterAll(async () => {
  await stack.close();
  await aws.close();
});

async function start(of: Stack = stack): Promise<SdkSession> {
  const session = await of.startSession(flowName);
  await session.consent();
  return session;
}

/** Draws a challenge. Returns the provider's name for it. */
async function draw(session: SdkSession): Promise<string> {
  const { status, body } = await session.drawChallenge('alive');
  expect(status, JSON.stringify(body)).toBe(201);
  if (!('provider' in body) || body.provider.name !== 'aws-rekognition') throw new Error('another challenge');
  return body.provider.parameters.sessionId;
}

async function judged(session: SdkSession): Promise<{ status: string; codes: readonly string[] }> {
  return eventually(
    async () => {
      const [step] = (await session.state()).body.steps;
      const over = step?.status === 'finished' || (step?.status === 'waiting' && step.codes.length > 0);
      return step !== undefined && over ? { status: step.status, codes: step.codes } : null;
    },
    { what: 'the check to be judged' },
  );
}

async function checkOf(session: SdkSession) {
  const path = `/v2/verifications/${session.verificationId}`;
  const { body } = await stack.api.get<Verification>(path, { token: stack.client.token });
  const [step] = body.steps;
  const [check] = step?.checks ?? [];
  return {
    verdict: `${check?.id} ${check?.outcome} ${check?.code}`,
    score: check?.data?.score,
    status: body.status,
    record: step?.enhancedLiveness,
  };
}

const succeeded = (confidence: number) => ({ Status: 'SUCCEEDED', Confidence: confidence });

describe('the provider’s result', () => {
  test('that the person is live passes, once, and a replay gives the same', async () => {
    const session = await start();
    const sessionId = await draw(session);
    const ReferenceImage = { Bytes: (await smallPicture()).toString('base64') };
    aws.setResult(sessionId, { ...succeeded(97), ReferenceImage });
    expect((await session.submit('alive', {})).status).toBe(202);
    expect((await judged(session)).status).toBe('finished');
    expect(await checkOf(session)).toEqual({
      verdict: 'enhanced-liveness passed null',
      score: 0.97,
      status: 'verified',
      record: { providerName: 'aws-rekognition', providerReference: sessionId },
    });
    const replay = await createReplayDecision(stack.container)(session.verificationId);
    expect(replay?.differences).toEqual([]);
    expect(stack.logLines.join('')).not.toMatch(/own-secret|lent-secret|lent-token/);
  });

  test.each([
    [12, 'failed enhanced_liveness.not_live', 'rejected'],
    [70, 'warning enhanced_liveness.doubtful', 'reviewNeeded'],
  ])('that it is %i % sure never passes, whatever the device says', async (confidence, verdict, status) => {
    const session = await start();
    const sessionId = await draw(session);
    aws.setResult(sessionId, succeeded(confidence));
    const another = await draw(await start());
    aws.setResult(another, succeeded(99));
    const claimed = { live: true, score: 1, Status: 'SUCCEEDED', sessionId: another, providerReference: another };
    await session.submit('alive', claimed);
    await judged(session);
    expect(await checkOf(session)).toMatchObject({
      verdict: `enhanced-liveness ${verdict}`,
      score: confidence / 100,
      status,
      record: { providerReference: sessionId },
    });
    expect(aws.resultsAskedOf(another)).toBe(0);
  });

  test.each(['CREATED', 'EXPIRED'])('that its session is %s asks for another check', async (Status) => {
    const session = await start();
    const sessionId = await draw(session);
    aws.setResult(sessionId, { Status, Confidence: 99 });
    await session.submit('alive', {});
    expect(await judged(session)).toEqual({ status: 'waiting', codes: ['enhanced_liveness.not_completed'] });
    // The next attempt has its own check: the old one no longer counts, even if it succeeded meanwhile.
    aws.setResult(sessionId, succeeded(99));
    expect(problemLine(await session.submit('alive', {}))).toBe('409 challenge.required');
    const next = await draw(session);
    expect(next).not.toBe(sessionId);
    aws.setResult(next, succeeded(10));
    await session.submit('alive', {});
    expect((await judged(session)).status).toBe('finished');
    expect((await checkOf(session)).verdict).toBe('enhanced-liveness failed enhanced_liveness.not_live');
  });

  test.each([
    ['throttled', throttled],
    ['broken', broken],
  ])('is awaited while it is %s, and without one nothing passes in the end', async (_name, answer) => {
    const session = await start();
    const sessionId = await draw(session);
    aws.setResult(sessionId, succeeded(99));
    aws.answerNext(...Array.from({ length: 6 }, () => answer));
    await session.submit('alive', {});
    await putOff(stack, session.verificationId);
    expect((await session.state()).body.steps[0]?.status).toBe('processing');
    await losePatience(stack);
    expect((await judged(session)).status).toBe('finished');
    expect(aws.resultsAskedOf(sessionId)).toBe(6);
    expect(await checkOf(session)).toMatchObject({
      verdict: 'enhanced-liveness error enhanced_liveness.provider_failed',
      status: 'reviewNeeded',
    });
  });

  test('comes when the provider is back, however often it was down', async () => {
    const session = await start();
    const sessionId = await draw(session);
    aws.setResult(sessionId, succeeded(99));
    aws.answerNext(broken, broken, broken);
    await session.submit('alive', {});
    expect((await judged(session)).status).toBe('finished');
    expect(await checkOf(session)).toMatchObject({ verdict: 'enhanced-liveness passed null', status: 'verified' });
  });
});

describe('a check at the provider', () => {
  test('belongs to the session: without a challenge, or with one of another session, nothing can be submitted', async () => {
    const [mine, theirs] = [await start(), await start()];
    aws.setResult(await draw(theirs), succeeded(99));
    const challengeId = (await theirs.state()).body.steps[0]?.challenge?.challengeId;
    expect(problemLine(await mine.submit('alive', { challengeId }))).toBe('409 challenge.required');
    expect((await mine.state()).body.steps[0]?.status).toBe('waiting');
  });

  test('that has expired, or was replaced by the next, cannot be submitted', async () => {
    const session = await start();
    aws.setResult(await draw(session), succeeded(99));
    const second = await draw(session);
    await stack.sql.query(
      `update challenges set expires_at = now() - interval '1 second'
        where step_run_id in (select id from step_runs where verification_id = $1)`,
      [session.verificationId],
    );
    expect(problemLine(await session.submit('alive', {}))).toBe('409 challenge.required');
    expect(aws.resultsAskedOf(second)).toBe(0);
  });

  test('cannot be opened by an installation without an account at the provider', async () => {
    const poor = await startStack();
    try {
      await poor.client.addFlow(flowName, flowOf('eu-west-1'));
      const session = await start(poor);
      expect(problemLine(await session.drawChallenge('alive'))).toMatch(/ enhanced_liveness\.provider_missing$/);
    } finally {
      await poor.close();
    }
  });
});
