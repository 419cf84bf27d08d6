import { ghostImageSignal } from '../../../domain/faces/ghost-image-signal.ts';
import type { PageSignal } from '../../../domain/ports/pages/page-reader.ts';
import type { DocumentCheck, PageEvidence } from '../document-evidence.ts';
import { findHolderPortrait, otherFacesOf, type PortraitEvidence } from '../holder-portrait.ts';

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
  'ghost-image': 'document.ghost_image_differs',
  'text-compression': 'document.recompressed_area',
  'copied-line': 'document.copied_line',
  'editor-metadata': 'document.editor_metadata',
  'fresh-file': 'document.fresh_file',
  signature: 'document.signature_invalid',
};

/** Signals of a file, which pictures do not have. */
const ofFiles: readonly Signal['signal'][] = ['editor-metadata', 'fresh-file', 'signature'];
/** Signals that can be measured on every page. Those that are neither these nor of a file need the portrait. */
const ofEveryPage: readonly Signal['signal'][] = ['recompression', 'text-compression'];
/** The record has every signal as a key, which the type of `Object.keys` does not express. */
const signalNames = Object.keys(codeOf) as (keyof typeof codeOf)[];

/**
 * The signals that were measured on all pages that have them, and those that could not be on at least one. An unmeasured signal is not
 * agreement: a forger would add a page that can be judged to one that cannot.
 */
export interface TamperingSearch {
  lookedFor: Signal['signal'][];
  couldNotTell: Signal['signal'][];
}

/** Part of every record, with or without a check. */
export function searchOfTampering(evidence: PortraitEvidence): TamperingSearch {
  const measured = evidence.pages.map((page) => new Set(signalsOfPage(page).map(({ signal }) => signal)));
  const ofPdfs = measured.filter((_, index) => evidence.pages[index]?.page.reading?.source !== 'picture');
  const wasLookedFor = (signal: Signal['signal']) => {
    const isMeasured = (signals: ReadonlySet<Signal['signal']>) => signals.has(signal);
    if (signal === 'ghost-image') return ghostImageOf(evidence).some(isDecided);
    if (!measured.some(isMeasured)) return false;
    if (ofFiles.includes(signal)) return ofPdfs.every(isMeasured);
    return !ofEveryPage.includes(signal) || measured.every(isMeasured);
  };
  return {
    lookedFor: signalNames.filter(wasLookedFor),
    couldNotTell: signalNames.filter((signal) => !wasLookedFor(signal)),
  };
}

/**
 * Does anything indicate a change to the picture or file? A signal is a doubt with its evidence, never a claim. The check passes only when
 * every signal that the document must have was measured and none is strong. When some were not measured and none was found, there is no
 * check. Each kind of strong signal is a finding, the strongest first: a forger can add one that a flow's policy accepts.
 */
export function checkTampering(evidence: PortraitEvidence): TamperingCheck[] {
  const signals = [...ghostImageOf(evidence), ...evidence.pages.flatMap(signalsOfPage)];
  if (signals.length === 0) return [];
  const search = searchOfTampering(evidence);
  const check = { id: 'tampering' as const, durationMs: 0, data: { ...search, signals: signals.slice(0, 20) } };
  const strong = signals.filter(({ score }) => score >= doubtfulFrom).sort((one, other) => other.score - one.score);
  const codes = [...new Set(strong.map(({ signal }) => codeOf[signal]))];
  if (codes.length > 0) return codes.map((code) => ({ ...check, outcome: 'warning' as const, code }));
  // Pictures have no metadata left to examine: the upload removed it.
  const isPicture = evidence.pages.every(({ page }) => page.reading?.source === 'picture');
  // Most documents have no ghost image, which proves nothing for or against them.
  const isWithoutGhost = otherFacesOf(evidence).length === 0;
  const isAll = search.couldNotTell.every((signal) =>
    signal === 'ghost-image' ? isWithoutGhost : ofFiles.includes(signal) && isPicture,
  );
  return isAll ? [{ ...check, outcome: 'passed', code: null }] : [];
}

function signalsOfPage({ page }: PageEvidence): Signal[] {
  const found = page.reading?.signals;
  return [
    ...asSignal('recompression', found?.recompression),
    ...asSignal('portrait-edges', found?.portraitEdges),
    ...asSignal('portrait-compression', found?.portraitCompression),
    ...asSignal('portrait-insertion', found?.portraitInsertion),
    ...asSignal('text-compression', found?.textCompression),
    ...asSignal('copied-line', found?.copiedLine),
    ...asSignal('editor-metadata', found?.editorMetadata),
    ...asSignal('fresh-file', found?.freshFile),
    ...asSignal('signature', found?.signature),
  ];
}

/** The portrait of the holder against every other face of the document, on either side. */
function ghostImageOf(evidence: PortraitEvidence): Signal[] {
  const portrait = findHolderPortrait(evidence)?.page.reading?.portrait;
  if (portrait == null) return [];
  return asSignal('ghost-image', ghostImageSignal(portrait, otherFacesOf(evidence)));
}

/** Whether the faces are surely of one person or of two. */
function isDecided({ score }: Signal): boolean {
  return score === 0 || score >= doubtfulFrom;
}

function asSignal(signal: Signal['signal'], seen: PageSignal | null | undefined): Signal[] {
  if (seen == null) return [];
  const { score, area, evidence } = seen;
  return [{ signal, score, area, evidence }];
}
