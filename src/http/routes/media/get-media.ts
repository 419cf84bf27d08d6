import { getMediaRoute } from '../../../contract/routes/media.ts';
import { Problem } from '../../../domain/errors.ts';
import type { createReadMedia } from '../../../services/read-media.ts';
import { bindRoute } from '../../bound-route.ts';

const extensions: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' };

export function bindGetMedia(readMedia: ReturnType<typeof createReadMedia>) {
  return bindRoute(getMediaRoute, async ({ caller, input: { params, query } }) => {
    if (query.signature !== undefined)
      throw new Problem('service.not_implemented', { detail: 'Signed links are not offered yet.' });
    const { bytes, contentType } = await readMedia(caller, params.mediaId);
    return {
      status: 200 as const,
      body: bytes,
      headers: {
        'content-type': contentType,
        // A file that a stranger supplied is never shown in the service's own origin.
        'content-disposition': `attachment; filename="${params.mediaId}.${extensions[contentType] ?? 'bin'}"`,
        'cache-control': 'private, no-store',
      },
    };
  });
}
