import { faceFaultsOf } from '../../../domain/face-faults.ts';
import type { QuickLook } from '../../../domain/ports/document-inspector.ts';
import type { FaceAnalyser } from '../../../domain/ports/face-analyser.ts';

/** The quick look at a fresh selfie. */
export function createFaceInspector(analyser: Pick<FaceAnalyser, 'analyse'>): QuickLook {
  return { inspect: async (jpeg) => ({ codes: faceFaultsOf(await analyser.analyse(jpeg)) }) };
}
