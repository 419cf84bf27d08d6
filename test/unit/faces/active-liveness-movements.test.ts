import { describe, expect, test } from 'vitest';
import type { LivenessPrompt } from '../../../src/domain/verifications/challenge.ts';
import { findCuts } from '../../../src/steps/recordings/find-cuts.ts';
import { followPrompts } from '../../../src/steps/active-liveness/follow-prompts.ts';
import { samplesOf } from '../../support/people/watched-video.ts';

describe('a smile', () => {
  /** The width of the mouth, compared with its rest, at pictures a third of a second apart from the prompt on. */
  const followed = (widths: readonly number[]) => {
    const samples = Array.from({ length: 30 }, (_, index) => {
      const mouthWidth = 0.63 * (widths[index - 8] ?? 1);
      const face = { yaw: 0, pitch: 0, eyes: 0.3, mouthWidth, x: 0.5, y: 0.5, width: 0.4 };
      return { atMs: index * 333, largeFaces: 1, face };
    });
    const smile: LivenessPrompt = { action: 'smile', atMs: 8 * 333 };
    const { followedAtMs, strays } = followPrompts(samples, [smile], 4_000);
    return { followed: followedAtMs[0] !== null, strays: strays.length };
  };

  test('is seen on a face that already smiles and has less room for it', () => {
    expect(followed([1.02, 1.01, 1.12, 1.16, 1.13, 1.0])).toEqual({ followed: true, strays: 0 });
    expect(followed([0.98, 0.99, 1.08, 1.137, 1.129, 1.04])).toEqual({ followed: true, strays: 0 });
  });

  test('is not a mouth that moves a little for long, or a lot for a moment', () => {
    expect(followed([1, 1.08, 1.09, 1.1, 1.09, 1.08])).toEqual({ followed: false, strays: 0 });
    expect(followed([1, 1, 1.3, 1, 1])).toEqual({ followed: false, strays: 0 });
  });
});

/** How much pictures of a video at 15 a second change, and the moments that are cuts. */
function cutsIn(differences: readonly number[]): number[] {
  const everyMs = 1_000 / 15;
  return findCuts(
    differences.map((difference, index) => ({
      atMs: Math.round((index + 1) * everyMs),
      difference,
      differenceFromEarlier: 1,
      banding: 0,
    })),
    [],
  );
}

const still = (pictures: number) => Array.from({ length: pictures }, () => 0.002);

describe('a cut', () => {
  test('is one picture unlike the one before, while those around it are alike', () => {
    expect(cutsIn([...still(20), 0.12, ...still(20)])).toHaveLength(1);
    // An encoder corrects its errors at the cut over the next pictures.
    expect(cutsIn([...still(20), 0.12, 0.025, 0.012, ...still(20)])).toHaveLength(1);
  });

  test('is found in the middle of a movement', () => {
    expect(cutsIn([...still(20), 0.006, 0.014, 0.018, 0.019, 0.074, 0.012, 0.01, 0.006, ...still(20)])).toHaveLength(1);
  });

  // As measured on made-up faces that turn by 45° in 0.13 and 0.2 s, and on ones that fill more of the picture.
  test.each([[[0.021, 0.067, 0.017]], [[0.021, 0.068, 0.019]], [[0.01, 0.047, 0.049, 0.011]]])(
    'is not a head that turns quickly: %j',
    (turn) => {
      expect(cutsIn([...still(20), ...turn, ...still(20)])).toEqual([]);
      expect(cutsIn([...still(20), ...turn.map((difference) => difference * 1.8), ...still(20)])).toEqual([]);
    },
  );

  test('is an unexplained pause of the recorder', () => {
    const changes = [0, 66, 1_400, 1_466].map((atMs) => ({
      atMs,
      difference: 0.002,
      differenceFromEarlier: 1,
      banding: 0,
    }));
    expect(findCuts(changes, [])).toEqual([1_400]);
  });

  test('is a face that suddenly has another place or size', () => {
    const [before, ...rest] = samplesOf();
    if (before?.face == null) throw new Error('no face');
    const jumped = { ...before, atMs: 280, face: { ...before.face, x: 0.9 } };
    const grown = { ...before, atMs: 280, face: { ...before.face, width: 0.7 } };
    expect(findCuts([], [before, jumped])).toEqual([280]);
    expect(findCuts([], [before, grown])).toEqual([280]);
    expect(findCuts([], [before, ...rest])).toEqual([]);
  });
});
