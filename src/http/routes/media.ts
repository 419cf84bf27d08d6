import { createMediaLinkRoute, getMediaRoute } from '../../contract/routes/media.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { MediaLink } from '../../domain/repositories/media-repositories.ts';
import type { MediaUseCases } from '../../services/media/media.ts';
import { byteRangeOf } from '../responses/byte-range.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

export type MediaRouteUseCases = MediaUseCases;

/** Stored files. */
export function mediaRoutes(media: MediaRouteUseCases): BoundRoute[] {
  return [
    bindRoute(createMediaLinkRoute, async ({ caller, input: { params }, effect }) => {
      const responseOf = ({ expires, signature }: MediaLink) =>
        respond(201, {
          url: `/v2/media/${params.mediaId}?expires=${expires}&signature=${signature}`,
          expiresAt: new Date(expires * 1000).toISOString(),
        });
      return responseOf(await media.signMediaLink(caller, params.mediaId, effect.storing(responseOf)));
    }),

    bindRoute(getMediaRoute, async ({ caller, input: { params, query }, raw }) => {
      const { mediaId } = params;
      const { bytes, contentType } =
        caller === null ? await media.readLinkedMedia(mediaId, linkOf(query)) : await media.readMedia(caller, mediaId);
      const headers = {
        'content-type': contentType,
        // A stranger's file is never displayed in the service's own origin.
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
    }),
  ];
}

function linkOf({ expires, signature }: { expires?: number | undefined; signature?: string | undefined }) {
  if (expires === undefined || signature === undefined) throw new Problem('auth.unauthorized');
  return { expires, signature };
}
