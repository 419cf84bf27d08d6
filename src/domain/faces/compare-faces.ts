import type { FaceTemplate } from '../traits.ts';

type FaceEmbedding = NonNullable<FaceTemplate['alternates']>[number];

/** The distance between two faces, by the first model of `a` that embedded both. Null when none did: they cannot be compared. */
export function compareFaces(a: FaceTemplate, b: FaceTemplate): { distance: number; modelSha256: string } | null {
  for (const { embedding, modelSha256 } of embeddingsOf(a)) {
    const other = embeddingsOf(b).find((candidate) => candidate.modelSha256 === modelSha256);
    const distance = other === undefined ? null : euclideanDistance(toFloats(embedding), toFloats(other.embedding));
    if (distance !== null) return { distance, modelSha256 };
  }
  return null;
}

/** Only the distance: 0 for the same picture. The model's calibration interprets other values. */
export function faceDistance(a: FaceTemplate, b: FaceTemplate): number | null {
  return compareFaces(a, b)?.distance ?? null;
}

/** Every embedding of the face, starting with the template's own model. Templates of older results have one. */
export function embeddingsOf({ embedding, modelSha256, alternates = [] }: FaceTemplate): FaceEmbedding[] {
  return [{ embedding, modelSha256 }, ...alternates];
}

/** Null for embeddings that cannot come from one model, and for invalid numbers: without a comparison there is no agreement. */
function euclideanDistance(x: Float32Array, y: Float32Array): number | null {
  if (x.length !== y.length || x.length === 0) return null;
  let sum = 0;
  for (const [index, value] of x.entries()) sum += (value - (y[index] ?? 0)) ** 2;
  return Number.isFinite(sum) ? Math.sqrt(sum) : null;
}

/** Little-endian float32 in base64, as in templates. */
export function toFloats(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  const floats = new Float32Array(bytes.length >> 2);
  for (let index = 0; index < floats.length; index++) floats[index] = bytes.readFloatLE(index * 4);
  return floats;
}
