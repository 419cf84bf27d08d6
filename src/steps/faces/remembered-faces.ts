import { createHash } from 'node:crypto';
import type { AnalysedFace, FaceAnalyser, FaceQuestions, RgbPicture } from '../../domain/ports/faces/face-analyser.ts';

/** More than the pictures of the longest video. */
const mostRemembered = 1_000;

/**
 * An analyser that remembers its measurements of decoded pictures, in memory only. It uses a measurement again only for a picture with the
 * same pixels and the same question (by their SHA-256), so a judgement cannot depend on what was measured before it. `forget` removes all.
 */
export function rememberFaces(analyser: FaceAnalyser): FaceAnalyser & { forget: () => void } {
  const remembered = new Map<string, unknown>();

  /** A failure is not remembered. */
  async function recall<Answer>(key: string, measure: () => Promise<Answer>): Promise<Answer> {
    // The key names the question, and one question has one type of answer.
    const known = remembered.get(key) as Answer | undefined;
    if (known !== undefined) return known;
    const answer = await measure();
    if (remembered.size < mostRemembered) remembered.set(key, answer);
    return answer;
  }

  return {
    antiSpoofing: analyser.antiSpoofing,
    templateModel: analyser.templateModel,
    analyse(picture, questions = {}) {
      // A function cannot be compared.
      if (Buffer.isBuffer(picture) || questions.isWanted !== undefined) return analyser.analyse(picture, questions);
      return recall(keyOf(picture, { questions: inOrder(questions) }), () => analyser.analyse(picture, questions));
    },
    templateOf: (picture, face: Pick<AnalysedFace, 'mesh'>) =>
      recall(keyOf(picture, { templateOf: face.mesh }), () => analyser.templateOf(picture, face)),
    forget: () => remembered.clear(),
  };
}

function keyOf({ rgb, widthPx, heightPx }: RgbPicture, question: object): string {
  return createHash('sha256')
    .update(JSON.stringify([widthPx, heightPx, question]))
    .update('\n')
    .update(rgb)
    .digest('base64');
}

function inOrder(questions: FaceQuestions): [string, unknown][] {
  return Object.entries(questions).sort(([a], [b]) => (a < b ? -1 : 1));
}
