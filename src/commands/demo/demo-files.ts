import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MediaKind } from '../../domain/media/media-kind.ts';
import { drawDocument, drawDocumentPdf, type DrawnTruth } from '../../../specimens/documents/draw-document.ts';
import { throughCamera } from '../../../specimens/captures/through-camera.ts';
import type { DemoKind } from './demo-kinds.ts';

/** A file that the demo submits. */
export interface SubmittedFile {
  kind: MediaKind;
  bytes: Buffer;
  /** The path of the file, for a person to look at. */
  path: string;
}

/**
 * Draws the specimen like a camera picture, and writes it to `dir`, for a person to look at. `portrait`: a picture in place of the
 * silhouette.
 */
export async function drawDemoFiles(
  { word, kind, asPdf }: DemoKind,
  seed: number,
  dir: string,
  portrait?: Buffer,
): Promise<{ files: SubmittedFile[]; truth: DrawnTruth }> {
  mkdirSync(dir, { recursive: true });
  const keep = (file: Omit<SubmittedFile, 'path'>, name: string): SubmittedFile => {
    const target = path.join(dir, name);
    writeFileSync(target, file.bytes);
    return { ...file, path: target };
  };
  if (asPdf) {
    const { pdf, truth } = await drawDocumentPdf(kind, { seed });
    return { files: [keep({ kind: 'document-page', bytes: pdf }, `${word}.pdf`)], truth };
  }
  const { sides, truth } = await drawDocument(kind, { seed, ...(portrait && { portrait }) });
  const pictures = sides.map(async ({ side, jpeg }) => {
    const mediaKind = kind.type === 'proof-of-residency' ? 'document-page' : (`document-${side}` as const);
    return keep({ kind: mediaKind, bytes: await throughCamera(jpeg) }, `${word}-${side}.jpg`);
  });
  const files = await Promise.all(pictures);
  return { files, truth };
}

/**
 * The caller's own pictures.
 * @throws the file system's error
 */
export function readOwnFiles(front: string, back: string | undefined): SubmittedFile[] {
  const read = (kind: MediaKind, file: string) => ({ kind, bytes: readFileSync(file), path: file });
  const isPdf = front.toLowerCase().endsWith('.pdf');
  return [
    read(isPdf ? 'document-page' : 'document-front', front),
    ...(back === undefined ? [] : [read('document-back', back)]),
  ];
}
