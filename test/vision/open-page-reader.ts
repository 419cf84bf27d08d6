import { createPageReader } from '../../src/adapters/native/pages/page-reader.ts';
import type { PageReader } from '../../src/domain/ports/pages/page-reader.ts';
import { sharedModels } from '../support/shared-models.ts';

let opened: Promise<PageReader> | undefined;

/** A page reader on the models of the catalogue, one in a process. */
export function openPageReader(): Promise<PageReader> {
  opened ??= createPageReader(sharedModels());
  return opened;
}
