import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kindKeyOf } from '../../domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../domain/document-kinds/index.ts';
import type { DocumentHolder } from '../../../specimens/documents/document-holder.ts';
import { drawDocument, type DrawDocumentOptions } from '../../../specimens/documents/draw-document.ts';
import { throughCamera } from '../../../specimens/captures/through-camera.ts';
import type { ForgedPaper, ForgeryRequest } from './forgery.ts';

type Forged = NonNullable<DrawDocumentOptions['forged']>;

/**
 * Draws the passport of a made-up person twice: unchanged, to know the holder's data, and as `change` forges it. `change` returns what the
 * forger writes, and a description of it.
 */
export async function forgePassport(
  word: string,
  { seed, dir, portrait }: ForgeryRequest,
  change: (holder: DocumentHolder) => { forged: Forged; changed: string },
  caughtBy: ForgedPaper['caughtBy'],
): Promise<ForgedPaper> {
  const kind = documentKinds.find((candidate) => kindKeyOf(candidate) === 'passport/any');
  if (kind === undefined) throw new Error('the catalogue has no passport');
  const options = { seed, ...(portrait && { portrait }) };
  const { truth } = await drawDocument(kind, options);
  const { forged, changed } = change(truth.holder);
  const { sides } = await drawDocument(kind, { ...options, forged });
  mkdirSync(dir, { recursive: true });
  const pictures = sides.map(async ({ side, jpeg }) => {
    const target = path.join(dir, `forged-${word}-${side}.jpg`);
    // The forger photographs the result: this forgery tests only the forged words.
    const bytes = await throughCamera(jpeg);
    writeFileSync(target, bytes);
    return { kind: `document-${side}` as const, bytes, path: target };
  });
  const files = await Promise.all(pictures);
  return { files, submit: { documentType: kind.type, country: truth.holder.country }, changed, caughtBy };
}
