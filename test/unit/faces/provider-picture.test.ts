import { expect, it } from 'vitest';
import type { Challenge } from '../../../src/domain/verifications/challenge.ts';
import { enhancedLivenessStep } from '../../../src/steps/enhanced-liveness/index.ts';
import type { StepTools } from '../../../src/steps/step-tools.ts';

/** The pictures that the analyser opened, in a process with keys, when the provider sent `picture`. */
async function openedFor(picture: Buffer): Promise<string[]> {
  const opened: string[] = [];
  const tools = {
    providers: { fetchResult: () => Promise.resolve({ state: 'finished', live: true, score: 1, picture }) },
    normaliser: {
      normalise: (original: Buffer) =>
        Promise.resolve(
          original.includes('hostile')
            ? { fault: 'file.unreadable_image' }
            : { image: { jpeg: Buffer.from('made safe'), widthPx: 1, heightPx: 1 } },
        ),
    },
    faceAnalyser: {
      analyse: (jpeg: Buffer) => {
        opened.push(jpeg.toString('utf8'));
        return Promise.resolve({ faces: [], models: [] });
      },
    },
  } as unknown as StepTools['face.judge'];
  const challenge = { content: { kind: 'provider', reference: 'nonce' } } as unknown as Challenge;
  await enhancedLivenessStep.work(tools, {
    config: { provider: { name: 'aws-rekognition', region: 'eu-west-1' } },
    input: {},
    files: [],
    challenge,
    verificationId: 'verification',
    mayWait: false,
  });
  return opened;
}

it('opens no picture of a provider before the confined decoder has made it safe', async () => {
  expect(await openedFor(Buffer.from('as the provider sent it'))).toEqual(['made safe']);
  expect(await openedFor(Buffer.from('a hostile file'))).toEqual([]);
});
