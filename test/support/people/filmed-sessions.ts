import { expect } from 'vitest';
import type { LivenessAction, LivenessPrompt } from '../../../src/domain/verifications/challenge.ts';
import type { FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import { oncePerInput } from '../documents/once-per-input.ts';
import { cropFace, samplePicture } from './face-pictures.ts';
import { eventually } from '../eventually.ts';
import type { SdkSession } from '../sdk-client.ts';
import type { Stack } from '../stack.ts';
import { openFaceAnalyser } from '../test-models.ts';
import { finishRecording, sendAsIfLive, sendAtOnce } from './send-as-if-live.ts';
import { openFace } from '../../../specimens/faces/open-face.ts';
import type { ProjectedFace } from '../../../specimens/faces/projected-face.ts';

export interface FilmedVerification {
  status: string;
  steps: {
    id: string;
    checks: { id: string; outcome: string; code: string | null }[];
    media: { id: string; kind: string; contentType: string }[];
    activeLiveness: { poseCurve: { atMs: number }[]; videoMs: number } | null;
  }[];
}

/** With the shortest pause between two prompts: each second of a film takes seconds to paint, to encode and to judge. */
const alive = { id: 'alive', type: 'active-liveness', config: { promptCount: 2, promptTimeoutMs: 1_000 } } as const;
const consent = { version: '1', texts: { en: 'We film your face.' } };
/** `alive` is the step of the recording; if a document follows, the session continues after it. */
export const filmedFlows = {
  moving: {
    consent,
    steps: [
      alive,
      { id: 'paper', type: 'document', config: { accept: [{ type: 'passport' }], requireUnexpired: false } },
    ],
  },
  'moving-only': { consent, steps: [alive], maxAttemptsPerStep: 1 },
} satisfies Record<string, FlowDocumentInput>;

/** One face of a group picture, which films can turn. */
export const openSampleFace = oncePerInput(async (): Promise<ProjectedFace> => {
  const analyser = await openFaceAnalyser();
  const picture = await samplePicture('sample3');
  const faces = (await analyser.analyse(picture)).faces;
  const [straight] = [...faces].sort((a, b) => Math.abs(a.pose.roll) - Math.abs(b.pose.roll));
  if (straight === undefined) throw new Error('the sample has no face');
  return openFace(await cropFace(picture, straight, { room: 0.6, widthPx: 500 }), analyser);
});

export const promptsOf = (actions: readonly LivenessAction[]): LivenessPrompt[] =>
  actions.map((action, index) => ({ action, atMs: 1_200 + index * 2_200 }));

/** What a person does with the recording, on a stack that has the flows above. */
export function createFilmedSessions(stack: () => Stack) {
  async function readVerification(session: SdkSession): Promise<FilmedVerification> {
    const path = `/v2/verifications/${session.verificationId}`;
    return (await stack().api.get<FilmedVerification>(path, { token: stack().client.token })).body;
  }

  const recordingOf = (challengeId: string, bytes: Buffer) => ({ stepId: alive.id, challengeId, bytes });

  return {
    readVerification,
    sendAtOnce: (session: SdkSession, challengeId: string, film: Buffer) =>
      sendAtOnce(session, recordingOf(challengeId, film)),
    finish: (session: SdkSession, challengeId: string, film: Buffer, chunkCount?: number) =>
      finishRecording(session, recordingOf(challengeId, film), chunkCount),
    sendAsIfLive: (
      session: SdkSession,
      challengeId: string,
      { film, prompts }: { film: Buffer; prompts: readonly LivenessPrompt[] },
    ) => sendAsIfLive(stack(), session, { ...recordingOf(challengeId, film), prompts }),

    async start(flowName: keyof typeof filmedFlows = 'moving'): Promise<SdkSession> {
      const session = await stack().startSession(flowName);
      await session.consent();
      return session;
    },

    async draw(session: SdkSession): Promise<{ challengeId: string; promptCount: number }> {
      const { status, body } = await session.drawChallenge('alive');
      expect(status).toBe(201);
      if (!('promptCount' in body)) throw new Error('a challenge without prompts');
      return body;
    },

    async judged(session: SdkSession): Promise<{ status: string; codes: readonly string[] }> {
      return eventually(
        async () => {
          const state = await session.state();
          if (state.status !== 200) throw new Error(JSON.stringify(state.body) + stack().logLines.slice(-10).join(''));
          const [step] = state.body.steps;
          const over = step?.status === 'finished' || (step?.status === 'waiting' && step.codes.length > 0);
          return step !== undefined && over ? { status: step.status, codes: step.codes } : null;
        },
        { withinMs: 90_000, what: 'the video to be judged' },
      );
    },

    async checkOf(session: SdkSession, id: string) {
      return (await readVerification(session)).steps[0]?.checks.find((check) => check.id === id);
    },

    async verdictOf(session: SdkSession): Promise<string> {
      const verdicts = ['verified', 'reviewNeeded', 'rejected'];
      return eventually(
        async () => {
          const { status } = await readVerification(session);
          return verdicts.includes(status) ? status : null;
        },
        { what: 'the verification to be decided' },
      );
    },
  };
}
