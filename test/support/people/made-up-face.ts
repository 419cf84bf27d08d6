import type { FaceTemplate } from '../../../src/domain/traits.ts';

/** Hashes of models that are calibrated. */
export const mobileFaceNet = 'b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507';
export const dlib = 'fa00a25a14059373278840143af59be67840d8c5b8428e0240ffc57f9108365e';

/** A face at this place on a line: how far two of them are apart is known. */
export function faceAt(place: number, pictureSha256 = 'p'.repeat(64), modelSha256 = mobileFaceNet): FaceTemplate {
  const embedding = Buffer.alloc(512);
  embedding.writeFloatLE(place);
  return { embedding: embedding.toString('base64'), modelSha256, pictureSha256, appearance: '' };
}
