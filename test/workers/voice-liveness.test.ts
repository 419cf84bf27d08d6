import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpSpeechToText } from '../../src/adapters/http-speech-to-text.ts';
import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import { createReplayDecision } from '../../src/services/steps/replay-decision.ts';
import { createRandom } from '../../specimens/drawing/create-random.ts';
import { encodeRecording, soundRate } from '../../specimens/captures/encode-recording.ts';
import { makeUpSpeech } from '../../specimens/faces/make-up-speech.ts';
import { problemLine } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { clockOf } from '../support/let-time-pass.ts';
import { chunksOf } from '../support/people/recording-chunks.ts';
import { finishRecording, sendAsIfLive, sendAtOnce } from '../support/people/send-as-if-live.ts';
import { sampleOf } from '../support/sample-of.ts';
import { qualityOf } from '../support/quality-of.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { startSpeechServer, type SpeechAnswer } from '../support/servers/speech-server.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { losePatience, putOff } from '../support/patience.ts';

interface Verification {
  status: string;
  steps: {
    checks: { id: string; outcome: string; code: string | null; data: Record<string, unknown> }[];
    voiceLiveness: { heardDigits: string | null; audioMs: number | null } | null;
  }[];
}

const flowOf = (config: { language?: 'en' | 'de' | 'th' }): FlowDocumentInput => ({
  consent: { version: '1', texts: { en: 'We record your voice.' } },
  maxAttemptsPerStep: 2,
  steps: [{ id: 'voice', type: 'voice-liveness', config: { digitCount: 4, ...config } }],
});

const samples = (seconds: number, at: (index: number) => number) =>
  Float32Array.from({ length: seconds * soundRate }, (_, index) => at(index));
const random = createRandom(11);
const silence = samples(3, () => 0);
const tone = samples(3, (index) => 0.4 * Math.sin((index / soundRate) * 2 * Math.PI * 440));
const tooLoud = samples(3, () => Math.max(-1, Math.min(1, random.number(-8, 8))));
/** Of the made-up voices the one that the detector takes for speech most surely; it says no words, the engine hears them. */
const voice = (syllables: number) => makeUpSpeech(syllables, 3);
const recorded = (sound: Float32Array, container: 'webm' | 'mp4' = 'webm') =>
  encodeRecording({ container, videos: [], sound });
/** What most tests send. */
const spokenDigits = recorded(voice(6));

let speech: Awaited<ReturnType<typeof startSpeechServer>>;
let stack: Stack;
let deaf: Stack;

beforeAll(async () => {
  speech = await startSpeechServer();
  stack = await startStack({ env: { SPEECH_URL: speech.url } });
  deaf = await startStack();
  for (const each of [stack, deaf]) {
    await each.startWorkers({ quality: true, liveness: true, maintenance: true });
    await each.client.addFlow('voice', flowOf({}));
  }
  await stack.client.addFlow('voice-de', flowOf({ language: 'de' }));
  await stack.client.addFlow('voice-th', flowOf({ language: 'th' }));
}, 120_000);
afterAll(async () => {
  await Promise.all([stack.close(), deaf.close()]);
  await speech.close();
});

async function start(on: Stack, flow = 'voice') {
  const session = await on.startSession(flow);
  await session.consent();
  return { session, ...(await draw(session)) };
}

async function draw(session: SdkSession): Promise<{ challengeId: string; digits: string }> {
  const { status, body } = await session.drawChallenge('voice');
  expect(status).toBe(201);
  if (!('digits' in body)) throw new Error('a challenge without digits');
  return { challengeId: body.challengeId, digits: body.digits };
}

async function uploadAndSubmit(on: Stack, session: SdkSession, challengeId: string, file: Buffer) {
  const contentType = file.subarray(4, 8).toString('latin1') === 'ftyp' ? 'audio/mp4' : 'audio/webm';
  await sendAsIfLive(on, session, { stepId: 'voice', challengeId, bytes: file, form: 'audio', contentType });
  await session.submit('voice', {});
  return eventually(
    async () => {
      const [step] = (await session.state()).body.steps;
      const over = step?.status === 'finished' || (step?.status === 'waiting' && step.codes.length > 0);
      return step !== undefined && over ? { status: step.status, codes: step.codes } : null;
    },
    { what: `the voice to be judged ${on.logLines.slice(-3).join('')}` },
  );
}

async function verificationOf(on: Stack, session: SdkSession): Promise<Verification> {
  const path = `/v2/verifications/${session.verificationId}`;
  return eventually(async () => {
    const { body } = await on.api.get<Verification>(path, { token: on.client.token });
    return ['started', 'processing'].includes(body.status) ? null : body;
  });
}

async function verdictOf(on: Stack, session: SdkSession): Promise<string> {
  const { status, steps } = await verificationOf(on, session);
  return `${steps[0]?.checks.map(({ outcome, code }) => `${outcome} ${code ?? ''}`.trim()).join() ?? ''}: ${status}`;
}

/** A session in which somebody speaks and the engine answers `say(digits)`. */
async function spoken(say: (digits: string) => SpeechAnswer, flow?: string) {
  const begun = await start(stack, flow);
  speech.hear(say(begun.digits));
  return { ...begun, step: await uploadAndSubmit(stack, begun.session, begun.challengeId, spokenDigits) };
}

const asWords = (digits: string, words: string) =>
  digits.split('').map((digit) => words.split(' ')[Number(digit)] ?? '');

describe('a recording in which nobody speaks', () => {
  const unheard = [
    ['silence', silence, 'voice_liveness.no_speech'],
    ['a tone', tone, 'voice_liveness.no_speech'],
    ['a sound beyond the scale', tooLoud, 'voice_liveness.clipped'],
    ['one syllable where four digits were asked for', voice(1), 'voice_liveness.too_short'],
  ] as const;
  test.each(sampleOf(unheard, 2))('must be repeated: %s, whatever an engine hears in it', async (_, sound, code) => {
    const { session, challengeId, digits } = await start(stack);
    speech.hear({ text: digits });
    expect(await uploadAndSubmit(stack, session, challengeId, recorded(sound))).toEqual({
      status: 'waiting',
      codes: [code],
    });
  });

  test('must be repeated if it cannot be read at all', async () => {
    const { session, challengeId } = await start(stack);
    const broken = Buffer.concat([recorded(silence).subarray(0, 300), Buffer.alloc(5_000, 0xa5)]);
    const recording = { stepId: 'voice', challengeId, bytes: broken };
    await sendAtOnce(session, recording);
    expect((await finishRecording(session, recording)).status).toBe(201);
    expect(await qualityOf(session)).toEqual({ acceptable: false, codes: ['file.unreadable_audio'] });
    expect(problemLine(await session.submit('voice', {}))).toBe('409 step.files_missing');
  });
});

describe('a voice', () => {
  test('that says the digits passes, the engine gets its sound, and a replay says the same', async () => {
    const before = speech.requests.length;
    const { session, digits, step, challengeId } = await spoken((said) => ({ text: `My digits are ${said}.` }));
    expect(step).toEqual({ status: 'finished', codes: [] });
    expect(await verdictOf(stack, session)).toBe('passed,passed: verified');
    const [request, ...more] = speech.requests.slice(before);
    expect(more).toEqual([]);
    expect(request).toMatchObject({ language: 'en', contentType: 'audio/wav' });
    expect(request?.wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(request?.wav.readUInt32LE(24)).toBe(16_000);
    const [record] = (await verificationOf(stack, session)).steps;
    expect(record?.voiceLiveness?.heardDigits).toBe(digits);
    expect(record?.checks[0]?.data).toMatchObject({ challengeId, digitsMatch: true });
    const replay = await createReplayDecision(stack.container)(session.verificationId);
    expect(replay?.differences).toEqual([]);
    expect(stack.logLines.some((line) => line.includes(`"${digits}"`))).toBe(false);
  });

  const words = [
    ['voice', 'zero one two three four five six seven eight nine', ' '],
    ['voice-de', 'Null eins zwei drei vier fünf sechs sieben acht neun', ', '],
    ['voice-th', 'ศูนย์ หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า', ''],
  ] as const;
  test.each(sampleOf(words, 1))('passes in words, too: %s', async (flow, words, between) => {
    const { session } = await spoken((digits) => ({ text: asWords(digits, words).join(between) }), flow);
    expect(await verdictOf(stack, session)).toBe('passed,passed: verified');
  });

  test('that says other digits is asked again, and a recording is valid only for its own challenge', async () => {
    const { session, step, challengeId } = await spoken((digits) => ({
      text: digits.split('').reverse().join('') + '7',
    }));
    expect(step).toEqual({ status: 'waiting', codes: ['voice_liveness.wrong_digits'] });
    const [bytes = Buffer.alloc(0)] = chunksOf(spokenDigits);
    const again = await session.sendChunk('voice', { challengeId, index: 0, bytes });
    expect(problemLine(again)).toBe('404 challenge.not_found');
    const next = await draw(session);
    speech.hear({ text: 'nothing at all' });
    await uploadAndSubmit(stack, session, next.challengeId, spokenDigits);
    expect(await verdictOf(stack, session)).toBe('failed voice_liveness.wrong_digits,passed: rejected');
  });

  const answers = [
    ['a refusal', { status: 422, body: 'boom' }],
    ['no JSON', { status: 200, body: 'one two three' }],
    ['no text', { status: 200, body: '{"words":"1234"}' }],
  ] as const;
  test.each(sampleOf(answers, 1))('never passes when the engine answers with %s', async (_, answer) => {
    const { session, step } = await spoken(() => answer);
    expect(step.status).toBe('finished');
    expect(await verdictOf(stack, session)).toBe('error check.broken,passed: reviewNeeded');
  });

  test('waits while the engine is down, and in the end never passes', async () => {
    const { session, challengeId } = await start(stack);
    speech.hear({ status: 500, body: 'boom' });
    await sendAsIfLive(stack, session, { stepId: 'voice', challengeId, bytes: spokenDigits, form: 'audio' });
    await session.submit('voice', {});
    await putOff(stack, session.verificationId);
    expect((await session.state()).body.steps[0]?.status).toBe('processing');
    await losePatience(stack);
    await eventually(async () => (await session.state()).body.steps[0]?.status === 'finished');
    expect(await verdictOf(stack, session)).toBe('error check.broken,passed: reviewNeeded');
  });

  test('never passes without an engine: a person reviews it', async () => {
    const { session, challengeId } = await start(deaf);
    expect((await uploadAndSubmit(deaf, session, challengeId, recorded(voice(6), 'mp4'))).status).toBe('finished');
    expect(await verdictOf(deaf, session)).toBe('warning voice_liveness.no_speech_engine,passed: reviewNeeded');
  });

  test('is not analysed for longer than the engine may take', async () => {
    speech.hear('silence');
    const impatient = createHttpSpeechToText(speech.url, stack.container.log, { timeoutMs: 100 });
    await expect(impatient.transcribe(new Float32Array(1_600), 'en')).rejects.toThrow();
  });
});

describe('a voice that', () => {
  const checkOf = async (session: SdkSession, id: string) =>
    (await verificationOf(stack, session)).steps[0]?.checks.find((check) => check.id === id);

  test('comes as one file is refused, whatever it says', async () => {
    const { session, challengeId } = await start(stack);
    const given = { stepId: 'voice', kind: 'voice-audio', challengeId } as const;
    expect(problemLine(await session.upload(spokenDigits, given))).toBe('422 challenge.chunks_required');
  });

  test('existed before its digits were drawn is refused, although it says them', async () => {
    const { session, challengeId, digits } = await start(stack);
    speech.hear({ text: digits });
    const recording = { stepId: 'voice', challengeId, bytes: spokenDigits };
    const clock = clockOf(stack.sql, challengeId);
    for (const [index, bytes] of chunksOf(recording.bytes).entries()) {
      await clock.set(index * 50);
      expect((await session.sendChunk('voice', { challengeId, index, bytes })).status).toBe(200);
      await clock.stop();
    }
    await clock.goOn();
    expect((await finishRecording(session, recording)).status).toBe(201);
    await session.submit('voice', {});
    await eventually(async () => (await session.state()).body.steps[0]?.status === 'finished');
    expect(await checkOf(session, 'timing')).toMatchObject({
      outcome: 'failed',
      code: 'voice_liveness.recorded_too_early',
    });
    expect((await verificationOf(stack, session)).status).toBe('rejected');
  });

  test('is delayed by the network for seconds must be repeated, and does not pass if the attempts are used up', async () => {
    const { session, challengeId, digits } = await start(stack);
    const stall = async (id: string) => {
      const bytes = spokenDigits;
      await sendAsIfLive(stack, session, {
        stepId: 'voice',
        challengeId: id,
        bytes,
        form: 'audio',
        lastChunkLateMs: 6_000,
      });
      await session.submit('voice', {});
      return eventually(async () => {
        const [step] = (await session.state()).body.steps;
        const over = step?.status === 'finished' || (step?.status === 'waiting' && step.codes.length > 0);
        return step !== undefined && over ? { status: step.status, codes: step.codes } : null;
      });
    };
    speech.hear({ text: digits });
    expect(await stall(challengeId)).toEqual({ status: 'waiting', codes: ['voice_liveness.network_stalled'] });
    const next = await draw(session);
    speech.hear({ text: next.digits });
    expect((await stall(next.challengeId)).status).toBe('finished');
    expect(await verdictOf(stack, session)).toBe('passed,warning voice_liveness.network_stalled: reviewNeeded');
  });
});
