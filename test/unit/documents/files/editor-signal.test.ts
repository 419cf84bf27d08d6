import { expect, it } from 'vitest';
import { editorSignal } from '../../../../src/domain/documents/editor-signal.ts';

it('names a program that edits pictures or PDFs, and, with less weight, one that writes texts', () => {
  expect(editorSignal({ producer: 'Adobe PDF Library 17.0', creator: 'Adobe Photoshop 25.1' })).toMatchObject({
    score: 0.8,
    evidence: expect.stringContaining('Adobe Photoshop 25.1') as unknown,
  });
  expect(editorSignal({ producer: 'iLovePDF', creator: null })?.score).toBe(0.8);
  expect(editorSignal({ producer: 'Microsoft® Word for Microsoft 365', creator: null })?.score).toBe(0.4);
});

it('says nothing about the programs of issuers, scanners and browsers', () => {
  for (const producer of [
    'iText 5.5.13',
    'Crystal Reports',
    'JasperReports 6',
    'Skia/PDF m120',
    'EPSON Scan',
    'Quartz PDFContext',
    null,
  ])
    expect(editorSignal({ producer, creator: null })).toBeNull();
});
