import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumModule } from '@hyzyla/pdfium';

/** The functions of PDFium's public headers (fpdfview.h, fpdf_text.h, fpdf_doc.h, fpdf_edit.h) that we call; pointers are numbers. */
export interface PdfEngine {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _FPDF_InitLibrary(): void;
  _FPDF_LoadMemDocument(pointer: number, bytes: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): number;
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, bytes: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageWidthF(page: number): number;
  _FPDF_GetPageHeightF(page: number): number;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number;
  _FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, colour: number): number;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_PageToDevice(
    page: number,
    startX: number,
    startY: number,
    width: number,
    height: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_GetFontInfo(text: number, index: number, buffer: number, bytes: number, flags: number): number;
  _FPDFText_GetCharBox(text: number, index: number, left: number, right: number, bottom: number, top: number): number;
  _FPDFText_GetFillColor(
    text: number,
    index: number,
    red: number,
    green: number,
    blue: number,
    opacity: number,
  ): number;
  _FPDFText_GetTextObject(text: number, index: number): number;
  _FPDFTextObj_GetTextRenderMode(object: number): number;
}

type Imports = { env: Record<string, unknown> } & Record<string, unknown>;

/** Only the needed part: Node 20's types know WebAssembly by name only. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object, imports: Imports) => object;
  };
};

/** Loads PDFium with a limit on its memory: a file that needs more than `maxHeapBytes` fails inside the engine. */
export async function loadPdfEngine(maxHeapBytes: number): Promise<PdfEngine> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
  const instantiateWasm = (imports: Imports, use: (instance: object, module: object) => void) => {
    const grow = imports.env.emscripten_resize_heap as (bytes: number) => boolean | number;
    const limited = (bytes: number) => (bytes >>> 0 > maxHeapBytes ? 0 : grow(bytes));
    const module = new webAssembly.Module(wasm);
    const env = { ...imports.env, emscripten_resize_heap: limited };
    use(new webAssembly.Instance(module, { ...imports, env }), module);
    return {};
  };
  // The package declares only the part of its module that its own classes call.
  const start = PDFiumModule as unknown as (options: object) => Promise<PdfEngine>;
  const silence = { print: () => undefined, printErr: () => undefined };
  const engine = await start({ instantiateWasm, locateFile: () => '', ...silence });
  engine._FPDF_InitLibrary();
  return engine;
}
