import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import type { TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import { layOutPage } from '../../../src/steps/document/visual/page-layout.ts';
import { readVisualFields } from '../../../src/steps/document/visual/read-visual-fields.ts';
import type { PrintedDocument } from './printed-document.ts';

const today = new Date('2026-03-01T12:00:00Z');

/** The labelled fields of a made-up document. */
export function readPrint(
  kind: DocumentKind,
  { lines }: Pick<PrintedDocument, 'lines'>,
  change: (line: TextLine) => TextLine = (line) => line,
) {
  const pages = kind.sides.map((side) => ({ side, lines: layOutPage({ lines: lines[side].map(change) }) }));
  return readVisualFields(kind, pages, today);
}

export const kindOf = (key: string) => {
  const kind = documentKinds.find((candidate) => kindKeyOf(candidate) === key);
  if (kind === undefined) throw new Error(`no kind ${key}`);
  return kind;
};
/** The labelled fields of a front, by name. */
export const readLines = (key: string, lines: TextLine[]) =>
  Object.fromEntries(
    readPrint(kindOf(key), { lines: { front: lines, back: [] } }).map((field) => [field.field.name, field]),
  );
