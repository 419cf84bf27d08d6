import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  resolvePackageFile,
  shippedModelsDir,
  verifyModel,
  type CatalogueEntry,
  type ModelCatalogue,
  type ModelSource,
} from './model-catalogue.ts';
import { convertDlibFace } from './onnx/convert-dlib-face.ts';
import { convertTfjsGraph } from './onnx/convert-tfjs-graph.ts';

/** Without a response in this time, the address cannot be reached from here. */
const connectTimeoutMs = 5_000;
const downloadTimeoutMs = 120_000;
/** Far more than any model of the catalogue, so that a server cannot fill the disk. */
const mostBytes = 200_000_000;

const converters: Readonly<Record<Extract<ModelSource, { convert: string }>['convert'], (file: string) => Buffer>> = {
  'tfjs-graph': convertTfjsGraph,
  'dlib-face': convertDlibFace,
};

/** Progress of the preparation. `share`: of the download, 0..1; null when the server does not state its size. */
export interface PrepareProgress {
  converted(model: string): void;
  downloading(model: string, share: number | null): void;
  failed(model: string, reason: string): void;
}

/**
 * Prepares every missing model: converts those that come in packages, and downloads the rest when `download` is set. A file is moved into
 * place only with the pinned hash, so that a reader sees a whole one or none. Never throws for an unavailable model.
 */
export async function prepareModels(
  catalogue: Pick<ModelCatalogue, 'entries'>,
  { download, progress, into = shippedModelsDir }: { download: boolean; progress: PrepareProgress; into?: string },
): Promise<void> {
  /** Hosts that do not answer: without a network, a person would wait for each of their models. */
  const away = new Map<string, string>();
  for (const entry of catalogue.entries) {
    const { source } = entry;
    if (!('to' in source) || (!download && 'url' in source) || verifyModel(entry).status === 'ok') continue;
    const host = 'url' in source ? new URL(source.url).host : null;
    const silent = host === null ? undefined : away.get(host);
    if (silent !== undefined) {
      progress.failed(entry.name, silent);
      continue;
    }
    try {
      const bytes =
        'url' in source
          ? await fetchModel(source.url, (share) => progress.downloading(entry.name, share))
          : converters[source.convert](resolvePackageFile(source.npm, source.file));
      putInPlace(entry, bytes, join(into, source.to));
      if ('convert' in source) progress.converted(entry.name);
    } catch (error) {
      const reason = reasonOf(error);
      if (host !== null && unreachable.includes(reason)) away.set(host, reason);
      progress.failed(entry.name, reason);
    }
  }
}

function putInPlace(entry: CatalogueEntry, bytes: Buffer, path: string): void {
  if (createHash('sha256').update(bytes).digest('hex') !== entry.sha256) {
    throw new Error('what came has another hash than the catalogue pins');
  }
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(fresh, bytes);
    renameSync(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
}

async function fetchModel(url: string, onProgress: (share: number | null) => void): Promise<Buffer> {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), connectTimeoutMs);
  const response = await fetch(url, { signal: AbortSignal.any([stop.signal, AbortSignal.timeout(downloadTimeoutMs)]) });
  clearTimeout(patience);
  if (!response.ok || response.body === null) throw new Error(`the server answers ${response.status}`);
  const expected = Number(response.headers.get('content-length') ?? 0);
  const parts: Uint8Array[] = [];
  let received = 0;
  // Node's own type of a response's body does not say what its parts are.
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    parts.push(part);
    received += part.length;
    if (received > mostBytes) throw new Error('the file is far too large');
    onProgress(expected > 0 ? Math.min(1, received / expected) : null);
  }
  return Buffer.concat(parts);
}

const noAnswer = 'the address does not answer';
const noWay = 'the address cannot be reached';
const unreachable: readonly string[] = [noAnswer, noWay];

/** In a few words: fetch hides the reason of a failed connection in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return noAnswer;
  if (error.message === 'fetch failed') return noWay;
  return error.message;
}
