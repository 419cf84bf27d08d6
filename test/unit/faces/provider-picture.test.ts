import { expect, it } from 'vitest';
import type { Challenge } from '../../../src/domain/verifications/challenge.ts';
import { enhancedLivenessStep } from '../../../src/steps/enhanced-liveness/index.ts';
import type { StepTools } from '../../../src/steps/step-tools.ts';

/** The pictures that the analyser opened, in a process with keys, when the provider sent `picture`, and the face that was kept. */
async function workOn(
  picture: Buffer,
  faces: readonly object[] = [],
): Promise<{ opened: string[]; template: unknown }> {
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
        return Promise.resolve({ faces, models: [] });
      },
    },
  } as unknown as StepTools['face.judge'];
  const challenge = { content: { kind: 'provider', reference: 'nonce' } } as unknown as Challenge;
  const result = await enhancedLivenessStep.work(tools, {
    config: { provider: { name: 'aws-rekognition', region: 'eu-west-1' } },
    input: {},
    files: [],
    challenge,
    verificationId: 'verification',
    mayWait: false,
  });
  return { opened, template: (result as { template: unknown }).template };
}

it('opens no picture of a provider before the confined decoder has made it safe', async () => {
  expect((await workOn(Buffer.from('as the provider sent it'))).opened).toEqual(['made safe']);
  expect((await workOn(Buffer.from('a hostile file'))).opened).toEqual([]);
});

it('compares no face of a provider’s picture that shows two people', async () => {
  const faceOf = (width: number, template: string | null, meshScore = 0.9) => ({ box: { width }, meshScore, template });
  const kept = async (faces: object[]) => (await workOn(Buffer.from('a picture'), faces)).template;
  expect(await kept([faceOf(200, 'largest')])).toBe('largest');
  expect(await kept([faceOf(200, 'largest'), faceOf(190, null)])).toBeNull();
  // Far in the background, or no clear face.
  expect(await kept([faceOf(200, 'largest'), faceOf(40, null), faceOf(190, null, 0.1)])).toBe('largest');
  expect(await kept([])).toBeNull();
});
