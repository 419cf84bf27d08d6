import type { Media } from '../domain/media.ts';
import type { PageReader, PageReading } from '../domain/ports/page-reader.ts';
import type { ReasonCode } from '../domain/reason-codes.ts';
import type { PrepareMedia } from './prepare-media.ts';

/** Reads every page of a document's file. What the file contains is an answer; a throw means that we could not tell. */
export function createReadPages({ prepareMedia, pageReader }: { prepareMedia: PrepareMedia; pageReader: PageReader }) {
  return async function readPages(media: Media): Promise<{ readings: PageReading[] } | { fault: ReasonCode }> {
    const prepared = await prepareMedia(media);
    if ('fault' in prepared) return prepared;
    return { readings: [await pageReader.read(prepared.jpeg)] };
  };
}
