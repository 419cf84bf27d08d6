import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';

/** One step: a number, and the code that was sent to it. */
export const phoneFlow = {
  steps: [{ id: 'phone', type: 'phone', config: { defaultCountry: 'BR' } }],
} satisfies FlowDocumentInput;

/** One step: a passport that may come as a PDF. */
export const pdfFlow = {
  steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }], allowPdf: true } }],
} satisfies FlowDocumentInput;

/** One step: a face that is judged for liveness. */
export const selfieFlow = {
  consent: { version: '1', texts: { en: 'We look at your face.' } },
  steps: [{ id: 'selfie', type: 'passive-liveness', config: {} }],
} satisfies FlowDocumentInput;
