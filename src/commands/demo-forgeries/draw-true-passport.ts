import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kindKeyOf } from '../../domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../domain/document-kinds/index.ts';
import { drawDocument } from '../../../specimens/documents/draw-document.ts';
import type { ForgedPaper, ForgeryRequest } from './forgery.ts';

/** The unchanged passport of a made-up person, for forgeries that start from its picture. */
export async function drawTruePassport({ seed, portrait }: Pick<ForgeryRequest, 'seed' | 'portrait'>) {
  const kind = documentKinds.find((candidate) => kindKeyOf(candidate) === 'passport/any');
  if (kind === undefined) throw new Error('the catalogue has no passport');
  const { sides, truth } = await drawDocument(kind, { seed, ...(portrait && { portrait }) });
  const [side] = sides;
  if (side === undefined) throw new Error('a passport has a page');
  return { jpeg: side.jpeg, submit: { documentType: kind.type, country: truth.holder.country } };
}

/** Writes the picture of a forged passport to a file, for a person to look at. */
export function submitPicture(
  word: string,
  dir: string,
  { bytes, submit, ...said }: { bytes: Buffer } & Pick<ForgedPaper, 'submit' | 'changed' | 'caughtBy'>,
): ForgedPaper {
  mkdirSync(dir, { recursive: true });
  const target = path.join(dir, `forged-${word}.jpg`);
  writeFileSync(target, bytes);
  return { files: [{ kind: 'document-front', bytes, path: target }], submit, ...said };
}
