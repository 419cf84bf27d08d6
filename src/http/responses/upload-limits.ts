import type { Flow } from '../../services/flows/load-flow.ts';

/** The upload limits. Those of PDFs and recordings are the service's own. */
export function uploadLimitsOf(flow: Flow) {
  return {
    maxImageBytes: flow.document.maxImageBytes,
    maxPdfBytes: 20_000_000,
    maxVideoBytes: 50_000_000,
    maxAudioBytes: 10_000_000,
    maxRecordingMs: 20_000,
    maxAttemptsPerStep: flow.document.maxAttemptsPerStep,
  };
}
