import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';

type TamperingCheck = Extract<DocumentCheck, { id: 'tampering' }>;
type Signal = NonNullable<TamperingCheck['data']>['signals'][number];
type TamperingCode = Extract<NonNullable<TamperingCheck['code']>, `document.${string}`>;

/** From this value on, a signal is a doubt. */
const doubtfulFrom = 0.5;

const codeOf: Readonly<Record<Signal['signal'], TamperingCode>> = {
  recompression: 'document.recompressed_area',
  'portrait-edges': 'document.portrait_edges',
  'portrait-compression': 'document.recompressed_area',
  'portrait-insertion': 'document.portrait_inserted',
  'text-compression': 'document.recompressed_area',
  'copied-line': 'document.copied_line',
  'editor-metadata': 'document.editor_metadata',
  'fresh-file': 'document.fresh_file',
  signature: 'document.signature_invalid',
};

/** Signals of a file, which pictures do not have. */
const ofFiles: readonly Signal['signal'][] = ['editor-metadata', 'fresh-file', 'signature'];
/** The record has every signal as a key, which the type of `Object.keys` does not express. */
const signalNames = Object.keys(codeOf) as (keyof typeof codeOf)[];

/** The signals that were measured on the pages, and those that could not be. An unmeasured signal is not agreement. */
export interface TamperingSearch {
  lookedFor: Signal['signal'][];
  couldNotTell: Signal['signal'][];
}

/** Part of every record, with or without a check. */
export function searchOfTampering(evidence: Pick<DocumentEvidence, 'pages'>): TamperingSearch {
  const lookedFor = [...new Set(signalsOf(evidence).map(({ signal }) => signal))];
  return { lookedFor, couldNotTell: signalNames.filter((signal) => !lookedFor.includes(signal)) };
}

/**
 * Does anything indicate a change to the picture or file? A signal is a doubt with its evidence, never a claim. The check passes only when
 * every signal was measured and none is strong. When some were not measured and none was found, there is no check (null).
 */
export function checkTampering(evidence: Pick<DocumentEvidence, 'pages'>): TamperingCheck | null {
  const signals = signalsOf(evidence);
  const [strongest] = [...signals].sort((one, other) => other.score - one.score);
  if (strongest === undefined) return null;
  const search = searchOfTampering(evidence);
  const check = { id: 'tampering' as const, durationMs: 0, data: { ...search, signals: signals.slice(0, 20) } };
  if (strongest.score >= doubtfulFrom) return { ...check, outcome: 'warning', code: codeOf[strongest.signal] };
  // Pictures have no metadata left to examine: the upload removed it.
  const isPicture = evidence.pages.every(({ page }) => page.reading?.source === 'picture');
  const isAll = search.couldNotTell.every((signal) => ofFiles.includes(signal) && isPicture);
  return isAll ? { ...check, outcome: 'passed', code: null } : null;
}

function signalsOf({ pages }: Pick<DocumentEvidence, 'pages'>): Signal[] {
  return pages.flatMap(({ page }): Signal[] => {
    const found = page.reading?.signals;
    return [
      { signal: 'recompression' as const, found: found?.recompression },
      { signal: 'portrait-edges' as const, found: found?.portraitEdges },
      { signal: 'portrait-compression' as const, found: found?.portraitCompression },
      { signal: 'portrait-insertion' as const, found: found?.portraitInsertion },
      { signal: 'text-compression' as const, found: found?.textCompression },
      { signal: 'copied-line' as const, found: found?.copiedLine },
      { signal: 'editor-metadata' as const, found: found?.editorMetadata },
      { signal: 'fresh-file' as const, found: found?.freshFile },
      { signal: 'signature' as const, found: found?.signature },
    ].flatMap(({ signal, found: seen }) => (seen == null ? [] : [{ signal, ...seen }]));
  });
}
