import type { PageSignal } from '../ports/pages/page-reader.ts';

/** Programs and libraries with which anybody can make a PDF in minutes. Some issuers use them, too, so they are a doubt and not a proof. */
const everydayMakers =
  /pdf-?lib|pdfkit|jspdf|reportlab|fpdf|tcpdf|dompdf|mpdf|wkhtmltopdf|weasyprint|pypdf|pymupdf|itext|openpdf|pdfbox|pdfsharp|skia|chromium|headless|quartz|cairo|ghostscript|latex|microsoft|libreoffice|openoffice|google docs/i;
/** A sender sends a bill to the person before the person sends it on to us. */
const freshDays = 3;
const dayMs = 24 * 60 * 60_000;

/**
 * Whether a widely available program made or last changed the file within the last days. A program that changes a file names itself as its
 * producer and keeps the time at which the file was made. Null: it did not, or the file names no maker or time.
 */
export function freshFileSignal(
  {
    producer,
    creator,
    createdAt,
    changedAt = null,
  }: { producer: string | null; creator: string | null; createdAt: Date | null; changedAt?: Date | null | undefined },
  now: Date,
): PageSignal | null {
  const maker = [producer, creator].find((program) => program !== null && everydayMakers.test(program));
  const times = [createdAt, changedAt].flatMap((at) => at?.getTime() ?? []);
  if (maker == null || times.length === 0) return null;
  const newest = Math.max(...times);
  // A time in the future is as suspicious as a recent one: somebody's clock made it up.
  if ((now.getTime() - newest) / dayMs > freshDays) return null;
  const day = new Date(newest).toISOString().slice(0, 10);
  return {
    score: 0.5,
    area: null,
    evidence: `The file was made or changed by “${maker.slice(0, 100)}” on ${day}.`,
  };
}

/** Later times have a year of more digits, which no stored record accepts: a file could name one so that its facts are lost. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59);

/** A date in the notation of PDF (ISO 32000-1, 7.9.4): `D:20261123091500+01'00'`. Null for any other text. */
export function parsePdfDate(text: string | null): Date | null {
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(text ?? '');
  if (parts === null) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part: string | undefined, index) => (part === undefined ? [0, 1, 1, 0, 0, 0][index] : Number(part)));
  const offset = (Number(parts[8] ?? 0) * 60 + Number(parts[9] ?? 0)) * (parts[7] === '-' ? -1 : 1);
  const at = Date.UTC(year, month - 1, day, hour, minute - offset, second);
  return Number.isNaN(at) ? null : new Date(Math.min(at, latest));
}
