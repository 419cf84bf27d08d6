import type { PdfFault } from '../../../domain/ports/pages/pdf-opener.ts';
import { loadPdfEngine } from './pdf-engine.ts';
import { openPdf, type OpenPdf } from './pdf-pages.ts';
import type { PdfAnswer, PdfQuestion } from './pdf-messages.ts';

/**
 * The process that holds one PDF. It has no environment, and its parent kills it when an answer is late. Every fault inside the engine
 * counts as the file's fault.
 */
const maxHeapBytes = 700_000_000;

const engine = await loadPdfEngine(maxHeapBytes);
let open: OpenPdf | null = null;

function answer(message: PdfAnswer): void {
  process.send?.(message);
}

function reply(question: PdfQuestion): PdfAnswer {
  if (question.ask === 'open') {
    const opened = openPdf(engine, question.pdf, question.maxPages);
    if ('fault' in opened) return { answer: 'fault', fault: opened.fault };
    open = opened;
    const { pageCount, producer, creator, creationDate, modificationDate } = opened;
    return { answer: 'opened', pageCount, producer, creator, creationDate, modificationDate };
  }
  if (open === null) return { answer: 'fault', fault: 'file.unreadable_pdf' };
  if (question.ask === 'text') {
    const text = open.textOf(question.index);
    return text === null ? { answer: 'fault', fault: 'file.unreadable_pdf' } : { answer: 'text', ...text };
  }
  const page = open.draw(question.index, question.share);
  return page === null ? { answer: 'fault', fault: 'file.unreadable_pdf' } : { answer: 'page', ...page };
}

process.on('message', (question: PdfQuestion) => {
  try {
    answer(reply(question));
  } catch {
    const fault: PdfFault = 'file.unreadable_pdf';
    answer({ answer: 'fault', fault });
  }
});
process.on('disconnect', () => process.exit(0));
answer({ answer: 'ready' });
