import { faceFaultsOf } from '../../../domain/faces/face-faults.ts';
import type { QuickLook } from '../../../domain/ports/pages/document-inspector.ts';
import type { FaceAnalyser } from '../../../domain/ports/faces/face-analyser.ts';

/** The quick check of a new selfie. */
export function createFaceInspector(analyser: Pick<FaceAnalyser, 'analyse'>): QuickLook {
  return { inspect: async (jpeg) => ({ codes: faceFaultsOf(await analyser.analyse(jpeg)) }) };
}
