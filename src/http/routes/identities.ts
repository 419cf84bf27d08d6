import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { RouteBody } from '../../contract/define-route.ts';
import {
  eraseIdentityRoute,
  exportIdentityRoute,
  getIdentityRoute,
  listIdentitiesRoute,
  updateIdentityRoute,
} from '../../contract/routes/identities.ts';
import type { createEraseIdentity } from '../../services/erasure/erase-identity.ts';
import type { ExportedPerson, createExportIdentity } from '../../services/identities/export-identity.ts';
import type { IdentityUseCases } from '../../services/identities/identities.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'application/jose': 'jwe',
};

export interface IdentityRouteUseCases extends IdentityUseCases {
  eraseIdentity: ReturnType<typeof createEraseIdentity>;
  exportIdentity: ReturnType<typeof createExportIdentity>;
}

/** The people of a client. */
export function identityRoutes(identities: IdentityRouteUseCases): BoundRoute[] {
  return [
    bindRoute(eraseIdentityRoute, async ({ caller, input: { params } }) => {
      await identities.eraseIdentity(caller, params.identityId);
      return respond(204);
    }),

    bindRoute(exportIdentityRoute, async ({ caller, input: { params } }) => {
      const body = zipOf(await identities.exportIdentity(caller, params.identityId));
      return {
        status: 200 as const,
        body,
        headers: {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${params.identityId}.zip"`,
          'cache-control': 'private, no-store',
        },
      };
    }),

    bindRoute(getIdentityRoute, async ({ caller, input: { params } }) => {
      // The record went through the response's schema when it was stored, and is sent as it is.
      const record: unknown = await identities.readIdentity(caller, params.identityId);
      return respond(200, record as RouteBody<typeof getIdentityRoute, 200>);
    }),

    bindRoute(listIdentitiesRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await identities.listIdentities(caller, query);
      return respond(200, {
        data: data.map(({ createdAt, updatedAt, ...identity }) => ({
          ...identity,
          createdAt: createdAt.toISOString(),
          updatedAt: updatedAt.toISOString(),
        })),
        nextCursor,
      });
    }),

    bindRoute(updateIdentityRoute, async ({ caller, input: { params, body } }) => {
      await identities.tagIdentity(caller, params.identityId, body.tags);
      // The record went through the response's schema when it was stored, and is sent as it is.
      const record: unknown = await identities.readIdentity(caller, params.identityId);
      return respond(200, record as RouteBody<typeof updateIdentityRoute, 200>);
    }),
  ];
}

/** Written as it is read, file by file. One that cannot be opened cuts the download off, which no reader takes for a whole zip. */
function zipOf({ document, files }: ExportedPerson): NodeJS.ReadableStream {
  const zip = new ZipFile();
  const body = new Readable().wrap(zip.outputStream);
  zip.on('error', (error: Error) => body.destroy(error));
  zip.addBuffer(Buffer.from(JSON.stringify(document, null, 2), 'utf8'), 'person.json');
  for (const { verificationId, mediaId, contentType, read } of files) {
    const name = `files/${verificationId}/${mediaId}.${extensions[contentType] ?? 'bin'}`;
    // Pictures and encrypted files do not get smaller.
    zip.addReadStreamLazy(name, { compress: false }, (answer) => {
      read().then(
        (bytes) => answer(null, Readable.from([bytes])),
        (error: unknown) => {
          body.destroy(error instanceof Error ? error : new Error('a file could not be read'));
        },
      );
    });
  }
  zip.end();
  return body;
}
