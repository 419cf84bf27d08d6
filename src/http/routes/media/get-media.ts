import { getMediaRoute } from '../../../contract/routes/media.ts';
import { Problem } from '../../../domain/faults/errors.ts';
import type { createReadMedia } from '../../../services/media/read-media.ts';
import { bindRoute } from '../../bound-route.ts';
import { byteRangeOf } from '../../byte-range.ts';

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

export function bindGetMedia({ readMedia, readLinkedMedia }: ReturnType<typeof createReadMedia>) {
  return bindRoute(getMediaRoute, async ({ caller, input: { params, query }, raw }) => {
    const { mediaId } = params;
    const { bytes, contentType } =
      caller === null ? await readLinkedMedia(mediaId, linkOf(query)) : await readMedia(caller, mediaId);
    const headers = {
      'content-type': contentType,
      // A file that a stranger supplied is never shown in the service's own origin.
      'content-disposition': `attachment; filename="${mediaId}.${extensions[contentType] ?? 'bin'}"`,
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    };
    const range = byteRangeOf(raw.headers.range, bytes.length);
    if (range === null) return { status: 200 as const, body: bytes, headers };
    const { first, last } = range;
    return {
      status: 206 as const,
      body: bytes.subarray(first, last + 1),
      headers: { ...headers, 'content-range': `bytes ${first}-${last}/${bytes.length}` },
    };
  });
}

function linkOf({ expires, signature }: { expires?: number | undefined; signature?: string | undefined }) {
  if (expires === undefined || signature === undefined) throw new Problem('auth.unauthorized');
  return { expires, signature };
}
