import type { PageSignal } from '../ports/pages/page-reader.ts';

/** Programs that change pictures or finished PDFs. No issuer writes its bills with them. */
const editors =
  /photoshop|illustrator|lightroom|gimp|inkscape|corel|affinity|canva|pixelmator|paint|pdfescape|sejda|ilovepdf|smallpdf|pdf-xchange editor|phantompdf|foxit (pdf )?editor|nitro|pdfelement|wondershare|master pdf|pdf candy|dochub|pdffiller|acrobat (pro|dc)|adobe acrobat \d/i;
/** Word processors. Some small issuers do use them. */
const writers = /microsoft.{0,3} (word|powerpoint|excel)|libreoffice|openoffice|google docs|pages/i;

/** Whether the file names a maker that an issuer would not use. */
export function editorSignal({
  producer,
  creator,
}: {
  producer: string | null;
  creator: string | null;
}): PageSignal | null {
  for (const [programs, score] of [
    [editors, 0.8],
    [writers, 0.4],
  ] as const) {
    const named = [creator, producer].find((program) => program !== null && programs.test(program));
    if (named != null) return { score, area: null, evidence: `The file was saved by “${named.slice(0, 100)}”.` };
  }
  return null;
}
