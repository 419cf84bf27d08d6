import type { PageSignal } from '../ports/pages/page-reader.ts';

/** Programs and libraries with which anybody makes a PDF in minutes. Some issuers use them, too: this is a doubt, no claim. */
const everydayMakers =
  /pdf-?lib|pdfkit|jspdf|reportlab|fpdf|tcpdf|dompdf|mpdf|wkhtmltopdf|weasyprint|pypdf|pymupdf|itext|openpdf|pdfbox|pdfsharp|skia|chromium|headless|quartz|cairo|ghostscript|latex|microsoft|libreoffice|openoffice|google docs/i;
/** A bill is sent to somebody before it is sent on to us. */
const freshDays = 3;
const dayMs = 24 * 60 * 60_000;

/** Whether a program that anybody has made the file within the last days. Null: it did not, or the file names no maker or time. */
export function freshFileSignal(
  { producer, creator, createdAt }: { producer: string | null; creator: string | null; createdAt: Date | null },
  now: Date,
): PageSignal | null {
  const maker = [producer, creator].find((program) => program !== null && everydayMakers.test(program));
  if (maker == null || createdAt === null) return null;
  const days = (now.getTime() - createdAt.getTime()) / dayMs;
  // A time to come is as telling as one just past: somebody's clock made it up.
  if (days > freshDays) return null;
  const day = createdAt.toISOString().slice(0, 10);
  return { score: 0.5, area: null, evidence: `The file was made by “${maker.slice(0, 100)}” on ${day}.` };
}

/** A date as PDF writes it (ISO 32000-1, 7.9.4): `D:20261123091500+01'00'`; null when it is none. */
export function parsePdfDate(text: string | null): Date | null {
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(text ?? '');
  if (parts === null) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part: string | undefined, index) => (part === undefined ? [0, 1, 1, 0, 0, 0][index] : Number(part)));
  const offset = (Number(parts[8] ?? 0) * 60 + Number(parts[9] ?? 0)) * (parts[7] === '-' ? -1 : 1);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute - offset, second));
  return Number.isNaN(at.getTime()) ? null : at;
}
