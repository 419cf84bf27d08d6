import { Problem } from '../../domain/errors.ts';
import type { MediaKind } from '../../domain/media-kind.ts';
import type { Media } from '../../domain/media.ts';
import { defineStep, type StepTools } from '../define-step.ts';
import type { StepConfig } from '../define-step-schema.ts';
import { isReasonCode } from '../../domain/reason-codes.ts';
import { evaluateDocument } from './evaluate-document.ts';
import { documentResultSchema, type StoredPage } from './page-result-schema.ts';
import { documentSchema } from './schema.ts';

/** Photos of a document: read by two independent readers, judged by their agreement. */
export const documentStep = defineStep(documentSchema, documentResultSchema, {
  job: 'document.read',

  filesAtMost: filesOf,

  accept({ config, input, files }) {
    if (!config.accept.some((accepted) => accepted.type === input.documentType)) {
      throw new Problem('request.invalid', {
        errors: [
          { pointer: '/documentType', code: 'document.not_accepted_by_flow', detail: 'is not one of the flow’s types' },
        ],
      });
    }
    const usable = files.filter((file) => file.state !== 'unusable');
    // A PDF holds all sides in one file.
    if (usable.some((file) => file.kind === 'document-page')) return;
    for (const kind of neededKinds(config)) {
      if (!usable.some((file) => file.kind === kind)) {
        throw new Problem('step.files_missing', { detail: `A usable ${kind} is missing.` });
      }
    }
  },

  async work(tools, { config, files }) {
    const startedAt = performance.now();
    const pages: StoredPage[] = [];
    for (const file of files) pages.push(...(await readFile(tools, file, config)));
    return { pages, durationMs: performance.now() - startedAt };
  },

  evaluate: evaluateDocument,
});

function filesOf(config: StepConfig<typeof documentSchema>): Partial<Record<MediaKind, number>> {
  return {
    'document-front': 1,
    ...(config.pages === 'front' ? {} : { 'document-back': 1 }),
    ...(config.allowPdf && { 'document-page': 1 }),
  };
}

function neededKinds(config: StepConfig<typeof documentSchema>): MediaKind[] {
  return config.pages === 'front-and-back' ? ['document-front', 'document-back'] : ['document-front'];
}

async function readFile(
  tools: StepTools['document.read'],
  file: Media,
  config: StepConfig<typeof documentSchema>,
): Promise<StoredPage[]> {
  const read = await tools.readPages(file, { maxPages: config.maxPdfPages });
  const page = { mediaId: file.id, kind: file.kind, codes: file.codes.filter(isReasonCode) };
  if ('fault' in read) return [{ ...page, fault: read.fault, reading: null }];
  return read.readings.map((reading) => ({ ...page, fault: null, reading }));
}
