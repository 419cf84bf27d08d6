import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { kindKeyOf } from '../../domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../domain/document-kinds/index.ts';
import { drawDocumentPdf } from '../../../specimens/documents/draw-document.ts';
import type { Forgery } from './forgery.ts';

/** Writes a bill today, with a PDF library that anybody can use. */
export const freshPdf: Forgery = {
  word: 'pdf',
  document: 'bill',
  description: 'a bill as a PDF, made today with a PDF library',
  async make({ seed, dir }) {
    const kind = documentKinds.find((candidate) => kindKeyOf(candidate) === 'proof-of-residency/any/utility-bill');
    if (kind === undefined) throw new Error('the catalogue has no bill');
    const { pdf, truth } = await drawDocumentPdf(kind, { seed });
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    document.setProducer('pdf-lib (https://github.com/Hopding/pdf-lib)');
    document.setCreationDate(new Date());
    const bytes = Buffer.from(await document.save());
    mkdirSync(dir, { recursive: true });
    const target = path.join(dir, 'forged-pdf.pdf');
    writeFileSync(target, bytes);
    const { type: documentType, subtype } = kind;
    return {
      files: [{ kind: 'document-page', bytes, path: target }],
      submit: { documentType, country: truth.holder.country, ...(subtype !== null && { subtype }) },
      changed: 'the file was made today by a PDF library',
      caughtBy: ['document.fresh_file', 'document.editor_metadata'],
    };
  },
};
